import { isDeepStrictEqual } from "node:util";
import { COLUMNS_MAX, PARTS_MAX, ROWS_MAX, SOURCE_BYTES_MAX } from "@jst/tabular/read";
import type { TeamTx } from "@jst/db";
import type { StoredImport } from "../import.ts";
import { fenced, RetryLater, Superseded, workContext, type Attempt } from "../work.ts";
import type { BaseReader } from "./airtable.ts";
import type { BaseTable } from "./base.ts";
import {
  digestPages,
  findBase,
  insertPage,
  removePages,
  saveBase,
  type BaseChange,
  type StoredBase,
} from "./base-queries.ts";
import { shownFields } from "./base-source.ts";
import { AirtableAway, baseRefused, PlaceExpired } from "./faults.ts";

/** Requests without an answer after which an import fails. */
const FAILURES_MAX = 10;

/** Size and digest of the records of a base. */
export interface ReadFacts {
  bytes: number;
  sha256: string;
}

/**
 * Reads the tables and records of the base of an import, and stores each page with the place of the next one: another
 * process goes on there (imports.airtable). Throws RetryLater while Airtable does not answer.
 */
export async function readBase<Deps>(attempt: Attempt<Deps>, stored: StoredImport): Promise<ReadFacts> {
  const read = new BaseWork(attempt, stored);
  try {
    return await read.all();
  } catch (thrown) {
    if (attempt.stopped.aborted) throw new Superseded();
    if (thrown instanceof AirtableAway) return read.later(thrown);
    throw thrown;
  }
}

/** Work on one base under the lease of an import. */
class BaseWork<Deps> {
  readonly #attempt: Attempt<Deps>;
  readonly #stored: StoredImport;

  constructor(attempt: Attempt<Deps>, stored: StoredImport) {
    this.#attempt = attempt;
    this.#stored = stored;
  }

  async all(): Promise<ReadFacts> {
    let base = await this.#base();
    if (base.sha256 !== null) return { bytes: base.bytes, sha256: base.sha256 };
    const reader = this.#reader(base);
    const tables = base.tables ?? (await this.#begin(reader));
    for (base = await this.#base(); base.part < tables.length; base = await this.#base())
      await this.#readPage(reader, tables[base.part]?.id ?? "", base);
    if (!isDeepStrictEqual(await reader.tables(), tables))
      throw baseRefused(
        "conflict",
        "Tables or fields of the base were changed while it was read. Import it again.",
      );
    return this.#end(base.bytes);
  }

  /** Notes that Airtable did not answer, and asks for another attempt; too many are the end. */
  async later({ message, afterMs }: AirtableAway): Promise<never> {
    const { failures } = await this.#base();
    if (failures + 1 >= FAILURES_MAX)
      throw baseRefused("unavailable", `${message} Import the base again later.`);
    await this.#save({ failures: failures + 1 });
    throw new RetryLater(afterMs);
  }

  async #base(): Promise<StoredBase> {
    const { database, teamId, importId } = this.#attempt;
    const [base] = await database.read<StoredBase>(workContext(teamId), findBase(teamId, importId));
    if (base === undefined) throw new Superseded();
    return base;
  }

  #reader({ token, base_id: baseId }: StoredBase): BaseReader {
    const { airtable, teamId, stopped } = this.#attempt;
    if (airtable === undefined || token === null)
      throw baseRefused("invalid_token", "The token is no longer stored. Import the base again.");
    return airtable.reader(token, { teamId, baseId }, stopped);
  }

  async #begin(reader: BaseReader): Promise<BaseTable[]> {
    const tables = await reader.tables();
    requireWithin(tables);
    await this.#save({ tables, failures: 0 });
    return tables;
  }

  async #readPage(reader: BaseReader, tableId: string, base: StoredBase): Promise<void> {
    const { teamId, importId } = this.#attempt;
    const { part, page } = base;
    const found = await reader.page(tableId, base.place).catch((thrown: unknown) => {
      if (thrown instanceof PlaceExpired && base.place !== null) return undefined;
      throw thrown;
    });
    if (found === undefined) return this.#readAgain(base);
    const content = Buffer.from(found.records.map((record) => `${JSON.stringify(record)}\n`).join(""));
    const [records, bytes] = [base.records + found.records.length, base.bytes + content.length];
    if (records > ROWS_MAX) throw baseRefused("limit_reached", "The base has more than 1,000,000 records.");
    if (bytes > SOURCE_BYTES_MAX) throw baseRefused("limit_reached", "The base is larger than 500 MiB.");
    const next = found.place === null ? { part: part + 1, page: 0 } : { part, page: page + 1 };
    await this.#save({ ...next, place: found.place, failures: 0, records, bytes }, async (tx) => {
      await tx.query(insertPage(teamId, importId, { part, page, records: found.records.length, content }));
    });
  }

  /** Begins again with a table whose next place Airtable has forgotten. */
  async #readAgain({ part, bytes, records, failures }: StoredBase): Promise<void> {
    if (failures + 1 >= FAILURES_MAX)
      throw baseRefused("unavailable", "Airtable ends the list of records too early. Import the base again.");
    const { teamId, importId } = this.#attempt;
    await this.#save({ page: 0, place: null, failures: failures + 1 }, async (tx) => {
      const [removed] = await tx.query<Pick<StoredBase, "records" | "bytes">>(
        removePages(teamId, importId, part),
      );
      const left = { records: records - (removed?.records ?? 0), bytes: bytes - (removed?.bytes ?? 0) };
      await tx.query(saveBase(teamId, importId, left));
    });
  }

  async #end(bytes: number): Promise<ReadFacts> {
    const { database, teamId, importId } = this.#attempt;
    const digest = digestPages(teamId, importId);
    const [found] = await database.read<{ sha256: string }>(workContext(teamId), digest);
    const sha256 = found?.sha256 ?? "";
    await this.#save({ sha256 });
    return { bytes, sha256 };
  }

  async #save(change: BaseChange, more?: (tx: TeamTx) => Promise<void>): Promise<void> {
    const { database, teamId, importId } = this.#attempt;
    await database.write(workContext(teamId), async (tx) => {
      await fenced(tx, this.#attempt, this.#stored);
      await tx.query(saveBase(teamId, importId, change));
      await more?.(tx);
    });
  }
}

/** Refuses a base with more tables or fields than an import has parts and columns. */
function requireWithin(tables: readonly BaseTable[]): void {
  if (tables.length > PARTS_MAX)
    throw baseRefused("limit_reached", `The base has more than ${PARTS_MAX} tables, which is the maximum.`);
  const wide = tables.find((table) => shownFields(table).length >= COLUMNS_MAX);
  if (wide !== undefined)
    throw baseRefused(
      "limit_reached",
      `The table ${wide.name} has more than ${COLUMNS_MAX - 1} fields, which is the maximum. Delete some.`,
    );
}
