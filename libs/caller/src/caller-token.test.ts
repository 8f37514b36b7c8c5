import assert from "node:assert/strict";
import { before, test } from "node:test";
import { exportJWK, generateKeyPair, UnsecuredJWT, type JWK } from "jose";
import { CallerSigner, CallerVerifier, type Caller } from "./index.ts";

const audience = "test-fleet";
const caller: Caller = {
  team_id: "01890000-0000-7000-8000-000000000001",
  token_id: "01890000-0000-7000-8000-000000000002",
  token_type: "service",
  scopes: [{ resource: "tables", actions: ["read"] }],
  door: "rest",
  team: {
    timezone: "UTC",
    modules: { tables: true },
    trust_rest: "queue",
    agent_write_mode: "direct",
    mcp_export: false,
    isolated: false,
  },
};

let first: JWK;
let second: JWK;

async function newKey(kid: string): Promise<JWK> {
  const { privateKey } = await generateKeyPair("EdDSA", { crv: "Ed25519", extractable: true });
  return { ...(await exportJWK(privateKey)), kid, alg: "EdDSA" };
}

function publicPart(key: JWK): JWK {
  const open = { ...key };
  delete open.d;
  return open;
}

function publicSet(...keys: JWK[]): string {
  return JSON.stringify({ keys: keys.map(publicPart) });
}

function signer(key: JWK, now?: () => number): CallerSigner {
  return new CallerSigner({
    privateJwk: JSON.stringify(key),
    audience,
    ...(now === undefined ? {} : { now }),
  });
}

function verifier(jwks: string, now?: () => number): CallerVerifier {
  return new CallerVerifier({ jwks, audience, ...(now === undefined ? {} : { now }) });
}

before(async () => {
  first = await newKey("k1");
  second = await newKey("k2");
});

test("a signed caller arrives as it was, from the signature and from the cache", async () => {
  const { token } = await signer(first).sign(caller);
  const verify = verifier(publicSet(first));
  assert.deepEqual(await verify.verify(token), caller);
  const again = verify.verify(token);
  assert.ok(!(again instanceof Promise));
  assert.deepEqual(again, caller);
});

test("a caller of a team with rules has a claim of its own, which code without rules does not know", async () => {
  const ruled = { ...caller, team: { ...caller.team, rules: 7 } };
  const claimsOf = async (one: Caller) => {
    const { token } = await signer(first).sign(one);
    assert.deepEqual(await verifier(publicSet(first)).verify(token), one);
    return JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()) as object;
  };
  const [plain, claims] = [await claimsOf(caller), await claimsOf(ruled)];
  assert.deepEqual([Object.hasOwn(plain, "caller"), Object.hasOwn(plain, "ruled_caller")], [true, false]);
  assert.deepEqual([Object.hasOwn(claims, "caller"), Object.hasOwn(claims, "ruled_caller")], [false, true]);
});

test("a caller token lives at most 60 seconds and never longer than the API token behind it", async () => {
  const at = 1_800_000_000_000;
  const plain = await signer(first, () => at).sign(caller);
  const claims = JSON.parse(Buffer.from(plain.token.split(".")[1] ?? "", "base64url").toString()) as {
    iat: number;
    exp: number;
  };
  assert.ok(claims.exp - claims.iat <= 60);
  const short = await signer(first, () => at).sign(caller, at + 3_500);
  assert.equal(short.expiresAt, at + 3_000);
});

test("a token with one changed byte in any part is refused", async () => {
  const { token } = await signer(first).sign(caller);
  const [header = "", payload = "", signature = ""] = token.split(".");
  const flip = (text: string) => (text.startsWith("A") ? `B${text.slice(1)}` : `A${text.slice(1)}`);
  const richer = Buffer.from(payload, "base64url").toString().replace('"read"', '"write"');
  const forged = [
    `${flip(header)}.${payload}.${signature}`,
    `${header}.${flip(payload)}.${signature}`,
    `${header}.${payload}.${flip(signature)}`,
    `${header}.${Buffer.from(richer).toString("base64url")}.${signature}`,
    `${header}.${payload}.`,
    `${header}.${payload}`,
    "",
  ];
  const verify = verifier(publicSet(first));
  assert.deepEqual(await verify.verify(token), caller);
  for (const text of forged) await assert.rejects(async () => verify.verify(text));
});

test("an expired token is refused, also when it was accepted and remembered before", async () => {
  let clock = 1_800_000_000_000;
  const now = () => clock;
  const { token, expiresAt } = await signer(first, now).sign(caller);
  const remembering = verifier(publicSet(first), now);
  assert.deepEqual(await remembering.verify(token), caller);
  clock = expiresAt - 1;
  assert.deepEqual(await remembering.verify(token), caller);
  clock = expiresAt;
  await assert.rejects(async () => remembering.verify(token));
  await assert.rejects(async () => verifier(publicSet(first), now).verify(token));
});

test("a token for another deployment is refused", async () => {
  const foreign = new CallerSigner({ privateJwk: JSON.stringify(first), audience: "isolated-tenant" });
  const { token } = await foreign.sign(caller);
  await assert.rejects(async () => verifier(publicSet(first)).verify(token));
});

test("a token of a key outside the set is refused, also under a known key id", async () => {
  const { token } = await signer(second).sign(caller);
  const { token: posing } = await signer({ ...second, kid: "k1" }).sign(caller);
  await assert.rejects(async () => verifier(publicSet(first)).verify(token));
  await assert.rejects(async () => verifier(publicSet(first)).verify(posing));
});

test("a token without a signature is refused", async () => {
  const unsigned = new UnsecuredJWT({ caller })
    .setIssuedAt()
    .setExpirationTime("50s")
    .setAudience(audience)
    .encode();
  await assert.rejects(async () => verifier(publicSet(first)).verify(unsigned));
});

test("while keys rotate, tokens of the old and of the new key are accepted", async () => {
  const verify = verifier(publicSet(second, first));
  for (const key of [first, second]) {
    const { token } = await signer(key).sign(caller);
    assert.deepEqual(await verify.verify(token), caller);
  }
  const { token } = await signer(first).sign(caller);
  await assert.rejects(async () => verifier(publicSet(second)).verify(token));
});

test("the memory of verified tokens is bounded", async () => {
  const verify = new CallerVerifier({ jwks: publicSet(first), audience, cacheSize: 2 });
  const tokens: string[] = [];
  for (const id of ["a", "b", "c"]) {
    const { token } = await signer(first).sign({ ...caller, token_id: id });
    await verify.verify(token);
    tokens.push(token);
  }
  assert.ok(verify.verify(tokens[0] ?? "") instanceof Promise);
  assert.ok(!(verify.verify(tokens[2] ?? "") instanceof Promise));
});

test("a signing key that is public, of another kind or nameless is refused without quoting it", () => {
  const secretPart = String(first.d);
  const open = publicPart(first);
  for (const jwk of [open, { ...first, crv: "X25519" }, { ...first, kid: undefined }, "not a key"]) {
    assert.throws(
      () => new CallerSigner({ privateJwk: JSON.stringify(jwk), audience }),
      (error: Error) => !error.message.includes(secretPart),
    );
  }
  assert.throws(() => new CallerVerifier({ jwks: JSON.stringify({ keys: [first] }), audience }));
});
