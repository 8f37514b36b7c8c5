import { LRUCache } from "lru-cache";
import { isUuid } from "@jst/rpc";
import type { TableSchema } from "./schema.ts";

/** Memory of all remembered schemas, in bytes: thousands of usual tables, or a few of the largest. */
export const SCHEMA_BYTES_MAX = 64 * 1024 * 1024;
/** Names of tables whose ids are remembered. */
const NAMES_MAX = 20_000;

/**
 * Remembers schemas per team and table, so that a warm request needs one round trip; a table is asked for by id or
 * name. An entry may be out of date: every statement that relies on one compares its version in the database.
 */
export class SchemaCache {
  readonly #schemas = new LRUCache<string, TableSchema>({
    maxSize: SCHEMA_BYTES_MAX,
    sizeCalculation: bytesOf,
  });
  readonly #ids = new LRUCache<string, string>({ max: NAMES_MAX });

  /** Bytes of what is remembered, as they are reckoned. */
  get bytes(): number {
    return this.#schemas.calculatedSize;
  }

  get(teamId: string, key: string): TableSchema | undefined {
    const id = this.#idOf(teamId, key);
    return id === undefined ? undefined : this.#schemas.get(ofTeam(teamId, id));
  }

  set(teamId: string, schema: TableSchema): void {
    this.#schemas.set(ofTeam(teamId, schema.id), schema);
    this.#ids.set(ofTeam(teamId, schema.name), schema.id);
  }

  drop(teamId: string, key: string): void {
    const id = this.#idOf(teamId, key);
    if (id !== undefined) this.#schemas.delete(ofTeam(teamId, id));
    this.#ids.delete(ofTeam(teamId, key));
  }

  #idOf(teamId: string, key: string): string | undefined {
    return isUuid(key) ? key.toLowerCase() : this.#ids.get(ofTeam(teamId, key));
  }
}

function ofTeam(teamId: string, key: string): string {
  return `${teamId} ${key}`;
}

/**
 * Measured: a column takes 600 bytes, of long options one to three for a character of their JSON; what its rows are
 * read and stored with, and the rest, some 4,000.
 */
function bytesOf({ columns, setAside }: TableSchema): number {
  return 6_000 + 3 * JSON.stringify([...columns.values(), ...setAside]).length;
}
