import { human, testCaller } from "@jst/testing";
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { testData } from "../testing/test-data.ts";
import { upload, type TestPart } from "../testing/test-files.ts";
import { jpegOf, segment, tiffOf } from "../testing/test-pictures.ts";
import { zipOf } from "@jst/testing/zips";

const { door } = await testData();

const picture = jpegOf([segment(0xe1, "Exif\0\0", tiffOf())]);
const sha256 = createHash("sha256").update(picture).digest("hex");
const isPublic: TestPart = { option: "visibility", value: "public" };
const pathOf = (url: unknown): string => new URL(String(url), "http://gateway.test").pathname;

async function bytesAt(path: string, options: Parameters<typeof door.fetch>[1] = {}) {
  const response = await door.fetch(path, options);
  const bytes = Buffer.from(await response.arrayBuffer());
  return { status: response.status, bytes, etag: response.headers.get("etag") };
}

test("public_url answers a picture without its place; who reads with a token gets what was uploaded", async () => {
  const caller = testCaller();
  const { body: file } = await upload(door, caller, [{ file: picture, name: "a.jpg" }, isPublic]);
  assert.deepEqual(
    [file.keep_location, file.size_bytes, file.checksum_sha256],
    [false, picture.length, sha256],
  );
  const shown = await bytesAt(pathOf(file.public_url));
  assert.deepEqual(
    [shown.status, shown.bytes.length, shown.bytes.includes("SECRET")],
    [200, picture.length, false],
  );
  assert.notEqual(shown.etag, `"${sha256}"`);
  const known = await bytesAt(pathOf(file.public_url), { headers: { "if-none-match": shown.etag ?? "" } });
  assert.equal(known.status, 304);
  const part = await bytesAt(pathOf(file.public_url), { headers: { range: "bytes=40-99" } });
  assert.deepEqual([part.status, part.bytes], [206, shown.bytes.subarray(40, 100)]);
  assert.equal((await bytesAt(pathOf(file.public_url), { method: "HEAD" })).etag, shown.etag);
  const own = await bytesAt(`/api/v1/files/${file.id}`, { caller });
  assert.deepEqual([own.bytes, own.etag], [picture, `"${sha256}"`]);
  const signed = await door.fetch(`/api/v1/files/${file.id}?mode=signed`, { caller });
  const { url } = (await signed.json()) as { url: string };
  assert.deepEqual((await bytesAt(pathOf(url))).bytes, picture);
});

test("keep_location has public_url answer the place, and to private and back nothing is lost", async () => {
  const caller = testCaller();
  const { body: file } = await upload(door, caller, [{ file: picture, name: "a.jpg" }]);
  const patch = async (body: object) =>
    (await door.call("UpdateFile", { caller, path: { file_id: file.id }, body })).body;
  const hidden = await patch({ visibility: "public" });
  assert.ok(!(await bytesAt(pathOf(hidden.public_url))).bytes.includes("SECRET"));
  const kept = await patch({ keep_location: true });
  const whole = await bytesAt(pathOf(kept.public_url));
  assert.deepEqual([whole.bytes, whole.etag], [picture, `"${sha256}"`]);
  await patch({ keep_location: false });
  assert.ok(!(await bytesAt(pathOf(kept.public_url))).bytes.includes("SECRET"));
  const back = await patch({ visibility: "private" });
  assert.deepEqual([back.public_url, back.checksum_sha256], [null, sha256]);
  const address = (await door.fetch(`/api/v1/files/${file.id}`, { caller, redirect: "manual" })).headers;
  assert.deepEqual((await bytesAt(pathOf(address.get("location")))).bytes, picture);
});

test("the option of an upload is that of all its files, of an archive's and of a proposal's too", async () => {
  const caller = testCaller();
  const zip = zipOf([{ name: "b.jpg", content: picture }]);
  const parts = [{ file: zip, name: "a.zip" }, isPublic];
  const placesOf = async (option: TestPart[], by = caller) => {
    const { body } = await upload(door, by, [...parts, ...option]);
    const [entry] = body.extracted;
    return [entry.keep_location, (await bytesAt(pathOf(entry.public_url))).bytes.includes("SECRET")];
  };
  assert.deepEqual(await placesOf([]), [false, false]);
  assert.deepEqual(await placesOf([{ option: "keep_location", value: "true" }]), [true, true]);
  const refused = await upload(door, caller, [...parts, { option: "keep_location", value: "yes" }]);
  assert.deepEqual(
    [refused.status, refused.body.errors[0].field, refused.body.errors[0].code],
    [422, "keep_location", "invalid_value"],
  );
  const person = (role: "member" | "admin") => {
    const one = human(caller.team_id, role);
    return { ...one, team: { ...one.team, modules: { files: true } } };
  };
  const kept: TestPart = { option: "keep_location", value: "true" };
  const proposed = await upload(door, person("member"), [{ file: picture, name: "c.jpg" }, isPublic, kept]);
  assert.equal(proposed.status, 202);
  const path = { changeset_id: proposed.body.changeset_id as string };
  const approved = await door.call("ApproveChangeset", { caller: person("admin"), path });
  assert.equal(approved.status, 200);
  const { body: list } = await door.call("ListFiles", { caller, query: "q=c.jpg" });
  assert.deepEqual([list.files[0].name, list.files[0].keep_location], ["c.jpg", true]);
  assert.ok((await bytesAt(pathOf(list.files[0].public_url))).bytes.includes("SECRET"));
});
