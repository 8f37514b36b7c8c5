import assert from "node:assert/strict";
import { test } from "node:test";
import type { Caller } from "@jst/caller";
import { testCaller } from "@jst/testing";
import { testData } from "../../testing/test-data.ts";
import { indexForms } from "../indexes/index-forms.ts";
import { rowFields } from "../schema/schema.ts";
import { storageOf } from "../storage/storage.ts";
import { promoteFrom } from "../../testing/test-storage.ts";

const { database, door } = await testData();

type Cells = Record<string, unknown>;

const choices = (...values: string[]) => ({ options: values.map((value) => ({ value })) });
const columns = [
  { name: "name", type: "text" },
  { name: "size", type: "number" },
  { name: "born", type: "date" },
  { name: "kind", type: "select", options: choices("late", "early") },
  { name: "labels", type: "multi_select", options: choices("z", "a") },
  { name: "number", type: "autonumber" },
];
const people: Cells[] = [
  { name: "Item 10", size: 9, born: "2026-03-01", kind: "early", labels: ["a"] },
  { name: "Item 2", size: 10, born: "2026-01-01", kind: "late", labels: ["z", "a"] },
  { name: "Äpfel", size: -1, born: "2026-02-01", labels: ["z"] },
  { name: "Apple", size: 100 },
  { name: "apple" },
  {},
];

async function table(caller: Caller, display_name: string, columns: Cells[]): Promise<string> {
  const { status, body } = await door.call("CreateTable", { caller, body: { display_name, columns } });
  assert.equal(status, 201, JSON.stringify(body));
  return (body as { id: string }).id;
}

/** People, and a table of things whose `one` and `many` name them; what it lists by pages of two. */
async function world(display: string | null) {
  const caller = testCaller();
  const peopleAt = { table_id: await table(caller, "People", columns) };
  const made = async (path: { table_id: string }, data: Cells) => {
    const { status, body } = await door.call("CreateRow", { caller, path, body: { data } });
    assert.equal(status, 201, JSON.stringify(body));
    return (body as { id: string }).id;
  };
  const ids: string[] = [];
  for (const data of people) ids.push(await made(peopleAt, data));
  const relation = { ...peopleAt, display_column: display };
  const path = {
    table_id: await table(caller, "Things", [
      { name: "at", type: "text" },
      { name: "one", type: "relation", relation },
      { name: "many", type: "relation", relation: { ...relation, cardinality: "many" } },
    ]),
  };
  const page = async (query: string) => {
    const { status, body } = await door.call("ListRows", { caller, path, query });
    return { status, body: body as { code?: string; next_cursor: string | null; rows: { data: Cells }[] } };
  };
  const walk = async (query: string) => {
    const seen: unknown[] = [];
    for (let cursor = ""; ;) {
      const { status, body } = await page(`${query}&limit=2${cursor}`);
      assert.equal(status, 200, JSON.stringify(body));
      seen.push(...body.rows.map(({ data }) => data["at"]));
      if (body.next_cursor === null) return seen.join(" ");
      cursor = `&cursor=${body.next_cursor}`;
    }
  };
  const call = (rpc: string, more: object) => door.call(rpc, { caller, ...more });
  const columnOf = async (at: { table_id: string }, name: string) => {
    const { body } = await call("ListColumns", { path: at });
    return (body.columns as { id: string; name: string }[]).find((each) => each.name === name)?.id ?? "";
  };
  const change = async (at: { table_id: string }, name: string, body: object) => {
    const path = { ...at, column_id: await columnOf(at, name) };
    const reply = await call("UpdateColumn", { path, body });
    assert.equal(reply.status, 200, JSON.stringify(reply.body));
  };
  const remove = (id = "") => call("DeleteRow", { path: { ...peopleAt, row_id: id } });
  return { caller, path, peopleAt, ids, made, page, walk, call, change, remove };
}

/** Things each of which names one person, by its place, and one without; the last person is deleted. */
async function named(display: string | null) {
  const w = await world(display);
  for (const [place, one] of w.ids.entries()) await w.made(w.path, { at: String(place), one, many: [one] });
  await w.made(w.path, { at: "none" });
  const gone = await w.made(w.peopleAt, { name: "AAA", size: -50, born: "2000-01-01", kind: "late" });
  await w.made(w.path, { at: "gone", one: gone, many: [gone] });
  assert.equal((await w.remove(gone)).status, 200);
  return w;
}

/** The things that have a name, in their order, and those without one, whose ids decide. */
const split = (walked: string, count: number) => {
  const all = walked.split(" ");
  assert.equal(all.length, people.length + 2, walked);
  return [all.slice(0, count).join(" "), all.slice(count).toSorted().join(" ")];
};

test("a relation sorts by the names of its rows as their column does, rows that are gone or nameless last (conventions.relation-order)", async () => {
  for (const [display, ordered] of [
    ["name", "2 4 3 1 0"],
    ["size", "2 0 1 3"],
    ["born", "1 2 0"],
    ["kind", "1 0"],
    ["labels", "2 1 0"],
    ["number", "0 1 2 3 4 5"],
  ] as const) {
    const w = await named(display);
    const filled = ordered.split(" ");
    const empty = ["0", "1", "2", "3", "4", "5", "none", "gone"].filter((at) => !filled.includes(at));
    const rest = empty.toSorted().join(" ");
    for (const isPromoted of [false, true]) {
      if (isPromoted) await promoteFrom(database, people.length);
      for (const field of ["one", "many"]) {
        const up = split(await w.walk(`sort=${field}:asc`), filled.length);
        assert.deepEqual(up, [ordered, rest], `${display} ${field} asc ${isPromoted}`);
        const down = split(await w.walk(`sort=${field}:desc`), filled.length);
        assert.deepEqual(
          down,
          [filled.toReversed().join(" "), rest],
          `${display} ${field} desc ${isPromoted}`,
        );
      }
    }
  }
});

test("a relation to many sorts name by name, the id decides between equal ones, and further fields sort within a name", async () => {
  const w = await world("name");
  const [ten, two, apfel, apple, small, nameless] = w.ids;
  const rows = {
    a: [two, ten],
    b: [two],
    c: [apple, ten],
    d: [apfel],
    e: [nameless, two, apple],
    f: [],
    g: [small],
  };
  for (const [at, many] of Object.entries(rows))
    await w.made(w.path, { at, many, one: at < "d" ? two : ten });
  for (const isPromoted of [false, true]) {
    if (isPromoted) await promoteFrom(database, people.length);
    assert.equal(await w.walk("sort=many:asc"), "d g c b e a f");
    assert.equal(await w.walk("sort=many:desc"), "a e b c g d f");
    assert.equal(await w.walk("sort=one:asc,at:desc"), "c b a g f e d");
    assert.equal(await w.walk("sort=one:desc,many:asc"), "d g e f c b a");
    assert.equal(await w.walk("sort=one:asc,at:desc&expand=one&count=exact"), "c b a g f e d");
    const filter = encodeURIComponent(JSON.stringify({ field: "one", op: "eq", value: two }));
    assert.equal(await w.walk(`sort=many:asc&filter=${filter}`), "c b a");
  }
});

test("a relation without a display column sorts by id", async () => {
  const w = await named(null);
  const byId = w.ids.map((id, place) => [id, place] as const).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const ordered = byId.map(([, place]) => place).join(" ");
  for (const field of ["one", "many"]) {
    const walked = (await w.walk(`sort=${field}:asc`)).split(" ").filter((at) => at !== "gone");
    assert.equal(walked.join(" "), `${ordered} none`);
  }
});

test("a relation shown by a relation goes on to its ids, one table far", async () => {
  const w = await world("name");
  const relation = { ...w.path, display_column: "one" };
  const path = { table_id: await table(w.caller, "Notes", [{ name: "thing", type: "relation", relation }]) };
  const made: string[] = [];
  for (const one of w.ids) made.push(await w.made(path, { thing: await w.made(w.path, { one }) }));
  const { body } = await w.call("ListRows", { path, query: "sort=thing:asc" });
  const expected = w.ids
    .map((id, place) => [id, made[place]] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  assert.deepEqual(
    (body.rows as { id: string }[]).map(({ id }) => id),
    expected.map(([, id]) => id),
  );
});

test("a cursor ends with the display column, its type and its choices, and outlives new names of rows", async () => {
  const w = await named("name");
  const begun = async () => (await w.page("sort=one:asc&limit=2")).body.next_cursor ?? "";
  const next = async (cursor: string) => (await w.page(`sort=one:asc&limit=500&cursor=${cursor}`)).body;
  const relation = (display_column: string) => ({ relation: { ...w.peopleAt, display_column } });
  const first = await begun();
  const path = { ...w.peopleAt, row_id: w.ids[0] };
  const renamed = await w.call("UpdateRow", { path, body: { data: { name: "AA first" } } });
  assert.equal(renamed.status, 200, JSON.stringify(renamed.body));
  assert.deepEqual((await next(first)).rows.map(({ data }) => data["at"]).slice(0, 2), ["3", "1"]);
  const steps = [
    () => w.change(w.path, "one", relation("kind")),
    () => w.change(w.peopleAt, "kind", { options: choices("early", "late") }),
    () => w.change(w.path, "one", relation("size")),
    () => w.change(w.peopleAt, "size", { type: "text" }),
  ];
  for (const [place, step] of steps.entries()) {
    const cursor = await begun();
    await step();
    assert.equal((await next(cursor)).code, "invalid_cursor", String(place));
  }
  assert.equal((await w.page("sort=one:asc")).status, 200);
});

test("a relation with a display column wishes for no index of its order, and still for one of its values", () => {
  const forms = (display_column: string | null) => {
    const relation = { table_id: "t", display_column, cardinality: "one", on_target_delete: "keep" } as const;
    const fields = rowFields([{ name: "one", type: "relation", options: { relation } }], storage, false);
    return (["sort", "match", "range"] as const).map((kind) => indexForms(kind, "one", fields).length);
  };
  const storage = storageOf(`rows_${"0".repeat(32)}`);
  assert.deepEqual(forms(null), [1, 1, 2]);
  assert.deepEqual(forms("name"), [0, 1, 1]);
});
