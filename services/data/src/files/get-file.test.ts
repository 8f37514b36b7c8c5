import { testCaller } from "@jst/testing";
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { testData } from "../testing/test-data.ts";
import { upload } from "../testing/test-files.ts";

const { door } = await testData();

const caller = testCaller();
const isPublic = { option: "visibility", value: "public" };
const bytes = randomBytes(200_000);
const { body: file } = await upload(door, caller, [{ file: bytes, name: "Résumé x.bin" }, isPublic]);
const get = (headers: Record<string, string> = {}, path = `/api/v1/files/${file.id}`, method = "GET") =>
  door.fetch(path, { caller, headers, method });
const contentOf = async (response: Response) => Buffer.from(await response.arrayBuffer());
const etag = `"${file.checksum_sha256}"`;

test("a file answers its bytes with their tag, their length and its name", async () => {
  const response = await get();
  assert.equal(response.status, 200);
  assert.deepEqual(await contentOf(response), bytes);
  const shown = ["etag", "content-length", "content-type", "accept-ranges", "x-content-type-options"];
  assert.deepEqual(
    shown.map((name) => response.headers.get(name)),
    [etag, "200000", "application/octet-stream", "bytes", "nosniff"],
  );
  assert.equal(
    response.headers.get("content-disposition"),
    `attachment; filename="R?sum? x.bin"; filename*=UTF-8''R%C3%A9sum%C3%A9%20x.bin`,
  );
  assert.equal(response.headers.get("content-security-policy"), "sandbox");
  const head = await get({}, undefined, "HEAD");
  assert.deepEqual(
    [head.status, head.headers.get("content-length"), (await contentOf(head)).length],
    [200, "200000", 0],
  );
  const ranged = await get({ range: "bytes=0-1" }, undefined, "HEAD");
  assert.deepEqual([ranged.status, ranged.headers.get("content-length")], [200, "200000"]);
});

test("who has the bytes is told so", async () => {
  for (const tags of [etag, `"other", ${etag}`, `W/${etag}`, "*"]) {
    const response = await get({ "if-none-match": tags });
    assert.deepEqual(
      [response.status, response.headers.get("etag"), (await contentOf(response)).length],
      [304, etag, 0],
    );
  }
  assert.equal((await get({ "if-none-match": '"other"' })).status, 200);
});

test("one range is answered with that part; whatever else Range says, the whole file or 416", async () => {
  const parts: [range: string, start: number, end: number][] = [
    ["bytes=0-0", 0, 0],
    ["bytes=10-19", 10, 19],
    ["bytes=199999-", 199_999, 199_999],
    ["bytes=100-999999999", 100, 199_999],
    ["bytes=-5", 199_995, 199_999],
    ["bytes=-999999999", 0, 199_999],
    ["BYTES= 3-4 ", 3, 4],
  ];
  for (const [range, start, end] of parts) {
    const response = await get({ range });
    assert.equal(response.status, 206, range);
    assert.equal(response.headers.get("content-range"), `bytes ${start}-${end}/200000`);
    assert.equal(response.headers.get("content-length"), String(end - start + 1));
    assert.deepEqual(await contentOf(response), bytes.subarray(start, end + 1), range);
  }
  const whole = [
    "bytes=5-2",
    "bytes=abc",
    "bytes=",
    "bytes=-",
    "bytes=0-1,5-6",
    "items=0-1",
    "bytes",
    "bytes=1-2-3",
    "bytes=0x1-2",
  ];
  for (const range of whole) {
    const response = await get({ range });
    assert.deepEqual([response.status, (await contentOf(response)).length], [200, 200_000], range);
  }
  for (const range of ["bytes=200000-", "bytes=200000-200001", "bytes=-0", "bytes=9999999999999999-"]) {
    const response = await get({ range });
    assert.deepEqual(
      [response.status, response.headers.get("content-range")],
      [416, "bytes */200000"],
      range,
    );
    assert.equal(((await response.json()) as { code: string }).code, "range_not_satisfiable");
    assert.equal(response.headers.get("content-disposition"), null);
  }
});

test("a range of another version is not sent: If-Range counts where its tag is strong and this one", async () => {
  const range = "bytes=0-9";
  assert.equal((await get({ range, "if-range": etag })).status, 206);
  for (const other of [`W/${etag}`, '"other"', "Wed, 21 Oct 2026 07:28:00 GMT", "garbage"])
    assert.equal((await get({ range, "if-range": other })).status, 200, other);
});

test("a file of no bytes has no range", async () => {
  const { body: empty } = await upload(door, caller, [{ file: "", name: "empty.txt" }, isPublic]);
  const path = `/api/v1/files/${empty.id}`;
  const response = await get({}, path);
  assert.deepEqual(
    [response.status, response.headers.get("content-length"), (await contentOf(response)).length],
    [200, "0", 0],
  );
  for (const range of ["bytes=0-", "bytes=0-0", "bytes=-1"])
    assert.equal((await get({ range }, path)).status, 416, range);
});

test("browsers show what runs nothing, and save the rest", async () => {
  const png = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  );
  const cases: [name: string, bytes: string | Buffer, type: string, shown: boolean][] = [
    ["a.txt", "Hello", "text/plain; charset=utf-8", true],
    ["a.png", png, "image/png", true],
    ["a.html", "Hello", "text/plain; charset=utf-8", true],
    ["a.txt", "\u{feff} <!-- x --> <!DOCTYPE html><p>", "text/html; charset=utf-8", false],
    ["a.png", "<script>alert(1)</script>", "text/html; charset=utf-8", false],
    [
      "a.png",
      '<?xml version="1.0"?>\n<!-- a --><svg onload="alert(1)"/>',
      "image/svg+xml; charset=utf-8",
      false,
    ],
    ["a.txt", '<!DOCTYPE svg PUBLIC "x" "y" [<!ENTITY a "b">]><svg/>', "image/svg+xml; charset=utf-8", false],
    ["a.csv", "a,b\n1,2", "text/csv; charset=utf-8", false],
    ["a.MD", "# Title", "text/markdown; charset=utf-8", false],
    ["a.json", "{}", "application/json; charset=utf-8", false],
    ["a.xml", "<?xml version='1.0'?><a/>", "text/plain; charset=utf-8", true],
    ["a.pdf", "%PDF-1.7\n%âãÏÓ\n1 0 obj", "application/pdf", true],
    ["a.txt", Buffer.from([0xff, 0xfe, 0x00]), "application/octet-stream", false],
    ["a.txt", Buffer.alloc(100), "application/octet-stream", false],
    [
      "a.txt",
      Buffer.concat([Buffer.from("x".repeat(70_000)), Buffer.from([0x81])]),
      "application/octet-stream",
      false,
    ],
    ["a.txt", Buffer.from("Größe", "latin1"), "text/plain; charset=windows-1252", true],
    ["a.csv", Buffer.from("\ufeffGröße;1", "utf16le"), "text/csv; charset=utf-16le", false],
    ["a.ics", "BEGIN:VCALENDAR\r\n", "text/calendar; charset=utf-8", false],
    ["a.eml", "Subject: x\r\n\r\nText", "message/rfc822", false],
    ["a.exe", Buffer.from("MZ\u0090\u0000", "latin1"), "application/x-msdownload", false],
    ["", "", "text/plain; charset=utf-8", true],
  ];
  for (const [name, content, type, isShown] of cases) {
    const { status, body } = await upload(door, caller, [
      { file: content, name: name === "" ? "none" : name, type: "image/png" },
      isPublic,
    ]);
    assert.equal(status, 201);
    const path = `/api/v1/files/${body.id}`;
    const { headers } = await get({}, path);
    assert.deepEqual(
      [headers.get("content-type"), body.mime_type],
      [type, type.replace("; charset=utf-8", "")],
      name,
    );
    assert.match(headers.get("content-disposition") ?? "", isShown ? /^inline;/ : /^attachment;/, name);
    assert.equal(headers.get("content-security-policy"), isShown ? null : "sandbox");
    const saved = await get({}, `${path}?download=1`);
    assert.match(saved.headers.get("content-disposition") ?? "", /^attachment;/);
  }
});

test("names lose folders and what is not seen, and stay within 255 bytes", async () => {
  const names: [given: string, kept: string][] = [
    ["../../etc/passwd", "passwd"],
    ["C:\\Users\\x\\a.txt", "a.txt"],
    ["a\u202Egpj.exe", "agpj.exe"],
    ["  e\u0301.txt ", "é.txt"],
    ["..", "unnamed"],
    ["a/", "unnamed"],
  ];
  for (const [given, kept] of names) {
    const { body } = await upload(door, caller, [{ file: "x", name: given }]);
    assert.equal(body.name, kept);
  }
  const { body: long } = await upload(door, caller, [{ file: "x", name: `${"ü".repeat(200)}.jpeg` }]);
  assert.equal(long.name, `${"ü".repeat(125)}.jpeg`);
});

test("what is not there, or is another team's, has neither bytes nor anything known of it", async () => {
  const other = testCaller();
  const bodies = new Set<string>();
  for (const [path, by] of [
    [`/api/v1/files/${file.id}`, other],
    [`/api/v1/files/${file.id}?mode=meta`, other],
    ["/api/v1/files/01980000-0000-7000-8000-000000000001", caller],
    ["/api/v1/files/no-id", caller],
    ["/api/v1/files/%00", caller],
    ["/api/v1/files/..%2f..%2fetc%2fpasswd", caller],
  ] as const) {
    const response = await door.fetch(path, { caller: by });
    assert.equal(response.status, 404, path);
    const problem = (await response.json()) as Record<string, unknown>;
    bodies.add(JSON.stringify({ ...problem, request_id: null }));
  }
  assert.equal(bodies.size, 1);
});

test("parameters that the route does not take, or not so, are refused", async () => {
  for (const query of ["mode=all", "mode=", "download=maybe", "download=", "mode=meta&mode=meta", "x=1"])
    assert.equal((await get({}, `/api/v1/files/${file.id}?${query}`)).status, 400, query);
});

test("what is known of a file has its version as tag", async () => {
  const path = `/api/v1/files/${file.id}?mode=meta`;
  const response = await get({}, path);
  assert.deepEqual([response.status, response.headers.get("etag")], [200, '"1"']);
  assert.equal((await get({ "if-none-match": '"1"' }, path)).status, 304);
});
