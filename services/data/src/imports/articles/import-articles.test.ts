import assert from "node:assert/strict";
import { test } from "node:test";
import type { Caller } from "@jst/caller";
import { human, testCaller } from "@jst/testing";
import { importer, testImports, type ShownImport } from "../../testing/test-imports.ts";
import { refusal } from "../../testing/test-sheets.ts";

const { door, ofTeam, stored } = await testImports();

const shown = (reply: { body: unknown }) => reply.body as ShownImport;
const TEXT = 'title,slug,body,tags\nReturns,returns,Send it *back*,"shop,help"\nSizes,sizes,,\n';

/** Maps the columns of the first part, in their order, to fields of articles. */
const toFields = (names: readonly (string | null)[], match: object | null = null) => [
  {
    ...{ index: 0, target: { kind: "articles" }, match },
    columns: names.map((field, index) => ({ index, to: field === null ? null : { field } })),
  },
];
const FIELDS = ["title", "slug", "body", "tags"];

/** A team with imports into articles that were checked. */
function library(caller: Caller = importer()) {
  const team = ofTeam(caller);
  const created = async (text: string, parts: object) =>
    shown(await team.create({ source: { text }, parts })).id;
  const checked = async (text: string, names = FIELDS, match: object | null = { by: "slug" }) => {
    const id = await created(text, toFields(names, match));
    const { status, body } = await team.check(id);
    assert.equal(status, 200, JSON.stringify(body));
    assert.equal((await team.settled(id)).status, "ready", JSON.stringify(await team.get(id)));
    return id;
  };
  const article = async (name: string) =>
    (await door.call("GetArticle", { caller, path: { article_id: name } })).body as Record<string, unknown>;
  const make = (body: object) => door.call("CreateArticle", { caller, body });
  return { ...team, created, checked, article, make };
}

test("rows become drafts of the caller, and one undo takes all of them back (imports.articles)", async () => {
  const team = library();
  await team.make({ title: "Sizes", slug: "sizes", body: "Old", status: "published", tags: ["a"] });
  const before = await team.state();
  const id = await team.checked(TEXT);
  assert.deepEqual(await team.state(), before);
  const { counts } = await team.settled(id);
  assert.deepEqual([counts["create"], counts["unchanged"]], [1, 1]);
  const done = shown(await team.run(id));
  assert.deepEqual([done.status, done.counts["written"]], ["done", 1], JSON.stringify(done.error));
  const { title, body, tags, status, published_at, created_by } = await team.article("returns");
  assert.deepEqual(
    { title, body, tags, status, published_at },
    {
      ...{ title: "Returns", body: "Send it *back*", tags: ["shop", "help"] },
      ...{ status: "draft", published_at: null },
    },
  );
  assert.deepEqual(created_by, { type: "service", id: team.caller.token_id });
  assert.equal((await team.rows(id))[0]?.record_id, (await team.article("returns"))["id"]);
  assert.equal((await team.undo(done)).status, 200);
  assert.deepEqual(await team.state(), before);
});

test("a row changes the article that has its slug or its id, whatever its status (imports.articles-match)", async () => {
  const team = library();
  const made = await team.make({ title: "Returns", slug: "returns", body: "Old", status: "published" });
  const before = await team.state();
  const done = shown(await team.run(await team.checked(TEXT)));
  assert.deepEqual([done.counts["update"], done.counts["create"]], [1, 1]);
  const { status, body, version } = await team.article("returns");
  assert.deepEqual({ status, body, version }, { status: "published", body: "Send it *back*", version: 2 });
  const again = await team.checked(TEXT);
  assert.equal((await team.settled(again)).counts["unchanged"], 2);
  const text = `id,title,slug\n${String(made.body.id)},Sending back,sending-back\n`;
  const byId = shown(await team.run(await team.checked(text, ["id", "title", "slug"], { by: "id" })));
  assert.equal(byId.counts["written"], 1);
  assert.equal((await team.article("sending-back"))["title"], "Sending back");
  assert.equal((await team.undo(byId)).status, 200);
  assert.equal((await team.undo(done)).status, 200);
  assert.deepEqual(await team.state(), before);
});

test("a check lists every fault of a row as a write of the article would (imports.check)", async () => {
  const team = library();
  await team.make({ title: "Taken", slug: "taken" });
  const lines = [
    "title,slug,tags,id",
    `${"x".repeat(301)},Not A Slug,${"y".repeat(101)},`,
    "Theirs,taken,,",
    ",no-title,,",
    "Twice,twice,,",
    "Twice,twice,,",
    "Absent,absent,,0190f3a4-0000-7000-8000-000000000000",
  ];
  const id = await team.created(lines.join("\n"), toFields(["title", "slug", "tags", "id"], { by: "id" }));
  await team.check(id);
  await team.settled(id);
  const rows = await team.rows(id);
  assert.deepEqual(
    rows.map(({ errors }) => errors.map(({ field, code }) => `${field} ${code}`).sort()),
    [
      ["data.slug invalid_format", "data.tags.0 too_long", "data.title too_long"],
      ["data.slug slug_taken"],
      ["data.title required"],
      [],
      ["data.slug duplicate_in_source"],
      ["id not_found"],
    ],
  );
});

test("an article that moved since the check, and a slug that is taken now, are not written (imports.moved)", async () => {
  const team = library();
  await team.make({ title: "Returns", slug: "returns", body: "Old" });
  const id = await team.checked(TEXT);
  await door.call("UpdateArticle", {
    caller: team.caller,
    path: { article_id: "returns" },
    body: { excerpt: "Mine" },
  });
  await team.make({ title: "Theirs", slug: "sizes" });
  const done = shown(await team.run(id));
  assert.deepEqual([done.status, done.counts["written"], done.counts["changed"]], ["done", 0, 2]);
  assert.equal((await team.article("returns"))["body"], "Old");
});

test("a mapping to a status, to a column or by the title is refused with all its faults (imports.articles)", async () => {
  const team = library();
  const parts = [
    {
      ...{ index: 0, target: { kind: "articles" }, match: { by: "title" } },
      columns: [
        { index: 0, to: { field: "title" } },
        { index: 1, to: { field: "status" } },
        { index: 2, to: { column: "body" } },
      ],
    },
  ];
  const id = await team.created(TEXT, parts);
  assert.deepEqual(refusal(await team.check(id)), [
    422,
    "validation_failed",
    "parts.0.columns.1.to.field unknown_field",
    "parts.0.columns.2.to.field required",
    "parts.0.match.by not_unique",
  ]);
});

test("a caller without the right, a viewer and a team without the module import no articles (imports.articles)", async () => {
  const team = library();
  const id = await team.checked(TEXT);
  const { caller } = team;
  const scopes = [{ resource: "tables", actions: ["read" as const, "write" as const] }];
  const off = { ...caller, team: { ...caller.team, modules: { ...caller.team.modules, articles: false } } };
  const cases: [Caller, string][] = [
    [{ ...caller, scopes }, "insufficient_scope"],
    [human(caller.team_id, "viewer"), "viewer_read_only"],
    [off, "module_disabled"],
  ];
  for (const [one, code] of cases) {
    const other = ofTeam(one);
    for (const reply of [await other.run(id), await other.check(id)])
      assert.deepEqual([reply.status, reply.body.code], [403, code]);
  }
  const foreign = ofTeam(testCaller());
  assert.equal((await foreign.run(id)).status, 404);
  assert.equal((await stored(caller.team_id)).changes.length, 0);
  assert.equal(shown(await team.get(id)).status, "ready");
});

test("a proposed run shows the articles, and its approval writes them (imports.propose)", async () => {
  const team = library();
  const id = await team.checked(TEXT);
  const member = { ...human(team.caller.team_id, "member"), team: team.caller.team };
  door.callers.remember(member);
  const proposed = await ofTeam(member).run(id);
  assert.equal(proposed.status, 202, JSON.stringify(proposed.body));
  assert.deepEqual(
    proposed.body.preview.map(({ resource, op }: Record<string, string>) => `${op} ${resource}`),
    ["create articles", "create articles"],
  );
  const approved = await door.call("ApproveChangeset", {
    caller: { ...human(team.caller.team_id, "admin"), team: team.caller.team },
    path: { changeset_id: proposed.body.changeset_id },
    body: {},
  });
  assert.equal(approved.status, 200, JSON.stringify(approved.body));
  assert.equal((await team.settled(id)).counts["written"], 2);
  assert.equal((await team.article("returns"))["author_id"], member.member_id);
});
