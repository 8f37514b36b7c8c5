import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { readSecretKeys } from "@jst/config";
import { HostedPages } from "./hosted.ts";

const key = (fill: number): string => Buffer.alloc(32, fill).toString("base64");
const pages = (current: string, keys: Record<string, string>) =>
  new HostedPages(readSecretKeys(JSON.stringify({ current, keys })), "http://gateway.test");
const document = { teamId: randomUUID(), id: randomUUID() };
const addressBy = (by: HostedPages) => by.urlOf("invoices", document);
const open = (by: HostedPages, url: string) => by.read("invoices", url.split("/").at(-1) ?? "");

test("an address that was mailed stays the same one, and opens, while another key is added and becomes current", () => {
  const mailed = addressBy(pages("k1", { k1: key(1) }));
  const both = { k1: key(1), k2: key(2) };
  for (const rotated of [pages("k1", both), pages("k2", both), pages("k3", { ...both, k3: key(3) })]) {
    assert.equal(addressBy(rotated), mailed);
    assert.deepEqual(open(rotated, mailed), document);
  }
});

test("an address by any key that is listed opens, and one by a key that is gone does not", () => {
  const [first, second] = [pages("k1", { k1: key(1) }), pages("k2", { k2: key(2) })];
  const both = pages("k2", { k1: key(1), k2: key(2) });
  assert.deepEqual(open(both, addressBy(second)), document);
  assert.equal(open(second, addressBy(first)), undefined);
});
