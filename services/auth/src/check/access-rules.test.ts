import { notFound, problemOf } from "@jst/errors";
import { until } from "@jst/testing";
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import type { MintedToken } from "../../gen/rpc.ts";
import { assertDenied, idHeaders, ids } from "../testing/assert-denied.ts";
import { moduleDefaults } from "../teams/modules.ts";
import { listTables, type SentRequest } from "../testing/envoy-messages.ts";
import { BASE_URL, PUSH_MS, testAuth } from "../testing/test-auth.ts";

const auth = await testAuth();

let team: string;
let service: MintedToken;

before(async () => {
  team = await auth.newTeam();
  service = await auth.mint({ team, type: "service" });
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
    const viewer = await auth.mintFor(team, "viewer");
    const member = await auth.mintFor(team, "member");
    const admin = await auth.mintFor(team, "admin");
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

  test("is a 403 with its own code where errors.module-off says so", async () => {
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

  test("opens and shuts its routes as soon as the setting is announced, for every key", async () => {
    const switched = await auth.newTeam();
    const token = await auth.mint({ team: switched, type: "service" });
    const forbidden = ["extension.tools", "commerce", "mcp_actions", "agent_connect"];
    await auth.door.operate("SetConfig", { team: switched, key: "modules.emr.enabled", value: true });
    for (const key of Object.keys(moduleDefaults).filter((one) => one !== "emr")) {
      for (const value of [false, true]) {
        await auth.door.operate("SetConfig", { team: switched, key: `modules.${key}.enabled`, value });
        const answer = await until(`${key} is ${value}`, PUSH_MS, async () => {
          const given = await auth.askWith(token.value, without(key));
          return given.isAllowed === value ? given : undefined;
        });
        assert.equal(answer.status, value ? 200 : forbidden.includes(key) ? 403 : 404, key);
      }
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
