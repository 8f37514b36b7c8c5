import assert from "node:assert/strict";
import { CallerSigner, CallerVerifier } from "@jst/caller";
import { test } from "node:test";
import { checkAnswer } from "../testing/envoy-messages.ts";
import { BASE_URL, testKey } from "../testing/test-auth.ts";
import { allowedResponse } from "./check-response.ts";
import { Grants } from "./grants.ts";
import { knownToken, type KnownToken } from "./known-token.ts";

const START = 1_800_000_000_000;

function token(expiresAt: number | null = null): KnownToken {
  return knownToken(
    JSON.stringify({
      id: "t",
      team_id: "a",
      type: "service",
      scopes: [],
      member_id: null,
      role: null,
      expires_at: expiresAt === null ? null : expiresAt / 1000,
      timezone: "UTC",
      isolated: false,
      settings: {},
      app: null,
    }),
  );
}

function grants() {
  let clock = START;
  const key = testKey();
  const now = () => clock;
  const made = new Grants(
    new CallerSigner({ privateJwk: key.privateJwk, audience: "a", now }),
    BASE_URL,
    now,
  );
  return {
    callerToken: async (known: KnownToken) =>
      checkAnswer(allowedResponse(await made.part(known, "rest"))).upstream["x-internal-token"] ?? "",
    verifier: new CallerVerifier({ jwks: key.jwks, audience: "a", now }),
    passMs: (ms: number) => (clock += ms),
  };
}

test("one signature serves many requests and is renewed while it still outlives a request of 30 s", async () => {
  const { callerToken, verifier, passMs } = grants();
  const known = token();
  const first = await callerToken(known);
  passMs(19_000);
  assert.equal(await callerToken(known), first);
  passMs(2_000);
  const second = await callerToken(known);
  assert.notEqual(second, first);
  passMs(29_000);
  assert.equal((await verifier.verify(second)).token_id, "t");
});

test("requests that come together make one signature", async () => {
  const { callerToken } = grants();
  const known = token();
  const all = await Promise.all(Array.from({ length: 20 }, () => callerToken(known)));
  assert.equal(new Set(all).size, 1);
});

test("a caller never outlives the API token, and near its end is not signed again for each request", async () => {
  const { callerToken, verifier, passMs } = grants();
  const known = token(START + 10_000);
  const first = await callerToken(known);
  passMs(9_999);
  assert.equal(await callerToken(known), first);
  assert.equal((await verifier.verify(first)).token_id, "t");
  passMs(1);
  await assert.rejects(async () => verifier.verify(first));
});
