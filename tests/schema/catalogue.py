"""Describes a database's schema as sorted lines of text, to compare two of them."""

from __future__ import annotations

from typing import Any, Final

import asyncpg

_OURS: Final = "n.nspname in ('app', 'auth', 'public')"
_QUERIES: Final = {
    "schema": f"""
        select n.nspname, array(select unnest(n.nspacl)::text order by 1) from pg_namespace n
        where {_OURS}""",
    "relation": f"""
        select n.nspname, c.relname, c.relkind, c.relpersistence, c.reloptions, c.relrowsecurity,
          array(select unnest(c.relacl)::text order by 1), obj_description(c.oid, 'pg_class')
        from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where {_OURS} and c.relkind in ('r', 'p', 'v', 'm', 'S', 'c')""",
    "column": f"""
        select n.nspname, c.relname,
          row_number() over (partition by c.oid order by a.attnum), a.attname,
          format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity, a.attgenerated,
          pg_get_expr(d.adbin, d.adrelid), coalesce(nullif(a.attstattarget, -1), -1),
          array(select unnest(a.attacl)::text order by 1), col_description(c.oid, a.attnum)
        from pg_attribute a join pg_class c on c.oid = a.attrelid
          join pg_namespace n on n.oid = c.relnamespace
          left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
        where {_OURS} and c.relkind in ('r', 'p', 'v', 'm', 'c', 'i') and a.attnum > 0
          and not a.attisdropped""",
    "constraint": f"""
        select n.nspname, o.conrelid::regclass, o.conname, pg_get_constraintdef(o.oid),
          obj_description(o.oid, 'pg_constraint')
        from pg_constraint o join pg_namespace n on n.oid = o.connamespace
        where {_OURS} and o.contype <> 'n'""",
    "index": f"""
        select pg_get_indexdef(i.indexrelid), i.indisvalid, i.indisunique
        from pg_index i join pg_class c on c.oid = i.indexrelid
          join pg_namespace n on n.oid = c.relnamespace
        where {_OURS}""",
    "trigger": f"""
        select pg_get_triggerdef(t.oid), t.tgenabled from pg_trigger t
          join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
        where {_OURS} and not t.tgisinternal""",
    "function": f"""
        select pg_get_functiondef(p.oid), array(select unnest(p.proacl)::text order by 1)
        from pg_proc p join pg_namespace n on n.oid = p.pronamespace where {_OURS}""",
    "view": f"""
        select n.nspname, c.relname, pg_get_viewdef(c.oid)
        from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where {_OURS} and c.relkind in ('v', 'm')""",
    "type": f"""
        select n.nspname, t.typname, t.typtype, format_type(t.typbasetype, t.typtypmod)
        from pg_type t join pg_namespace n on n.oid = t.typnamespace
        where {_OURS} and t.typtype in ('d', 'e', 'r')""",
    "policy": """
        select schemaname, tablename, policyname, permissive,
          array(select unnest(roles) order by 1), cmd, qual, with_check
        from pg_policies""",
    "role": """
        select rolname, rolcanlogin, rolinherit, rolsuper, rolbypassrls, rolconfig
        from pg_roles where rolname like 'summerstow\\_%' and rolname not like '%\\_shop\\_%'""",
    "publication": "select pubname, puballtables from pg_publication",
    "extension": "select extname from pg_extension",
    "settings": """
        select s.setconfig from pg_db_role_setting s join pg_database d on d.oid = s.setdatabase
        where d.datname = current_database()""",
}


async def describe(connection: asyncpg.Connection[Any]) -> list[str]:
    """Return a line for each object: everything but names of not-null constraints and rows."""
    await connection.execute("set search_path = pg_catalog")
    lines = []
    for kind, query in _QUERIES.items():
        for row in await connection.fetch(query):
            values = (value.decode() if isinstance(value, bytes) else value for value in row)
            lines.append(f"{kind} {' | '.join(map(str, values))}")
    await connection.execute("reset search_path")
    return sorted(lines)
