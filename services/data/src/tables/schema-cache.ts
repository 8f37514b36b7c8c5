import type { TableSchema } from "./schema.ts";

/** Schemas held per process; the least recently used ones go first. */
const SCHEMAS_MAX = 2_000;

/**
 * Remembers schemas per team and spelling of the table (id or name), so that a warm request needs one round trip. An
 * entry may be out of date: every statement that relies on one compares its version in the database.
 */
export class SchemaCache {
  readonly #entries = new Map<string, TableSchema>();

  get(teamId: string, key: string): TableSchema | undefined {
    const entry = `${teamId} ${key}`;
    const schema = this.#entries.get(entry);
    if (schema === undefined) return undefined;
    this.#entries.delete(entry);
    this.#entries.set(entry, schema);
    return schema;
  }

  set(teamId: string, key: string, schema: TableSchema): void {
    this.#entries.set(`${teamId} ${key}`, schema);
    const oldest = this.#entries.keys().next().value;
    if (this.#entries.size > SCHEMAS_MAX && oldest !== undefined) this.#entries.delete(oldest);
  }

  drop(teamId: string, key: string): void {
    this.#entries.delete(`${teamId} ${key}`);
  }
}
