import assert from "node:assert/strict";
import { after, test } from "node:test";
import { AppError } from "@jst/errors";
import { emptyDatabase, notesMigrations, teamContext, testDatabase, withClient } from "@jst/testing";
import { Database, isConstraint, type Statement, type TeamTx } from "./index.ts";

const { url, ownerUrl } = await testDatabase("crm", { migrations: notesMigrations });
const database = new Database({
  connectionString: url,
  poolSize: 1,
  applicationName: "test",
  changesetPrefix: "crm",
});
after(() => database.close());

const insertNote = (title: string): Statement => ({
  name: "insert_note",
  text: "insert into notes (title) values ($1) returning id, title",
  values: [title],
});
const countNotes: Statement = {
  name: "count_notes",
  text: "select count(*)::int as count from notes",
  values: [],
};
const count = async (context = teamContext()) => (await database.read(context, countNotes))[0]?.count;
const write = (context: ReturnType<typeof teamContext>, title: string) =>
  database.write(context, (tx) => tx.query<{ id: string }>(insertNote(title)));

test("a team reads what it wrote and no other team sees it, on one and the same connection", async () => {
  const context = teamContext();
  await write(context, "first");
  assert.equal(await count(context), 1);
  assert.equal(await count(), 0);
  assert.equal(await count(context), 1);
});

test("a team cannot write a row of another team", async () => {
  const statement = {
    text: "insert into notes (team_id, title) values ($1, 'x')",
    values: [teamContext().teamId],
  };
  await assert.rejects(
    database.write(teamContext(), (tx) => tx.query(statement)),
    { code: "42501" },
  );
});

test("a read cannot write, and the connection serves on", async () => {
  await assert.rejects(database.read(teamContext(), insertNote("x")), { code: "25006" });
  assert.equal(await count(), 0);
});

test("a write whose work throws leaves nothing behind", async () => {
  const context = teamContext();
  const failing = database.write(context, async (tx) => {
    await tx.query(insertNote("x"));
    throw new AppError("not_found", "gone");
  });
  await assert.rejects(failing, { code: "not_found" });
  assert.equal(await count(context), 0);
});

test("a write whose error was swallowed is never reported as done", async () => {
  const context = teamContext();
  await write(context, "taken");
  const swallowing = database.write(context, async (tx) => {
    await tx.query(countNotes);
    await tx.query(insertNote("taken")).catch(() => undefined);
  });
  await assert.rejects(swallowing, /Nothing was committed/);
  const swallowingFirst = database.write(context, async (tx) => {
    await tx.query(insertNote("taken")).catch(() => undefined);
  });
  await assert.rejects(swallowingFirst, { code: "25P02" });
});

test("the last statement of a write is stored with it, and the deferred ones too", async () => {
  const context = teamContext();
  const { result } = await database.write(context, (tx) => {
    tx.defer(insertNote("deferred"));
    return tx.last<{ title: string }>(insertNote("last"));
  });
  assert.deepEqual(
    result.map(({ title }) => title),
    ["last"],
  );
  assert.equal(await count(context), 2);
});

test("a last statement that fails leaves nothing behind, and nothing follows a last statement", async () => {
  const context = teamContext();
  await write(context, "taken");
  const failing = database.write(context, async (tx) => {
    await tx.query(insertNote("before"));
    await tx.last(insertNote("taken"));
  });
  await assert.rejects(failing, { code: "23505" });
  assert.equal(await count(context), 1);
  const following = database.write(context, async (tx) => {
    await tx.last(insertNote("last"));
    await tx.query(insertNote("after"));
  });
  await assert.rejects(following, /The transaction is over/);
});

test("a write that goes out at once is stored as a whole or not at all, and its connection serves on", async () => {
  const context = teamContext();
  await write(context, "taken");
  for (const [last, deferred] of [
    ["taken", "deferred"],
    ["last", "taken"],
  ] as const) {
    const failing = database.write(context, (tx) => {
      tx.defer(insertNote(deferred));
      return tx.last(insertNote(last));
    });
    await assert.rejects(failing, { code: "23505" });
    assert.equal(await count(context), 1);
  }
});

test("in a transaction that is kept open the last statement can still be taken back", async () => {
  const context = teamContext();
  const takingBack = database.write(context, async (tx) => {
    tx.keepOpen();
    await tx.last(insertNote("last"));
    assert.deepEqual(await tx.query(countNotes), [{ count: 1 }]);
    throw new AppError("not_found", "gone");
  });
  await assert.rejects(takingBack, { code: "not_found" });
  assert.equal(await count(context), 0);
});

test("a violated constraint is known by its name", async () => {
  const context = teamContext();
  await write(context, "taken");
  await assert.rejects(write(context, "taken"), (error) => {
    assert.equal(isConstraint(error, "notes_title_taken"), true);
    assert.equal(isConstraint(error, "notes_pkey"), false);
    return true;
  });
  assert.equal(await count(context), 1);
});

test("a statement over the request's time is a timeout", async () => {
  // A busy machine takes its time to connect, too.
  const context = teamContext({ timeoutMs: 1_000 });
  const statement = { text: "select pg_sleep(10)", values: [] };
  await assert.rejects(database.read(context, statement), { code: "timeout" });
  await assert.rejects(
    database.write(context, (tx) => tx.query(statement)),
    { code: "timeout" },
  );
});

test("a request that finds no free connection in its time is told so", async () => {
  const { promise: finish, resolve } = Promise.withResolvers<undefined>();
  const holding = database.write(teamContext(), async (tx) => {
    await tx.query(countNotes);
    await finish;
  });
  await assert.rejects(count(teamContext({ timeoutMs: 30 })), { code: "unavailable" });
  resolve(undefined);
  await holding;
  assert.equal(await count(), 0);
});

test("a transaction that is over or still waiting refuses statements", async () => {
  let kept: TeamTx | undefined;
  await database.write(teamContext(), async (tx) => {
    kept = tx;
    const first = tx.query(countNotes);
    await assert.rejects(tx.query(countNotes), /await it first/);
    await first;
  });
  await assert.rejects(async () => kept?.query(countNotes), /is over/);
});

test("a deferred statement is committed with the write, and its failure fails the write", async () => {
  const context = teamContext();
  const deferring = (tx: TeamTx) => {
    tx.defer(insertNote("later"));
    return Promise.resolve();
  };
  await database.write(context, deferring);
  assert.equal(await count(context), 1);
  const twice = database.write(context, async (tx) => {
    await tx.query(insertNote("other"));
    tx.defer(insertNote("later"));
  });
  await assert.rejects(twice, (error) => isConstraint(error, "notes_title_taken"));
  assert.equal(await count(context), 1);
});

test("after an error in its first use a prepared statement still works", async () => {
  const statement = (value: string): Statement => ({
    name: "divide",
    text: "select 10 / $1::int as result",
    values: [value],
  });
  await assert.rejects(database.read(teamContext(), statement("0")), { code: "22012" });
  assert.deepEqual(await database.read(teamContext(), statement("5")), [{ result: 2 }]);
  await assert.rejects(database.read(teamContext(), { ...statement("1"), text: "select 1" }), TypeError);
  assert.deepEqual(await database.read(teamContext(), statement("2")), [{ result: 5 }]);
});

test("timestamps keep their microseconds, and parameters of every kind arrive", async () => {
  const statement = {
    text: `select $1::timestamptz as at, $2::text[] as words, $3::jsonb as document, $4::bytea as bytes,
                  $5::bigint as large, $6::boolean as flag, $7::text as nothing`,
    values: [
      "2026-01-02 03:04:05.678901+00",
      ['a"b', "c\\d", null],
      { a: [1] },
      Buffer.from([0, 255]),
      2n ** 60n,
      true,
      null,
    ],
  };
  assert.deepEqual(await database.read(teamContext(), statement), [
    {
      at: "2026-01-02 03:04:05.678901+00",
      words: ['a"b', "c\\d", null],
      document: { a: [1] },
      bytes: Buffer.from([0, 255]),
      large: String(2n ** 60n),
      flag: true,
      nothing: null,
    },
  ]);
});

test("a prepared statement whose columns a migration has changed fails once at most", async () => {
  const everything = { name: "everything", text: "select * from notes", values: [] };
  const context = teamContext();
  await write(context, "a");
  await database.read(context, everything);
  await withClient(ownerUrl, (client) => client.query("alter table notes add column added int default 7"));
  await database.read(context, everything).catch((error: unknown) => {
    assert.equal((error as { code?: string }).code, "0A000");
  });
  const [note] = await database.read(context, everything);
  assert.equal(note?.added, 7);
});

test("the reads of a snapshot see one state of the data, cannot write, and the connection serves on", async () => {
  const context = teamContext();
  const reader = new Database({
    connectionString: url,
    poolSize: 1,
    applicationName: "reader",
    changesetPrefix: "crm",
  });
  await write(context, "first");
  const counts = await reader.snapshot(context, async (read) => {
    const before = await read<{ count: number }>(countNotes);
    await write(context, "second");
    return [before[0]?.count, (await read<{ count: number }>(countNotes))[0]?.count];
  });
  assert.deepEqual(counts, [1, 1]);
  await assert.rejects(
    reader.snapshot(context, (read) => read(insertNote("x"))),
    { code: "25006" },
  );
  const seen = await reader.read(context, countNotes);
  assert.equal(seen[0]?.["count"], 2);
  await reader.close();
});

test("a schema that lacks the newest migration is not ready, and neither is one without a migration", async () => {
  await database.ping("0003_idempotency", "server");
  await assert.rejects(database.ping("9999_later", "server"), /migration 9999_later has not run/);
  const { url: empty } = await emptyDatabase("crm");
  const unmade = new Database({
    connectionString: empty,
    poolSize: 1,
    applicationName: "unmade",
    changesetPrefix: "crm",
  });
  await assert.rejects(unmade.ping("0003_idempotency", "server"), { code: "42P01" });
  await unmade.close();
});
