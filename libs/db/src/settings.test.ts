import assert from "node:assert/strict";
import { after, test } from "node:test";
import { notesMigrations, teamContext, testDatabase } from "@jst/testing";
import { ConnectionPool } from "./connection-pool.ts";
import { readSettings, writeSettings } from "./settings.ts";
import { Transaction } from "./transaction.ts";
import { uuidv7 } from "./uuid.ts";

const { url } = await testDatabase("crm", { migrations: notesMigrations });
const pool = new ConnectionPool({ connectionString: url, poolSize: 1, applicationName: "test" });
after(() => pool.close());

const context = teamContext();
const titles = { name: "titles", text: "select title from notes", values: [] };
const insert = { name: "insert", text: "insert into notes (title) values ('a')", values: [] };
const settings = {
  text: `select nullif(current_setting('app.team_id', true), '') as team, current_setting('statement_timeout') as time,
                current_setting('plan_cache_mode') as plan, current_setting('transaction_read_only') as read_only,
                nullif(current_setting('app.changeset_id', true), '') as changeset`,
  values: [],
};

/** Reads the settings that the next borrower of the pool's one connection finds if it sets none. */
async function leftBehind() {
  const connection = await pool.borrow(1_000);
  const [found, rows] = await connection.send([settings, titles], 1_000);
  connection.release();
  return { settings: found?.rows[0], rows: rows?.rows };
}

const nothing = {
  settings: { team: null, time: "0", plan: "auto", read_only: "off", changeset: null },
  rows: [],
};

test("a write leaves no setting on its connection, committed or rolled back", async () => {
  for (const end of ["commit", "rollback"] as const) {
    const connection = await pool.borrow(1_000);
    const tx = new Transaction(connection, () => 1_000, [writeSettings(context, uuidv7(), 1_000)]);
    await tx.query({ ...insert, name: end, text: insert.text.replace("'a'", `'${end}'`) });
    assert.equal((await tx.query(settings))[0]?.team, context.teamId);
    await tx[end]();
    connection.release();
    assert.deepEqual(await leftBehind(), nothing);
  }
});

test("a write that goes out at once leaves no setting on its connection, stored or refused", async () => {
  for (const text of [insert.text.replace("'a'", "'at once'"), "insert into notes (title) values (null)"]) {
    const connection = await pool.borrow(1_000);
    const tx = new Transaction(connection, () => 1_000, [writeSettings(context, uuidv7(), 1_000)]);
    await tx.last({ text, values: [] }).catch(() => undefined);
    await tx.rollback();
    connection.release(tx.isSettled);
    assert.deepEqual(await leftBehind(), nothing);
  }
});

test("a read leaves no setting on its connection, answered or failed", async () => {
  const failing = { text: "select 1 / 0", values: [] };
  for (const statement of [titles, failing]) {
    const connection = await pool.borrow(1_000);
    const answers = await connection
      .send([readSettings(context, "generic", 1_000), settings, statement], 1_000)
      .catch(() => undefined);
    if (answers) {
      assert.deepEqual(answers[2]?.rows, [{ title: "commit" }, { title: "at once" }]);
      assert.equal(answers[1]?.rows[0]?.plan, "force_generic_plan");
    }
    connection.release();
    assert.deepEqual(await leftBehind(), nothing);
  }
});
