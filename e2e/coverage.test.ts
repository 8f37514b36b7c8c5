import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { before, describe, test } from "node:test";
import { exchangesOf, type Exchange } from "./src/exchange.ts";
import { jst, jstProgram, mintToken, newTeam } from "./src/fleet.ts";
import { codeOf, send, type Answer } from "./src/http.ts";
import {
  isOfMembers,
  isRouted,
  kebab,
  matches,
  nameOf,
  registry,
  withAbsentIds,
  type Rpc,
} from "./src/registry.ts";
import { sampleOf, sampleQueryOf } from "./src/samples.ts";

const routed = registry.filter(isRouted);
const reached = registry.filter((rpc) => isRouted(rpc) || isOfMembers(rpc));

/** True for an rpc that describeResource of libs/resource tests, where the resource calls it. */
function isStandard({ method }: Rpc): boolean {
  return /^(List|Get|Create|Update|Archive)[A-Z]/.test(method);
}

function ask(rpc: Rpc, binding: { verb: string; path: string }, token?: string): Promise<Answer> {
  const body = rpc.request === null ? {} : { body: sampleOf(rpc) };
  return send({
    method: binding.verb,
    path: `${withAbsentIds(binding.path)}${sampleQueryOf(rpc)}`,
    ...(token === undefined ? {} : { token }),
    ...body,
  });
}

describe("every rpc keeps the access rules on every path it has", () => {
  let full = "";
  let none = "";
  before(async () => {
    const team = await newTeam("coverage");
    full = team.token;
    // Sign-in for apps answers where a team lets apps in.
    await jst("config", "set", "--team", team.slug, "modules.agent_connect.enabled", "true");
    // No rpc asks for this.
    none = await mintToken(team.slug, [{ resource: "project_task", actions: ["admin"] }]);
  });
  for (const rpc of routed) {
    for (const binding of rpc.bindings) {
      const route = `${binding.verb} ${binding.path}`;
      if (rpc.access === "public") {
        test(`${route} answers without a token`, async () => {
          const answer = await ask(rpc, binding);
          // One that takes a body or an id answers what it thinks of the sample, or of none.
          const leadsToSignIn =
            answer.status === 303 && answer.headers.get("location")?.startsWith("/p/sign-in?");
          if (rpc.readOnly && !binding.path.includes("{") && leadsToSignIn !== true)
            assert.equal(answer.status, rpc.status);
          else assert.notEqual(codeOf(answer), "missing_token");
        });
        continue;
      }
      test(`${route} without a token is 401 missing_token`, async () => {
        const answer = await ask(rpc, binding);
        assert.deepEqual([answer.status, codeOf(answer)], [401, "missing_token"]);
      });
      if (rpc.access === "scope") {
        test(`${route} outside the token's scopes is 403`, async () => {
          const answer = await ask(rpc, binding, none);
          assert.deepEqual(
            [answer.status, codeOf(answer)],
            [403, rpc.resource === "*" ? "wildcard_required" : "insufficient_scope"],
          );
        });
      }
      if (binding.path.includes("{")) {
        test(`${route} of an absent id is 404 not_found`, async () => {
          const answer = await ask(rpc, binding, full);
          assert.deepEqual([answer.status, codeOf(answer)], [404, "not_found"]);
        });
      }
    }
  }
});

describe("what members alone do is refused without a session on every path it has", () => {
  let full = "";
  before(async () => {
    full = (await newTeam("coverage-members")).token;
  });
  for (const rpc of registry.filter(isOfMembers)) {
    for (const binding of rpc.bindings) {
      const route = `${binding.verb} ${binding.path}`;
      test(`${route} without a session is 401 missing_token`, async () => {
        const answer = await ask(rpc, binding);
        assert.deepEqual([answer.status, codeOf(answer)], [401, "missing_token"]);
      });
      test(`${route} with a token of full access is 403 insufficient_scope`, async () => {
        const answer = await ask(rpc, binding, full);
        assert.deepEqual([answer.status, codeOf(answer)], [403, "insufficient_scope"]);
      });
    }
  }
});

/** Rpcs that succeed only after five attempts of a delivery, a quarter of an hour: tests beside them show it. */
const slow = new Set(["SkipDelivery"]);

describe("every rpc is tested", () => {
  const cases: Exchange[] = readdirSync(new URL("cases/", import.meta.url)).flatMap((file) =>
    exchangesOf(new URL(`cases/${file}`, import.meta.url).pathname),
  );
  for (const rpc of reached.filter(({ method }) => !slow.has(method))) {
    test(`${nameOf(rpc)} has an exchange in e2e/cases that succeeds`, () => {
      const isCovered = cases.some((one) => {
        const [verb, path = ""] = one.request.split(" ");
        return (
          one.status === rpc.status &&
          rpc.bindings.some((binding) => binding.verb === verb && matches(binding.path, path))
        );
      });
      assert.ok(isCovered, `add one with status ${rpc.status}`);
    });
  }
  for (const rpc of registry.filter((one) => one.surface === "grpc")) {
    test(`${nameOf(rpc)} has a test beside its handler`, () => {
      const resource = kebab(rpc.service.split(".").at(-1) ?? "");
      const folder = new URL(`../${rpc.home}/src/${rpc.folder}/`, import.meta.url);
      const ofAll = new URL(`${resource}.test.ts`, folder);
      const described = existsSync(ofAll) ? readFileSync(ofAll, "utf8") : "";
      const isDescribed =
        described.includes("describeResource(") && (isStandard(rpc) || described.includes(`"${rpc.method}"`));
      const file = new URL(`${kebab(rpc.method)}.test.ts`, folder);
      assert.ok(isDescribed || existsSync(file), file.pathname);
    });
  }
});

describe("index, OpenAPI and routes tell the same", () => {
  // Sign-in for apps has documents of its own (oauth.documents).
  const pathsOf = (rpcs: readonly Rpc[]) =>
    rpcs
      .flatMap((rpc) => rpc.bindings.map((binding) => `${binding.verb} ${binding.path}`))
      .filter((route) => !/ \/(?:oauth|\.well-known)\//.test(route))
      .sort();
  test("the index advertises every route that a token reaches and nothing else", async () => {
    const { token } = await newTeam("index");
    const index = (await send({ path: "/api/v1", token })).body as {
      paths: { method: string; path: string }[];
    };
    const ofApi = pathsOf(routed).filter((route) => !/ \/(?:p\/|console)/.test(route));
    assert.deepEqual(index.paths.map((one) => `${one.method} ${one.path}`).sort(), ofApi);
  });
  test("the OpenAPI document describes every route and nothing else", async () => {
    const document = (await send({ path: "/api/.well-known/openapi.json" })).body as {
      paths: Record<string, object>;
    };
    const verbs = ["get", "post", "patch", "put", "delete"];
    const described = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.keys(item)
        .filter((key) => verbs.includes(key))
        .map((verb) => `${verb.toUpperCase()} ${path}`),
    );
    assert.deepEqual(described.sort(), pathsOf(reached));
  });
});

describe("internal rpcs stay inside", () => {
  for (const rpc of registry.filter(({ access }) => access === "internal")) {
    test(`${nameOf(rpc)} cannot be called through the gateway`, async () => {
      for (const type of ["application/json", "application/grpc"]) {
        const answer = await send({
          method: "POST",
          path: `/${nameOf(rpc)}`,
          body: "{}",
          headers: { "content-type": type },
        });
        assert.ok([404, 415].includes(answer.status), String(answer.status));
      }
    });
  }
  test("the operator's command reports a healthy fleet", async () => {
    assert.equal((await jstProgram<{ healthy: boolean }>("status")).healthy, true);
  });
});
