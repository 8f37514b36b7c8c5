import assert from "node:assert/strict";
import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { after, test } from "node:test";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import express from "express";
import { sendDocument } from "./index.ts";

const document = { text: "one and the same, ".repeat(1_000) };
const app = express()
  .disable("etag")
  .get("/", sendDocument(document, { "cache-control": "no-cache", "x-frame-options": "DENY" }));
const server = app.listen(0, "127.0.0.1");
await once(server, "listening");
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
after(() => {
  server.close();
  server.closeAllConnections();
});

/** Answers the bytes of the wire, which fetch would unpack. */
async function received(headers: Record<string, string>, method = "GET") {
  const [reply] = (await once(get(url, { method, headers }), "response")) as [IncomingMessage];
  return { status: reply.statusCode, headers: reply.headers, bytes: Buffer.concat(await reply.toArray()) };
}

const formOf = async (accepted?: string) =>
  (await received(accepted === undefined ? {} : { "accept-encoding": accepted })).headers["content-encoding"];

test("a client gets the form that it likes best, and the plain one if it takes no other", async () => {
  for (const [accepted, coding] of [
    ["gzip, deflate, br", "br"],
    ["gzip", "gzip"],
    ["br;q=0.5, gzip", "gzip"],
    ["*", "br"],
    ["GZIP", "gzip"],
    [undefined, undefined],
    ["", undefined],
    ["identity", undefined],
    ["deflate, zstd", undefined],
    ["gzip;q=0, br;q=0", undefined],
    ["gzip;q=0.5, identity;q=1", undefined],
    [";;q=,,\t", undefined],
  ] as const)
    assert.equal(await formOf(accepted), coding, String(accepted));
});

test("each form has the same content, a strong tag of its own, and headers that let nobody compress it again", async () => {
  const [plain, gzip, br] = [
    await received({}),
    await received({ "accept-encoding": "gzip" }),
    await received({ "accept-encoding": "br" }),
  ];
  assert.deepEqual(JSON.parse(plain.bytes.toString()), document);
  assert.deepEqual(gunzipSync(gzip.bytes), plain.bytes);
  assert.deepEqual(brotliDecompressSync(br.bytes), plain.bytes);
  for (const { headers, bytes } of [plain, gzip, br]) {
    assert.match(headers.etag ?? "", /^"[\w-]+"$/);
    assert.equal(headers["cache-control"], "no-cache, no-transform");
    assert.equal(headers.vary, "accept-encoding");
    assert.equal(headers["x-frame-options"], "DENY");
    assert.equal(headers["content-length"], String(bytes.length));
  }
  assert.equal(new Set([plain, gzip, br].map(({ headers }) => headers.etag)).size, 3);
});

test("a client that has the form gets 304 with its tag and without a body; HEAD gets the head alone", async () => {
  for (const accepted of ["identity", "gzip", "br"]) {
    const { headers, bytes } = await received({ "accept-encoding": accepted });
    const etag = headers.etag ?? "";
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
      const reply = await received({ "accept-encoding": accepted, "if-none-match": known });
      assert.deepEqual([reply.status, reply.bytes.length, reply.headers.etag], [304, 0, etag]);
      assert.equal(reply.headers["cache-control"], "no-cache, no-transform");
      assert.equal(reply.headers.vary, "accept-encoding");
    }
    const other = await received({ "accept-encoding": accepted, "if-none-match": '"other"' });
    assert.equal(other.status, 200);
    const head = await received({ "accept-encoding": accepted }, "HEAD");
    assert.deepEqual([head.status, head.bytes.length, head.headers.etag], [200, 0, etag]);
    assert.equal(head.headers["content-length"], String(bytes.length));
  }
});
