import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { fleet, jst, newTeam } from "../src/fleet.ts";
import { codeOf, send } from "../src/http.ts";
import { isOfMembers, matches, nameOf, registry } from "../src/registry.ts";
import { queryOf, sampleOf } from "../src/samples.ts";
import { makeWorld } from "../src/world.ts";
import { pathOf } from "../src/path-ids.ts";

/**
 * Whatever the platform says of itself is there (conventions.discovery): nothing is advertised that does not answer.
 */
interface Route {
  method: string;
  path: string;
}

const verbs = ["GET", "POST", "PATCH", "PUT", "DELETE"];
/** Things are read, made and changed before they are removed, what is in others before these. */
const order = ({ method, path }: Route) =>
  verbs.indexOf(path.endsWith(":delete") ? "DELETE" : method) * 1_000 - path.length;
const text = ({ method, path }: Route) => `${method} ${path}`;

const { slug, token } = await newTeam("advertised");
await jst("config", "set", "--team", slug, "modules.mcp_export", "true");
const ids = { ...(await makeWorld(token, slug)), name: "list_tables" };
const index = await send({ path: "/api/v1", token });
const openapi = await send({ path: "/api/.well-known/openapi.json" });
const indexed = (index.body as { paths: Route[] }).paths;
const described = describedBy(openapi.body);

function describedBy(document: unknown): Route[] {
  const { paths, servers } = document as { paths: Record<string, object>; servers: { url: string }[] };
  assert.deepEqual(
    servers.map(({ url }) => url),
    [fleet().base_url],
  );
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations)
      .map((name) => ({ method: name.toUpperCase(), path }))
      .filter(({ method }) => verbs.includes(method)),
  );
}

test("the index and the OpenAPI document advertise the same routes", () => {
  assert.ok(indexed.length > 40);
  // Addresses that are handed out and the console stand outside of the API, and no token comes to what is for members.
  const ofMembers = new Set(
    registry.filter(isOfMembers).flatMap(({ bindings }) => bindings.map(({ path }) => path)),
  );
  const ofApi = described.filter(
    ({ path }) => !/^\/(?:p|console)(?:\/|$)/.test(path) && !ofMembers.has(path),
  );
  assert.deepEqual(indexed.map(text).sort(), ofApi.map(text).sort());
});

describe("every advertised path answers, of what is there", () => {
  const removed = new Set<string>();
  for (const route of indexed.toSorted((a, b) => order(a) - order(b))) {
    test(text(route), async () => {
      const { method } = route;
      const rpc = registry.find(({ bindings }) =>
        bindings.some(({ verb, path }) => verb === method && matches(path, route.path)),
      );
      assert.ok(rpc !== undefined, "the registry lacks it");
      const body = rpc.request === null ? {} : { body: sampleOf(rpc, ids) };
      const path = `${pathOf(route.path, ids)}${queryOf(rpc, ids)}`;
      const answer = await send({ method, path, token, ...body });
      const shown = `${answer.status} ${codeOf(answer) ?? ""}`;
      assert.ok(answer.status < 500, shown);
      // The same rpc at another path may have removed it already.
      if (shown === "404 not_found") assert.ok(removed.has(nameOf(rpc)), shown);
      else assert.ok(![404, 405].includes(answer.status), shown);
      if (method === "DELETE") removed.add(nameOf(rpc));
      if (method === "GET") assert.equal(answer.status, 200, shown);
    });
  }
});

test("the example of each body is taken as it stands, one after the other", async () => {
  const { token, slug } = await newTeam("examples");
  const world = await makeWorld(token, slug);
  const make = async (path: string, body: object) =>
    ((await send({ method: "POST", path, token, body })).body as { id: string }).id;
  const tables = "/api/v1/data/tables";
  const table_id = await make(tables, { display_name: "Ex", columns: [{ name: "name", type: "text" }] });
  const [row_id, view_id] = [
    await make(`${tables}/${table_id}/rows`, { data: {} }),
    await make(`${tables}/${table_id}/views`, { name: "All" }),
  ];
  const { asset_id = "", contact_id = "", import_id = "", contact_import_id = "" } = world;
  const here = { table_id, row_id, view_id, asset_id, contact_id, import_id, contact_import_id };
  const { paths } = openapi.body as { paths: Record<string, Record<string, Exemplified>> };
  const taken: string[] = [];
  for (const [path, operations] of Object.entries(paths))
    for (const [verb, { requestBody }] of Object.entries(operations)) {
      // The example of an id names no object, and an import is checked before it is run.
      const namesNone = !path.includes("column_id") && !/(?:\/merge|:delete|\/run)$/.test(path);
      const isOurs = /^\/api\/v1\/(data|assets|contacts|tasks$)/.test(path) && namesNone;
      const body = requestBody?.content["application/json"]?.example;
      if (!isOurs || verb === "delete" || body === undefined) continue;
      const method = verb.toUpperCase();
      const answer = await send({ method, path: pathOf(path, here), token, body });
      assert.ok(answer.status < 300, `${method} ${path}: ${JSON.stringify(answer.body)}`);
      taken.push(text({ method, path }));
    }
  assert.ok(taken.length >= 12, taken.join(", "));
});

/** An operation as far as its example goes. */
interface Exemplified {
  requestBody?: { content: Record<string, { example?: object }> };
}

/** Tools of a list, and the toolsets of those that it leaves out (agents.listing). */
interface ToolList {
  tools: { name: string }[];
  _meta?: { "jst/more"?: { toolsets: string[] } };
}

async function toolsAt(path: string): Promise<ToolList> {
  const message = { jsonrpc: "2.0", id: 1, method: "tools/list" };
  return ((await send({ method: "POST", path, token, body: message })).body as { result: ToolList }).result;
}

describe("every action of the index is at every door", async () => {
  const { actions } = index.body as { actions: { name: string }[] };
  const listed = new Map<string, Set<string>>();
  for (const path of ["/api/v1/mcp", "/api/v1/mcp/actions"]) {
    const { tools, _meta } = await toolsAt(path);
    const more = _meta?.["jst/more"]?.toolsets ?? [];
    const rest = more.length === 0 ? [] : (await toolsAt(`${path}?toolsets=${more.join(",")}`)).tools;
    listed.set(path, new Set([...tools, ...rest].map(({ name }) => name)));
  }
  for (const { name } of actions) {
    test(name, async () => {
      const described = await send({ path: `/api/v1/actions/${name}`, token });
      assert.deepEqual([described.status, (described.body as { name: string }).name], [200, name]);
      for (const [path, names] of listed) assert.ok(names.has(name), path);
    });
  }
});
