import { notFound, problemOf } from "@jst/errors";
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import type { MintedToken } from "../../gen/rpc.ts";
import { listTables, type CheckAnswer, type SentRequest } from "../testing/envoy-messages.ts";
import { BASE_URL, testAuth } from "../testing/test-auth.ts";
import { newTokenValue } from "../tokens/token-format.ts";

const auth = await testAuth();
const ids = {
  requestId: "0b3c7f6e-6ad2-4c35-9a92-000000000001",
  traceId: "0af7651916cd43dd8448eb211c80319c",
};
const idHeaders = [
  ["x-request-id", ids.requestId],
  ["traceparent", `00-${ids.traceId}-b7ad6b7169203331-01`],
] as const;

let team: string;
let service: MintedToken;

before(async () => {
  team = await auth.newTeam();
  service = await auth.mint({ team, type: "service" });
});

interface Problem {
  code: string;
  status: number;
  [member: string]: unknown;
}

function problemIn(answer: CheckAnswer): Problem {
  assert.equal(answer.isAllowed, false);
  assert.equal(answer.headers["content-type"], "application/problem+json");
  const problem = JSON.parse(answer.body) as Problem;
  assert.equal(problem.status, answer.status);
  return problem;
}

function assertDenied(answer: CheckAnswer, status: number, code: string): Problem {
  const problem = problemIn(answer);
  assert.deepEqual([answer.status, problem.code], [status, code]);
  return problem;
}

/** A member's token, as `jst member add` and `jst token mint` make it. */
async function memberToken(
  role: "owner" | "admin" | "member" | "viewer",
  extra: object = {},
): Promise<MintedToken> {
  const member = `${role}-${Math.random().toString(36).slice(2)}@example.org`;
  assert.equal((await auth.door.operate("AddMember", { team, email: member, role })).status, 201);
  return auth.mint({ team, type: "human", member, ...extra });
}

describe("an allowed request", () => {
  test("carries a caller that services can verify, and loses the API key", async () => {
    const answer = await auth.askWith(service.value);
    assert.ok(answer.isAllowed);
    assert.deepEqual(answer.removed, ["authorization"]);
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
    assert.match(first.headers.ratelimit ?? "", /^"token";r=9999;t=(60|59)$/);
    assert.match(second.headers.ratelimit ?? "", /^"token";r=9998;t=(60|59)$/);
  });

  test("of a human token names the member, its role and the limit of 1,000", async () => {
    const token = await memberToken("member");
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
    const human = await memberToken("owner");
    assertDenied(await auth.askWith(human.refresh_token ?? ""), 401, "invalid_token");
  });

  test("an expired token is 401 expired_token, a revoked one 401 revoked_token", async () => {
    const [expired, revoked] = [await memberToken("owner"), await auth.mint({ team, type: "service" })];
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
    const human = await memberToken("admin");
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
      detail: "not a JST team API key, or not one for this host.",
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

describe("scopes", () => {
  type Scopes = NonNullable<Parameters<typeof auth.mint>[0]["scopes"]>;
  const mint = (scopes: Scopes) => auth.mint({ team, type: "service", scopes });
  const write = { ...listTables, action: "write" };
  const wildcard = { ...listTables, resource: "*", module: "" };

  const cases: [name: string, scopes: Scopes, route: Record<string, string>, code: string | undefined][] = [
    ["none given", [], write, undefined],
    ["the exact scope", [{ resource: "tables", actions: ["read"] }], listTables, undefined],
    ["another action", [{ resource: "tables", actions: ["read"] }], write, "insufficient_scope"],
    ["admin without read", [{ resource: "tables", actions: ["admin"] }], listTables, "insufficient_scope"],
    ["another resource", [{ resource: "forms", actions: ["read"] }], listTables, "insufficient_scope"],
    ["the wildcard", [{ resource: "*", actions: ["read"] }], listTables, undefined],
    ["the wildcard with only read", [{ resource: "*", actions: ["read"] }], write, "insufficient_scope"],
    [
      "no wildcard where it is needed",
      [{ resource: "tables", actions: ["read"] }],
      wildcard,
      "wildcard_required",
    ],
    ["the wildcard where it is needed", [{ resource: "*", actions: ["read"] }], wildcard, undefined],
    [
      "one twice",
      [
        { resource: "tables", actions: ["read"] },
        { resource: "tables", actions: ["read", "read"] },
      ],
      listTables,
      undefined,
    ],
  ];
  for (const [name, scopes, route, code] of cases) {
    test(`${name}: ${code ?? "allowed"}`, async () => {
      const answer = await auth.askWith((await mint(scopes)).value, { route });
      if (code === undefined) assert.ok(answer.isAllowed);
      else assert.equal(assertDenied(answer, 403, code).required_scope, `${route.resource}:${route.action}`);
    });
  }

  test("a refused scope was counted by the limiter", async () => {
    const token = await mint([{ resource: "forms", actions: ["read"] }]);
    const answer = await auth.askWith(token.value);
    assert.match(answer.headers.ratelimit ?? "", /^"token";r=9999;/);
    assert.equal(answer.headers["ratelimit-policy"], '"token";q=10000;w=60');
  });

  test("a token never has more than its member's role allows", async () => {
    const viewer = await memberToken("viewer");
    const member = await memberToken("member");
    const admin = await memberToken("admin");
    const audit = { ...listTables, resource: "audit", module: "" };
    assert.ok((await auth.askWith(viewer.value)).isAllowed);
    assertDenied(await auth.askWith(viewer.value, { route: write }), 403, "viewer_read_only");
    assertDenied(await auth.askWith(viewer.value, { route: audit }), 403, "insufficient_scope");
    assert.ok((await auth.askWith(member.value, { route: write })).isAllowed);
    for (const resource of ["audit", "tokens"]) {
      const route = { ...audit, resource };
      assertDenied(await auth.askWith(member.value, { route }), 403, "insufficient_scope");
      assert.ok((await auth.askWith(admin.value, { route })).isAllowed);
    }
  });
});

describe("a module that is off", () => {
  const without = (module: string, surface = "rest"): SentRequest => ({
    route: { ...listTables, module, surface },
    headers: idHeaders,
  });

  test("is a 404 identical to the letter to that of an absent resource", async () => {
    for (const module of ["emr", "emr.labs", "review", "wellness"]) {
      const answer = await auth.askWith(service.value, without(module));
      const expected = problemOf(notFound(), { baseUrl: BASE_URL, ...ids });
      assert.equal(answer.body, JSON.stringify(expected));
      assert.equal(answer.status, 404);
    }
  });

  test("is a 403 with its own code where contract 18 says so", async () => {
    const off = await auth.newTeam();
    for (const key of ["commerce", "mcp_actions"]) {
      await auth.door.operate("SetConfig", { team: off, key: `modules.${key}.enabled`, value: false });
    }
    const token = await auth.mint({ team: off, type: "service" });
    const codes = {
      commerce: "commerce_disabled",
      mcp_actions: "mcp_actions_disabled",
      agent_connect: "agent_connect_disabled",
      "extension.tools": "module_disabled",
    };
    for (const [module, code] of Object.entries(codes)) {
      assertDenied(await auth.askWith(token.value, without(module)), 403, code);
    }
  });

  test("is off for its parts too", async () => {
    const half = await auth.newTeam();
    await auth.door.operate("SetConfig", { team: half, key: "modules.emr.labs.enabled", value: true });
    const token = await auth.mint({ team: half, type: "service" });
    assertDenied(await auth.askWith(token.value, without("emr.labs")), 404, "not_found");
  });

  test("is told after a missing scope", async () => {
    const token = await auth.mint({
      team,
      type: "service",
      scopes: [{ resource: "forms", actions: ["read"] }],
    });
    assertDenied(await auth.askWith(token.value, without("emr")), 403, "insufficient_scope");
  });

  test("closes the function-calling door to isolated teams", async () => {
    const isolated = await auth.newTeam({ isolated: true });
    const token = await auth.mint({ team: isolated, type: "service" });
    assertDenied(await auth.askWith(token.value, without("tables", "tools")), 403, "isolated_tenant");
    assert.ok((await auth.askWith(token.value, without("tables"))).isAllowed);
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
    assert.deepEqual(answer.removed, ["authorization"]);
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
    assert.match(rpc.error.message, /^empty Bearer token/);
    assert.equal(rpc.error.data.code, "missing_token");
    assert.equal(rpc.error.data.request_id, ids.requestId);
  });

  test("bytes that are no CheckRequest are denied", async () => {
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
