import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { readRoutes } from "../src/routes.ts";
import { send1 } from "./client.ts";
import { startRealGateway, type TestGateway } from "./gateway.ts";
import { assertProblem } from "./problem.ts";
import { startAuth, type TestAuth } from "./upstreams/auth.ts";

/** The generator names a 405 route after its template and lists its verbs in Allow. */
interface WrongVerbRoute {
  name: string;
  response_headers_to_add: [{ header: { value: string } }];
}

/** A path of the template, with an id in each of its places. */
function exampleOf(template: string): string {
  return template.replace(/\{\w+\}/g, "0198c0de-0000-7000-8000-000000000001");
}

const { routes } = readRoutes(join(import.meta.dirname, "../gen/routes.json"));

interface Registered {
  access: string;
  bindings: { verb: string; path: string }[];
}
const registered = (
  JSON.parse(readFileSync(join(import.meta.dirname, "../../e2e/gen/rpcs.json"), "utf8")) as Registered[]
).flatMap(({ access, bindings }) => bindings.map((binding) => ({ ...binding, access })));

/** Every path of the registry, with the verbs of exactly that path; one that is there for no verb takes none. */
const templates = [
  ...new Map(
    routes
      .filter(({ name }) => name.startsWith("405 "))
      .map((route) => route as unknown as WrongVerbRoute)
      .map(({ name, response_headers_to_add: [{ header }] }) => [
        name.slice("405 ".length),
        header.value.includes("OPTIONS"),
      ]),
  ),
].map(([template, isForAnyOrigin]) => ({
  path: exampleOf(template),
  verbs: [...verbsOf(template), ...(isForAnyOrigin ? ["OPTIONS"] : [])],
}));

/** In the order of Allow. */
function verbsOf(template: string): string[] {
  const shape = (path: string): string => path.replaceAll(/\{\w+\}/g, "{}");
  const own = registered.filter(({ path }) => shape(path) === shape(template)).map(({ verb }) => verb);
  return ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"].filter((verb) =>
    own.includes(verb === "HEAD" ? "GET" : verb),
  );
}

/** Whether auth is not asked: by the rpc of the path, or by that in whose template a word of the path is an id. */
function isOpen(method: string, path: string): boolean {
  const of = registered.filter(({ verb }) => verb === method);
  const takes = (template: string): boolean =>
    new RegExp(`^${template.replace(/\{\w+\}/g, "[^/]+").replaceAll(".", "\\.")}$`).test(path);
  const rpc =
    of.find(({ path: template }) => exampleOf(template) === path) ??
    of.find(({ path: template }) => takes(template));
  return rpc?.access === "public";
}

let auth: TestAuth;
let gateway: TestGateway;
before(async () => {
  auth = await startAuth();
  // No service runs: a request that finds its rpc ends as `unavailable`, one that does not as 404 or 405.
  gateway = await startRealGateway(auth.port);
});
after(async () => {
  await gateway.close();
  await auth.close();
});

test("the real contract has paths to try", () => assert.ok(templates.length >= 10));

/** Verbs of HTTP, of its extensions, and unknown ones. */
const tried = "GET POST PUT PATCH DELETE OPTIONS TRACE QUERY PROPFIND FOO X-Y".split(" ");

for (const { path, verbs } of templates) {
  for (const method of verbs) {
    // A preflight has no token.
    const isPublic = method === "OPTIONS" || isOpen(method === "HEAD" ? "GET" : method, path);
    test(`${method} ${path} reaches its rpc, ${isPublic ? "without asking auth" : "with its facts for auth"}`, async () => {
      auth.clear();
      const reply = await send1(gateway.port, { method, path });
      assert.equal(reply.status, 503);
      const facts = auth.checks.map(({ attributes }) => attributes.context_extensions ?? {});
      assert.equal(facts.length, isPublic ? 0 : 1);
      for (const { rpc, access } of facts) {
        assert.match(rpc ?? "", /^\w+\.v1\.\w+\/\w+$/);
        assert.match(access ?? "", /^(scope|authenticated|member)$/);
      }
    });
  }

  test(`any other verb on ${path} is 405 with Allow: ${verbs.join(", ")}`, async () => {
    for (const method of tried.filter((verb) => !verbs.includes(verb))) {
      // Envoy itself refuses a QUERY that says no media type, as RFC 10008 asks.
      const headers = { "content-type": "application/json" };
      const reply = await send1(gateway.port, { method, path, headers });
      assertProblem(reply, "method_not_allowed");
      assert.equal(reply.headers["allow"], verbs.join(", "));
    }
  });
}

test("auth is asked the same of an alias as of the path it stands for", async () => {
  const asked = async (method: string, path: string) => {
    auth.clear();
    await send1(gateway.port, { method, path });
    return auth.checks.map(({ attributes }) => attributes.context_extensions);
  };
  const aliases = templates.filter(({ path }) => path.startsWith("/api/v1/tables/tables"));
  assert.ok(aliases.length > 0);
  for (const { path, verbs } of aliases) {
    for (const method of verbs) {
      const facts = await asked(method, path);
      assert.equal(facts.length, 1);
      assert.deepEqual(facts, await asked(method, path.replace("/v1/tables/", "/v1/data/")), path);
    }
  }
});

test("no rpc of the contract can be called by its own path", async () => {
  for (const { name } of routes.filter(
    (route) => route.name.includes("/") && !route.name.startsWith("405 "),
  )) {
    assertProblem(
      await send1(gateway.port, { method: "POST", path: `/${name}`, body: "{}" }),
      "route_not_found",
    );
  }
});

/** A table no one has; no service runs, so what gets in ends as `unavailable`. */
const rows = "/api/v1/data/tables/0198c0de-0000-7000-8000-000000000001/rows";
const MIB = 1_048_576;
const post = (path: string, bytes: number) =>
  send1(gateway.port, {
    method: "POST",
    path,
    body: Buffer.alloc(bytes, 97),
    headers: { "content-type": "application/json" },
  });

test("a batch of rows may have 4 MiB, on every spelling of its path", async () => {
  const alias = rows.replace("/data/", "/tables/");
  for (const path of [`${rows}:batch`, `${rows}%3Abatch`, `${rows}:batch/`, `${alias}:batch`]) {
    assert.equal((await post(path, 4 * MIB)).status, 503, path);
    const document = assertProblem(await post(path, 4 * MIB + 1), "payload_too_large");
    assert.equal(document["limit"], 4 * MIB, path);
  }
});

test("a single row has the limit of every other body", async () => {
  assert.equal((await post(rows, MIB)).status, 503);
  assert.equal(assertProblem(await post(rows, MIB + 1), "payload_too_large")["limit"], MIB);
});

/** Other spellings of a path: some are resolved to it, some to nothing, and none is a way around auth. */
const spellings: [name: string, of: (path: string) => string][] = [
  ["a double slash", (path) => path.replace("/v1/", "/v1//")],
  ["a double slash in front", (path) => `/${path}`],
  ["a dot segment", (path) => path.replace("/v1/", "/v1/./")],
  ["a way out and back", (path) => path.replace("/v1/", "/v1/x/../")],
  ["a way out of a public path", (path) => `/api/.well-known/..${path.slice("/api".length)}`],
  ["an encoded slash", (path) => path.replace("/v1/", "/v1%2f")],
  ["an encoded dot segment", (path) => path.replace("/v1/", "/v1/x/%2e%2e/")],
  ["an encoded letter", (path) => path.replace("/v1/", "/%761/")],
  ["a parameter of the path", (path) => `${path};x=1`],
  ["a parameter in the middle", (path) => path.replace("/v1/", "/v1;x=1/")],
  ["a slash at the end", (path) => `${path}/`],
  ["capitals", (path) => path.toUpperCase()],
  ["a backslash", (path) => path.replace("/v1/", "/v1\\")],
  ["a fragment", (path) => `${path}#x`],
  ["a question mark", (path) => `${path}?`],
];
for (const [name, of] of spellings) {
  test(`${name} in any path lets nobody in without a token`, async () => {
    for (const { path, verbs } of templates.filter((one) => one.path.startsWith("/api/v1/"))) {
      for (const method of verbs.filter((verb) => verb !== "OPTIONS" && !isOpen(verb, path))) {
        const { status } = await send1(gateway.port, { method, path: of(path), token: null });
        // 503 is what the rpc's missing service answers.
        assert.ok(status >= 400 && status < 500, `${method} ${of(path)}: ${status}`);
      }
    }
  });
}
