import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import type { Caller } from "@jst/caller";
import { ruled, testCaller, testRules, until, withClient, type TestReply } from "@jst/testing";
import { importer, testImports, toColumns, type ShownImport } from "../testing/test-imports.ts";
import { sheetOf } from "../testing/test-sheets.ts";

const { database, door, ofTeam, stored, table } = await testImports();

const columns = [
  { name: "sku", type: "text", unique: true },
  { name: "title", type: "text", required: true },
  { name: "size", type: "number" },
];
const NAMES = ["sku", "title", "size"];

const shown = (reply: { body: unknown }) => reply.body as ShownImport;

/** A team with an empty table, and imports into it that were checked. */
async function shop(caller = importer()) {
  const team = ofTeam(caller);
  const tableId = await table(caller, columns);
  const checked = async (text: string, match: object | null = { by: "sku" }) => {
    const made = await team.create({
      source: { text },
      parts: toColumns(tableId, NAMES, match ?? undefined),
    });
    const { id } = shown(made);
    await team.check(id);
    assert.equal((await team.settled(id)).status, "ready");
    return id;
  };
  return { ...team, tableId, checked, sheet: sheetOf(door, caller, tableId) };
}

/** Lines of a generated file, of which 1 % have a fault. */
function generated(count: number): string[] {
  return Array.from({ length: count }, (_, n) => {
    if (n % 300 === 299) return `k${n},,${n}`;
    if (n % 300 === 99) return `k${n},Title ${n},many`;
    if (n % 300 === 199) return `k${n - 1},Title ${n},${n}`;
    return `k${n},"Title, ${n}",${n}`;
  });
}

/** Reads the lines without any of our code: the titles that a table has afterwards, and the faults. */
function naive(lines: readonly string[]): { titles: Map<string, string>; faults: number } {
  const titles = new Map<string, string>();
  let faults = 0;
  for (const line of lines) {
    const [sku, rest] = [line.slice(0, line.indexOf(",")), line.slice(line.indexOf(",") + 1)];
    const size = rest.slice(rest.lastIndexOf(",") + 1);
    const title = rest.slice(0, rest.lastIndexOf(",")).replaceAll('"', "");
    if (title === "" || Number.isNaN(Number(size)) || titles.has(sku)) faults += 1;
    else titles.set(sku, title);
  }
  return { titles, faults };
}

test("5,000 rows with 1 % faults: all others are written once, as a naive reader counts them (imports.run)", async () => {
  const team = await shop();
  const lines = generated(5_000);
  const expected = naive(lines);
  const id = await team.checked(`sku,title,size\n${lines.join("\n")}\n`);
  const unconfirmed = await team.run(id);
  assert.deepEqual([unconfirmed.status, unconfirmed.body.code], [409, "confirmation_required"]);
  assert.equal(unconfirmed.body.counts.reject, expected.faults);
  assert.equal((await stored(team.caller.team_id)).rows, 0);
  assert.equal((await team.run(id, { rejected: "leave" })).status, 200);
  const done = await team.settled(id);
  assert.equal(done.status, "done", JSON.stringify(done.error));
  const { total, create, reject, written, changed } = done.counts;
  assert.deepEqual([total, create, reject], [5_000, expected.titles.size, expected.faults]);
  assert.deepEqual([written, changed, done.progress.done], [expected.titles.size, 0, expected.titles.size]);
  const rows = await team.cells(team.tableId);
  assert.deepEqual(new Map(rows.map(({ sku, title }) => [sku, title])), expected.titles);
  assert.equal(rows.length, expected.titles.size);
  assert.equal(done.changeset_id, `data_${id}`);
});

test("the same file again leaves every row unchanged (imports.again)", async () => {
  const team = await shop();
  const text = "sku,title,size\na,Ada,1\nb,Bo,2\n";
  await team.run(await team.checked(text));
  const again = await team.checked(text);
  assert.equal((await team.settled(again)).counts["unchanged"], 2);
  const before = await stored(team.caller.team_id);
  assert.equal(shown(await team.run(again)).status, "done");
  assert.deepEqual(await stored(team.caller.team_id), before);
});

test("a run creates and updates rows, each with its undo record, and one undo takes all of them back", async () => {
  const team = await shop();
  await team.sheet.row({ sku: "a", title: "Ada", size: 1 });
  const id = await team.checked("sku,title,size\na,Ada B,5\nb,Bo,2\n");
  const done = shown(await team.run(id));
  assert.equal(done.status, "done", JSON.stringify(done));
  assert.deepEqual(await team.sheet.cells("title"), ["Ada B", "Bo"]);
  assert.deepEqual(
    (await stored(team.caller.team_id)).changes.slice(-2),
    ["create rows", "update rows"].sort(),
  );
  const headers = { "x-changeset-id": done.changeset_id ?? "" };
  const undone = await team.sheet.undo({ status: 200, headers, contentType: "", body: {} });
  assert.equal(undone.status, 200, JSON.stringify(undone.body));
  assert.deepEqual(await team.sheet.cells("title"), ["Ada"]);
  const after = await team.settled(id);
  assert.deepEqual([after.status, after.version], ["done", done.version + 1]);
  assert.ok(Date.parse(after.undone_at ?? "") >= Date.parse(done.ended_at ?? ""), "undone_at");
});

test("a row that moved since the check, and a key that is taken now, are not written (imports.moved)", async () => {
  const team = await shop();
  const made = await team.sheet.row({ sku: "a", title: "Ada", size: 1 });
  const id = await team.checked("sku,title,size\na,Ada B,5\nb,Bo,2\nc,Cy,3\n");
  await team.sheet.patch((made.body as { id: string }).id, { size: 9 });
  await team.sheet.row({ sku: "b", title: "Theirs" });
  const done = shown(await team.run(id));
  assert.deepEqual([done.status, done.counts["written"], done.counts["changed"]], ["done", 1, 2]);
  const rows = await team.rows(id);
  assert.deepEqual(
    rows.map(({ state, errors }) => [state, errors.map(({ code }) => code).join()]),
    [
      ["changed", "version_conflict"],
      ["changed", "unique_violation"],
      ["written", ""],
    ],
  );
  assert.deepEqual(await team.sheet.cells("title"), ["Ada", "Theirs", "Cy"]);
});

test("of two runs at once one begins, and the other is 409 (imports.states)", async () => {
  const team = await shop();
  const id = await team.checked("sku,title,size\na,Ada,1\n");
  const replies = await Promise.all([team.run(id), team.run(id)]);
  assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409]);
  const refused = replies.find(({ status }) => status === 409)?.body as Record<string, unknown>;
  assert.equal(refused["code"], "invalid_state_transition");
  assert.equal((await team.settled(id)).status, "done");
  assert.deepEqual(await team.sheet.cells("sku"), ["a"]);
});

test("a column that is deleted during the run fails it, and what is written stays (imports.columns-changed)", async () => {
  const team = await shop();
  const { id, holding } = await threePages(team);
  let deleting: Promise<TestReply> | undefined;
  await holding(async (waiting) => {
    deleting = team.sheet.remove("size", { query: "force=true" });
    await waiting(2);
  });
  assert.equal((await deleting)?.status, 200);
  const done = await team.settled(id);
  assert.deepEqual([done.status, done.error?.code], ["failed", "changeset_conflict"]);
  assert.equal(done.counts["written"], 1_000);
  assert.equal((await team.cells(team.tableId)).length, 1_000);
  assert.equal((await team.rows(id, "limit=500&state=waiting")).length, 200);
});

const SERVICES_WAIT = testRules({ when: { actor_types: ["service"], resources: ["rows"] } });

const losses: [string, string, (caller: Caller) => void][] = [
  ["a revoked token", "insufficient_scope", ({ token_id }) => door.callers.revoke(token_id)],
  ["a smaller role", "viewer_read_only", (caller) => door.callers.remember({ ...caller, role: "viewer" })],
  [
    "a module that is off",
    "module_disabled",
    (caller) => door.callers.remember({ ...caller, team: { ...caller.team, modules: { tables: false } } }),
  ],
  [
    "a rule of the team",
    "proposals_unavailable",
    (caller) => {
      door.callers.setRules(caller.team_id, SERVICES_WAIT);
      door.callers.remember(ruled(caller));
    },
  ],
];
for (const [what, code, lose] of losses)
  test(`${what} ends a run after the page that is being written (imports.caller)`, async () => {
    const team = await shop();
    const { id, holding } = await threePages(team);
    await holding(() => {
      lose(team.caller);
      return Promise.resolve();
    });
    const owner = ofTeam(testCaller({ team_id: team.caller.team_id }));
    const done = await owner.settled(id);
    assert.deepEqual([done.status, done.error?.code, done.counts["written"]], ["failed", code, 1_000]);
  });

/** An import of three pages that was checked. Its second page waits for a row while `holding` works. */
async function threePages(team: Awaited<ReturnType<typeof shop>>) {
  const held = await team.sheet.row({ sku: "k700", title: "Held" });
  const lines = Array.from({ length: 1_200 }, (_, n) => `k${n},T,${n}`);
  const id = await team.checked(`sku,title,size\n${lines.join("\n")}\n`);
  const holding = (work: (waiting: (count: number) => Promise<unknown>) => Promise<void>) =>
    withClient(database.superuserUrl, async (client) => {
      await client.query("begin");
      await client.query("select from data.rows where id = $1 for update", [
        (held.body as { id: string }).id,
      ]);
      const running = team.run(id);
      await withClient(database.superuserUrl, async (observer) => {
        const waiting = (count: number) =>
          until(`${count} wait`, 60_000, async () => {
            const { rowCount } = await observer.query(
              `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
                and query not like '%import_jobs%'`,
            );
            return (rowCount ?? 0) >= count ? true : undefined;
          });
        await waiting(1);
        await work(waiting);
      });
      await client.query("commit");
      assert.equal((await running).status, 200);
    });
  return { id, holding };
}

test("the run of a caller whom a rule may refuse is refused with its name, and nothing is written (imports.run)", async () => {
  const team = await shop();
  const id = await team.checked("sku,title,size\na,Ada,1\n");
  const { when } = SERVICES_WAIT.rules[0] ?? {};
  const many = { ...when, operations: { gte: 1_000 } };
  const refusing = { name: "No imports", outcome: "refuse" as const, when: many };
  door.callers.setRules(team.caller.team_id, testRules(refusing));
  const stopped = await ofTeam(ruled(team.caller)).run(id);
  assert.deepEqual(
    [stopped.status, stopped.body.code, stopped.body.rule.name],
    [403, "rule_refused", "No imports"],
  );
  assert.equal((await team.get(id)).body.status, "ready");
  assert.equal((await stored(team.caller.team_id)).rows, 0);
});

test("rules that cannot stop what the caller imports do not hinder a run (imports.run)", async () => {
  const team = await shop();
  const id = await team.checked("sku,title,size\na,Ada,1\n");
  const others = { actor_types: ["human" as const] };
  door.callers.setRules(
    team.caller.team_id,
    testRules(
      { when: others },
      { when: { actor_types: ["service"], resources: ["invoices"] } },
      { when: { actor_types: ["service"], table_ids: [randomUUID()] } },
      { when: { actor_types: ["service"], ops: ["delete"] } },
      { when: { actor_types: ["service"] }, outcome: "run" },
      { when: { actor_types: ["service"] }, outcome: "refuse" },
    ),
  );
  const done = shown(await ofTeam(ruled(team.caller)).run(id));
  assert.deepEqual([done.status, done.counts["written"]], ["done", 1]);
});

test("a run makes a new table with its columns, and a check makes none (imports.new-table)", async () => {
  const team = ofTeam();
  const text =
    "Name;Größe;Paid on;E-Mail\nAda;1,5;31.12.2025;ada@example.com\nBo;2,25;30.11.2025;bo@example.com\n";
  const target = { kind: "new_table", display_name: "People of May" };
  const { id } = shown(await team.create({ source: { text }, target }));
  assert.equal(shown(await team.check(id)).status, "ready");
  assert.equal((await stored(team.caller.team_id)).tables, 0);
  const done = shown(await team.run(id));
  assert.equal(done.status, "done", JSON.stringify(done));
  const { body } = await door.call("GetTable", { caller: team.caller, path: { table_id: "people_of_may" } });
  const { id: tableId, columns: made } = body as { id: string; columns: { name: string; type: string }[] };
  assert.equal((done.parts[0] as { target?: { table_id?: string } }).target?.table_id, tableId);
  assert.deepEqual(
    made.map(({ name, type }) => `${name} ${type}`),
    ["name text", "grosse number", "paid_on date", "e_mail email"],
  );
  assert.deepEqual(
    (await team.cells(tableId)).map(({ name, paid_on }) => [name, paid_on]),
    [
      ["Ada", "2025-12-31"],
      ["Bo", "2025-11-30"],
    ],
  );
});

test("run_when_clean writes within the request, and stops at a question or a rejected row (imports.clean)", async () => {
  const team = await shop();
  const parts = toColumns(team.tableId, NAMES, { by: "sku" });
  const clean = (text: string) => team.create({ source: { text }, parts, run_when_clean: true });
  const done = shown(await clean("sku,title,size\na,Ada,1\n"));
  assert.deepEqual([done.status, done.counts["written"]], ["done", 1]);
  assert.equal(shown(await clean("sku,title,size\nb,,1\n")).status, "ready");
  assert.equal(shown(await clean("sku,title,size\nb,B,1.234\n")).status, "analysed");
  assert.deepEqual(await team.sheet.cells("sku"), ["a"]);
});
