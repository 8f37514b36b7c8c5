import type { Caller } from "@jst/caller";
import { human, testCaller, withClient } from "@jst/testing";
import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";
import { testData } from "../testing/test-data.ts";
import { rawForm, upload, uploadRaw, type TestPart } from "../testing/test-files.ts";

const { door, folder, database, stored } = await testData();

const text = (name: string, content = "Hello"): TestPart => ({ file: content, name });
const option = (name: string, value: string): TestPart => ({ option: name, value });
const limited = (team: Partial<Caller["team"]>): Caller => {
  const caller = testCaller();
  return { ...caller, team: { ...caller.team, ...team } };
};
/** Names in the store of a team. */
const bytesOf = (caller: Caller) => readdir(path.join(folder, caller.team_id)).catch((): string[] => []);
const meta = (caller: Caller, id: string) => door.fetch(`/api/v1/files/${id}?mode=meta`, { caller });
const idsOf = async (caller: Caller, query = ""): Promise<string[]> => {
  const { body } = await door.call("ListFiles", { caller, query });
  return (body.files as { id: string }[]).map(({ id }) => id);
};
const decide = (caller: Caller, method: string, changeset_id: string) =>
  door.call(method, { caller: human(caller.team_id, "admin"), path: { changeset_id }, body: {} });
const faults = ({ body }: { body: { errors?: { field: string; code: string }[] } }) =>
  (body.errors ?? []).map(({ field, code }) => `${field} ${code}`);

test("an upload of one file answers it, with its place, its version and its changeset", async () => {
  const caller = testCaller();
  const bytes = randomBytes(100_000);
  const parts = [option("folder", "/a/b/"), { file: bytes, name: "x.bin" }, option("tags", "one, two,,one")];
  const { status, headers, body } = await upload(door, caller, parts);
  assert.equal(status, 201, JSON.stringify(body));
  const { id, created_at, updated_at, ...rest } = body;
  assert.equal(headers.get("location"), `http://gateway.test/api/v1/files/${id}`);
  assert.equal(headers.get("etag"), '"1"');
  assert.match(headers.get("x-changeset-id") ?? "", /^data_/);
  assert.equal(created_at, updated_at);
  assert.deepEqual(rest, {
    name: "x.bin",
    mime_type: "application/octet-stream",
    size_bytes: 100_000,
    checksum_sha256: createHash("sha256").update(bytes).digest("hex"),
    visibility: "private",
    folder: "a/b",
    tags: ["one", "two"],
    uploadedBy: caller.token_id,
    source_archive_id: null,
    status: "ready",
    public_url: null,
    keep_location: false,
    deleted_at: null,
    created_by: { type: "service", id: caller.token_id },
    version: 1,
  });
  assert.deepEqual(await (await meta(caller, id)).json(), body);
  assert.deepEqual(await bytesOf(caller), [id]);
  const undone = await decide(caller, "UndoChangeset", headers.get("x-changeset-id") ?? "");
  assert.equal(undone.status, 200, JSON.stringify(undone.body));
  assert.equal((await meta(caller, id)).status, 404);
});

test("several files are answered in the order sent, wherever the options stand", async () => {
  const caller = testCaller();
  const parts = [
    text("a.txt", "1"),
    option("visibility", "public"),
    text("a.txt", ""),
    option("folder", "f"),
  ];
  const { status, headers, body } = await upload(door, caller, parts);
  assert.equal(status, 201);
  assert.equal(headers.get("location"), null);
  assert.deepEqual(
    body.files.map((one: Record<string, unknown>) => [
      one["name"],
      one["size_bytes"],
      one["visibility"],
      one["folder"],
    ]),
    [
      ["a.txt", 1, "public", "f"],
      ["a.txt", 0, "public", "f"],
    ],
  );
  assert.equal((await stored(caller.team_id)).changes.length, 2);
});

test("an upload of which anything is refused leaves nothing behind", async () => {
  const caller = limited({ max_file_bytes: 10 });
  const refused: [parts: TestPart[], status: number, faults: string[]][] = [
    [[], 422, ["file required"]],
    [[option("folder", "x")], 422, ["file required"]],
    [
      [text("a"), option("owner_id", "x"), option("__proto__", "y")],
      422,
      ["owner_id unknown_field", "__proto__ unknown_field"],
    ],
    [[text("a"), option("folder", "a"), option("folder", "a")], 422, ["folder repeated"]],
    [
      [text("a"), option("folder", "a/../b"), option("visibility", "all")],
      422,
      ["folder invalid_format", "visibility invalid_value"],
    ],
    [[text("a"), option("folder", "a//b")], 422, ["folder invalid_format"]],
    [[text("a"), option("folder", "a\\b")], 422, ["folder invalid_format"]],
    [[text("a"), option("folder", "x/".repeat(17))], 422, ["folder too_long"]],
    [[text("a"), option("tags", "x".repeat(101))], 422, ["tags too_long"]],
    [
      [text("a"), option("tags", "a\0b"), option("folder", "a\0b")],
      422,
      ["folder invalid_format", "tags invalid_format"],
    ],
    [[option("file", "bytes")], 422, ["file invalid_format", "file required"]],
    [Array.from({ length: 21 }, () => text("a")), 422, ["file too_many"]],
    [[text("a"), text("b", "x".repeat(11))], 413, []],
    [[text("a"), option("folder", "x".repeat(70_000))], 413, []],
    [Array.from({ length: 257 }, () => option("tags", "x")), 413, []],
  ];
  for (const [parts, status, expected] of refused) {
    const reply = await upload(door, caller, parts);
    assert.equal(reply.status, status, JSON.stringify(reply.body));
    assert.deepEqual(faults(reply), expected);
  }
  const { body } = await upload(door, caller, [text("b", "x".repeat(11))]);
  assert.deepEqual([body.code, body.limit], ["file_too_large", 10]);
  assert.equal((await upload(door, caller, [text("b", "x".repeat(10))])).status, 201);
  assert.equal((await bytesOf(caller)).length, 1);
  assert.equal((await idsOf(caller)).length, 1);
});

test("an incomplete or malformed multipart form is refused by its kind, and leaves nothing behind", async () => {
  const caller = testCaller();
  const form = { "content-type": "multipart/form-data; boundary=xyz" };
  const file = 'content-disposition: form-data; name="file"; filename="a.txt"';
  const whole = rawForm("xyz", [[file, "Hello"]]);
  const cases: [body: string, headers: Record<string, string>, status: number, code: string][] = [
    ["{}", { "content-type": "application/json" }, 415, "unsupported_media_type"],
    [whole, { "content-type": "multipart/mixed; boundary=xyz" }, 415, "unsupported_media_type"],
    [whole, { ...form, "content-encoding": "gzip" }, 415, "unsupported_media_type"],
    [whole, { "content-type": "multipart/form-data" }, 400, "malformed_multipart"],
    ["", form, 400, "malformed_multipart"],
    [rawForm("xyz", [[`x: ${"y".repeat(100_000)}\r\n${file}`, "Hello"]]), form, 400, "malformed_multipart"],
    [
      rawForm("xyz", [['content-disposition: form-data; name="file"', "Hello"]]),
      form,
      422,
      "validation_failed",
    ],
    [
      rawForm("xyz", [['content-disposition: form-data; filename="a"', "Hello"]]),
      form,
      422,
      "validation_failed",
    ],
    [rawForm("xyz", [[file.replace('"file"', '"other"'), "Hello"]]), form, 422, "validation_failed"],
  ];
  for (const [body, headers, status, code] of cases) {
    const reply = await uploadRaw(door, caller, body, headers);
    assert.deepEqual([reply.status, reply.body.code], [status, code], body.slice(0, 200));
  }
  // Cut anywhere, it has not ended; after the last boundary there is nothing left to lose.
  for (let at = 1; at < whole.length - 2; at += 7)
    assert.equal((await uploadRaw(door, caller, whole.slice(0, at), form)).status, 400, String(at));
  assert.deepEqual(await bytesOf(caller), []);
  assert.equal((await uploadRaw(door, caller, whole, form)).status, 201);
});

test("a query parameter is refused before a byte is taken in", async () => {
  const response = await door.fetch("/api/v1/files?folder=a", { method: "POST", body: new FormData() });
  assert.deepEqual(
    [response.status, ((await response.json()) as { code: string }).code],
    [400, "unknown_parameter"],
  );
});

test("an upload that is sent again under its key is not done again, whatever its boundary; another is refused", async () => {
  const caller = testCaller();
  const key = { "idempotency-key": "k1" };
  const first = await upload(door, caller, [text("a.txt"), option("tags", "x")], key);
  const again = await upload(door, caller, [option("tags", "x"), text("a.txt")], key);
  assert.deepEqual([again.status, again.body], [201, first.body]);
  assert.equal(again.headers.get("idempotency-replayed"), "true");
  assert.deepEqual(await bytesOf(caller), [first.body.id]);
  const others: TestPart[][] = [
    [text("a.txt", "hello"), option("tags", "x")],
    [text("b.txt"), option("tags", "x")],
    [text("a.txt")],
  ];
  for (const parts of others) {
    const other = await upload(door, caller, parts, key);
    assert.deepEqual([other.status, other.body.code], [422, "idempotency_key_reused"]);
  }
  assert.deepEqual(await bytesOf(caller), [first.body.id]);
});

test("a proposed upload is kept aside: approved it is the same files, by who proposed it", async () => {
  const service = testCaller();
  const caller = human(service.team_id, "member");
  const { status, body } = await upload(door, caller, [
    text("a.txt"),
    text("b.txt", "Bye"),
    option("folder", "f"),
    option("visibility", "public"),
  ]);
  assert.equal(status, 202, JSON.stringify(body));
  assert.equal((await bytesOf(caller)).length, 2);
  assert.deepEqual(await idsOf(service), []);
  assert.deepEqual(
    body.preview.map(({ resource, op, before, after }: Record<string, Record<string, unknown>>) => [
      resource,
      op,
      before,
      after?.["name"],
      after?.["size_bytes"],
      after?.["folder"],
    ]),
    [
      ["files", "create", null, "a.txt", 5, "f"],
      ["files", "create", null, "b.txt", 3, "f"],
    ],
  );
  const approved = await decide(service, "ApproveChangeset", body.changeset_id);
  assert.equal(approved.status, 200, JSON.stringify(approved.body));
  const made = approved.body.result.files as { id: string; uploadedBy: string; created_by: object }[];
  assert.deepEqual(
    made.map(({ uploadedBy }) => uploadedBy),
    [caller.token_id, caller.token_id],
  );
  assert.deepEqual(made[0]?.created_by, { type: "human", id: caller.member_id });
  const bytes = await door.fetch(`/api/v1/files/${made[1]?.id}`, { caller: service });
  assert.equal(await bytes.text(), "Bye");
});

test("live files and proposed ones have no more bytes than the quota, however many are sent at once", async () => {
  const caller = limited({ files_quota_bytes: 100 });
  const proposer = { ...human(caller.team_id, "member"), team: caller.team };
  const ten = text("a.txt", "x".repeat(10));
  const early = await Promise.all([1, 2, 3].map(() => upload(door, proposer, [ten])));
  const late = await Promise.all(
    Array.from({ length: 24 }, (_, n) => upload(door, n % 2 === 0 ? caller : proposer, [ten])),
  );
  const sent = [...early, ...late];
  const taken = sent.filter(({ status }) => status !== 422);
  assert.equal(taken.length, 10, sent.map(({ status }) => status).join());
  const [refused] = sent.filter(({ status }) => status === 422);
  assert.deepEqual([refused?.body.code, refused?.body.limit], ["limit_reached", 100]);
  assert.equal((await bytesOf(caller)).length, 10);
  // A deleted file makes room at once; then it has none to come back to.
  const [one] = await idsOf(caller);
  const deleted = await door.call("DeleteFile", { caller, path: { file_id: one ?? "" } });
  assert.equal((await upload(door, caller, [ten])).status, 201);
  const restore = { caller, path: { file_id: one ?? "" }, body: { action: "restore" } };
  assert.equal((await door.call("UpdateFile", restore)).body.code, "limit_reached");
  const admin = { ...human(caller.team_id, "admin"), team: caller.team };
  const path = { changeset_id: deleted.headers["x-changeset-id"] ?? "" };
  const undone = await door.call("UndoChangeset", { caller: admin, path, body: {} });
  assert.deepEqual([undone.status, undone.body.code], [422, "limit_reached"]);
  // A rejected proposal frees room too.
  const proposed = taken.find(({ status }) => status === 202)?.body.changeset_id as string;
  const rejected = await door.call("RejectChangeset", {
    caller: admin,
    path: { changeset_id: proposed },
    body: { reason: "no" },
  });
  assert.equal(rejected.status, 200, JSON.stringify(rejected.body));
  assert.equal((await door.call("UpdateFile", restore)).status, 200);
  const approvals = taken.filter(({ status, body }) => status === 202 && body.changeset_id !== proposed);
  for (const { body } of approvals) {
    const approved = await door.call("ApproveChangeset", {
      caller: admin,
      path: { changeset_id: body.changeset_id },
      body: {},
    });
    assert.equal(approved.status, 200, JSON.stringify(approved.body));
  }
  assert.equal((await upload(door, caller, [text("b", "x")])).body.code, "limit_reached");
  await withClient(database.superuserUrl, async (client) => {
    const { rows } = await client.query(
      "select live_files::int, live_bytes::int from data.file_usage where team_id = $1",
      [caller.team_id],
    );
    assert.deepEqual(rows, [{ live_files: 10, live_bytes: 100 }]);
  });
});

test("a viewer, a token without the scope and a team without the module send nothing", async () => {
  const parts = [text("a.txt")];
  const viewer = human(testCaller().team_id, "viewer");
  const scoped = testCaller({ scopes: [{ resource: "files", actions: ["read"] }] });
  const caller = testCaller();
  const off = { ...caller, team: { ...caller.team, modules: { ...caller.team.modules, files: false } } };
  const replies = [];
  for (const one of [viewer, scoped, off]) replies.push((await upload(door, one, parts)).body.code);
  assert.deepEqual(replies, ["viewer_read_only", "insufficient_scope", "not_found"]);
  for (const one of [viewer, scoped, off]) assert.deepEqual(await bytesOf(one), []);
});
