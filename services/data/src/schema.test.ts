import { articles } from "./articles/article.ts";
import { artifacts } from "./artifacts/artifact.ts";
import { uuidv7, type TeamTx } from "@jst/db";
import { insertFiles } from "./files/file.ts";
import { bases } from "./bases/base.ts";
import { insertBlocks } from "./bases/block-queries.ts";
import {
  describeMigrations,
  describeTenancy,
  insertSampleProposal,
  insertSearched,
  outboxExceptions,
  searchExceptions,
} from "@jst/testing";
import { assetsTable } from "./engine/schema/assets-table.ts";
import { insertTable } from "./engine/schema/stored-tables.ts";
import { testData } from "./testing/test-data.ts";
import { texts } from "./texts.ts";

const { database } = await testData();

describeMigrations("data");
/** A table whose rows have moved to a physical table of their own. */
const promoted = "01980000-0000-7000-8000-000000000001";

describeTenancy("data", {
  database,
  texts,
  exceptions: {
    shared: { ...outboxExceptions.shared, ...searchExceptions.shared },
    keys: { ...outboxExceptions.keys, ...searchExceptions.keys },
    policies: {
      ...outboxExceptions.policies,
      ...searchExceptions.policies,
      "bases.worker":
        "the worker has the bases of all teams walked through for the index, and reads nothing but their ids",
      "files.lookup":
        "whoever opens a public file's address belongs to no team; nothing but whose it is can be read",
      "file_addresses.lookup": "the same of an address that was signed",
      "import_jobs.worker": "the worker does the jobs of all teams' imports, and reads nothing but their ids",
      "changeset_undos.worker": "the worker goes on with the undos of sets of all teams",
      "row_counts.worker": "the worker counts the rows of all teams' tables",
      "index_wishes.worker": "the worker makes the indexes that lists of all teams wish for",
      "tables.worker": "the worker makes indexes anew when the columns of a table have changed",
      "rows.worker": "the worker counts the rows of each table, and may read no cell",
      "storages.worker": "the worker notes how many rows each moved table has",
    },
    functions: {
      copy_table: "makes a physical table of one fixed shape; the worker alone may call it",
      promote_table: "gives a table that copy; the worker alone may call it",
    },
  },
  prepare: async (client, teamId) => {
    // Nobody acts here whom an undo record could name.
    await client.query("set session_replication_role = replica");
    const table =
      "insert into data.tables (team_id, id, name, display_name, created_by_type) values ($1, $2, 'grown', 'Grown', 'system')";
    await client.query(table, [teamId, promoted]);
    await client.query("set session_replication_role = origin");
    await client.query("select data.promote_table($1, $2)", [teamId, promoted]);
  },
  fill: async (tx) => {
    const id = await insertTable(tx, assetsTable, 500);
    await tx.query({
      text: `insert into data.rows (table_id, data, created_by_type) values ($1, '{"name": "Drill", "asset_tag": "a1"}', 'system')`,
      values: [id],
    });
    await tx.query({
      text: `insert into data.views (table_id, name, kind, is_favorite, settings, created_by_type)
        values ($1, 'All', 'grid', false, '{}', 'system')`,
      values: [id],
    });
    await tx.query({
      text: `insert into data.row_states (table_id, row_id, column_id, to_state, actor_type)
        values ($1, uuidv7(), uuidv7(), 'available', 'system')`,
      values: [id],
    });
    await tx.query({
      text: `insert into data.rows_${promoted.replaceAll("-", "")} (table_id, data, created_by_type) values ($1, '{}', 'system')`,
      values: [promoted],
    });
    await fillImports(tx);
    await tx.query({
      text: "insert into data.index_wishes (table_id, field, kind, uses) values ($1, 'n', 'sort', 1)",
      values: [promoted],
    });
    await tx.query({
      text: "insert into data.row_counts (table_id, total) values ($1, 200)",
      values: [promoted],
    });
    await tx.query({
      text: "insert into data.counters (column_id, value) values (uuidv7(), 1)",
      values: [],
    });
    await tx.query({
      text: "insert into data.outbox (id, type, payload) values (uuidv7(), 'test', '{}')",
      values: [],
    });
    await tx.query({
      text: "insert into data.set_aside (table_id, name, until) values ($1, 'n', now())",
      values: [id],
    });
    await tx.query({
      text: `insert into data.revived_cells (column_id, row_id, of_column, held) values (uuidv7(), uuidv7(), '{}', '1')`,
      values: [],
    });
    await articles.insert(tx, articles.draft({ title: "Drills" }), { baseUrl: "" });
    await artifacts.insert(tx, artifacts.draft({ title: "Drills", content: "" }), { baseUrl: "" });
    await insertFiles(tx, {
      files: [
        {
          id: uuidv7(),
          name: "a.txt",
          mime_type: "text/plain",
          size_bytes: 1,
          checksum_sha256: "0".repeat(64),
          folder: null,
        },
      ],
      total_bytes: 1,
      visibility: "private",
      tags: [],
    });
    const { body } = await bases.insert(tx, bases.draft({ name: "Handbook" }), { baseUrl: "" });
    const base = JSON.parse(body as string) as { id: string };
    await insertBlocks(tx, base.id, [{ type: "paragraph", text: "First" }]);
    await tx.query({
      text: `insert into data.file_addresses (team_id, hash, file_id, is_saved, expires_at)
        values ($1, sha256('x'), uuidv7(), false, now())`,
      values: [tx.context.teamId],
    });
    await tx.query({ text: "insert into data.seeds (plural, ids) values ('files', '{}')", values: [] });
    await tx.query({
      text: "insert into data.changeset_undos (undo_id, options, due_at) values (uuidv7(), '{}', now())",
      values: [],
    });
    await insertSampleProposal(tx);
    await insertSearched(tx, "data");
  },
});

/** Stores one row of each table of imports. */
async function fillImports(tx: TeamTx): Promise<void> {
  const texts = [
    `insert into data.imports (name, status, source, options, counts, progress, created_by_type, created_by_id)
      values ('May', 'ready', '{}', '{}', '{}', '{}', 'system', '')`,
    "insert into data.import_sources (import_id, content) values (uuidv7(), 'a')",
    `insert into data.import_rows (import_id, generation, part, row, line, verdict, state, data, cells, errors, warnings)
      values (uuidv7(), 0, 0, 1, 2, 'create', 'waiting', '{}', '[]', '[]', '[]')`,
    `insert into data.import_uploads (id, name, size_bytes, checksum_sha256, created_by_type, created_by_id, expires_at)
      values (uuidv7(), 'a.csv', 1, 'a', 'service', 'a', now())`,
    "insert into data.file_pins (file_id, holder_id) values (uuidv7(), uuidv7())",
    `insert into data.import_bases (import_id, base_id, token, token_until, tables, place, sha256)
      values (uuidv7(), 'app', 'a', now(), '[]', 'a', 'a')`,
    "insert into data.import_attachments (import_id, attachment_id, fault) values (uuidv7(), 'att', '{}')",
    "insert into data.import_records (import_id, part, page, records, content) values (uuidv7(), 0, 0, 1, 'a')",
    "insert into data.import_keys (import_id, generation, key, part, row) values (uuidv7(), 0, 'a', 0, 1)",
    `insert into data.import_links (import_id, generation, part, row, name, place, key, header, value, is_many, on_unknown)
      values (uuidv7(), 0, 0, 1, 'a', 0, 'a', 'A', 'x', false, 'reject')`,
    "insert into data.import_named (import_id, generation, key, goal) values (uuidv7(), 0, 'a', '{}')",
    "insert into data.import_jobs (import_id, line_id, due_at) values (uuidv7(), uuidv7(), now())",
  ];
  for (const text of texts) await tx.query({ text, values: [] });
}
