import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import type { MintedToken } from "../../gen/rpc.ts";
import { assertDenied, idHeaders, ids, problemIn } from "../testing/assert-denied.ts";
import { BASE_URL, testAuth } from "../testing/test-auth.ts";
import { newTokenValue } from "../tokens/token-format.ts";

const auth = await testAuth();

let team: string;
let service: MintedToken;

before(async () => {
  team = await auth.newTeam();
  service = await auth.mint({ team, type: "service" });
});

describe("without a usable token", () => {
  const refused: [name: string, authorization: readonly string[], code: string][] = [
    ["no header", [], "missing_token"],
    ["an empty header", [""], "missing_token"],
    ["the bare scheme", ["Bearer"], "missing_token"],
    ["the scheme and a blank", ["Bearer "], "missing_token"],
    ["the scheme in lower case alone", ["bearer"], "missing_token"],
    ["a token without a scheme", ["{token}"], "invalid_token"],
    ["Basic", ["Basic dXNlcjpwYXNz"], "invalid_token"],
    ["a tab after the scheme", ["Bearer\t{token}"], "invalid_token"],
    ["a trailing newline", ["Bearer {token}\n"], "invalid_token"],
    ["a comma list", ["Bearer {token}, Bearer {token}"], "invalid_token"],
    ["two headers", ["Bearer {token}", "Bearer {token}"], "invalid_token"],
    ["two headers, the first empty", ["", "Bearer {token}"], "invalid_token"],
    ["a second word", ["Bearer {token} x"], "invalid_token"],
    ["a NUL in the token", ["Bearer {token}\0"], "invalid_token"],
    ["a character outside ASCII", ["Bearer {token}é"], "invalid_token"],
    ["8 kB of token", [`Bearer ${"x".repeat(8192)}`], "invalid_token"],
    ["another prefix", ["Bearer sk_live_4242424242424242"], "invalid_token"],
    ["a quoted token", ['Bearer "{token}"'], "invalid_token"],
  ];
  for (const [name, values, code] of refused) {
    test(`${name} is 401 ${code} with a challenge`, async () => {
      const headers = values.map(
        (value) => ["authorization", value.replaceAll("{token}", service.value)] as const,
      );
      const answer = await auth.ask({ headers });
      assertDenied(answer, 401, code);
      assert.equal(answer.headers["www-authenticate"], "Bearer");
      assert.equal(answer.headers.ratelimit, undefined);
    });
  }

  test("the scheme is taken in any case and with several blanks", async () => {
    for (const authorization of [`bearer ${service.value}`, `BEARER    ${service.value}`]) {
      assert.ok((await auth.ask({ headers: [["authorization", authorization]] })).isAllowed);
    }
  });

  test("a token with a wrong checksum, a swapped case or no owner is one and the same 401", async () => {
    const swapped = service.value.replace(/[a-z](?=[^a-z]*$)/, (letter) => letter.toUpperCase());
    const wrong = [service.value.slice(0, -1) + (service.value.endsWith("0") ? "1" : "0"), swapped];
    const bodies = [];
    for (const value of [...wrong, newTokenValue("service"), newTokenValue("human")]) {
      const problem = assertDenied(await auth.askWith(value, { headers: idHeaders }), 401, "invalid_token");
      bodies.push(problem);
    }
    for (const body of bodies) assert.deepEqual(body, bodies[0]);
  });

  test("a refresh token gives no access", async () => {
    const human = await auth.mintFor(team, "owner");
    assertDenied(await auth.askWith(human.refresh_token ?? ""), 401, "invalid_token");
  });

  test("an expired token is 401 expired_token, a revoked one 401 revoked_token", async () => {
    const [expired, revoked] = [
      await auth.mintFor(team, "owner"),
      await auth.mint({ team, type: "service" }),
    ];
    await auth.sql("update auth.tokens set expires_at = now() - interval '1 second' where id = $1", [
      expired.id,
    ]);
    await auth.sql("update auth.tokens set revoked_at = now() - interval '1 second' where id = $1", [
      revoked.id,
    ]);
    assertDenied(await auth.askWith(expired.value), 401, "expired_token");
    assertDenied(await auth.askWith(revoked.value), 401, "revoked_token");
  });

  test("a token of a suspended member or of a deleted team is refused", async () => {
    const human = await auth.mintFor(team, "admin");
    await auth.sql(
      "update auth.members set suspended_at = now() where id = (select member_id from auth.tokens where id = $1)",
      [human.id],
    );
    assertDenied(await auth.askWith(human.value), 401, "revoked_token");
    const gone = await auth.newTeam();
    const token = await auth.mint({ team: gone, type: "service" });
    await auth.sql("update auth.teams set deleted_at = now() where slug = $1", [gone]);
    assertDenied(await auth.askWith(token.value), 401, "invalid_token");
  });

  test("a refusal is the problem document of the request, and shows nothing of the token", async () => {
    const answer = await auth.askWith(newTokenValue("service"), { headers: idHeaders });
    assert.deepEqual(problemIn(answer), {
      type: `${BASE_URL}/errors/invalid_token`,
      title: "Invalid token",
      status: 401,
      detail:
        "This token is not known here. Check that you copied the whole token, and that it belongs to a team of this host.",
      code: "invalid_token",
      request_id: ids.requestId,
      trace_id: ids.traceId,
    });
    assert.ok(!answer.body.includes("jst_"));
  });
});

describe("the host", () => {
  let other: string;
  before(async () => {
    other = await auth.newTeam();
    for (const [owner, host] of [
      [team, "own.example.org"],
      [other, "other.example.org"],
    ] as const) {
      assert.equal((await auth.door.operate("AddHost", { team: owner, host })).status, 200);
    }
  });

  test("of another team makes the token invalid, however it is spelled", async () => {
    for (const host of [
      "other.example.org",
      "OTHER.example.org:8443",
      "other.example.org.",
      "Other.Example.Org.:443",
    ]) {
      assertDenied(await auth.askWith(service.value, { host }), 401, "invalid_token");
    }
  });

  test("of the own team, or of none, lets the token decide", async () => {
    for (const host of [
      "own.example.org",
      "OWN.EXAMPLE.ORG:443",
      "localhost:8080",
      "127.0.0.1",
      "[::1]:8080",
      "",
    ]) {
      assert.ok((await auth.askWith(service.value, { host })).isAllowed, host);
    }
  });
});
