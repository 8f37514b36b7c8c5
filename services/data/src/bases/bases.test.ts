import assert from "node:assert/strict";
import { test } from "node:test";
import type { Caller } from "@jst/caller";
import { describeResource } from "@jst/resource/testing";
import { human, testCaller, withClient, type TestReply } from "@jst/testing";
import { rpcs } from "../../gen/registry.ts";
import { testData } from "../testing/test-data.ts";
import { upload } from "../testing/test-files.ts";
import { bases } from "./base.ts";

const { database, door } = await testData();

describeResource(bases, { door, database, rpcs, folder: import.meta.dirname, isFinal: true });

interface Block {
  id: string;
  position: number;
  text: string | null;
}

const person = (caller: Caller, role: "member" | "admin"): Caller => {
  const one = human(caller.team_id, role);
  return { ...one, team: { ...one.team, modules: { bases: true } } };
};
const fileOf = async (caller: Caller): Promise<string> =>
  (await upload(door, caller, [{ file: "a form", name: "form.txt" }])).body.id as string;
const newBase = async (caller: Caller): Promise<string> =>
  (await door.call("CreateBase", { caller, body: { name: "Handbook" } })).body.id as string;
const append = (caller: Caller, base_id: string, blocks: unknown, more = {}) =>
  door.call("AppendBlocks", { caller, path: { base_id }, body: { blocks }, ...more });
const list = (caller: Caller, base_id: string, query = "") =>
  door.call("ListBlocks", { caller, path: { base_id }, query });
const all = async (caller: Caller, base: string): Promise<Block[]> =>
  (await list(caller, base, "limit=500")).body.blocks as Block[];
const paragraphs = (...texts: string[]) => texts.map((text) => ({ type: "paragraph", text }));
const decide = (caller: Caller, method: string, changeset_id: unknown) =>
  door.call(method, {
    caller: person(caller, "admin"),
    path: { changeset_id: String(changeset_id) },
    ...(method === "UndoChangeset" ? { body: { force: true } } : {}),
  });

test("blocks of every type are stored as they are given, null where they have none", async () => {
  const caller = testCaller();
  const base = await newBase(caller);
  const sent = [
    { type: "heading", text: "One" },
    { type: "heading", text: "Two", level: 6 },
    { type: "list_item", text: "a" },
    { type: "list_item", text: "b", level: 3 },
    { type: "paragraph", text: " <b>\n\u202E é " },
    { type: "quote", text: "said" },
    { type: "table", text: "a | b" },
    { type: "code", text: "x", language: "rust" },
    { type: "file_ref", file_id: await fileOf(caller) },
    { type: "file_ref", file_id: await fileOf(caller), text: "The form" },
    { type: "link", url: "https://example.com/ü?q=1#x" },
    { type: "link", url: "HTTP://example.com", text: "Home", metadata: { a: [1, null], b: { c: "d" } } },
  ];
  const { status, body, headers } = await append(caller, base, sent);
  assert.equal(status, 201, JSON.stringify(body));
  const none = { text: null, level: null, language: null, file_id: null, url: null, metadata: null };
  const levels: Record<string, object> = { heading: { level: 1 }, list_item: { level: 1 } };
  const blocks = body.blocks as Record<string, unknown>[];
  blocks.forEach((block, index) => {
    const { id, created_at, ...rest } = block;
    assert.deepEqual([typeof id, typeof created_at], ["string", "string"]);
    const given = sent[index] ?? { type: "" };
    const created_by = { type: "service", id: caller.token_id };
    const position = index + 1;
    assert.deepEqual(rest, { ...none, ...levels[given.type], ...given, base_id: base, position, created_by });
  });
  assert.equal(body.base_version, 2);
  assert.match(headers["location"] ?? "", new RegExp(`/api/v1/bases/${base}/blocks\\?after=0$`));
  assert.deepEqual((await list(caller, base)).body.blocks, blocks);
  const { block_count, version, updated_at, created_at } = (
    await door.call("GetBase", { caller, path: { base_id: base } })
  ).body;
  assert.deepEqual([block_count, version, updated_at > created_at], [12, 2, true]);
});

test("every fault of every block is told at its place, those of types with all others, and nothing is appended", async () => {
  const caller = testCaller();
  const base = await newBase(caller);
  const { status, body } = await append(caller, base, [
    { type: "heading" },
    { type: "paragraph", text: "x", level: 1, language: "c" },
    { type: "link", text: "Home", url: "javascript:alert(1)" },
    { type: "link" },
    { type: "film", text: "x" },
    { type: "code", text: "x".repeat(10_001), url: "https://example.com" },
    { type: "list_item", text: "x", level: 7 },
    { type: "quote", text: "", metadata: { long: "x".repeat(8_200) } },
    { type: "table", text: "x", position: 1, metadata: [] },
    "x",
    { text: "x" },
    { type: "constructor", text: "x" },
    { type: "link", url: `https://example.com/${"x".repeat(2_048)}` },
    { type: "link", url: "https://" },
    { type: "file_ref", text: "x" },
    { type: "file_ref", file_id: "x" },
  ]);
  const errors = (body.errors as { field: string; code: string }[]).map(
    ({ field, code }) => `${field} ${code}`,
  );
  assert.equal(status, 422);
  assert.deepEqual(errors.sort(), [
    "blocks.0.text required",
    "blocks.1.language unknown_field",
    "blocks.1.level unknown_field",
    "blocks.10.type required",
    "blocks.11.type invalid_value",
    "blocks.12.url too_long",
    "blocks.13.url invalid_format",
    "blocks.14.file_id required",
    "blocks.15.file_id invalid_format",
    "blocks.2.url invalid_format",
    "blocks.3.url required",
    "blocks.4.type invalid_value",
    "blocks.5.text too_long",
    "blocks.5.url unknown_field",
    "blocks.6.level too_large",
    "blocks.7.metadata too_long",
    "blocks.7.text too_short",
    "blocks.8.metadata invalid_type",
    "blocks.8.position unknown_field",
    "blocks.9 invalid_type",
  ]);
  assert.equal(errors.length, new Set(errors).size);
  for (const blocks of [[], paragraphs(...Array.from({ length: 101 }, String)), null, {}, "x"])
    assert.equal((await append(caller, base, blocks)).body.errors[0].field, "blocks");
  assert.deepEqual(await all(caller, base), []);
});

test("a file that a block names must be there, and may go later", async () => {
  const caller = testCaller();
  const base = await newBase(caller);
  const file = await fileOf(caller);
  const blocks = [file, await fileOf(testCaller()), base].map((file_id) => ({ type: "file_ref", file_id }));
  const { status, body } = await append(caller, base, blocks);
  const faults = (body.errors as { field: string; code: string }[]).map(
    ({ field, code }) => `${field} ${code}`,
  );
  assert.deepEqual([status, faults], [422, ["blocks.1.file_id not_found", "blocks.2.file_id not_found"]]);
  assert.equal((await append(caller, base, blocks.slice(0, 1))).status, 201);
  await door.call("DeleteFile", { caller, path: { file_id: file } });
  assert.equal((await append(caller, base, blocks.slice(0, 1))).status, 422);
  assert.equal((await all(caller, base)).length, 1);
});

test("sixteen who append at once lose and interleave nothing, and positions have no gaps", async () => {
  const caller = testCaller();
  const base = await newBase(caller);
  const rounds = Array.from({ length: 16 }, async (_, who) => {
    for (let n = 0; n < 5; n += 1) {
      const texts = Array.from({ length: 3 + (who % 4) }, (_, at) => `${who} ${n} ${at}`);
      // Two appends of the same moment: a refused one and a proposed one.
      await append(caller, base, [{ type: "paragraph" }]);
      await append(person(caller, "member"), base, paragraphs("proposed"));
      assert.equal((await append(caller, base, paragraphs(...texts))).status, 201);
    }
  });
  await Promise.all(rounds);
  const blocks = await all(caller, base);
  assert.deepEqual(
    blocks.map(({ position }) => position),
    blocks.map((_, index) => index + 1),
  );
  assert.equal(blocks.length, 4 * (3 + 4 + 5 + 6) * 5);
  const seen = blocks.map(({ text }) => String(text).split(" ").map(Number));
  seen.forEach(([who = 0, n = 0, at = 0], index) => {
    const [next] = [seen[index + 1]];
    if (at < 2 + (who % 4)) assert.deepEqual(next, [who, n, at + 1]);
  });
  const { body } = await door.call("GetBase", { caller, path: { base_id: base } });
  assert.deepEqual([body.block_count, body.version], [blocks.length, 1 + 80]);
});

test("a proposed append has no positions until it is approved, and never conflicts", async () => {
  const caller = testCaller();
  const base = await newBase(caller);
  const proposals = [];
  for (const name of ["first", "second"])
    proposals.push(await append(person(caller, "member"), base, paragraphs(`${name} a`, `${name} b`)));
  for (const { status, body } of proposals) {
    assert.equal(status, 202);
    const preview = body.preview as { resource: string; op: string; after: object }[];
    assert.deepEqual(
      preview.map(({ resource, op, after }) => [resource, op, "position" in after]),
      [
        ["blocks", "create", false],
        ["blocks", "create", false],
      ],
    );
  }
  await append(caller, base, paragraphs("meanwhile"));
  for (const { body } of proposals.toReversed()) {
    const approved = await decide(caller, "ApproveChangeset", body.changeset_id);
    assert.deepEqual([approved.status, approved.body.status], [200, "executed"]);
  }
  const expected = ["meanwhile", "second a", "second b", "first a", "first b"];
  assert.deepEqual(
    (await all(caller, base)).map(({ text, position }) => [position, text]),
    expected.map((text, index) => [index + 1, text]),
  );
});

test("an append is never undone, not even by force", async () => {
  const caller = testCaller();
  const base = await newBase(caller);
  const appended = await append(caller, base, paragraphs("a"));
  const undone = await decide(caller, "UndoChangeset", appended.headers["x-changeset-id"]);
  assert.deepEqual([undone.status, undone.body.code], [409, "not_undoable"]);
  assert.equal((await all(caller, base)).length, 1);
  await withClient(database.url, async (client) => {
    await client.query("select set_config('app.team_id', $1, false)", [caller.team_id]);
    for (const statement of ["update data.blocks set text = 'x'", "delete from data.blocks"])
      await assert.rejects(client.query(statement), /permission denied/);
  });
});

test("blocks are read in order behind a position, page by page", async () => {
  const caller = testCaller();
  const base = await newBase(caller);
  await append(caller, base, paragraphs(...Array.from({ length: 7 }, (_, n) => `p${n + 1}`)));
  const positions = ({ body }: TestReply) => (body.blocks as Block[]).map(({ position }) => position);
  assert.deepEqual(positions(await list(caller, base, "after=5")), [6, 7]);
  for (const after of ["7", "8", "99999999999"])
    assert.deepEqual(positions(await list(caller, base, `after=${after}`)), [], after);
  const page = await list(caller, base, "after=1&limit=2");
  assert.deepEqual([positions(page), page.body.has_more], [[2, 3], true]);
  const { next_cursor: cursor } = page.body;
  assert.deepEqual(positions(await list(caller, base, `after=1&limit=3&cursor=${cursor}`)), [4, 5, 6]);
  const other = await newBase(caller);
  for (const [of, query] of [
    [base, `after=2&cursor=${cursor}`],
    [other, `after=1&cursor=${cursor}`],
    [base, "after=-1"],
    [base, "after=x"],
    [base, "after=1.5"],
    [base, "after="],
    [base, "sort=position:asc"],
    [base, "q=p1"],
    [base, "limit=0"],
  ] as const)
    assert.equal((await list(caller, of, query)).status, 400, query);
});

test("another team's base is absent, to read and to append", async () => {
  const caller = testCaller();
  const base = await newBase(caller);
  const stranger = testCaller();
  for (const reply of [
    await list(stranger, base),
    await append(stranger, base, paragraphs("x")),
    await append(caller, "x", paragraphs("x")),
    await append(person(stranger, "member"), base, paragraphs("x")),
  ])
    assert.deepEqual([reply.status, reply.body.code], [404, "not_found"]);
  assert.equal((await append(stranger, base, [{ type: "film" }])).status, 422);
});

test("an append that is repeated with its key is done once", async () => {
  const caller = testCaller();
  const base = await newBase(caller);
  const headers = { "idempotency-key": "once" };
  const one = await append(caller, base, paragraphs("a"), { headers });
  const two = await append(caller, base, paragraphs("a"), { headers });
  assert.deepEqual([two.body, two.headers["idempotency-replayed"]], [one.body, "true"]);
  assert.equal((await all(caller, base)).length, 1);
});

test("a hundred of the longest blocks are appended at once, proposed and approved", async () => {
  const caller = testCaller();
  const base = await newBase(caller);
  const longest = paragraphs(...Array.from({ length: 100 }, () => "é".repeat(10_000)));
  assert.equal((await append(caller, base, longest)).status, 201);
  const proposed = await append(person(caller, "member"), base, longest);
  assert.equal(proposed.status, 202);
  assert.equal((await decide(caller, "ApproveChangeset", proposed.body.changeset_id)).status, 200);
  const { body } = await list(caller, base, "limit=500&after=199");
  assert.equal(body.blocks[0].position, 200);
});
