import assert from "node:assert/strict";
import { test } from "node:test";
import { testImports, type ShownImport, type ShownRow } from "../testing/test-imports.ts";
import { refusal, sheetOf } from "../testing/test-sheets.ts";

const { door, ofTeam, table } = await testImports();

const shown = (reply: { body: unknown }) => reply.body as ShownImport;
const verdicts = (rows: readonly ShownRow[]) => rows.map(({ verdict }) => verdict).join(" ");
const faults = (row: ShownRow | undefined) =>
  row?.errors.map(({ field, code, value }) => `${field} ${code} ${value}`);

const NAMED = [{ name: "name", type: "text", unique: true }];

/** A team with people Ada and "Smith, Bo", and a table of tasks with one owner and many helpers. */
async function tasks(people: readonly object[] = NAMED) {
  const team = ofTeam();
  const { caller } = team;
  const named = async (display_name: string, columns: readonly object[]) => {
    const made = await door.call("CreateTable", { caller, body: { display_name, columns } });
    return String(made.body.id);
  };
  const peopleId = await named("People", people);
  const at = sheetOf(door, caller, peopleId);
  const [ada, bo] = [await rowId(at.row({ name: "Ada" })), await rowId(at.row({ name: "Smith, Bo" }))];
  const relation = { table_id: peopleId, display_column: "name" };
  const tasksId = await named("Tasks", [
    { name: "title", type: "text", unique: true },
    { name: "owner", type: "relation", relation },
    { name: "helpers", type: "relation", relation: { ...relation, cardinality: "many" } },
  ]);
  return { ...team, people: at, tasks: sheetOf(door, caller, tasksId), tasksId, ada, bo };
}

async function rowId(made: Promise<{ body: { id?: unknown } }>): Promise<string> {
  return String((await made).body.id);
}

/** The parts of an import of tasks. */
const toTasks = (tasksId: string, more: object = {}, names = ["title", "owner", "helpers"]) => [
  {
    ...{ index: 0, match: { by: "title" }, target: { kind: "table", table_id: tasksId } },
    columns: names.map((column, index) => ({
      ...{ index, to: { column } },
      ...(column === "title" ? {} : more),
    })),
  },
];

type Team = Awaited<ReturnType<typeof tasks>>;

async function checkedIn(team: Pick<Team, "create" | "check" | "rows">, text: string, parts: object[]) {
  const made = await team.create({ source: { text }, parts });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  const { id } = shown(made);
  const reply = await team.check(id);
  return { id, reply, rows: await team.rows(id) };
}

test("a cell names rows by their display column, one or several as a line of CSV (imports.links)", async () => {
  const team = await tasks();
  const text = 'title,owner,helpers\na,"Smith, Bo","Ada,""Smith, Bo"""\nb,Ada,Ada\nc,,\n';
  const parts = toTasks(team.tasksId);
  const { id, rows } = await checkedIn(team, text, parts);
  const { ada, bo } = team;
  assert.deepEqual(
    rows.map(({ verdict, data }) => [verdict, data["owner"], data["helpers"]]),
    [
      ["create", bo, [ada, bo]],
      ["create", ada, [ada]],
      ["create", undefined, undefined],
    ],
  );
  assert.equal(shown(await team.run(id)).status, "done");
  assert.deepEqual(await team.tasks.cells("owner"), [bo, ada, null]);
  const again = await checkedIn(team, text, parts);
  assert.equal(verdicts(again.rows), "unchanged unchanged unchanged");
});

test("an unknown name rejects its row, or is left out with a warning; a deleted row is unknown", async () => {
  const team = await tasks();
  const path = { ...team.people.path, row_id: team.ada };
  assert.equal((await door.call("DeleteRow", { caller: team.caller, path })).status, 200);
  const text = 'title,owner,helpers\na,Ada,\nb,,"Nobody,""Smith, Bo"""\n';
  const rejected = await checkedIn(team, text, toTasks(team.tasksId));
  assert.equal(verdicts(rejected.rows), "reject reject");
  assert.deepEqual(faults(rejected.rows[0]), ["data.owner not_found Ada"]);
  assert.deepEqual(faults(rejected.rows[1]), ["data.helpers not_found Nobody"]);
  const left = await checkedIn(team, text, toTasks(team.tasksId, { on_unknown: "empty" }));
  assert.deepEqual(
    left.rows.map(({ verdict, data, warnings }) => [verdict, data, warnings.map(({ value }) => value)]),
    [
      ["create", { title: "a" }, ["Ada"]],
      ["create", { title: "b", helpers: [team.bo] }, ["Nobody"]],
    ],
  );
});

test("rows are named by their ids if no column is unique, and by the column of link_by", async () => {
  const team = await tasks([
    { name: "name", type: "text" },
    { name: "code", type: "integer", unique: true },
  ]);
  const cy = await rowId(team.people.row({ name: "Cy", code: 7 }));
  const byId = await checkedIn(
    team,
    `title,owner\na,${team.ada}\nb,Ada\n`,
    toTasks(team.tasksId, {}, ["title", "owner"]),
  );
  assert.equal(verdicts(byId.rows), "create reject");
  const byCode = toTasks(team.tasksId, { link_by: "code" }, ["title", "owner"]);
  const { rows } = await checkedIn(team, "title,owner\na,7\nb,8\n", byCode);
  assert.deepEqual([verdicts(rows), rows[0]?.data["owner"]], ["create reject", cy]);
  for (const [link_by, code] of [
    ["name", "not_unique"],
    ["gone", "unknown_column"],
  ] as const) {
    const { reply } = await checkedIn(
      team,
      "title,owner\na,7\n",
      toTasks(team.tasksId, { link_by }, ["title", "owner"]),
    );
    assert.ok(refusal(reply).includes(`parts.0.columns.1.link_by ${code}`), JSON.stringify(reply.body));
  }
});

test("rows that are named and not there are made once, in the set of the import (imports.links)", async () => {
  const team = await tasks();
  const before = await team.state();
  const text = 'title,owner,helpers\na,Cy,"Ada,Cy,Di"\nb,Di,\n,Left out,\n';
  const { id, reply } = await checkedIn(team, text, toTasks(team.tasksId, { on_unknown: "create" }));
  const { counts, progress } = shown(reply);
  assert.deepEqual([counts["create"], counts["reject"], counts["new_rows"], progress.total], [2, 1, 2, 6]);
  const done = shown(await team.run(id, { rejected: "leave" }));
  assert.deepEqual([done.status, done.progress], ["done", { done: 6, total: 6 }], JSON.stringify(done.error));
  assert.deepEqual((await team.people.cells("name")).toSorted(), ["Ada", "Cy", "Di", "Smith, Bo"]);
  const names = await namesOf(team, team.people.path.table_id);
  const cells = await team.cells(team.tasksId);
  assert.deepEqual(
    cells.map(({ owner, helpers }) => [
      names.get(owner),
      (helpers as unknown[] | null)?.map((one) => names.get(one)),
    ]),
    [
      ["Cy", ["Ada", "Cy", "Di"]],
      ["Di", undefined],
    ],
  );
  const undone = await team.undo(done);
  assert.equal(undone.status, 200, JSON.stringify(undone.body));
  assert.deepEqual(await team.state(), before);
});

test("rows that need more than a name are not made", async () => {
  const team = await tasks([...NAMED, { name: "team", type: "text", required: true, default: "x" }]);
  const needy = await tasks();
  await needy.people.create({ name: "level", type: "number", required: true, default: 1 });
  await needy.people.update("level", { default: null });
  for (const [one, expected] of [
    [team, 200],
    [needy, 422],
  ] as const) {
    const { reply } = await checkedIn(
      one,
      "title,owner\na,Cy\n",
      toTasks(one.tasksId, { on_unknown: "create" }, ["title", "owner"]),
    );
    assert.equal(reply.status, expected, JSON.stringify(reply.body));
  }
});

/** Names of the rows of a table, by their ids. */
const namesOf = async ({ rowsIn }: Pick<Team, "rowsIn">, tableId: string) =>
  new Map<unknown, unknown>((await rowsIn(tableId)).map(({ id, data }) => [id, data["name"]]));

/** A table of nodes that link to each other. */
async function nodes() {
  const team = ofTeam();
  const tableId = await table(team.caller, NAMED);
  const at = sheetOf(door, team.caller, tableId);
  const relation = { table_id: tableId, display_column: "name" };
  await at.create({ name: "next", type: "relation", relation });
  await at.create({ name: "all", type: "relation", relation: { ...relation, cardinality: "many" } });
  const parts = (more: object = {}) => [
    {
      ...{ index: 0, match: { by: "name" }, target: { kind: "table", table_id: tableId } },
      columns: ["name", "next", "all"].map((column, index) => ({
        ...{ index, to: { column } },
        ...(column === "name" ? {} : more),
      })),
    },
  ];
  return { ...team, at, tableId, parts };
}

test("rows of one import link to each other in any order and in cycles, and one undo takes all back (imports.links)", async () => {
  const team = await nodes();
  await team.at.row({ name: "old" });
  const before = await team.state();
  const text = 'name,next,all\na,b,"old,c,a"\nb,a,\nc,c,old\nold,a,\n';
  const { id, reply, rows } = await checkedIn(team, text, team.parts());
  assert.equal(shown(reply).status, "ready", JSON.stringify(reply.body));
  assert.equal(verdicts(rows), "create create create update");
  assert.deepEqual([rows[0]?.data["next"], rows[0]?.data["all"]], ["b", ["old", "c", "a"]]);
  const done = shown(await team.run(id));
  assert.equal(done.status, "done", JSON.stringify(done.error));
  const names = await namesOf(team, team.tableId);
  const cells = new Map((await team.cells(team.tableId)).map((data) => [data["name"], data]));
  const linked = (name: string) => {
    const { next, all } = cells.get(name) ?? {};
    return [names.get(next), ((all ?? []) as unknown[]).map((one) => names.get(one))];
  };
  assert.deepEqual(linked("a"), ["b", ["old", "c", "a"]]);
  assert.deepEqual(
    [linked("b"), linked("c"), linked("old")],
    [
      ["a", []],
      ["c", ["old"]],
      ["a", []],
    ],
  );
  const again = await checkedIn(team, text, team.parts());
  assert.equal(verdicts(again.rows), "unchanged unchanged unchanged unchanged");
  const undone = await team.undo(done);
  assert.equal(undone.status, 200, JSON.stringify(undone.body));
  assert.deepEqual(await team.state(), before);
});

test("a row that names a rejected row is rejected too, through every link to it", async () => {
  const team = await nodes();
  const text = "name,next,all\na,b,\nb,c,\nc,gone,\nd,e,\ne,d,\n";
  const { rows, reply } = await checkedIn(team, text, team.parts());
  assert.equal(verdicts(rows), "reject reject reject create create");
  assert.deepEqual(rows.slice(0, 3).map(faults), [
    ["data.next not_found b"],
    ["data.next not_found c"],
    ["data.next not_found gone"],
  ]);
  assert.match(rows[0]?.errors[0]?.message ?? "", /^Line 3 has this name, but is rejected, because/);
  assert.deepEqual([shown(reply).counts["reject"], shown(reply).progress.total], [3, 4]);
  const left = await checkedIn(team, text, team.parts({ on_unknown: "empty" }));
  assert.equal(verdicts(left.rows), "create create create create create");
  assert.deepEqual(
    left.rows[2]?.warnings.map(({ value }) => value),
    ["gone"],
  );
  const made = await checkedIn(team, text, team.parts({ on_unknown: "create" }));
  assert.equal(shown(made.reply).counts["new_rows"], 1);
});
