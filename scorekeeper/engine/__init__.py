"""The scoring of Hollywood Gin: pure functions over frozen values, in the order of rules.md.

``rules`` the options, ``hand`` one hand's worth, ``column`` the cascade, ``extras`` and ``settlement`` what
closed columns bring, ``sheet`` the whole series replayed, ``explain`` the reasons, ``seriesfile`` the JSON
form, ``errors`` how it says no. The twin in ``static/js/engine`` has the same names and is held to the same
cases. Seats are 0 and 1.
"""
