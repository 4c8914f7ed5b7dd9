"""Statements that phones repeat all evening, made ready once: SQLAlchemy writes them and knows their types,
the driver runs them. Its own way through a statement takes longer than such a one takes in the database.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import SimpleNamespace
from typing import Any, NamedTuple, TypeAlias
from weakref import WeakKeyDictionary

from sqlalchemy import Dialect, Engine, Insert, Select, Update
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.types import TypeEngine

Convert: TypeAlias = Callable[[Any], Any]
"""How a value is told to the driver or taken from it, where it is not fine as it is."""


class Ready(NamedTuple):
    """A statement for one kind of database: its words, the names of its values, those that it always has, how
    others are told by their names, in which order (None: by name), and how those of a row are taken by their
    places.
    """

    sql: str
    names: frozenset[str]
    fixed: dict[str, Any]
    told: tuple[tuple[str, Convert], ...]
    order: tuple[str, ...] | None
    taken: tuple[tuple[int, Convert], ...]


class Prepared:
    """A statement whose values come by the names of its ``bindparam``s; of an insert or update ``sets`` names
    the columns that get one.
    """

    def __init__(self, statement: Select[Any] | Insert | Update, sets: Sequence[str] = ()) -> None:
        self._statement = statement
        self._sets = sets
        self._ready: WeakKeyDictionary[Dialect, Ready] = WeakKeyDictionary()

    def rows(self, engine: Engine, driver: Any, values: Mapping[str, Any]) -> list[tuple[Any, ...]]:
        """The rows that it finds over a connection of the engine's driver, whose errors it lets through."""
        ready = self._ready_for(engine.dialect)
        cursor, context = driver.cursor(), SimpleNamespace()
        tell(engine.dispatch.before_cursor_execute, cursor, ready.sql, context)
        cursor.execute(ready.sql, arguments(ready, values))
        tell(engine.dispatch.after_cursor_execute, cursor, ready.sql, context)
        found = [taken(row, ready) for row in cursor.fetchall()]
        cursor.close()
        return found

    def run(self, engine: Engine, driver: Any, every: Iterable[Mapping[str, Any]]) -> None:
        """Write with each of these values."""
        ready = self._ready_for(engine.dialect)
        cursor, context = driver.cursor(), SimpleNamespace()
        tell(engine.dispatch.before_cursor_execute, cursor, ready.sql, context)
        cursor.executemany(ready.sql, [arguments(ready, values) for values in every])
        tell(engine.dispatch.after_cursor_execute, cursor, ready.sql, context)
        cursor.close()

    def _ready_for(self, dialect: Dialect) -> Ready:
        ready = self._ready.get(dialect)
        if ready is None:
            ready = self._ready[dialect] = self._made_ready(dialect)
        return ready

    def _made_ready(self, dialect: Dialect) -> Ready:
        compiled = self._statement.compile(dialect=dialect, column_keys=list(self._sets) or None)
        assert isinstance(compiled, SQLCompiler)
        told = [
            (name, convert)
            for name, bind in compiled.binds.items()
            if (convert := kind(bind.type, dialect).bind_processor(dialect)) is not None
        ]
        fixed = {name: bind.value for name, bind in compiled.binds.items() if not bind.required}
        columns = self._statement.selected_columns if isinstance(self._statement, Select) else ()
        taken = [
            (place, take)
            for place, column in enumerate(columns)
            if (take := kind(column.type, dialect).result_processor(dialect, None)) is not None
        ]
        return Ready(
            sql=compiled.string,
            names=frozenset(compiled.binds),
            fixed=fixed,
            told=tuple(told),
            order=tuple(compiled.positiontup) if compiled.positional and compiled.positiontup else None,
            taken=tuple(taken),
        )


def kind(stored: TypeEngine[Any], dialect: Dialect) -> TypeEngine[Any]:
    """A type as one kind of database has it."""
    return stored.dialect_impl(dialect)


def arguments(ready: Ready, values: Mapping[str, Any]) -> Any:
    """The values as the driver takes them. Raises ``KeyError`` for one that the statement does not know."""
    every = {**ready.fixed, **values}
    if unknown := every.keys() - ready.names:
        raise KeyError(*unknown)
    for name, convert in ready.told:
        every[name] = convert(every[name])
    return every if ready.order is None else [every[name] for name in ready.order]


def taken(row: tuple[Any, ...], ready: Ready) -> tuple[Any, ...]:
    """The values of a row as they were told."""
    if not ready.taken:
        return row
    values = [*row]
    for place, take in ready.taken:
        values[place] = take(values[place])
    return tuple(values)


def tell(listeners: Iterable[Callable[..., object]], cursor: Any, sql: str, context: object) -> None:
    """Tell whoever listens to the engine's statements of this one too."""
    for listener in listeners:
        listener(None, cursor, sql, None, context, False)
