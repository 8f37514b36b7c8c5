import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { test } from "node:test";
import { isFresh, isSigned, signatureOf } from "./verified.ts";

const body = Buffer.from("From: ada@example.com\r\n\r\nHello");
const hmac = (time: string, secret = "secret", of: Buffer = body) =>
  createHmac("sha256", secret).update(`${time}.`).update(of).digest("hex");

test("a header is read with all of its v1; any other header is not a signature", () => {
  const good = signatureOf(`t=1700000000, v1=${hmac("1700000000")},v1=${hmac("1")},v0=x`);
  assert.deepEqual([good?.time, good?.v1.length], ["1700000000", 2]);
  const v1 = `v1=${hmac("1")}`;
  const bad = [
    undefined,
    "",
    "t=1",
    v1,
    `t=,${v1}`,
    `t=-1,${v1}`,
    `t=1e3,${v1}`,
    `t=1,t=2,${v1}`,
    `t=1=2,${v1}`,
    "t=1,v1=",
    `t=1,v1=${hmac("1").slice(1)}`,
    `t=1,v1=${hmac("1")}0`,
    `t=1,${v1},${v1},${v1},${v1},${v1},${v1},${v1},${v1},${v1},${v1},${v1}`,
    `t=1,${v1},x=${"x".repeat(2_000)}`,
  ];
  for (const header of bad) assert.equal(signatureOf(header), undefined, header);
});

test("the clocks may differ by five minutes, either way", () => {
  const at = (time: number) => isFresh({ time: String(time), v1: [] }, 1_700_000_000_000);
  assert.deepEqual([1_699_999_700, 1_700_000_300, 1_699_999_699, 1_700_000_301, 0].map(at), [
    true,
    true,
    false,
    false,
    false,
  ]);
});

test("one v1 that is right is enough; another body, time or secret is not signed", async () => {
  const signed = (header: string, secret = "secret", of = body) =>
    isSigned(of, signatureOf(header) ?? assert.fail(header), secret);
  const good = `t=5,v1=${hmac("5", "old")},v1=${hmac("5")}`;
  assert.equal(await signed(good), true);
  assert.equal(await signed(good.toUpperCase().replaceAll("T=", "t=").replaceAll("V1=", "v1=")), true);
  assert.equal(await signed(`t=6,v1=${hmac("5")}`), false);
  assert.equal(await signed(`t=5,v1=${hmac("5", "other")}`), false);
  assert.equal(await signed(good, "secret", Buffer.concat([body, Buffer.from("\n")])), false);
  const large = Buffer.alloc(5_000_000, 120);
  assert.equal(await signed(`t=5,v1=${hmac("5", "secret", large)}`, "secret", large), true);
});
