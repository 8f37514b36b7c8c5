import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import type { Caller } from "@jst/caller";
import { describeResource } from "@jst/resource/testing";
import { human, testCaller, type TestReply } from "@jst/testing";
import { rpcs } from "../../gen/registry.ts";
import { testData } from "../testing/test-data.ts";
import { upload } from "../testing/test-files.ts";
import { articles } from "./article.ts";

const { database, door, peers } = await testData();

describeResource(articles, {
  door,
  database,
  rpcs,
  folder: import.meta.dirname,
  given: async (caller) => ({
    cover_file_id: [await picture(caller), await picture(caller)],
    slug: [`one-${randomUUID()}`, `two-${randomUUID()}`],
    seo: [
      { title: "For engines", description: null },
      { title: null, description: "What it is about" },
    ],
  }),
});

async function picture(caller: Caller): Promise<string> {
  return (await upload(door, caller, [{ file: "picture", name: "cover.png" }])).body.id as string;
}

const create = (caller: Caller, body: object) => door.call("CreateArticle", { caller, body });
const get = (caller: Caller, article_id: string, query = "") =>
  door.call("GetArticle", { caller, path: { article_id }, query });
const patch = (caller: Caller, article_id: string, body: object) =>
  door.call("UpdateArticle", { caller, path: { article_id }, body });
const remove = (caller: Caller, article_id: string) =>
  door.call("DeleteArticle", { caller, path: { article_id } });
const publish = (caller: Caller, article_id: string) =>
  door.call("PublishArticle", { caller, path: { article_id } });
const undo = (caller: Caller, reply: TestReply) => {
  const path = { changeset_id: reply.headers["x-changeset-id"] ?? "" };
  return door.call("UndoChangeset", { caller: human(caller.team_id, "admin"), path, body: {} });
};
const slugsOf = async (caller: Caller): Promise<string[]> => {
  const { body } = await door.call("ListArticles", { caller, query: "sort=created_at:asc&limit=500" });
  return (body.articles as { slug: string }[]).map(({ slug }) => slug);
};

test("an article is named by its id or its slug, whatever is done to it; the id comes first", async () => {
  const caller = testCaller();
  const { body: made } = await create(caller, { title: "Über uns", body: "# Us" });
  assert.equal(made.slug, "uber-uns");
  assert.deepEqual((await get(caller, "uber-uns")).body, made);
  for (const strange of ["Uber-uns", "uber", "uber-uns-", "%25", "' or true --"])
    assert.equal((await get(caller, strange)).status, 404, strange);
  assert.equal((await get(testCaller(), "uber-uns")).status, 404);
  const { body: named } = await create(caller, { title: "Named like another", slug: made.id });
  assert.equal((await get(caller, made.id)).body.id, made.id);
  assert.equal((await remove(caller, made.id)).body.id, made.id);
  // Also a deleted one.
  assert.equal((await get(caller, made.id)).body.deleted_at === null, false);
  assert.equal((await get(caller, named.id)).body.slug, made.id);
  assert.equal((await patch(caller, "uber-uns", { title: "x" })).status, 404);
  const { body: other } = await create(caller, { title: "Other" });
  assert.equal((await patch(caller, "other", { title: "Renamed" })).body.slug, "other");
  const { body } = await door.call("ListArticleRevisions", { caller, path: { article_id: "other" } });
  assert.deepEqual(body.revisions[0].fields, ["title"]);
  assert.equal((await remove(caller, "other")).body.id, other.id);
  assert.equal((await get(caller, "other")).status, 404);
  assert.equal((await remove(caller, "other")).status, 404);
  assert.equal((await patch(caller, "other", { action: "restore" })).status, 404);
});

test("fifty creates of one title at once get fifty slugs", async () => {
  const caller = testCaller();
  const made = await Promise.all(Array.from({ length: 50 }, () => create(caller, { title: "Hello, world" })));
  assert.deepEqual([...new Set(made.map(({ status }) => status))], [201]);
  const expected = ["hello-world", ...Array.from({ length: 49 }, (_, n) => `hello-world-${n + 2}`)];
  assert.deepEqual((await slugsOf(caller)).sort(), expected.sort());
});

test("a slug is made of the letters and digits of a title in any script, or of the id", async () => {
  const caller = testCaller();
  const expected: [title: string, slug: string | RegExp][] = [
    ["Crème brûlée à la carte", "creme-brulee-a-la-carte"],
    ["ﬁve ½ ² Ⅷ ℡ Ａｂｃ", "five-1-2-2-viii-tel-abc"],
    ["İstanbul'da çay", "istanbul-da-cay"],
    ["a\u{1F600}b\u202Ec\u200Dd", "a-b-c-d"],
    ["--__..//Q&A??", "q-a"],
    ["Straße", "strasse"],
    ["C++ and C#", "c-plus-plus-and-c-sharp"],
    ["Việt Nam", "viet-nam"],
    ["<script>alert(1)</script>", "script-alert-1-script"],
    ["'; drop table data.articles; --", "drop-table-data-articles"],
    ["x".repeat(79) + " y", "x".repeat(79)],
    ["z".repeat(300), "z".repeat(80)],
    ["z".repeat(300), `${"z".repeat(78)}-2`],
    ["日本語のタイトル", /^[0-9a-f]{12}$/],
    ["مرحبا بالعالم", /^[0-9a-f]{12}$/],
    ["Привет", "privet"],
    ["👩‍👩‍👧", /^[0-9a-f]{12}$/],
    ["हिन्दी ४२", /^[0-9a-f]{12}$/],
  ];
  for (const [title, slug] of expected) {
    const { status, body } = await create(caller, { title });
    assert.equal(status, 201, title);
    if (typeof slug === "string") assert.equal(body.slug, slug, title);
    else assert.deepEqual([slug.test(body.slug), body.slug], [true, body.id.slice(-12)], title);
    assert.equal((await get(caller, body.slug)).body.id, body.id);
  }
});

test("a slug that is given is taken to the letter, or refused where it is taken", async () => {
  const caller = testCaller();
  const { body: first } = await create(caller, { title: "A", slug: "mine" });
  for (const slug of ["Mine", "-a", "a-", "a--b", "a b", "ä", "a_b", "", null, "a".repeat(81), 7])
    assert.equal((await create(caller, { title: "B", slug })).status, 422, String(slug));
  const taken = await create(caller, { title: "B", slug: "mine" });
  assert.deepEqual([taken.status, taken.body.code, taken.body.existing_id], [409, "slug_taken", first.id]);
  const { body: second } = await create(caller, { title: "Mine" });
  assert.equal(second.slug, "mine-2");
  const moved = await patch(caller, second.id, { slug: "mine" });
  assert.deepEqual([moved.status, moved.body.code, moved.body.existing_id], [409, "slug_taken", first.id]);
  assert.equal((await patch(caller, second.id, { slug: null })).status, 422);
  assert.equal((await patch(caller, first.id, { slug: "mine", title: "Mine too" })).status, 200);
  assert.equal((await create(testCaller(), { title: "A", slug: "mine" })).status, 201);
  const raced = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      create(caller, n % 2 === 0 ? { title: "r", slug: "raced" } : { title: "Raced" }),
    ),
  );
  for (const { status } of raced) assert.ok([201, 409].includes(status), String(status));
  assert.ok(raced.filter((_, n) => n % 2 === 1).every(({ status }) => status === 201));
});

test("a deleted article's slug is free; who took it is in the way of a restore and of an undo", async () => {
  const caller = testCaller();
  const { body: old } = await create(caller, { title: "News" });
  const deleted = await remove(caller, old.id);
  const { body: young } = await create(caller, { title: "News" });
  assert.equal(young.slug, "news");
  const refused = await patch(caller, old.id, { action: "restore" });
  assert.deepEqual(
    [refused.status, refused.body.code, refused.body.existing_id],
    [409, "slug_taken", young.id],
  );
  const undone = await undo(caller, deleted);
  assert.deepEqual([undone.status, undone.body.code], [409, "changeset_conflict"]);
  await patch(caller, young.id, { slug: "newer" });
  assert.equal((await undo(caller, deleted)).status, 200);
  assert.equal((await get(caller, "news")).body.id, old.id);
});

test("a status goes where it may; the first time of publishing stays, and an undo takes it back", async () => {
  const caller = testCaller();
  const arrows = { draft: ["published", "archived"], published: ["draft", "archived"], archived: ["draft"] };
  for (const [from, allowed] of Object.entries(arrows))
    for (const to of Object.keys(arrows)) {
      const { body: made } = await create(caller, { title: "S", status: from });
      assert.equal(made.published_at === null, from !== "published");
      const { status, body } = await patch(caller, made.id, { status: to });
      if (to === from) assert.deepEqual([status, body.version], [200, 1]);
      else if (allowed.includes(to)) assert.deepEqual([status, body.status], [200, to]);
      else {
        const refused = [body.code, body.from, body.to, body.allowed];
        assert.deepEqual([status, refused], [409, ["invalid_state_transition", from, to, allowed]]);
      }
    }
  const { body: made } = await create(caller, { title: "P" });
  const published = await publish(caller, made.slug);
  assert.deepEqual([published.status, published.body.status], [200, "published"]);
  const again = await publish(caller, made.id);
  assert.deepEqual([again.body, again.headers["x-changeset-id"]], [published.body, undefined]);
  await patch(caller, made.id, { status: "draft" });
  const back = await publish(caller, made.id);
  assert.equal(back.body.published_at, published.body.published_at);
  assert.equal((await patch(caller, made.id, { published_at: null })).status, 422);
  assert.equal((await undo(caller, back)).status, 200);
  assert.equal((await get(caller, made.id)).body.status, "draft");
  const { body: fresh } = await create(caller, { title: "F" });
  assert.equal((await undo(caller, await publish(caller, fresh.id))).status, 200);
  const undone = (await get(caller, fresh.id)).body;
  assert.deepEqual([undone.status, undone.published_at], ["draft", null]);
  assert.equal((await publish(testCaller(), fresh.id)).status, 404);
  await remove(caller, fresh.id);
  assert.equal((await publish(caller, fresh.id)).status, 404);
});

test("an article has the member behind the token as author unless it names one of the team", async () => {
  const caller = testCaller();
  assert.equal((await create(caller, { title: "A" })).body.author_id, null);
  const person = human(caller.team_id, "admin");
  const proposed = await create(person, { title: "B" });
  assert.equal(proposed.body.preview[0].after.author_id, person.member_id);
  const stranger = randomUUID();
  peers.strangers.add(stranger);
  const refused = await create(caller, { title: "C", author_id: stranger });
  assert.deepEqual([refused.status, refused.body.errors[0].field], [422, "author_id"]);
});

test("a cover is a live file of the team; one that is deleted later stays named", async () => {
  const caller = testCaller();
  const cover_file_id = await picture(caller);
  const { body: made } = await create(caller, { title: "C", cover_file_id });
  await door.call("DeleteFile", { caller, path: { file_id: cover_file_id } });
  assert.equal((await patch(caller, made.id, { title: "D" })).body.cover_file_id, cover_file_id);
  for (const file of [cover_file_id, await picture(testCaller()), randomUUID()]) {
    const refused = await create(caller, { title: "E", cover_file_id: file });
    const [error] = refused.body.errors;
    assert.deepEqual([refused.status, error.field, error.code], [422, "cover_file_id", "not_found"]);
  }
  assert.equal((await patch(caller, made.id, { cover_file_id: null })).body.cover_file_id, null);
});

test("a body has at most 1 MiB of UTF-8, and is not in the list; tags are distinct and null clears them", async () => {
  const caller = testCaller();
  const full = await create(caller, { title: "Full", body: "é".repeat(524_288), tags: ["a", "b", "a"] });
  assert.deepEqual([full.status, full.body.tags], [201, ["a", "b"]]);
  const over = await create(caller, { title: "Over", body: "é".repeat(524_288) + "x" });
  assert.deepEqual([over.status, over.body.errors[0].field], [422, "body"]);
  const list = async (query: string) => (await door.call("ListArticles", { caller, query })).body.articles;
  assert.deepEqual([(await list("tag=b")).length, (await list("tag=B")).length], [1, 0]);
  const counted = await door.call("ListArticles", { caller, query: "tag=b&limit=1&count=exact" });
  assert.equal(counted.body.total, 1);
  assert.deepEqual((await patch(caller, full.body.id, { tags: null })).body.tags, []);
  for (const query of ["filter=%7B%7D", "sort=body:asc", "render=html"])
    assert.equal((await door.call("ListArticles", { caller, query })).status, 400, query);
});
