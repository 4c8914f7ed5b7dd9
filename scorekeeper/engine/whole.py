"""What counts as a whole number (rules.md, section 1)."""


def whole(value: object) -> int | None:
    """The whole number that ``value`` is, or None: 26 and 26.0 are 26; true, "26", 2.5, NaN and null are
    not.
    """
    if isinstance(value, bool):
        return None
    if isinstance(value, int):
        return value
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return None
