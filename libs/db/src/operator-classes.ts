import type pg from "pg";

/** Built-in operator classes for databases where schema platform has none of its own (ADR 44). */
const builtIn: Readonly<Record<string, string>> = {
  "platform.contains_ops": "platform.gin_trgm_ops",
  "platform.tags_ops": "pg_catalog.array_ops",
  "platform.members_ops": "pg_catalog.jsonb_ops",
  "platform.words_ops": "pg_catalog.tsvector_ops",
};

/** Replaces the operator classes in the SQL by those that schema platform has in a database of this kind. */
export function withOperatorClasses(sql: string, isLeakproof: boolean): string {
  if (isLeakproof) return sql;
  return sql.replaceAll(/\bplatform\.\w+_ops\b/g, (name) => builtIn[name] ?? name);
}

/**
 * Tests whether a superuser has made schema platform of the database, which then has leakproof functions and operator
 * classes.
 */
export async function isLeakproof(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ is_leakproof: boolean }>("select platform.is_leakproof()");
  return rows[0]?.is_leakproof === true;
}
