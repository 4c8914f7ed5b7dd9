"""Names where there is little room for them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.words.names import in_pieces, is_tied


def test_long_words_are_cut_where_some_letters_are_left() -> None:
    assert in_pieces("Alexandra", 9) == ("Alexandra",)
    assert in_pieces("Christopher", 9) == ("Christo", "pher")
    assert in_pieces("Wolfeschlegelsteinhausen", 9) == ("Wolfesch", "legelste", "inhausen")
    assert in_pieces("Anna-Magdalena of Hollywood", 9) == ("Anna-Magdalena of Hollywood",)
    assert in_pieces("Old Maximiliane", 9) == ("Old Maximil", "iane")
    assert in_pieces("🃏" * 24, 9) == ("🃏" * 24,)


@given(st.text(max_size=40), st.integers(6, 12))
def test_pieces_are_the_name(name: str, longest: int) -> None:
    pieces = in_pieces(name, longest)
    assert "".join(pieces) == name
    assert not any(is_tied(piece[0]) for piece in pieces[1:])
