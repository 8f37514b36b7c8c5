import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import express from "express";
import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { getReference } from "./get-reference.ts";

const app = express().get("/api/reference", getReference());

async function served(run: (url: string) => Promise<void>): Promise<void> {
  const server = app.listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    await run(`http://127.0.0.1:${(server.address() as AddressInfo).port}/api/reference`);
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

/** The body as it came over the wire, which fetch would unpack. */
async function received(url: string, headers: Record<string, string>) {
  const [reply] = (await once(get(url, { headers }), "response")) as [IncomingMessage];
  return { headers: reply.headers, bytes: Buffer.concat(await reply.toArray()) };
}

test("a compressed page is a third as large", async () => {
  await served(async (url) => {
    const plain = await received(url, {});
    for (const [accepted, unpack] of [
      ["gzip", gunzipSync],
      ["gzip, br", brotliDecompressSync],
    ] as const) {
      const packed = await received(url, { "accept-encoding": accepted });
      assert.ok(packed.bytes.length < plain.bytes.length / 3, `${packed.bytes.length} bytes`);
      assert.deepEqual(unpack(packed.bytes), plain.bytes);
    }
  });
});

test("the page brings everything it runs, and its policy permits that and nothing from elsewhere", async () => {
  await served(async (url) => {
    const reply = await fetch(url);
    const html = await reply.text();
    assert.equal(reply.headers.get("content-type"), "text/html; charset=utf-8");
    const policy = reply.headers.get("content-security-policy") ?? "";
    assert.match(policy, /^default-src 'none'; script-src 'sha256-/);
    assert.ok(!/script-src[^;]*(unsafe|http|\*)/.test(policy));
    const elements = [...html.matchAll(/<(script|style)>([\s\S]*?)<\/\1>/g)];
    assert.equal(elements.length, 3);
    for (const [, , text = ""] of elements)
      assert.ok(policy.includes(createHash("sha256").update(text).digest("base64")), text.slice(0, 60));
    assert.ok(!/(src|href)="?https?:/.test(html.replaceAll(/<(script|style)>[\s\S]*?<\/\1>/g, "")));
    const etag = reply.headers.get("etag") ?? "";
    assert.equal((await fetch(url, { headers: { "if-none-match": etag } })).status, 304);
  });
});
