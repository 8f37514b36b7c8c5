import assert from "node:assert/strict";
import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, test } from "node:test";
import { kindsOf } from "../src/classes.ts";
import { isOfMembers, isRouted, nameOf, registry, type Rpc } from "../src/registry.ts";

/**
 * Trust, tenancy and the order of refusals are tested for one rpc of each class through the running gateway. This test
 * extends that to the others: each rpc is of one class, and gateway and service are generated with the settings that
 * put it there.
 */
const root = path.resolve(import.meta.dirname, "../..");
const json = (file: string): unknown => JSON.parse(readFileSync(path.join(root, file), "utf8"));

/** The settings that auth is given with each request of a route, by rpc: one for each of its paths. */
const settings = (json("gateway/gen/routes.json") as { routes: Route[] }).routes.flatMap(
  (route): Settings[] => {
    const filter = route.typed_per_filter_config?.["envoy.filters.http.ext_authz"];
    const given = filter?.check_settings?.context_extensions;
    return given === undefined ? [] : [given];
  },
);
const atTheGateway = Map.groupBy(settings, ({ rpc }) => rpc ?? "");

type Settings = Record<string, string>;
interface Route {
  typed_per_filter_config?: Record<
    string,
    { check_settings?: { context_extensions?: Settings } } | undefined
  >;
}

/** Checks of each process for its rpcs, by name. */
const inProcess = new Map<string, Pick<Rpc, "access" | "resource" | "action" | "module">>();
for (const owner of new Set(
  registry.filter(({ surface }) => surface === "express").map((rpc) => rpc.owner),
)) {
  const { expressRoutes } = (await import(path.join(root, "services", owner, "gen/express.ts"))) as {
    expressRoutes: readonly (Rpc & { rpc: string })[];
  };
  for (const route of expressRoutes) inProcess.set(route.rpc, route);
}
for (const owner of new Set(registry.filter(({ surface }) => surface === "grpc").map((rpc) => rpc.owner))) {
  const folder = ["services", "libs"].find((one) => existsSync(path.join(root, one, owner))) ?? "";
  const workloads = globSync("gen/{registry,*-registry}.ts", { cwd: path.join(root, folder, owner) });
  for (const file of workloads) {
    const { rpcs } = (await import(path.join(root, folder, owner, file))) as { rpcs: readonly Rpc[] };
    for (const rpc of rpcs) inProcess.set(`${rpc.service}/${rpc.method}`, rpc);
  }
}

describe("each rpc is of exactly one kind", () => {
  for (const rpc of registry)
    test(nameOf(rpc), () => assert.equal(kindsOf(rpc).length, 1, kindsOf(rpc).join(", ")));
});

const set = (members: Record<string, string>) =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== ""));

describe("the gateway's routes say of each rpc what its class is made of", () => {
  for (const rpc of registry) {
    test(nameOf(rpc), () => {
      const routes = atTheGateway.get(nameOf(rpc)) ?? [];
      const isReached = isRouted(rpc) || isOfMembers(rpc);
      if (!isReached) assert.deepEqual(routes, [], "it has no route");
      if (!isReached || rpc.access === "public") return;
      assert.ok(routes.length > 0);
      const { resource, access, module, door } = rpc;
      const expected = set({
        rpc: nameOf(rpc),
        resource,
        action: actionOf(rpc),
        access,
        module,
        surface: door,
        patient: patientPlace(rpc),
        writes: rpc.door === "rest" && !rpc.readOnly ? "true" : "",
      });
      for (const route of routes) assert.deepEqual(route, expected);
    });
  }
});

/** Returns the place of the path that names a patient, whom a recorded refusal is about. */
function patientPlace({ bindings }: Rpc): string {
  const place = bindings[0]?.path.split("/").indexOf("{patient_id}") ?? -1;
  return place < 0 ? "" : String(place);
}

/** An rpc without a scope has no action. */
function actionOf({ resource, action }: Pick<Rpc, "resource" | "action">): string {
  return resource === "" ? "" : action;
}

describe("the service's own settings of each rpc are those of its class", () => {
  for (const rpc of registry) {
    test(nameOf(rpc), () => {
      const own = inProcess.get(nameOf(rpc));
      assert.ok(own, "no process has it");
      const members = ["access", "resource", "module"] as const;
      const shared =
        rpc.surface !== "express" ? ([...members, "readOnly", "trust", "status"] as const) : members;
      const pick = (of: Pick<Rpc, "access" | "resource" | "action">) =>
        Object.fromEntries([...shared.map((name) => [name, of[name as never]]), ["action", actionOf(of)]]);
      assert.deepEqual(pick(own), pick(rpc));
    });
  }
});
