import assert from "node:assert/strict";
import { before, test } from "node:test";
import { fleet, jst, newTeam } from "../src/fleet.ts";
import { codeOf, send, type Answer } from "../src/http.ts";
import { nameOf, registry, withAbsentIds, type Rpc } from "../src/registry.ts";

const OFF_BY_DEFAULT = [
  "review",
  "wellness",
  "emr",
  "emr.labs",
  "extension.tools",
  "mcp_export",
  "agent_connect",
];
/** Handlers that do not read what is sent (pages.forms). */
const READS_NO_BODY = ["comms.v1.Unsubscribing/Unsubscribe"];

interface Bound {
  rpc: Rpc;
  name: string;
  verb: string;
  path: string;
}

const bound: Bound[] = registry.flatMap((rpc) =>
  rpc.bindings.map(({ verb, path }) => ({
    rpc,
    name: nameOf(rpc),
    verb,
    path: withAbsentIds(path),
  })),
);
const isPage = ({ path }: Bound): boolean => !path.startsWith("/api/v1");

let token = "";
before(async () => {
  const team = await newTeam("heads");
  ({ token } = team);
  for (const module of OFF_BY_DEFAULT)
    await jst("config", "set", "--team", team.slug, `modules.${module}.enabled`, "true");
});

/** Sends a body of which nothing says what it is: fetch adds a type to texts alone. */
async function sendUntyped(
  verb: string,
  path: string,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const response = await fetch(`${fleet().base_url}${path}`, {
    method: verb,
    headers,
    redirect: "manual",
    body: Buffer.from("{}"),
  });
  const text = await response.text();
  const isJson = /json/.test(response.headers.get("content-type") ?? "");
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
}

test("a body without a media type is 415 on every route that takes JSON", async () => {
  const taking = bound.filter(
    ({ rpc, verb }) =>
      rpc.request !== null && verb !== "GET" && ["scope", "authenticated"].includes(rpc.access),
  );
  assert.ok(taking.length >= 50, String(taking.length));
  for (const { name, verb, path } of taking) {
    const answer = await sendUntyped(verb, path, { authorization: `Bearer ${token}` });
    assert.deepEqual([answer.status, codeOf(answer)], [415, "unsupported_media_type"], `${name} ${path}`);
  }
});

test("a page refuses every body but a form, for each sender and before any other check", async () => {
  const pages = bound.filter(
    (one) => one.verb === "POST" && (one.path.startsWith("/p/") || one.path === "/oauth/authorize"),
  );
  assert.ok(pages.length > 10);
  for (const { name, verb, path } of pages.filter((one) => !READS_NO_BODY.includes(one.name)))
    for (const headers of [{}, { "content-type": "application/json" }, { "content-type": "text/plain" }])
      assert.equal(
        (await sendUntyped(verb, path, headers)).status,
        415,
        `${name} ${JSON.stringify(headers)}`,
      );
});

test("every answer is nosniff, and every page says where its forms go", async () => {
  let shown = 0;
  for (const one of bound.filter(({ verb, path }) => verb === "GET" && !path.startsWith("/api/v1/mcp"))) {
    const answer = await send({
      path: one.path,
      ...(isPage(one) ? { headers: { accept: "text/html" } } : { token }),
    });
    const type = answer.headers.get("content-type") ?? "";
    assert.equal(answer.headers.get("x-content-type-options"), "nosniff", one.path);
    if (!type.startsWith("text/html")) continue;
    shown += 1;
    const policy = answer.headers.get("content-security-policy") ?? "";
    assert.match(policy, /(?:^|; )default-src 'none'/, one.path);
    assert.match(policy, /; form-action ('none'|'self')/, one.path);
    assert.match(policy, /; frame-ancestors 'none'/, one.path);
  }
  assert.ok(shown >= 15, String(shown));
});

test("what the gateway and auth refuse is nosniff too", async () => {
  for (const [status, request] of [
    [401, { path: "/api/v1/contacts" }],
    [404, { path: "/api/v1/nothing", token }],
    [404, { path: "/nothing" }],
    [405, { method: "PUT", path: "/api/v1/contacts", token }],
    [400, { path: "/api/v1/contacts/a%2Fb", token }],
    [422, { method: "POST", path: "/api/v1/contacts", token, body: { nothing: 1 } }],
  ] as const) {
    const answer = await send(request);
    assert.equal(answer.status, status);
    assert.equal(answer.headers.get("x-content-type-options"), "nosniff", request.path);
  }
});
