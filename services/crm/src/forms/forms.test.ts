import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import type { Caller } from "@jst/caller";
import { describeResource } from "@jst/resource/testing";
import { testCaller } from "@jst/testing";
import { rpcs } from "../../gen/registry.ts";
import { testCrm } from "../testing/test-crm.ts";
import { human } from "../testing/test-people.ts";
import { forms } from "./form.ts";

const { database, door } = await testCrm();
const email = { id: "email", label: "E-mail", type: "email", required: true, maps_to: "email" };
const settings = {
  single_submission_by: "contact",
  opens_at: "2030-01-31T12:00:00.000Z",
  closes_at: "2031-01-31T12:00:00.000Z",
  max_submissions: 100,
  public: true,
  thanks_text: "See you!",
};
const other = { ...settings, single_submission_by: "none", max_submissions: null, public: false };

describeResource(forms, {
  door,
  database,
  rpcs,
  folder: import.meta.dirname,
  naming: "title",
  given: () =>
    Promise.resolve({
      slug: [`one-${randomUUID()}`, `two-${randomUUID()}`],
      fields: [
        [email],
        [
          { ...email, required: false },
          { id: "note", label: "Note", type: "long_text", required: false },
        ],
      ],
      settings: [settings, other],
      // The transitions of a status are below.
      status: ["draft", "draft"],
    }),
});

const create = (caller: Caller, body: object) => door.call("CreateForm", { caller, body });
const get = (caller: Caller, slug: string, query = "") =>
  door.call("GetForm", { caller, path: { slug }, query });
const patch = (caller: Caller, slug: string, body: object) =>
  door.call("UpdateForm", { caller, path: { slug }, body });
const archive = (caller: Caller, slug: string) => door.call("DeleteForm", { caller, path: { slug } });
const faultsOf = (body: unknown): string[][] =>
  (body as { errors: { field: string; code: string }[] }).errors.map(({ field, code }) => [field, code]);

test("a form is named by its slug or its id, and an archived one keeps its slug from others", async () => {
  const caller = testCaller();
  const made = await create(caller, { title: "Über uns" });
  assert.deepEqual([made.status, made.body.slug], [201, "uber-uns"]);
  assert.ok(made.headers.location?.endsWith("/api/v1/forms/uber-uns"));
  for (const name of ["uber-uns", made.body.id]) assert.deepEqual((await get(caller, name)).body, made.body);
  for (const name of ["Uber-uns", "uber", randomUUID()]) assert.equal((await get(caller, name)).status, 404);
  assert.equal((await get(testCaller(), "uber-uns")).status, 404);
  assert.equal((await archive(caller, "uber-uns")).body.status, "archived");
  assert.equal((await get(caller, "uber-uns")).status, 200);
  const taken = await create(caller, { title: "x", slug: "uber-uns" });
  assert.deepEqual(
    [taken.status, taken.body.code, taken.body.existing_id],
    [409, "slug_taken", made.body.id],
  );
  assert.equal((await create(caller, { title: "Über uns" })).body.slug, "uber-uns-2");
  for (const slug of ["Mine", "-a", "a--b", "a b", "ä", "", null, "a".repeat(81), randomUUID()])
    assert.equal((await create(caller, { title: "B", slug })).status, 422, String(slug));
  const moved = await patch(caller, "uber-uns-2", { slug: "other" });
  assert.deepEqual([moved.status, faultsOf(moved.body)], [422, [["slug", "unknown_field"]]]);
  assert.equal((await patch(caller, "uber-uns-2", { title: "Other" })).body.slug, "uber-uns-2");
});

test("a status goes where it may; a form that is published asks something", async () => {
  const caller = testCaller();
  const arrows: Record<string, string[]> = {
    draft: ["published", "archived"],
    published: ["closed", "archived"],
    closed: ["published", "archived"],
    archived: [],
  };
  const ways: Record<string, string[]> = {
    draft: [],
    published: ["published"],
    closed: ["published", "closed"],
  };
  for (const [from, allowed] of Object.entries(arrows))
    for (const to of Object.keys(arrows)) {
      const { body: made } = await create(caller, { title: "S", fields: [email] });
      for (const step of ways[from] ?? ["archived"]) await patch(caller, made.slug, { status: step });
      const { status, body } = await patch(caller, made.slug, { status: to });
      if (to === from || allowed.includes(to))
        assert.deepEqual([status, body.status], [200, to], `${from} ${to}`);
      else
        assert.deepEqual(
          [status, body.code, body.from, body.to, body.allowed],
          [409, "invalid_state_transition", from, to, allowed],
        );
    }
  for (const status of ["closed", "archived", "open"])
    assert.equal((await create(caller, { title: "S", fields: [email], status })).status, 422);
  const section = { id: "s", label: "About you", type: "section" };
  for (const fields of [[], [section]]) {
    const born = await create(caller, { title: "S", status: "published", fields });
    assert.deepEqual([born.status, faultsOf(born.body)], [422, [["fields", "required"]]]);
    const { body: draft } = await create(caller, { title: "S", fields });
    assert.equal((await patch(caller, draft.slug, { status: "published" })).status, 422);
    const open = await patch(caller, draft.slug, { fields: [section, email], status: "published" });
    assert.equal(open.body.status, "published");
    assert.equal((await patch(caller, draft.slug, { fields })).status, 422);
    assert.equal((await patch(caller, draft.slug, { fields: null })).status, 422);
    await patch(caller, draft.slug, { status: "closed" });
    assert.equal((await patch(caller, draft.slug, { fields })).status, 422);
  }
});

test("settings are merged by their keys, null is the default, and what does not go together is refused there", async () => {
  const caller = testCaller();
  const { body: bare } = await create(caller, { title: "S", settings: { max_submissions: 3 } });
  assert.deepEqual(bare.settings, {
    single_submission_by: "none",
    opens_at: null,
    closes_at: null,
    max_submissions: 3,
    public: false,
    thanks_text: null,
  });
  const opens = await patch(caller, bare.slug, { settings: { opens_at: "2030-01-01T01:00:00+01:00" } });
  assert.deepEqual(
    [opens.body.settings.opens_at, opens.body.settings.max_submissions],
    ["2030-01-01T00:00:00.000Z", 3],
  );
  const back = await patch(caller, bare.slug, { settings: { opens_at: null, public: null } });
  assert.deepEqual(back.body.settings, bare.settings);
  assert.equal((await patch(caller, bare.slug, { settings: {} })).body.version, back.body.version);
  const refused: [settings: object, field: string][] = [
    [{ closes_at: "2020-01-01T00:00:00Z", opens_at: "2020-01-01T00:00:00Z" }, "settings.closes_at"],
    [{ single_submission_by: "email" }, "settings.single_submission_by"],
    [{ single_submission_by: "EMAIL" }, "settings.single_submission_by"],
    [{ max_submissions: 0 }, "settings.max_submissions"],
    [{ max_submissions: 1.5 }, "settings.max_submissions"],
    [{ opens_at: "tomorrow" }, "settings.opens_at"],
    [{ opens_at: "9999-12-31T23:59:59-01:00" }, "settings.opens_at"],
    [{ public: "yes" }, "settings.public"],
    [{ thanks_text: "x".repeat(2_001) }, "settings.thanks_text"],
    [{ moon: 1 }, "settings.moon"],
  ];
  for (const [given, field] of refused)
    for (const reply of [
      await create(caller, { title: "S", settings: given }),
      await patch(caller, bare.slug, { settings: given }),
    ])
      assert.deepEqual([reply.status, faultsOf(reply.body)[0]?.[0]], [422, field], JSON.stringify(given));
  assert.equal((await create(caller, { title: "S", settings: { opens_at: null } })).status, 422);
  await patch(caller, bare.slug, { fields: [email], settings: { single_submission_by: "email" } });
  assert.equal((await patch(caller, bare.slug, { fields: [] })).status, 422);
});

test("a version reads as it was then", async () => {
  const caller = testCaller();
  const { body: first } = await create(caller, { title: "One", fields: [email] });
  const { body: second } = await patch(caller, first.slug, { title: "Two", fields: null });
  for (const then of [first, second])
    for (const name of [first.slug, first.id]) {
      const reply = await get(caller, name, `version=${then.version}`);
      assert.deepEqual([reply.status, reply.body, reply.headers.etag], [200, then, `"${then.version}"`]);
    }
  for (const [version, status] of [
    ["3", 404],
    ["0", 400],
    ["x", 400],
    ["", 400],
    ["1.5", 400],
  ] as const)
    assert.equal((await get(caller, first.slug, `version=${version}`)).status, status, version);
  assert.equal((await get(testCaller(), first.slug, "version=1")).status, 404);
});

test("an undone create archives the form, and its slug stays reserved; an undone archiving brings it back", async () => {
  const caller = testCaller();
  const undo = (changeset: string | undefined) =>
    door.call("UndoChangeset", {
      caller: human(caller.team_id, "admin"),
      path: { changeset_id: changeset ?? "" },
      body: {},
    });
  const made = await create(caller, { title: "Once", fields: [email], status: "published" });
  const gone = await archive(caller, "once");
  assert.equal((await undo(gone.headers["x-changeset-id"])).status, 200);
  assert.equal((await get(caller, "once")).body.status, "published");
  const fresh = await create(caller, { title: "Fresh" });
  assert.equal((await undo(fresh.headers["x-changeset-id"])).status, 200);
  assert.equal((await get(caller, "fresh")).body.status, "archived");
  assert.equal((await create(caller, { title: "x", slug: "fresh" })).status, 409);
  assert.equal((await get(caller, made.body.id)).body.version, 3);
});

test("an undo that would leave a form as no write may is a conflict, and changes nothing", async () => {
  const caller = testCaller();
  const fileField = { id: "cv", label: "CV", type: "file" };
  const note = { id: "note", label: "Note", type: "short_text" };
  const cases: [name: string, start: object, first: object, then: object, field: string][] = [
    ["its last field", {}, { fields: [note] }, { status: "published" }, "fields"],
    [
      "the address",
      { fields: [note] },
      { fields: [note, email] },
      { settings: { single_submission_by: "email" } },
      "settings.single_submission_by",
    ],
    [
      "a file",
      { fields: [fileField] },
      { fields: [note] },
      { settings: { public: true } },
      "settings.public",
    ],
  ];
  for (const [title, start, first, then, field] of cases) {
    const path = { slug: (await door.call("CreateForm", { caller, body: { title, ...start } })).body.slug };
    const patch = (body: object) => door.call("UpdateForm", { caller, path, body });
    const changeset_id = (await patch(first)).headers["x-changeset-id"] ?? "";
    assert.equal((await patch(then)).status, 200);
    const { body: before } = await door.call("GetForm", { caller, path });
    for (const force of [false, true]) {
      const undone = await door.call("UndoChangeset", {
        caller: human(caller.team_id, "admin"),
        path: { changeset_id },
        body: { force },
      });
      assert.deepEqual([undone.status, undone.body.code], [409, "changeset_conflict"], title);
      assert.deepEqual(undone.body.conflicts[0].fields, [field]);
    }
    assert.deepEqual((await door.call("GetForm", { caller, path })).body, before);
  }
});

test("a name with a NUL is one of nothing, on every rpc that takes a slug", async () => {
  const caller = testCaller();
  const path = { slug: "a\0b" };
  for (const [method, body] of [
    ["GetForm", undefined],
    ["UpdateForm", { title: "A" }],
    ["DeleteForm", undefined],
    ["ListSubmissions", undefined],
    ["CreateSubmission", {}],
  ] as const) {
    const reply = await door.call(method, { caller, path, body });
    assert.deepEqual([reply.status, reply.body.code], [404, "not_found"], method);
  }
});
