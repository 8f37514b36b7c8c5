import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import type { MintedToken } from "../../gen/rpc.ts";
import { idHeaders, ids, assertDenied, type Problem } from "../testing/assert-denied.ts";
import { checkAnswer, listTables } from "../testing/envoy-messages.ts";
import { testAuth } from "../testing/test-auth.ts";

const auth = await testAuth();

let team: string;
let service: MintedToken;

before(async () => {
  team = await auth.newTeam();
  service = await auth.mint({ team, type: "service" });
});

describe("an allowed request", () => {
  test("carries a caller that services can verify, and loses the API key", async () => {
    const answer = await auth.askWith(service.value);
    assert.ok(answer.isAllowed);
    assert.deepEqual(answer.removed, ["authorization", "cookie"]);
    const caller = await auth.verifier.verify(answer.upstream["x-internal-token"] ?? "");
    assert.equal(caller.token_id, service.id);
    assert.equal(caller.token_type, "service");
    assert.equal(caller.door, "rest");
    assert.deepEqual(caller.scopes, []);
    assert.equal(caller.team.timezone, "UTC");
    assert.equal(caller.team.modules.contacts, true);
    assert.equal(caller.team.modules["emr.labs"], false);
    assert.ok(!JSON.stringify(answer).includes(service.value));
  });

  test("carries the RateLimit headers to the letter, and counts down", async () => {
    const token = await auth.mint({ team, type: "service" });
    const first = await auth.askWith(token.value);
    const second = await auth.askWith(token.value);
    assert.equal(first.headers["ratelimit-policy"], '"token";q=10000;w=60');
    assert.match(first.headers.ratelimit ?? "", /^"token";r=9999;t=(60|5\d)$/);
    assert.match(second.headers.ratelimit ?? "", /^"token";r=9998;t=(60|5\d)$/);
  });

  test("of a human token names the member, its role and the limit of 1,000", async () => {
    const token = await auth.mintFor(team, "member");
    const answer = await auth.askWith(token.value);
    const caller = await auth.verifier.verify(answer.upstream["x-internal-token"] ?? "");
    assert.equal(caller.role, "member");
    assert.equal(typeof caller.member_id, "string");
    assert.equal(answer.headers["ratelimit-policy"], '"token";q=1000;w=60');
  });

  test("through another door carries a caller of that door", async () => {
    for (const surface of ["mcp", "mcp_actions", "actions", "tools"]) {
      const answer = await auth.askWith(service.value, { route: { ...listTables, surface } });
      const caller = await auth.verifier.verify(answer.upstream["x-internal-token"] ?? "");
      assert.equal(caller.door, surface);
    }
  });

  test("reuses one signature per token and door", async () => {
    const [first, second] = [await auth.askWith(service.value), await auth.askWith(service.value)];
    assert.equal(first.upstream["x-internal-token"], second.upstream["x-internal-token"]);
  });
});

describe("the route", () => {
  test("without facts, or with facts not understood, is denied even to a good token", async () => {
    const strange = [
      null,
      {},
      { ...listTables, access: "anyone" },
      { ...listTables, action: "" },
      { access: "scope" },
    ];
    for (const route of [
      ...strange,
      { ...listTables, surface: "backdoor" },
      { ...listTables, resource: "" },
    ]) {
      assertDenied(await auth.askWith(service.value, { route }), 503, "unavailable");
    }
  });

  test("of a question that cannot be read is not let in, and no 500: that is the gateway's word for a head too large", async () => {
    for (const question of [Buffer.from([0x0a, 0xff]), Buffer.from("nonsense")])
      assertDenied(checkAnswer(await auth.check.answer(question)), 503, "unavailable");
  });

  test("that needs any token takes a token without scopes for it", async () => {
    const token = await auth.mint({
      team,
      type: "service",
      scopes: [{ resource: "forms", actions: ["read"] }],
    });
    const route = { rpc: "x", access: "authenticated", surface: "rest" };
    assert.ok((await auth.askWith(token.value, { route })).isAllowed);
    assertDenied(await auth.ask({ route }), 401, "missing_token");
  });

  test("that exists nowhere is a 401 without a token, and is left to the gateway with one", async () => {
    const route = { rpc: "unmatched", access: "unmatched", surface: "rest" };
    assertDenied(await auth.ask({ route }), 401, "missing_token");
    const answer = await auth.askWith(service.value, { route });
    assert.ok(answer.isAllowed);
    assert.deepEqual(answer.upstream, {});
    assert.deepEqual(answer.removed, ["authorization", "cookie"]);
    assert.match(answer.headers.ratelimit ?? "", /^"token";r=/);
  });

  test("that is public asks for nothing and passes on no identity", async () => {
    const answer = await auth.ask({ route: { access: "public", surface: "rest" } });
    assert.ok(answer.isAllowed);
    assert.deepEqual(answer.upstream, {});
    assert.deepEqual(answer.removed, ["authorization", "x-internal-token"]);
  });

  test("of an MCP server is refused in JSON-RPC with a null id", async () => {
    const route = { ...listTables, surface: "mcp" };
    const answer = await auth.ask({ route, headers: idHeaders });
    assert.equal(answer.status, 401);
    assert.equal(answer.headers["content-type"], "application/json");
    const rpc = JSON.parse(answer.body) as {
      id: null;
      error: { code: number; message: string; data: Problem };
    };
    assert.equal(rpc.id, null);
    assert.equal(rpc.error.code, -32_000);
    assert.match(rpc.error.message, /^The Authorization header is missing/);
    assert.equal(rpc.error.data.code, "missing_token");
    assert.equal(rpc.error.data.request_id, ids.requestId);
  });

  test("bytes that do not encode a CheckRequest are denied", async () => {
    const { check } = auth;
    for (const bytes of [
      Buffer.from([0x0a, 0x7f]),
      Buffer.from([0x0b]),
      Buffer.alloc(20, 0xff),
      Buffer.alloc(0),
    ]) {
      const response = await check.answer(bytes);
      assert.ok(response.includes("application/problem+json"));
    }
  });
});
