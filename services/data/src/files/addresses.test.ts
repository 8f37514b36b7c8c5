import type { Caller } from "@jst/caller";
import { human, testCaller, withClient } from "@jst/testing";
import assert from "node:assert/strict";
import { test } from "node:test";
import { testData } from "../testing/test-data.ts";
import { upload } from "../testing/test-files.ts";

const { door, database, peers } = await testData();

const made = async (
  caller: Caller,
  visibility = "private",
): Promise<{ id: string; public_url: string | null }> => {
  const parts = [
    { file: "Hello", name: "a.txt" },
    { option: "visibility", value: visibility },
  ];
  return (await upload(door, caller, parts)).body as { id: string; public_url: string | null };
};
/** Without a caller, as anyone asks. */
const open = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  door.fetch(path, { headers, method });
const get = (caller: Caller, id: string, query = "", method = "GET") =>
  door.fetch(`/api/v1/files/${id}${query}`, { caller, method });
const pathOf = (url: string | null): string => new URL(url ?? "", "http://gateway.test").pathname;
const codeOf = async (response: Response) => ((await response.json()) as { code: string }).code;
const patch = (caller: Caller, file_id: string, body: object) =>
  door.call("UpdateFile", { caller, path: { file_id }, body });
const sqlOf = (text: string, values: unknown[]) =>
  withClient(database.superuserUrl, (client) => client.query(text, values));

test("a private file sends who may read it to an address that needs no token, another one each time", async () => {
  const caller = testCaller();
  const { id, public_url } = await made(caller);
  assert.equal(public_url, null);
  const places = new Set<string>();
  for (const method of ["GET", "HEAD"]) {
    const response = await get(caller, id, "", method);
    assert.deepEqual([response.status, response.headers.get("cache-control")], [302, "no-store"]);
    const location = response.headers.get("location") ?? "";
    assert.match(location, /^http:\/\/gateway\.test\/p\/files\/[A-Za-z0-9_-]{43}$/);
    places.add(pathOf(location));
  }
  assert.equal(places.size, 2);
  for (const place of places) {
    const bytes = await open(place);
    assert.deepEqual([bytes.status, await bytes.text()], [200, "Hello"]);
    const part = await open(place, { range: "bytes=1-2" });
    assert.deepEqual([part.status, await part.text()], [206, "el"]);
    const etag = part.headers.get("etag") ?? "";
    assert.equal((await open(place, { "if-none-match": etag })).status, 304);
    assert.equal((await open(place, { range: "bytes=0-0", "if-range": `W/${etag}` })).status, 200);
    const head = await open(place, {}, "HEAD");
    assert.deepEqual([head.status, head.headers.get("content-length"), await head.text()], [200, "5", ""]);
  }
  const saved = await get(caller, id, "?download=1");
  const shown = (await open(pathOf(saved.headers.get("location")))).headers.get("content-disposition");
  assert.match(shown ?? "", /^attachment/);
  const { rows } = await sqlOf("select count(*)::int as n from data.file_addresses where team_id = $1", [
    caller.team_id,
  ]);
  assert.deepEqual(rows, [{ n: 3 }]);
});

test("mode=signed answers an address and its time, of public files too; other times are refused", async () => {
  const caller = testCaller();
  for (const visibility of ["private", "public"]) {
    const { id } = await made(caller, visibility);
    const response = await get(caller, id, "?mode=signed&expires_in=86400");
    assert.deepEqual([response.status, response.headers.get("cache-control")], [200, "no-store"]);
    const { url, expires_at } = (await response.json()) as { url: string; expires_at: string };
    assert.equal(await (await open(pathOf(url))).text(), "Hello");
    const seconds = (Date.parse(expires_at) - Date.now()) / 1000;
    assert.ok(seconds > 86_000 && seconds < 86_800, String(seconds));
    for (const query of [
      "?mode=signed&expires_in=59",
      "?mode=signed&expires_in=86401",
      "?mode=signed&expires_in=1e2",
      "?expires_in=60",
      "?mode=meta&expires_in=60",
    ])
      assert.deepEqual([(await get(caller, id, query)).status, query], [400, query]);
  }
});

test("an address that is changed anywhere leads to nothing", async () => {
  const caller = testCaller();
  const { id } = await made(caller);
  const place = pathOf((await get(caller, id)).headers.get("location"));
  const start = "/p/files/".length;
  for (let at = start; at < place.length; at += 1) {
    const other = place.slice(0, at) + (place[at] === "A" ? "B" : "A") + place.slice(at + 1);
    assert.equal((await open(other)).status, 404, other);
  }
  for (const other of [
    `${place}A`,
    place.slice(0, -1),
    "/p/files/x",
    "/p/files/%00",
    `/p/files/${id}`,
    "/p/files/..%2f..%2fetc",
  ]) {
    const response = await open(other);
    assert.deepEqual([response.status, await codeOf(response)], [404, "not_found"], other);
  }
});

test("an address ends with its time, its file and the module; what comes back is there again", async () => {
  const caller = testCaller();
  const { id } = await made(caller);
  const place = pathOf((await get(caller, id)).headers.get("location"));
  const deleted = await door.call("DeleteFile", { caller, path: { file_id: id } });
  assert.equal((await open(place)).status, 404);
  const admin = human(caller.team_id, "admin");
  const path = { changeset_id: deleted.headers["x-changeset-id"] ?? "" };
  assert.equal((await door.call("UndoChangeset", { caller: admin, path, body: {} })).status, 200);
  assert.equal((await open(place)).status, 200);
  peers.off.add(caller.team_id);
  assert.equal((await open(place)).status, 404);
  peers.off.delete(caller.team_id);
  await sqlOf("update data.file_addresses set expires_at = now() where team_id = $1", [caller.team_id]);
  const late = await open(place);
  assert.deepEqual([late.status, await codeOf(late)], [410, "signed_url_expired"]);
});

test("a public file has a lasting address, and another after it was private in between", async () => {
  const caller = testCaller();
  const { id, public_url } = await made(caller, "public");
  assert.match(public_url ?? "", /^\/p\/files\/[0-9a-f]{64}$/);
  assert.equal(await (await open(public_url ?? "")).text(), "Hello");
  assert.equal((await get(caller, id)).status, 200);
  assert.equal((await patch(caller, id, { name: "b.txt" })).body.public_url, public_url);
  const hidden = await patch(caller, id, { visibility: "private" });
  assert.equal(hidden.body.public_url, null);
  assert.equal((await open(public_url ?? "")).status, 404);
  const undone = await door.call("UndoChangeset", {
    caller: human(caller.team_id, "admin"),
    path: { changeset_id: hidden.headers["x-changeset-id"] ?? "" },
    body: {},
  });
  assert.equal(undone.status, 200, JSON.stringify(undone.body));
  assert.doesNotMatch(JSON.stringify(undone.body), /secret/);
  assert.equal((await open(public_url ?? "")).status, 404);
  const meta = (await (await get(caller, id, "?mode=meta")).json()) as { public_url: string };
  assert.notEqual(meta.public_url, public_url);
  assert.equal((await open(meta.public_url)).status, 200);
});

test("who sees nothing of a team learns nothing of its addresses from their reply", async () => {
  const caller = testCaller();
  const { id } = await made(caller);
  const other = await get(testCaller(), id, "?mode=signed");
  assert.deepEqual([other.status, await codeOf(other)], [404, "not_found"]);
});
