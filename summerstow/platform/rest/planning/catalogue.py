"""What the schema `public` holds, from PostgreSQL's own catalogue: here identifiers come from."""

from __future__ import annotations

import difflib
from collections import defaultdict
from typing import Literal

import msgspec

from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.rest.errors import Refused
from summerstow.platform.roles import Role

SCHEMA = "public"
#: In `Table.visible_rows`: every row.
EVERY_ROW = "*"

Nulls = Literal["none", "first", "last", "absent"]


class TableColumn(msgspec.Struct, frozen=True):
    """One column; `type` as PostgreSQL writes it, without its length.

    `reads`: what is read in its place, with `{0}` for the table's alias. `sorts`: what its rows are
    sorted by, in the same form. `nulls`: there are "none",
    or an index that begins with the column has them "last" or "first" where it rises, or not at all
    ("absent"); None: there is no such index. `beside`: the columns of an index that begins with it
    and holds others beside its keys. `search_only`: a search expression of an index, no column of
    the rows.
    """

    name: str
    type: str
    default: str | None = None
    reads: str | None = None
    sorts: str | None = None
    nulls: Nulls | None = None
    beside: frozenset[str] = frozenset()
    search_only: bool = False

    def of(self, alias: str) -> str:
        """Its value in a row of this alias."""
        if self.reads is None:
            return f"{alias}.{quoted(self.name)}"
        return self.reads.replace("{0}", alias)

    def order_key(self, alias: str) -> str:
        """The expression that sorts a row of this alias."""
        return self.of(alias) if self.sorts is None else self.sorts.replace("{0}", alias)


class Table(msgspec.Struct, frozen=True):
    """One table with its primary key; `readers` are the roles that may select any of it.

    `hidden`: for a role that may not select all of it, the columns that do not exist for that role;
    `partial`: a role may not select every column. `visible_rows`: the roles whose row policies
    show them every row (`EVERY_ROW`), or only rows whose column of this name is the user's id.
    `search_columns`: the indexed search expressions, for filters alone.
    """

    name: str
    columns: dict[str, TableColumn]
    key: tuple[str, ...]
    readers: frozenset[str]
    hidden: dict[str, tuple[str, ...]] = {}
    partial: bool = False
    visible_rows: dict[str, str] = {}
    search_columns: dict[str, TableColumn] = {}

    @property
    def sql(self) -> str:
        """The quoted, qualified name."""
        return f"{quoted(SCHEMA)}.{quoted(self.name)}"


class ForeignKey(msgspec.Struct, frozen=True):
    """`table.columns` refer to `target.target_columns`, in one row at most if `single`."""

    name: str
    table: str
    columns: tuple[str, ...]
    target: str
    target_columns: tuple[str, ...]
    single: bool


class Relationship(msgspec.Struct, frozen=True):
    """A foreign key seen from one of its ends: from `near` columns to `table`'s `far` columns."""

    key: ForeignKey
    table: str
    near: tuple[str, ...]
    far: tuple[str, ...]
    to_one: bool
    outward: bool

    @property
    def of_itself(self) -> bool:
        """Whether a table refers to itself."""
        return self.key.table == self.key.target

    @property
    def cardinality(self) -> str:
        """As PGRST201 names it."""
        if self.key.single:
            return "one-to-one"
        return "many-to-one" if self.outward else "one-to-many"


class Catalogue:
    """Tables by name, and the relationships between them."""

    def __init__(self, tables: dict[str, Table], keys: tuple[ForeignKey, ...]) -> None:
        self.tables = tables
        self._keys = keys
        self._relationships: dict[str, list[Relationship]] = defaultdict(list)
        for key in keys:
            if key.table not in tables or key.target not in tables:
                continue
            self._relationships[key.table].append(
                Relationship(key, key.target, key.columns, key.target_columns, True, True)
            )
            self._relationships[key.target].append(
                Relationship(key, key.table, key.target_columns, key.columns, key.single, False)
            )

    def seen_by(self, role: Role) -> Catalogue:
        """The same without the columns that this role may not select."""
        hidden = {
            name: set(table.hidden.get(f"summerstow_{role}", ()))
            for name, table in self.tables.items()
        }
        if not any(hidden.values()):
            return self
        tables = {
            name: msgspec.structs.replace(
                table,
                columns={key: one for key, one in table.columns.items() if key not in hidden[name]},
                partial=bool(hidden[name]),
            )
            for name, table in self.tables.items()
        }
        return Catalogue(tables, self._keys)

    def table(self, name: str, role: Role) -> Table:
        """The table of this name; PGRST205 names the most similar one that the role may read."""
        table = self.tables.get(name)
        if table is not None:
            return table
        readable = [one.name for one in self.tables.values() if f"summerstow_{role}" in one.readers]
        similar = difflib.get_close_matches(name, readable, n=1)
        raise Refused(
            404,
            "PGRST205",
            f"Could not find the table '{SCHEMA}.{name}' in the schema cache",
            hint=f"Perhaps you meant the table '{SCHEMA}.{similar[0]}'" if similar else None,
        )

    def relationship(self, origin: Table, target: str, hint: str | None) -> Relationship:
        """The one between `origin` and what an embed calls `target`: a table, key or column."""
        matches = [
            one
            for one in self._relationships[origin.name]
            if (_matches_name(one, target) if hint is None else _matches_hint(one, target, hint))
        ]
        if len(matches) == 1:
            return matches[0]
        if matches:
            raise _ambiguous(origin.name, target, matches)
        between = f"'{origin.name}' and '{target}'"
        using = "" if hint is None else f" using the hint '{hint}'"
        raise Refused(
            400,
            "PGRST200",
            f"Could not find a relationship between {between} in the schema cache",
            f"Searched for a foreign key relationship between {between}{using} in the schema "
            f"'{SCHEMA}', but no matches were found.",
        )


def _matches_name(one: Relationship, target: str) -> bool:
    # A table that refers to itself has two relationships by one key: its own name means the rows
    # that refer to this one, the column's name the row that this one refers to.
    if one.of_itself:
        return one.key.columns == (target,) if one.outward else one.table == target
    is_named = target in (one.table, one.key.name)
    return is_named or (one.outward and one.key.columns == (target,))


def _matches_hint(one: Relationship, target: str, hint: str) -> bool:
    if one.table != target or (one.of_itself and one.outward):
        return False
    return one.key.name == hint or hint in (*one.key.columns, *one.key.target_columns)


def _ambiguous(origin: str, target: str, matches: list[Relationship]) -> Refused:
    choices = ", ".join(f"'{one.table}!{one.key.name}'" for one in matches)
    return Refused(
        300,
        "PGRST201",
        "Could not embed because more than one relationship was found for "
        f"'{origin}' and '{target}'",
        hint=f"Try changing '{target}' to one of the following: {choices}. "
        "Find the desired relationship in the 'details' key.",
        facts=[
            {
                "cardinality": one.cardinality,
                "embedding": f"{origin} with {one.table}",
                "relationship": f"{one.key.name} using {origin}({', '.join(one.near)}) "
                f"and {one.table}({', '.join(one.far)})",
            }
            for one in matches
        ],
    )


def quoted(identifier: str) -> str:
    """An identifier that PostgreSQL reads as just this name."""
    return '"' + identifier.replace('"', '""') + '"'


#: The table whose keys and policies hold for a relation: its own, or that of a view over one table
#: which is read with the reader's own rights.
_BASES = """
with bases as (
  select c.oid as relation, case when c.relkind <> 'v' then c.oid
    when 'security_invoker=true' = any (c.reloptions) then (
      select min(d.refobjid) from pg_rewrite w join pg_depend d on d.objid = w.oid
      where w.ev_class = c.oid and d.classid = 'pg_rewrite'::regclass
        and d.refclassid = 'pg_class'::regclass and d.refobjid <> c.oid
      having count(distinct d.refobjid) = 1
    ) end as base
  from pg_class c where c.relnamespace = $1::text::regnamespace
)
"""
_TABLES = """
select coalesce(json_object_agg(c.relname, json_build_object(
  'name', c.relname,
  'columns', (
    select json_object_agg(a.attname, json_build_object(
      'name', a.attname,
      'type', format_type(a.atttypid, null),
      'default', case when a.attgenerated = '' then pg_get_expr(d.adbin, d.adrelid) end,
      'sorts', case when b.key is not null then
        format('(%s({0}.%I) collate "C")', b.key, a.attname) end,
      'nulls', case when a.attnotnull then 'none' else i.nulls end,
      'beside', coalesce(k.beside, '[]')
    ) order by a.attnum)
    from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    cross join lateral (select col_description(c.oid, a.attnum) as comment) o
    cross join lateral (select substring(o.comment from '^sorted by ([a-z_.]+)$') as key) b
    -- indoption: 1 falls, 2 has nulls first. The last of these words is the best.
    left join lateral (
      select case when x.indpred is not null then 'absent'
        when x.indoption[0] in (0, 3) then 'last' else 'first' end as nulls
      from pg_index x join pg_class n on n.oid = x.indexrelid
        join pg_am m on m.oid = n.relam and m.amname = 'btree'
      where x.indrelid = c.oid and x.indisvalid
        and case when b.key is null
          then x.indkey[0] = a.attnum and x.indcollation[0] = a.attcollation
          else x.indkey[0] = 0
            and pg_get_indexdef(x.indexrelid, 1, false) = format('%s(%I)', b.key, a.attname) end
        and (x.indpred is null or x.indoption[0] in (0, 3)
          and pg_get_expr(x.indpred, c.oid) = format('(%I IS NOT NULL)', a.attname))
      order by 1 desc limit 1
    ) i on true
    left join lateral (
      select (select json_agg(h.attname) from pg_attribute h
        where h.attrelid = c.oid and h.attnum = any (x.indkey::smallint[])) as beside
      from pg_index x
      where x.indrelid = c.oid and x.indkey[0] = a.attnum and x.indisvalid
        and x.indnatts > x.indnkeyatts and (x.indpred is null
          or pg_get_expr(x.indpred, c.oid) = format('(%I IS NOT NULL)', a.attname))
      order by x.indnatts desc limit 1
    ) k on true
    where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  ),
  'key', coalesce((
    select json_agg(a.attname order by k.position)
    from pg_constraint p, unnest(p.conkey) with ordinality k (number, position)
    join pg_attribute a on a.attnum = k.number
    where p.conrelid = t.base and p.contype = 'p' and a.attrelid = t.base
  ), '[]'),
  'readers', r.names,
  'hidden', coalesce((
    select json_object_agg(rolname, names) from (
      select p.rolname, json_agg(a.attname order by a.attnum) as names
      from pg_roles p join pg_attribute a on a.attrelid = c.oid
      where r.names::jsonb ? p.rolname::text and a.attnum > 0 and not a.attisdropped
        and not has_table_privilege(p.oid, c.oid, 'select')
        and not has_column_privilege(p.oid, c.oid, a.attnum, 'select')
      group by p.rolname
    ) partly
  ), '{}'),
  'visible_rows', coalesce((
    select json_object_agg(rolname, rows) from (
      select r.rolname, case
          when not b.relrowsecurity or bool_or(p.shows = 'true') then '*'
          when count(*) = 1 then
            substring(min(p.shows) from
              '^\\(([a-z_]+) = \\( SELECT app\\.user_id\\(\\) AS user_id\\)\\)$')
        end as rows
      from pg_roles r left join (
        select p.polroles, p.polpermissive, pg_get_expr(p.polqual, p.polrelid) as shows
        from pg_policy p where p.polrelid = t.base and p.polcmd in ('r', '*')
      ) p on exists (
        select from unnest(p.polroles) o (role)
        where o.role = 0 or pg_has_role(r.oid, o.role, 'usage'))
      where r.rolname like 'summerstow\\_%' and b.relkind = 'r'
      group by r.rolname having coalesce(bool_and(p.polpermissive), true)
    ) simply where rows is not null
  ), '{}'),
  'search_columns', coalesce((
    select json_object_agg(s.is[1], json_build_object(
      'name', s.is[1], 'type', 'tsvector', 'reads', s.is[2], 'search_only', true))
    from pg_index x cross join lateral (
      select regexp_match(obj_description(x.indexrelid, 'pg_class'), '^asked as ([a-z_]+) (.+)$')
        as is) s
    where x.indrelid = c.oid and s.is is not null
  ), '{}')
)), '{}')::text
from pg_class c
join bases t on t.relation = c.oid left join pg_class b on b.oid = t.base
join lateral (
  select json_agg(rolname) as names from pg_roles
  where rolname like 'summerstow\\_%' and has_any_column_privilege(oid, c.oid, 'select')
) r on r.names is not null
where c.relnamespace = $1::text::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')
"""

_FOREIGN_KEYS = """
select coalesce(json_agg(json_build_object(
  'name', regexp_replace(f.conname, '^' || o.relname, t.relname),
  'table', t.relname,
  'columns', k.columns,
  'target', r.relname,
  'target_columns', (
    select json_agg(a.attname order by k.position)
    from unnest(f.confkey) with ordinality k (number, position)
    join pg_attribute a on a.attnum = k.number and a.attrelid = f.confrelid
  ),
  'single', exists (
    select from pg_index u
    where u.indrelid = f.conrelid and u.indisunique and u.indkey::smallint[] <@ f.conkey
      and f.conkey <@ u.indkey::smallint[] and (u.indpred is null or t.relkind = 'v' and
        pg_get_viewdef(t.oid, true)
          like '% WHERE ' || trim('()' from pg_get_expr(u.indpred, u.indrelid)) || ';')
  )
) order by f.conname), '[]')::text
from pg_constraint f join pg_class o on o.oid = f.conrelid join pg_class r on r.oid = f.confrelid
join bases b on b.base = f.conrelid join pg_class t on t.oid = b.relation
cross join lateral (
  select json_agg(a.attname order by k.position) as columns,
    bool_and(v.attnum is not null) as known
  from unnest(f.conkey) with ordinality k (number, position)
  join pg_attribute a on a.attnum = k.number and a.attrelid = f.conrelid
  left join pg_attribute v on v.attname = a.attname and v.attrelid = t.oid
) k
where f.contype = 'f' and t.relnamespace = $1::text::regnamespace
  and r.relnamespace = $1::text::regnamespace and k.known
  and (t.relkind = 'v' or obj_description(f.oid, 'pg_constraint') is distinct from 'not embedded')
"""


async def read_catalogue(tx: ElevatedTransaction) -> Catalogue:
    """Read it as the schema's owner. Tables that no role of ours may read do not exist here.

    A column with the comment `sorted by FUNCTION` is sorted by that function of it
    (rule: names-in-order).

    A view over one table that is read with the reader's own rights has that table's relationships.

    An index with the comment `asked as NAME EXPRESSION` is a search column
    (`Table.search_columns`).

    A second reference between the same two tables would make a client's embed ambiguous
    (PGRST201): one with the comment 'not embedded' is no relationship to clients.
    """
    tables = await tx.fetchval(_BASES + _TABLES, SCHEMA)
    keys = await tx.fetchval(_BASES + _FOREIGN_KEYS, SCHEMA)
    return Catalogue(
        msgspec.json.decode(tables, type=dict[str, Table]),
        msgspec.json.decode(keys, type=tuple[ForeignKey, ...]),
    )
