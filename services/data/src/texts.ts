import type { Database, TeamContext, Texts, TextTable } from "@jst/db";
import { storageOf } from "./engine/storage/storage.ts";

/** Cells of a column of type json stay as they were sent. */
const cell = (column: string) =>
  `case when t.of_column ->> 'type' = 'json' then t.${column} else platform.nfc(t.${column}) end`;

/** Texts of data that stay as they were sent, and cells of tables (conventions.normalization). */
export const texts: Texts = {
  exact: {
    "artifacts.content": "documents as they were sent",
    blocks: "a block is never changed; migration 0095 stored texts other than code in NFC",
    import_attachments: "ids of attachments and messages of the platform",
    import_bases: "names of tables and fields as the source has them",
    import_rows: "cells as the source has them",
    import_sources: "sources as they were sent",
    imports: "headers and samples as the source has them",
    index_wishes: "names of fields",
    rows: "cells by the columns of their table, see further",
    seeds: "names of seeds",
    storages: "names of relations",
  },
  nfc: {
    "columns.default_value":
      "case when t.type = 'json' then t.default_value else platform.nfc(t.default_value) end",
    "revived_cells.held": cell("held"),
    "revived_cells.got": cell("got"),
    "set_aside.fill": cell("fill"),
  },
  // The remembered schema of a table is out of date.
  stored: {
    columns: `update data.tables t set schema_version = t.schema_version + 1
      where t.team_id = $1 and t.id in (select c.table_id from data.columns c where c.team_id = $1 and c.id = any($2::uuid[]))`,
  },
  further: cellsOfTables,
};

async function cellsOfTables(context: TeamContext, database: Database): Promise<TextTable[]> {
  const tables = await database.read<{ id: string; relation: string | null; exact: string[] }>(context, {
    name: "tables_with_texts",
    text: `select t.id, s.relation, array(
        select c.name from data.columns c
        where c.team_id = t.team_id and c.table_id = t.id and c.type = 'json') as exact
      from data.tables t left join data.storages s on s.team_id = t.team_id and s.table_id = t.id
      where t.team_id = $1 order by t.id`,
    values: [context.teamId],
  });
  return tables.map(({ id, relation, exact }) => {
    const names = `array[${exact.map((name) => `'${storableName(name)}'`).join(", ")}]::text[]`;
    return {
      name: `tables/${id}/rows`,
      rows: storageOf(relation).rows,
      key: [{ name: "id", type: "uuid" }],
      columns: [{ name: "data", nfc: `platform.nfc(t.data, ${names})` }],
      only: `t.table_id = '${id}'`,
      left: `array(select m.key from jsonb_each(t.data) m
        where m.key <> all(${names}) and platform.nfc(m.value) is distinct from m.value)`,
    };
  });
}

function storableName(name: string): string {
  if (!/^[a-z0-9_]+$/.test(name)) throw new Error(`${name} is not a valid name of a column.`);
  return name;
}
