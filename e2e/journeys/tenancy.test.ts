import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { before, describe, test } from "node:test";
import { jst, newTeam } from "../src/fleet.ts";
import { send, type Answer, type Request } from "../src/http.ts";
import { agentDoors, requestAt } from "../src/agent-doors.ts";
import { said } from "../src/leaks.ts";
import { readDescription } from "../src/openapi.ts";
import { isRepresentative } from "../src/classes.ts";
import { nameOf, registry, type Rpc } from "../src/registry.ts";
import { lookedUp, parametersOf, sampleOf, samples } from "../src/samples.ts";
import { tools } from "../../services/agent/gen/tools.ts";
import { makeWorld } from "../src/world.ts";
import { pathIds, pathOf, type Ids } from "../src/path-ids.ts";

/**
 * Every place an id can stand in, of every rpc, with another team's, an absent and a malformed one (operation.tenancy).
 */
const description = await readDescription();
const routed = registry.filter(
  (rpc) => rpc.door === "rest" && (rpc.access === "scope" || rpc.access === "authenticated"),
);
const reads = routed.filter((rpc) => rpc.bindings.some(({ verb }) => verb === "GET"));

/** Names of ids that clients give themselves. */
const ofTheClient = /external_id$/;

/** Tests for the team's own access to unknown ids, which the tests of paths have left in its log. */
const isOfOwnLooks = (path: string, name: string): boolean =>
  path === "/api/v1/audit" && name === "patient_id";

/** The ids that are bare UUIDs; one of a changeset names its service too and is malformed elsewhere. */
const uuidsOf = (ids: Ids) => Object.values(ids).filter((id) => /^[0-9a-f-]{36}$/.test(id));

/** Ids that no team has, in the shapes an id can take. */
const absent = () => randomUUID();
const malformed = ["17", "null", "0198f0a0-0000-7000-8000-00000000000", "%27%20or%201%3D1", "*"];
/** Every place is asked with an id of the first shape, one rpc of each class with all: it reads ids for the others. */
const malformedFor = (rpc: Rpc) => (isRepresentative(rpc) ? malformed : malformed.slice(0, 1));

let token = "";
let own: Ids = {};
let other = "";
let foreign: Ids = {};
let original: Record<string, unknown> = {};
before(async () => {
  const teams = [await newTeam("own"), await newTeam("foreign")] as const;
  for (const { slug } of teams) await jst("config", "set", "--team", slug, "modules.mcp_export", "true");
  [token, other] = [teams[0].token, teams[1].token];
  [own, foreign] = [await makeWorld(token, teams[0].slug), await makeWorld(other, teams[1].slug)];
  original = await things();
});

/**
 * Members that change by themselves while the tests run: deliveries are tried again, and a chart names the time of its
 * read.
 */
const moving = new Set(["stats", "deliveries", "generated_at"]);

/** Everything of the other team that has an id, as it reads it itself. */
async function things(): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  for (const rpc of reads) {
    const path = rpc.bindings[0]?.path ?? "";
    if (!path.includes("{")) continue;
    const answer = await send({ path: pathOf(path, foreign), token: other });
    assert.equal(answer.status, 200, path);
    found[path] = JSON.parse(JSON.stringify(answer.body), (name, value: unknown) =>
      moving.has(name) ? undefined : value,
    );
  }
  return found;
}

/** An answer without what names the request rather than the refusal. */
function shown({ status, body }: Answer): unknown {
  const ownNames = new Set(["request_id", "trace_id", "id"]);
  const strip = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(strip);
    if (value === null || typeof value !== "object") return value;
    const members = Object.entries(value).filter(([name]) => !ownNames.has(name));
    return Object.fromEntries(members.map(([name, member]) => [name, strip(member)]));
  };
  return { status, body: strip(body) };
}

function bodyOf(rpc: Rpc): { body?: unknown } {
  return rpc.request === null ? {} : { body: sampleOf(rpc, own) };
}

const ask = (request: Request) => send({ ...request, token });

/** Tests of refusals change nothing, so that several run at once. */
const atOnce = { concurrency: 4 };

test("the tests know every id that a path names", () => {
  assert.deepEqual(
    pathIds.filter((name) => !(name in own)),
    [],
    "add it to e2e/src/world.ts",
  );
});

describe("in a path another team's id looks exactly like an absent one", atOnce, () => {
  for (const rpc of routed) {
    for (const { verb, path } of rpc.bindings) {
      const names = pathIds.filter((name) => path.includes(`{${name}}`));
      for (const name of names) {
        test(`${verb} ${path}, its ${name}`, async () => {
          const at = async (ids: Ids) =>
            shown(await ask({ method: verb, path: pathOf(path, ids), ...bodyOf(rpc) }));
          const seen = (await at({ ...own, [name]: foreign[name] ?? "" })) as { status: number };
          assert.equal(seen.status, 404);
          assert.deepEqual(await at(foreign), seen, "all ids foreign");
          for (const id of [absent(), ...malformedFor(rpc)])
            assert.deepEqual(await at({ ...own, [name]: id }), seen, id);
        });
      }
    }
  }
});

describe("in a query another team's id looks exactly like an absent one", atOnce, () => {
  for (const rpc of routed) {
    for (const { verb, path } of rpc.bindings) {
      const parameters = description.queryOf(verb, path);
      for (const name of parameters.filter(
        (one) => /(?:^|_)id$|^endpoint$/.test(one) && !ofTheClient.test(one) && !isOfOwnLooks(path, one),
      )) {
        test(`${verb} ${path}?${name}`, async () => {
          const at = async (id: string) =>
            shown(await ask({ method: verb, path: `${pathOf(path, own)}?${name}=${id}`, ...bodyOf(rpc) }));
          const seen = await at(absent());
          for (const id of uuidsOf(foreign)) assert.deepEqual(await at(id), seen);
        });
      }
      if (parameters.includes("filter")) {
        test(`${verb} ${path}?filter by id`, async () => {
          const at = async (id: string) => {
            const filter = encodeURIComponent(JSON.stringify({ field: "id", op: "eq", value: id }));
            return shown(await ask({ method: verb, path: `${pathOf(path, own)}?filter=${filter}` }));
          };
          const seen = await at(absent());
          for (const id of uuidsOf(foreign)) assert.deepEqual(await at(id), seen);
        });
      }
    }
  }
});

describe("a cursor of another team is not a cursor", () => {
  for (const rpc of reads) {
    const path = rpc.bindings[0]?.path ?? "";
    const parameters = description.queryOf("GET", path);
    const name = ["cursor", "since"].find((one) => parameters.includes(one));
    if (name === undefined) continue;
    test(`GET ${path}`, async () => {
      const short = { rows: "rows=true", limit: "limit=1" };
      const query = Object.entries(short)
        .flatMap(([parameter, text]) => (parameters.includes(parameter) ? [text] : []))
        .join("&");
      const needed = (ids: typeof own) => new URLSearchParams(parametersOf(rpc, ids)).toString();
      const first = `${pathOf(path, foreign)}?${query}&${needed(foreign)}`;
      const page = (await send({ path: first, token: other })).body as { next_cursor: string | null };
      assert.equal(typeof page.next_cursor, "string", "e2e/src/world.ts makes two of everything listed");
      const at = async (cursor: string) => {
        const answer = await ask({
          path: `${pathOf(path, own)}?${query}&${needed(own)}&${name}=${encodeURIComponent(cursor)}`,
        });
        return shown(answer) as { status: number; body: { code?: string } };
      };
      const seen = await at(page.next_cursor ?? "");
      assert.deepEqual([seen.status, seen.body.code], [400, "invalid_cursor"]);
      assert.deepEqual(await at(`${page.next_cursor}x`), seen);
    });
  }
});

describe("in a body another team's id looks exactly like an absent one", () => {
  for (const rpc of routed) {
    const { verb = "", path = "" } = rpc.bindings[0] ?? {};
    const places = description
      .bodyOf(verb, path)
      .filter((one) => /(?:^|[._])ids?$/.test(one) && !ofTheClient.test(one));
    for (const place of places) {
      test(`${verb} ${path}, its ${place}`, async () => {
        const at = async (id: string) => {
          const sample = lookedUp[nameOf(rpc)] ?? sampleOf(rpc, own);
          const body = withValue(sample, place, place.endsWith("s") ? [id] : id);
          return shown(await ask({ method: verb, path: pathOf(path, own), body }));
        };
        const comparable = (answer: unknown, id: string) => JSON.stringify(answer).replaceAll(id, "ID");
        const random = absent();
        const seen = (await at(random)) as { status: number };
        for (const id of uuidsOf(foreign)) {
          const answer = (await at(id)) as { status: number };
          // A reference that is not looked up is stored as it is; then only the status can be compared.
          if (seen.status < 300) assert.equal(answer.status, seen.status);
          else assert.equal(comparable(answer, id), comparable(seen, random));
        }
      });
    }
  }
});

describe("at every door of agents another team's id looks exactly like an absent one", atOnce, () => {
  for (const tool of tools) {
    const properties = tool.inputSchema["properties"] as Record<string, { type?: string }>;
    const rpc = registry.find((one) => one.tool === tool.name);
    const sample = rpc === undefined ? {} : (lookedUp[nameOf(rpc)] ?? samples[nameOf(rpc)] ?? {});
    const names = Object.keys(properties).filter(
      (name) => /(?:^|_)ids?$/.test(name) && !ofTheClient.test(name),
    );
    // Every door hands its call to services/agent/src/tools/call-tool.ts: one tool of each class goes through all.
    const doors = rpc === undefined || isRepresentative(rpc) ? agentDoors : agentDoors.slice(0, 1);
    for (const [name, door] of names.flatMap((one) => doors.map((at) => [one, at] as const))) {
      test(`${tool.name} at ${door}, its ${name}`, async () => {
        const needed = pathIds
          .filter((one) => tool.arguments[one]?.in === "path")
          .map((one) => [one, own[one]]);
        const at = async (id: string) => {
          const value = properties[name]?.type === "array" ? [id] : id;
          const values = { ...sample, ...Object.fromEntries(needed), [name]: value };
          const confirmed = tool.confirm ? { ...values, confirm: true } : values;
          return said(await ask(requestAt(door, { name: tool.name, values: confirmed })), id);
        };
        const seen = await at(absent());
        const isPath = tool.arguments[name]?.in === "path";
        if (isPath) assert.match(seen, /"not_found"/);
        const theirs = isPath ? [foreign[name] ?? "", ...uuidsOf(foreign)] : uuidsOf(foreign);
        // A reference that is not looked up is stored as it is; then there is no refusal to compare.
        for (const id of theirs)
          if (isRefusal(seen)) assert.equal(await at(id), seen);
          else assert.ok(!isRefusal(await at(id)), id);
      });
    }
  }
});

/** True for the problem of a refused call, at whichever door. */
const isRefusal = (answer: string) => /"code":"\w+"/.test(answer);

/** A copy of the body with a value at a dotted path. */
function withValue(body: unknown, path: string, value: unknown): unknown {
  const [name = "", ...rest] = path.split(".");
  if (Array.isArray(body) || name === "0")
    return [rest.length === 0 ? value : withValue({}, rest.join("."), value)];
  const object = (body ?? {}) as Record<string, unknown>;
  return { ...object, [name]: rest.length === 0 ? value : withValue(object[name], rest.join("."), value) };
}

test("after all this the other team has what it had", async () => {
  assert.deepEqual(await things(), original);
});

test("no list shows what another team has", async () => {
  for (const rpc of reads) {
    const path = pathOf(rpc.bindings[0]?.path ?? "", own);
    const text = JSON.stringify((await ask({ path })).body);
    for (const id of Object.values(foreign)) assert.ok(!text.includes(`"id":"${id}"`), `${path} shows ${id}`);
  }
});
