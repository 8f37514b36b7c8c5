import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import type { Caller } from "@jst/caller";
import { describeResource } from "@jst/resource/testing";
import { human, testCaller, type TestReply } from "@jst/testing";
import { rpcs } from "../../gen/registry.ts";
import { testData } from "../testing/test-data.ts";
import { upload } from "../testing/test-files.ts";
import { artifacts } from "./artifact.ts";

const { database, door } = await testData();

describeResource(artifacts, {
  door,
  database,
  rpcs,
  folder: import.meta.dirname,
  needed: ["content"],
  apart: ["file_id"],
  given: () =>
    Promise.resolve({
      source: [
        { type: "conversation", id: null },
        { type: "file", id: "17" },
      ],
    }),
});

const create = (caller: Caller, body: object) =>
  door.call("CreateArtifact", { caller, body: { title: "A", ...body } });
const patch = (caller: Caller, artifact_id: string, body: object) =>
  door.call("UpdateArtifact", { caller, path: { artifact_id }, body });
const content = (caller: Caller, id: string, headers: Record<string, string> = {}) =>
  door.fetch(`/api/v1/artifacts/${id}/content`, { caller, headers });
const fileOf = async (caller: Caller, name: string, bytes: string): Promise<string> =>
  (await upload(door, caller, [{ file: bytes, name }])).body.id as string;
const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';

test("each kind of content has its type, and markup runs nothing", async () => {
  const caller = testCaller();
  const text = "<b>plain</b> & é\u0001\r\n";
  const sandbox = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:";
  for (const [kind, sent, type, policy] of [
    ["document", text, "text/plain"],
    ["code", text, "text/plain"],
    ["other", text, "text/plain"],
    ["diagram", text, "text/plain"],
    ["diagram", svg, "image/svg+xml", sandbox],
    ["markdown", text, "text/markdown"],
    ["html", text, "text/html", sandbox],
    ["json", ' {"a": 1.0,\n"a": 2} ', "application/json"],
    ["csv", 'a,"b\r\n"",c"\r\n1,2', "text/csv"],
    ["image", svg, "image/svg+xml", sandbox],
    ["document", "", "text/plain"],
  ] as const) {
    const { body: made } = await create(caller, { kind, content: sent });
    const answer = await content(caller, made.id);
    const names = [
      "content-type",
      "content-security-policy",
      "x-content-type-options",
      "content-disposition",
    ];
    assert.deepEqual(
      [answer.status, ...names.map((name) => answer.headers.get(name))],
      [200, `${type}; charset=utf-8`, policy ?? null, "nosniff", "inline"],
    );
    assert.equal(await answer.text(), sent, kind);
  }
});

test("the tag of a content is that of its bytes, and a deleted or foreign artifact has none", async () => {
  const caller = testCaller();
  const { body: made } = await create(caller, { content: "é" });
  const tag = `"${createHash("sha256").update("é").digest("hex")}"`;
  assert.equal((await content(caller, made.id)).headers.get("etag"), tag);
  for (const known of [tag, `W/${tag}`, `"x", ${tag}`, "*"])
    assert.equal((await content(caller, made.id, { "if-none-match": known })).status, 304, known);
  // The tag of the artifact is another one than that of its content.
  for (const other of ['"1"', `"${"0".repeat(64)}"`])
    assert.equal((await content(caller, made.id, { "if-none-match": other })).status, 200, other);
  await patch(caller, made.id, { title: "B" });
  assert.equal((await content(caller, made.id, { "if-none-match": tag })).status, 304);
  for (const absent of [await content(testCaller(), made.id), await content(caller, "x")])
    assert.equal(absent.status, 404);
  await door.call("DeleteArtifact", { caller, path: { artifact_id: made.id } });
  assert.equal((await content(caller, made.id)).status, 404);
  await patch(caller, made.id, { action: "restore" });
  assert.equal(await (await content(caller, made.id)).text(), "é");
});

test("an artifact is a content or a file: never both, never neither", async () => {
  const caller = testCaller();
  const file = await fileOf(caller, "page.html", "<script>alert(1)</script>");
  const faultOf = ({ status, body }: TestReply) => [status, body.errors?.[0].field, body.errors?.[0].code];
  assert.deepEqual(faultOf(await create(caller, {})), [422, "content", "required"]);
  assert.deepEqual(faultOf(await create(caller, { content: "x", file_id: file })), [
    422,
    "file_id",
    "conflict",
  ]);
  const { status, body: made } = await create(caller, { kind: "json", file_id: file.toUpperCase() });
  assert.deepEqual([status, made.content, made.file_id], [201, null, file]);
  assert.deepEqual(faultOf(await patch(caller, made.id, { content: "{}" })), [422, "file_id", "conflict"]);
  assert.deepEqual(faultOf(await patch(caller, made.id, { file_id: null })), [422, "content", "required"]);
  const switched = await patch(caller, made.id, { content: "{}", file_id: null });
  assert.deepEqual([switched.status, switched.body.content, switched.body.file_id], [200, "{}", null]);
  const bad = await patch(caller, made.id, { kind: "csv", content: "a\nb,c" });
  assert.deepEqual(faultOf(bad), [422, "content", "not_rectangular"]);
  assert.equal((await patch(caller, made.id, { content: null, file_id: file })).status, 200);
});

test("the content of a file is its bytes, as the file would show them; a deleted file has none", async () => {
  const caller = testCaller();
  const text = "<script>alert(1)</script>";
  const file = await fileOf(caller, "page.html", text);
  const { body: made } = await create(caller, { kind: "html", file_id: file });
  const answer = await content(caller, made.id);
  const names = ["content-type", "content-disposition", "content-security-policy", "x-content-type-options"];
  assert.deepEqual(
    [answer.status, ...names.map((name) => answer.headers.get(name))],
    [200, "text/html; charset=utf-8", "attachment; filename=page.html", "sandbox", "nosniff"],
  );
  assert.equal(await answer.text(), text);
  const part = await content(caller, made.id, { range: "bytes=0-6" });
  assert.deepEqual([part.status, await part.text()], [206, "<script"]);
  await door.call("DeleteFile", { caller, path: { file_id: file } });
  assert.equal((await content(caller, made.id)).status, 404);
  assert.equal((await patch(caller, made.id, { title: "Still there" })).status, 200);
  const foreign = await fileOf(testCaller(), "a.txt", "a");
  for (const file_id of [file, foreign, made.id]) {
    const refused = await create(caller, { file_id });
    assert.deepEqual([refused.status, refused.body.errors[0].field], [422, "file_id"]);
    assert.equal(refused.body.errors[0].code, "not_found");
  }
});

test("a JSON content must parse; it may be any value, however deep", async () => {
  const caller = testCaller();
  for (const good of ["null", " 1e400 ", '"x"', "[]", "[".repeat(50_000) + "]".repeat(50_000)])
    assert.equal((await create(caller, { kind: "json", content: good })).status, 201, good.slice(0, 9));
  for (const bad of ["", " ", "{a:1}", "[1,]", "NaN", "1 2", "\uFEFF{}", "'x'", "[".repeat(1_000_000)]) {
    const { status, body } = await create(caller, { kind: "json", content: bad });
    const [error] = body.errors;
    assert.deepEqual([status, error.field, error.code], [422, "content", "invalid_json"], bad.slice(0, 9));
  }
});

test("a CSV content has as many fields in each record; each other one is told by its line", async () => {
  const caller = testCaller();
  const faultsOf = async (text: string): Promise<string[]> => {
    const { status, body } = await create(caller, { kind: "csv", content: text });
    if (status === 201) return [];
    assert.equal(status, 422);
    const errors = body.errors as { field: string; code: string; line: number }[];
    return errors.map(({ field, code, line }) => `${field} ${code} ${line}`);
  };
  const good = ["", "a", "a,b", "a,b\n1,2\n", "a,b\r\n1,2", 'a,b\n"x\ny","p,q"\n"""",\n', ",\n,\n"];
  for (const text of good) assert.deepEqual(await faultsOf(text), [], text);
  const separated = [
    "name;betrag\nMüller;1,5\nMeyer;2,25\n",
    "a\tb\n1,5\t2\n",
    "a|b\n1|2",
    "\ufeffname;betrag, in EUR\r\nA;1,5\r\n",
    "\ufeffsep=;\r\na;b\r\n1,5;2\r\n",
    "a,b\n1,2\n\n",
    "a;b\r\n1;2\r\n\r\n\r\n",
    "a\n\n1\n",
  ];
  for (const text of separated) assert.deepEqual(await faultsOf(text), [], text);
  assert.deepEqual(await faultsOf("é;ü\n1,5"), ["content not_rectangular 2"]);
  const bad = 'a,b\n1,2,3\n"x\ny",2\n1\n\n1,2\n"p\r\nq",1,2\r\n7';
  const lines = [2, 5, 6, 8, 10];
  assert.deepEqual(
    await faultsOf(bad),
    lines.map((line) => `content not_rectangular ${line}`),
  );
  assert.equal((await faultsOf(`a,b\n${"x\n".repeat(1_000)}`)).length, 20);
  assert.deepEqual(await faultsOf('a,b\n1,2\n"open,2\n3,4\n'), ["content invalid_csv 3"]);
  assert.deepEqual(await faultsOf('a\n"b"c\n'), ["content invalid_csv 2"]);
  const messageOf = async (text: string): Promise<string> =>
    (await create(caller, { kind: "csv", content: text })).body.errors[0].message as string;
  assert.match(
    await messageOf("a;b\n1;2;3"),
    /^Line 2 has 3 fields separated by semicolons, but the first record has 2\./,
  );
  assert.match(
    await messageOf('a,b\n"open,2'),
    /^Line 2 opens a field with a quote and does not close it. Add the closing quote\.$/,
  );
  assert.match(await messageOf('a,b\n"b"c,2'), /^Line 2 has text after a closing quote/);
  assert.match(await messageOf('a,b\nb"c,2'), /^Line 2 has a quote within a field/);
});

test("an image is SVG by its first tag, whatever stands before it", async () => {
  const caller = testCaller();
  const status = async (text: string) => (await create(caller, { kind: "image", content: text })).status;
  const before = [
    "",
    "\uFEFF \n",
    '<?xml version="1.0"?>\n',
    "<!-- <html> -->",
    "<!DOCTYPE svg [<!ENTITY a 'b'>]>",
  ];
  for (const prefix of [...before, before.join("")])
    assert.deepEqual([await status(prefix + svg), await status(prefix + "<html>")], [201, 422], prefix);
  for (const other of ["", "svg", "<svgx>", "text <svg>", "<p><svg></p>", "<!-- <svg>", "<?xml <svg>"])
    assert.equal(await status(other), 422, other);
  for (const slow of [
    "<!---->".repeat(100_000),
    "<!--".repeat(100_000),
    " ".repeat(500_000),
    "<?xml".repeat(100_000),
  ])
    assert.equal(await status(slow), 422, slow.slice(0, 9));
  const { body: made } = await create(caller, { kind: "image", content: svg });
  assert.equal((await patch(caller, made.id, { content: "text" })).body.errors[0].code, "not_svg");
});

test("a change of kind checks the content again", async () => {
  const caller = testCaller();
  const { body: made } = await create(caller, { content: "a,b\n1,2,3" });
  for (const kind of ["json", "csv", "image"])
    assert.equal((await patch(caller, made.id, { kind })).status, 422, kind);
  assert.equal((await patch(caller, made.id, { kind: "markdown" })).body.version, 2);
  assert.equal((await patch(caller, made.id, { kind: "json", content: "{}" })).status, 200);
  assert.equal((await patch(caller, made.id, { content: null })).status, 422);
});

test("a content of all that a body takes is stored, changed, proposed, approved, undone and read", async () => {
  const caller = testCaller();
  const large = (char: string) =>
    Array.from({ length: 40_000 }, (_, n) => `${char}${n} `.padEnd(104, char)).join("");
  const { status, body: made } = await create(caller, { content: large("a") });
  assert.equal(status, 201);
  const person = (role: "member" | "admin"): Caller => {
    const one = human(caller.team_id, role);
    return { ...one, team: { ...one.team, modules: { artifacts: true } } };
  };
  const proposed = await patch(person("member"), made.id, { content: large("b") });
  assert.equal(proposed.status, 202);
  const approved = await door.call("ApproveChangeset", {
    caller: person("admin"),
    path: { changeset_id: proposed.body.changeset_id },
  });
  assert.equal(approved.status, 200);
  assert.equal(await (await content(caller, made.id)).text(), large("b"));
  const list = (query: string) => door.call("ListArtifacts", { caller, query });
  assert.equal((await list("q=b39999")).body.artifacts.length, 1);
  const undone = await door.call("UndoChangeset", {
    caller: person("admin"),
    path: { changeset_id: proposed.body.changeset_id },
    body: {},
  });
  assert.equal(undone.status, 200);
  assert.equal(await (await content(caller, made.id)).text(), large("a"));
});

test("artifacts are listed by kind, status and tag, with no filter and no count", async () => {
  const caller = testCaller();
  await create(caller, { kind: "json", content: "{}", tags: ["a", "b", "a"] });
  await create(caller, { kind: "code", content: "x", status: "archived" });
  const list = (query: string) => door.call("ListArtifacts", { caller, query });
  const kinds = async (query: string) =>
    ((await list(query)).body.artifacts as { kind: string }[]).map(({ kind }) => kind);
  assert.deepEqual(await kinds("tag=b"), ["json"]);
  assert.deepEqual(await kinds("status=archived"), ["code"]);
  // A choice sorts by its place.
  assert.deepEqual(await kinds("sort=kind:asc"), ["code", "json"]);
  for (const query of ["count=exact", "filter=%7B%7D", "sort=content:asc", "kind=film"])
    assert.equal((await list(query)).status, 400, query);
});

test("an undo that would leave a content that is not of its kind is a conflict, and changes nothing", async () => {
  const caller = testCaller();
  const made = await door.call("CreateArtifact", {
    caller,
    body: { title: "A", kind: "code", content: "x" },
  });
  const path = { artifact_id: made.body.id as string };
  const patch = (body: object) => door.call("UpdateArtifact", { caller, path, body });
  const changeset_id = (await patch({ content: "{}" })).headers["x-changeset-id"] ?? "";
  assert.equal((await patch({ kind: "json" })).status, 200);
  const undone = await door.call("UndoChangeset", {
    caller: human(caller.team_id, "admin"),
    path: { changeset_id },
    body: {},
  });
  assert.deepEqual([undone.status, undone.body.code], [409, "changeset_conflict"]);
  assert.deepEqual(undone.body.conflicts[0].fields, ["content"]);
  assert.equal((await door.call("GetArtifact", { caller, path })).body.content, "{}");
});
