import assert from "node:assert/strict";
import { generateKeyPairSync, type JsonWebKey } from "node:crypto";
import { test } from "node:test";
import { ServiceSigner, ServiceVerifier } from "./index.ts";

const audience = "test-fleet";
const start = Date.parse("2026-01-01T00:00:00Z");

function newKey(kid: string): { privateJwk: JsonWebKey; publicJwk: JsonWebKey } {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const named = (key: typeof privateKey) => ({ ...key.export({ format: "jwk" }), kid, alg: "EdDSA" });
  return { privateJwk: named(privateKey), publicJwk: named(publicKey) };
}

const data = newKey("data:1");
const crm = newKey("crm:1");
const jwks = JSON.stringify({ keys: [data.publicJwk, crm.publicJwk] });

function signer(key: JsonWebKey, now = () => start, deployment = audience): ServiceSigner {
  return new ServiceSigner({ privateJwk: JSON.stringify(key), audience: deployment, now });
}

function auth(now = () => start): ServiceVerifier {
  return new ServiceVerifier({ jwks, audience, self: "auth", now });
}

test("a service is known by its key", async () => {
  assert.equal(await auth().verify(await signer(data.privateJwk).proofFor("auth")), "data");
  assert.equal(await auth().verify(await signer(crm.privateJwk).proofFor("auth")), "crm");
});

test("one signature serves half a minute, and what is handed out lives another half", async () => {
  let now = start;
  const own = signer(data.privateJwk, () => now);
  const first = await own.proofFor("auth");
  now += 25_000;
  assert.equal(await own.proofFor("auth"), first);
  now += 1_000;
  const second = await own.proofFor("auth");
  assert.notEqual(second, first);
  now += 30_000;
  assert.equal(await auth(() => now).verify(second), "data");
});

const refused: [name: string, proof: () => Promise<string>, now?: number][] = [
  ["a proof for another service", () => signer(data.privateJwk).proofFor("crm")],
  ["a proof of another deployment", () => signer(data.privateJwk, () => start, "other").proofFor("auth")],
  ["a proof that has run out", () => signer(data.privateJwk).proofFor("auth"), start + 56_000],
  ["a proof from the future", () => signer(data.privateJwk, () => start + 60_000).proofFor("auth")],
  ["a key nobody knows", () => signer(newKey("data:2").privateJwk).proofFor("auth")],
  ["a key under another's name", () => signer({ ...data.privateJwk, kid: "crm:1" }).proofFor("auth")],
  ["no proof at all", () => Promise.resolve("data")],
];
for (const [name, proof, now = start] of refused) {
  test(`${name} proves nothing`, async () => {
    await assert.rejects(auth(() => now).verify(await proof()));
  });
}

test("a proof that was good is forgotten when its time is over", async () => {
  let now = start;
  const verifier = auth(() => now);
  const proof = await signer(data.privateJwk).proofFor("auth");
  await verifier.verify(proof);
  now += 56_000;
  await assert.rejects(verifier.verify(proof));
});

test("a key without a service's name signs nothing, and a key set with a private key verifies nothing", () => {
  assert.throws(() => signer({ ...data.privateJwk, kid: "data" }));
  assert.throws(
    () => new ServiceVerifier({ jwks: JSON.stringify({ keys: [data.privateJwk] }), audience, self: "auth" }),
  );
});
