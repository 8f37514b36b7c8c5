import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { readSecretKeys, SecretBox } from "./secret-box.ts";

const key = () => randomBytes(32).toString("base64");
const file = { current: "k1", keys: { k1: key() } };
const box = new SecretBox(readSecretKeys(JSON.stringify(file)));

test("a secret comes back for its owner alone, and never the same twice when sealed", () => {
  const sealed = box.seal("whsec_abc", "team/endpoint");
  assert.equal(box.open(sealed, "team/endpoint"), "whsec_abc");
  assert.ok(!sealed.includes("whsec_abc"));
  assert.notDeepEqual(box.seal("whsec_abc", "team/endpoint"), sealed);
  assert.throws(() => box.open(sealed, "team/other"));
});

test("no byte of a sealed secret can be changed or cut", () => {
  const sealed = box.seal("whsec_abc", "owner");
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    assert.throws(() => box.open(changed, "owner"), `byte ${at}`);
  }
  assert.throws(() => box.open(sealed.subarray(0, -1), "owner"));
  assert.throws(() => box.open(Buffer.alloc(0), "owner"));
});

test("after a rotation of keys the old ones still open, and the new one seals", () => {
  const sealed = box.seal("whsec_abc", "owner");
  const keys = { ...file.keys, k2: key() };
  const rotated = new SecretBox(readSecretKeys(JSON.stringify({ current: "k2", keys })));
  assert.equal(rotated.open(sealed, "owner"), "whsec_abc");
  assert.throws(() => box.open(rotated.seal("whsec_abc", "owner"), "owner"));
});

test("a key that is too short or is not listed is refused at the start", () => {
  assert.throws(() => readSecretKeys(JSON.stringify({ current: "k1", keys: { k1: "AAAA" } })));
  assert.throws(() => readSecretKeys(JSON.stringify({ current: "k2", keys: file.keys })));
});
