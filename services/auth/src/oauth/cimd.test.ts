import assert from "node:assert/strict";
import { createServer, type ServerResponse } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { after, test } from "node:test";
import { type PinnedTarget, UrlGuard } from "@jst/jobs/outbound";
import { testAuth } from "../testing/test-auth.ts";
import { CALLBACK, testOAuth } from "../testing/test-oauth.ts";
import { ClientDocuments, isDocumentAddress } from "./cimd.ts";

const auth = await testAuth({ hasPages: true });
const { ask, codeOf, exchange, openTeam, refresh, show, signedIn, visitor } = testOAuth(auth);
const { visitor: member } = await signedIn(await openTeam());

/** Responses of the test's own site by path. */
const site = new Map<string, (response: ServerResponse) => void>();
let fetched = 0;
const server = createServer((request, response) => {
  fetched += 1;
  site.get(request.url ?? "")?.(response);
}).listen(0, "127.0.0.1");
await once(server, "listening");
after(() => {
  server.closeAllConnections();
  server.close();
});
const own = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

const documentOf = (path: string, more: object = {}) => ({
  client_id: `${own}${path}`,
  client_name: "Documented app",
  redirect_uris: [CALLBACK],
  ...more,
});
const json =
  (body: unknown, headers: Record<string, string> = {}, status = 200) =>
  (response: ServerResponse): void => {
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(JSON.stringify(body));
  };

test("a client that is named by its document connects and refreshes", async () => {
  site.set("/good.json", json(documentOf("/good.json")));
  const asked = await ask({}, `${own}/good.json`);
  const page = await show(member, asked);
  assert.equal(page.status, 200, page.text);
  assert.ok(page.text.includes(new URL(own).host) && !page.text.includes("not verified"));
  const { status, body } = await exchange(asked, await codeOf(member, asked));
  assert.equal(status, 200);
  const again = await refresh({
    clientId: asked.clientId,
    access: "",
    refresh: body.refresh_token,
    scope: "",
  });
  assert.equal(again.status, 200);
});

test("a document is fetched for who is signed in alone", async () => {
  const before = fetched;
  assert.equal((await show(visitor(), await ask({}, `${own}/good.json`))).status, 303);
  assert.equal(fetched, before);
});

test("a document that can sign as well, and takes no secret, is good", async () => {
  const methods = {
    token_endpoint_auth_method: "private_key_jwt",
    token_endpoint_auth_methods_supported: ["none", "private_key_jwt"],
  };
  site.set(
    "/both.json",
    json(documentOf("/both.json", methods), { "content-type": "application/cimd+json" }),
  );
  assert.equal((await show(member, await ask({}, `${own}/both.json`))).status, 200);
});

/** Builds a raw response, which may break the rules of HTTP or of JSON. */
const raw =
  (head: Record<string, string>, status: number, body: string) =>
  (response: ServerResponse): void => {
    response.writeHead(status, head).end(body);
  };
const redirect = { location: `${own}/good.json` };
for (const [what, answer] of Object.entries({
  "tells another id": json(documentOf("/other")),
  redirects: raw(redirect, 302, ""),
  "is absent": json({}, {}, 404),
  "is a page": json(documentOf("/bad.json"), { "content-type": "text/html" }),
  "is no JSON": raw({ "content-type": "application/json" }, 200, "{"),
  "is a list": json([]),
  "is 1 MB": json(documentOf("/bad.json", { more: "x".repeat(1_000_000) })),
  "is a little too long": json(documentOf("/bad.json", { more: "x".repeat(5_120) })),
  "has a secret": json(documentOf("/bad.json", { client_secret: "x" })),
  "needs a secret": json(documentOf("/bad.json", { token_endpoint_auth_method: "client_secret_post" })),
  "has a name that is no text": json(documentOf("/bad.json", { client_name: 7 })),
  "has a bad address": json(documentOf("/bad.json", { redirect_uris: ["http://evil.example/"] })),
  "has another address": json(documentOf("/bad.json", { redirect_uris: ["https://app.example.org/cb"] })),
  "breaks off": (response: ServerResponse): void => {
    response.destroy();
  },
}))
  test(`a document that ${what}: a page of 400, which is forgotten`, async () => {
    site.set("/bad.json", answer);
    const { status, location } = await show(member, await ask({}, `${own}/bad.json`));
    assert.deepEqual([status, location], [400, ""]);
    site.set("/bad.json", json(documentOf("/bad.json")));
    assert.equal((await show(member, await ask({}, `${own}/bad.json`))).status, 200);
  });

test("a document is kept as long as it says, and no longer than that", async () => {
  const asking = async (path: string) => {
    const before = fetched;
    for (const turn of [1, 2])
      assert.equal((await show(member, await ask({}, `${own}${path}`))).status, 200, `${turn}`);
    return fetched - before;
  };
  for (const [path, control, times] of [
    ["/kept.json", "public, max-age=60", 1],
    ["/never.json", "max-age=60, no-store", 2],
    ["/silent.json", undefined, 2],
  ] as const) {
    site.set(path, json(documentOf(path), control === undefined ? {} : { "cache-control": control }));
    assert.equal(await asking(path), times, path);
  }
});

test("an address that is not public, or not as it is written, is fetched by nobody", async () => {
  for (const clientId of [
    "https://169.254.169.254/latest",
    "https://10.0.0.1/c.json",
    "https://[::1]/c.json",
    "https://metadata.internal/c.json",
    "https://2130706433/c.json",
  ]) {
    const { status, location } = await show(member, await ask({}, clientId));
    assert.deepEqual([status, location], [400, ""], clientId);
  }
});

test("a document over plain http names an unknown client, and is not fetched though its name resolves", async () => {
  const { port } = new URL(own);
  /** Resolves every name to a public address, and connects to the site of the test. */
  class Misled extends UrlGuard {
    override async pin(url: string): Promise<PinnedTarget> {
      return { ...(await super.pin(url)), isTls: false, address: "127.0.0.1", port: Number(port) };
    }
    override permits(): boolean {
      return true;
    }
  }
  const rules = { refusedHosts: [], refusedRanges: [] };
  const lookup = () => Promise.resolve(["93.184.215.14"]);
  const resolving = (allowsLoopback: boolean) => {
    const documents = new ClientDocuments(new Misled({ ...rules, allowsLoopback }, lookup));
    after(() => documents.close());
    return documents;
  };
  const documents = resolving(false);
  const of = (clientId: string) => json({ ...documentOf("/named.json"), client_id: clientId });
  const before = fetched;
  for (const client of [
    "http://app.example.org/named.json",
    `http://app.example.org:${port}/named.json`,
    `${own}/named.json`,
  ]) {
    site.set("/named.json", of(client));
    assert.equal(documents.names(client), false, client);
    await assert.rejects(documents.find(client), { code: "invalid_client" }, client);
  }
  assert.equal(fetched, before);
  const client = "https://app.example.org/named.json";
  site.set("/named.json", of(client));
  assert.equal(documents.names(client), true);
  assert.equal((await documents.find(client)).client_name, "Documented app");
  assert.equal(resolving(true).names("http://app.example.org/named.json"), false);
  assert.equal(resolving(true).names(`${own}/named.json`), true);
});

test("a document on another machine over plain http is a page of 400, as every unknown client", async () => {
  const unknown = await show(member, await ask({}, "nobody"));
  for (const clientId of [
    "http://app.example.org/c.json",
    "http://localhost:9000/c.json",
    "http://127.0.0.2:9000/c.json",
  ])
    assert.deepEqual(
      await show(member, await ask({}, clientId)).then(({ status, text }) => [status, text]),
      [unknown.status, unknown.text],
      clientId,
    );
});

test("an id is an address with a path, and nothing in it that is not as it is written", () => {
  assert.equal(isDocumentAddress("https://app.example.org/client.json"), true);
  for (const id of [
    "https://app.example.org",
    "https://app.example.org/",
    "https://app.example.org/c.json#x",
    "https://user@app.example.org/c.json",
    "https://app.example.org/./c.json",
    "https://app.example.org/a/../c.json",
    "https://app.example.org/%2e%2e/c.json",
    "https://app.example.org\\@evil.example/c.json",
    "https://app.example.org/c d.json",
    `https://app.example.org/${"a".repeat(2_048)}`,
    "ftp://app.example.org/c.json",
    "urn:x",
  ])
    assert.equal(isDocumentAddress(id), false, id);
});
