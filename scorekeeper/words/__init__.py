"""Codes and numbers in, sentences out, in the reader's language: the only place, beside the templates, with
words.

``terms`` names things, ``reasons`` says why a hand scored what it scored, ``refusals`` why something is not
taken, ``sheettext`` draws a sheet for the terminal, ``locale`` chooses the language.
"""
