"""What the ``scorekeeper`` command does with the database, a module for each kind of call.

Every call gets the settings and what was asked, tells results on standard output and trouble on standard
error, and comes to the exit code. ``cli`` reads the arguments and says in sentences what goes wrong below.
"""
