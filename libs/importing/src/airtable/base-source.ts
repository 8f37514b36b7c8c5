import type { Database, TeamContext } from "@jst/db";
import {
  columnNames,
  readableCells,
  ROW_CHARS_MAX,
  TOO_LONG,
  type Part,
  type Row,
  type Source,
} from "@jst/tabular/read";
import type { StoredImport } from "../import.ts";
import type { BaseRecord, BaseTable } from "./base.ts";
import { findBase, findPage, type StoredBase } from "./base-queries.ts";
import { cellOf } from "./cells.ts";

/** Header of the column with the ids of records, by which links find their rows. */
export const RECORD_ID = "Airtable ID";

/** Base whose records an import has read. */
export interface ReadBase {
  tables: readonly BaseTable[];
  /** Reads the records of a table from the start. */
  records: (part: number) => AsyncGenerator<BaseRecord, void, undefined>;
}

/** A source whose tables are those of a base. */
export interface BaseSource extends Source {
  base: ReadBase;
}

/** Opens the base of an import, whose records are all read. */
export async function openBase(
  database: Pick<Database, "read">,
  context: TeamContext,
  { id }: Pick<StoredImport, "id">,
): Promise<BaseSource | undefined> {
  const [stored] = await database.read<StoredBase>(context, findBase(context.teamId, id));
  if (stored?.tables === undefined || stored.tables === null) return undefined;
  const { tables } = stored;
  const lines = (part: number) => linesOf(database, context, id, part);
  const records = async function* (part: number) {
    for await (const line of lines(part)) yield JSON.parse(line) as BaseRecord;
  };
  return {
    ...{ format: "json_lines", encoding: null, delimiter: null, header: true, guessed: [] },
    parts: tables.map((table, index): Part => ({
      ...{ index, name: table.name },
      columns: columnNames([...shownFields(table).map(({ name }) => name), RECORD_ID]),
      rows: () => rowsOf(table, lines(index)),
    })),
    base: { tables, records },
    close: () => Promise.resolve(),
  };
}

/** Fields that have values: all but buttons. */
export const shownFields = ({ fields }: BaseTable) => fields.filter(({ type }) => type !== "button");

/** Reads the lines of a table, one page after the other. */
async function* linesOf(
  database: Pick<Database, "read">,
  context: TeamContext,
  id: string,
  part: number,
): AsyncGenerator<string, void, undefined> {
  for (let page = 0; ; page += 1) {
    const [found] = await database.read<{ content: Buffer }>(
      context,
      findPage(context.teamId, id, part, page),
    );
    if (found === undefined) return;
    for (const line of found.content.toString().split("\n")) if (line !== "") yield line;
  }
}

async function* rowsOf(table: BaseTable, lines: AsyncIterable<string>): AsyncGenerator<Row, void, undefined> {
  const fields = shownFields(table);
  let row = 0;
  for await (const line of lines) {
    row += 1;
    const record = JSON.parse(line) as BaseRecord;
    const cells = [
      ...fields.map((field) =>
        cellOf(field, record.fields[field.id], `${table.id}/${record.id}/${field.id}`),
      ),
      record.id,
    ];
    const read = readableCells(cells);
    yield { row, line: row, ...read, faults: line.length > ROW_CHARS_MAX ? [TOO_LONG] : read.faults };
  }
}
