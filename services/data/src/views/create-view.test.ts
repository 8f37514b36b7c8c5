import assert from "node:assert/strict";
import { test } from "node:test";
import { TEST_BASE_URL, testCaller } from "@jst/testing";
import { refusal } from "../testing/test-sheets.ts";
import { testViews } from "../testing/test-views.ts";

const { door, stored, tasks } = await testViews();

const whole = {
  name: "Review",
  kind: "record_review",
  filters: { and: [{ field: "stage", op: "neq", value: "done" }, { not: { field: "created_at", op: "before", value: "2020-01-01" } }] },
  sorts: [
    { field: "due", direction: "asc" },
    { field: "created_at", direction: "desc" },
  ],
  visible_columns: ["title", "stage", "twice"],
  hidden_columns: ["stage"],
  column_order: ["stage", "title"],
  conditional_formats: [
    { filter: { field: "size", op: "gt", value: 3 }, scope: "row", style: { background: "red", bold: true } },
    { filter: { field: "due", op: "before", value: { rel: "today" } }, scope: "cell", column: "due", style: { color: "#ff0000" } },
  ],
  favorite: true,
  record_review_layout: {
    primary_column: "title",
    state_column: "stage",
    sections: [{ title: "Facts", columns: ["size", "due"] }],
    actions: [{ label: "Start", set: { stage: "busy", due: null } }],
  },
  grid: { widths: { title: 40, twice: 800 }, frozen: 10, row_height: "tall" },
}; // prettier-ignore

test("a view is stored whole with its undo record, and answered with Location and ETag", async () => {
  const s = await tasks();
  const reply = await s.view(whole);
  assert.equal(reply.status, 201, JSON.stringify(reply.body));
  const { id, created_at, updated_at, ...view } = reply.body;
  assert.equal(reply.headers.location, `${TEST_BASE_URL}/api/v1/data/tables/${s.path.table_id}/views/${id}`);
  assert.equal(reply.headers.etag, '"1"');
  assert.ok(reply.headers["x-changeset-id"]);
  assert.equal(created_at, updated_at);
  assert.deepEqual(view, {
    table_id: s.path.table_id,
    ...whole,
    created_by: { type: "service", id: s.caller.token_id },
    version: 1,
  });
  assert.equal((await stored(s.caller.team_id)).changes.at(-1), "create views");
  assert.deepEqual((await s.read(id)).body, reply.body);
});

test("a view of a name alone is a grid of everything", async () => {
  const s = await tasks();
  const { body } = await s.view({ name: "All" });
  const { kind, filters, sorts, visible_columns, hidden_columns, column_order, conditional_formats } = body;
  assert.deepEqual(
    { kind, filters, sorts, visible_columns, hidden_columns, column_order, conditional_formats },
    {
      kind: "grid",
      filters: null,
      sorts: [],
      visible_columns: [],
      hidden_columns: [],
      column_order: [],
      conditional_formats: [],
    },
  );
  assert.deepEqual([body.favorite, body.record_review_layout], [false, null]);
  assert.deepEqual(body.grid, { widths: {}, frozen: 1, row_height: null });
});

test("every kind of view is taken", async () => {
  const s = await tasks();
  for (const kind of ["grid", "kanban", "calendar", "gallery", "form", "list", "record_review"])
    assert.equal((await s.view({ name: kind, kind })).body.kind, kind);
});

test("a member that is not on the list is field_not_whitelisted, at any depth", async () => {
  const s = await tasks();
  const before = await stored(s.caller.team_id);
  const cases: [body: object, field: string][] = [
    [{ name: "V", colour: "red" }, "colour"],
    [{ name: "V", sorts: [{ field: "title", direction: "asc", nulls: "first" }] }, "sorts.0.nulls"],
    [
      { name: "V", record_review_layout: { primary_column: "title", theme: 1 } },
      "record_review_layout.theme",
    ],
    [{ name: "V", grid: { wrap: true } }, "grid.wrap"],
  ];
  for (const [body, field] of cases) {
    const expected = [422, "field_not_whitelisted", `${field} field_not_whitelisted`];
    assert.deepEqual(refusal(await s.view(body)), expected);
    assert.deepEqual(refusal(await s.change(await s.saved({}), body)), expected);
  }
  assert.equal((await stored(s.caller.team_id)).changes.length, before.changes.length + cases.length);
});

test("every unknown column of every place is named at once", async () => {
  const s = await tasks();
  const reply = await s.view({
    name: "V",
    filters: { or: [{ field: "nope", op: "eq", value: 1 }, { not: { field: "gone", op: "empty" } }] },
    sorts: [{ field: "nope", direction: "asc" }],
    visible_columns: ["title", "nope"],
    hidden_columns: ["created_at"],
    column_order: ["__proto__"],
    conditional_formats: [
      { filter: { field: "nope", op: "empty" }, scope: "cell", column: "none", style: {} },
    ],
    record_review_layout: {
      primary_column: "nope",
      state_column: "none",
      sections: [{ title: "S", columns: ["nope"] }],
      actions: [{ label: "A", set: { nope: 1 } }],
    },
    grid: { widths: { title: 80, nope: 80 } },
  });
  assert.deepEqual([reply.status, reply.body.code], [422, "unknown_column"]);
  assert.deepEqual(reply.body.errors.map((error: { field: string }) => error.field).sort(), [
    "column_order.0",
    "conditional_formats.0.column",
    "conditional_formats.0.filter.field",
    "filters.or.0.field",
    "filters.or.1.not.field",
    "grid.widths.nope",
    "hidden_columns.0",
    "record_review_layout.actions.0.set.nope",
    "record_review_layout.primary_column",
    "record_review_layout.sections.0.columns.0",
    "record_review_layout.state_column",
    "sorts.0.field",
    "visible_columns.1",
  ]);
});

test("a view may be called as a program's object is; such a column there is none", async () => {
  const s = await tasks();
  for (const name of ["__proto__", "constructor", "prototype"]) {
    assert.equal((await s.view({ name })).body.name, name);
    const sorted = await s.view({
      name: "V",
      sorts: [{ field: name, direction: "asc" }],
      visible_columns: [name],
    });
    assert.deepEqual(refusal(sorted), [
      422,
      "unknown_column",
      "sorts.0.field unknown_column",
      "visible_columns.0 unknown_column",
    ]);
    const layout = `{"name":"V","record_review_layout":{"primary_column":"title","actions":[{"label":"A","set":{"${name}":1}}]}}`;
    const { status, body } = await door.call("CreateView", { caller: s.caller, path: s.path, body: layout });
    assert.deepEqual([status, body.errors[0].field], [422, `record_review_layout.actions.0.set.${name}`]);
  }
});

test("filters, sorts, formats and actions are checked as a list and a row would", async () => {
  const s = await tasks();
  const layout = (rest: object) => ({ record_review_layout: { primary_column: "title", ...rest } });
  const actions = (count: number) => Array.from({ length: count }, () => ({ label: "A", set: { size: 1 } }));
  const style = { bold: true };
  const any = { field: "title", op: "empty" };
  const cases: [body: object, fault: string][] = [
    [{ filters: { field: "size", op: "contains", value: "1" } }, "filters.op invalid_filter"],
    [{ filters: { and: [any, { field: "size", op: "eq", value: "1" }] } }, "filters.and.1.value invalid_filter"],
    [{ filters: {} }, "filters.field invalid_filter"],
    [{ filters: { and: [] } }, "filters.and invalid_filter"],
    [{ filters: { field: "title", op: "eq", value: "x".repeat(9000) } }, "filters invalid_filter"],
    [{ filters: [] }, "filters invalid_type"],
    [{ sorts: [{ field: "size", direction: "asc" }, { field: "size", direction: "desc" }] }, "sorts invalid_sort"],
    [{ sorts: [{ field: "size", direction: "up" }] }, "sorts.0.direction invalid_value"],
    [{ sorts: Array.from({ length: 6 }, () => ({ field: "size", direction: "asc" })) }, "sorts too_many"],
    [{ visible_columns: ["title", "title"] }, "visible_columns duplicate"],
    [{ kind: "map" }, "kind invalid_value"],
    [{ conditional_formats: [{ filter: any, scope: "cell", style }] }, "conditional_formats.0.column required"],
    [{ conditional_formats: [{ filter: any, scope: "row", column: "title", style }] }, "conditional_formats.0.column invalid_value"],
    [{ conditional_formats: [{ filter: any, scope: "row", style: { color: "Red!" } }] }, "conditional_formats.0.style.color invalid_format"],
    [{ conditional_formats: [{ filter: { field: "size", op: "has_any", value: [1] }, scope: "row", style }] }, "conditional_formats.0.filter.op invalid_filter"],
    [{ conditional_formats: Array.from({ length: 26 }, () => ({ filter: any, scope: "row", style })) }, "conditional_formats too_many"],
    [layout({ state_column: "title" }), "record_review_layout.state_column invalid_value"],
    [layout({ actions: [{ label: "A", set: {} }] }), "record_review_layout.actions.0.set required"],
    [layout({ actions: [{ label: "A", set: { stage: "gone" } }] }), "record_review_layout.actions.0.set.stage invalid_value"],
    [layout({ actions: [{ label: "A", set: { twice: 2 } }] }), "record_review_layout.actions.0.set.twice read_only"],
    [layout({ actions: actions(21) }), "record_review_layout.actions too_many"],
    [layout({ sections: Array.from({ length: 21 }, () => ({ title: "S", columns: [] })) }), "record_review_layout.sections too_many"],
    [{ grid: { widths: { title: 39 } } }, "grid.widths.title too_small"],
    [{ grid: { widths: { title: 801 } } }, "grid.widths.title too_large"],
    [{ grid: { widths: { title: 80.5 } } }, "grid.widths.title invalid_type"],
    [{ grid: { frozen: 11 } }, "grid.frozen too_large"],
    [{ grid: { row_height: "huge" } }, "grid.row_height invalid_value"],
    [{ grid: null }, "grid invalid_type"],
    [{ name: " " }, "name required"],
    [{ name: null }, "name invalid_type"],
  ]; // prettier-ignore
  for (const [body, fault] of cases) {
    const reply = await s.view({ name: "V", ...body });
    assert.deepEqual(refusal(reply), [422, "validation_failed", fault], JSON.stringify(body).slice(0, 200));
  }
  assert.ok(!(await stored(s.caller.team_id)).changes.includes("create views"));
});

test("25 formats, 20 sections and 20 actions fit", async () => {
  const s = await tasks();
  const many = <T>(count: number, one: T): T[] => Array.from({ length: count }, () => one);
  const reply = await s.view({
    name: "V",
    conditional_formats: many(25, { filter: { field: "size", op: "empty" }, scope: "row", style: {} }),
    record_review_layout: {
      primary_column: "title",
      sections: many(20, { title: "S", columns: ["title"] }),
      actions: many(20, { label: "A", set: { title: "x" } }),
    },
  });
  assert.equal(reply.status, 201, JSON.stringify(reply.body));
});

test("a table of another team is absent, and a bad body is told before", async () => {
  const s = await tasks();
  const caller = testCaller();
  const call = (body: unknown) => door.call("CreateView", { caller, path: s.path, body });
  assert.equal((await call({ name: "V" })).status, 404);
  assert.equal((await call({})).status, 422);
});
