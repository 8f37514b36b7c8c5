import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import express from "express";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { getReference } from "./get-reference.ts";

const app = express().get("/api/reference", getReference());

test("the page brings everything it runs, and its policy permits that and nothing from elsewhere", async () => {
  const server = app.listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/reference`;
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
  } finally {
    server.close();
    server.closeAllConnections();
  }
});
