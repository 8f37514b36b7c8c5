import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { get } from "node:https";
import { connect } from "node:net";
import path from "node:path";
import { after, before, test } from "node:test";
import { Client, credentials, type ChannelCredentials } from "@grpc/grpc-js";
import { channelCredentials, serverName, serverTls } from "@jst/rpc";
import { ensureCertificates, tlsHolders } from "./certificates.ts";
import { doorsOf } from "./components/service.ts";
import type { Fleet } from "./component.ts";
import { readSettings, repository, type Settings } from "./config.ts";
import { openRunning, reset, up } from "./fleet.ts";
import { readTls } from "./operator.ts";
import { findFreeBase, host } from "./ports.ts";
import { createProgress } from "./progress.ts";
import { services } from "./services.ts";
import type { FleetFacts } from "./supervisor/spec.ts";

const progress = createProgress(() => undefined);
let settings: Settings;
let fleet: Fleet;
let facts: FleetFacts;
let strangers: string;

before(async () => {
  mkdirSync(path.join(repository, ".test"), { recursive: true });
  const stateDir = mkdtempSync(path.join(repository, ".test/mtls-"));
  settings = { ...readSettings(), stateDir, basePort: await findFreeBase() };
  process.env["JST_MTLS"] = "on";
  facts = await up(settings, progress);
  fleet = await openRunning(settings);
  strangers = mkdtempSync(path.join(repository, ".test/strangers-"));
  await ensureCertificates(path.join(strangers, "tls"));
});
after(async () => {
  delete process.env["JST_MTLS"];
  await reset(settings, progress);
  rmSync(strangers, { recursive: true });
});

/** One request through the gateway; answers its status. */
async function call(method: string, target: string, body?: object): Promise<number> {
  const response = await fetch(`${facts.base_url}${target}`, {
    method,
    headers: { authorization: `Bearer ${facts.tokens.service}`, "content-type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
  await response.arrayBuffer();
  return response.status;
}

const callTool = {
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: { name: "list_tables", arguments: {} },
};

test("every way of a request between gateway, auth, services and agent goes over TLS", async () => {
  assert.equal(
    await call("POST", "/api/v1/contacts", { first_name: "Ada", email: `${randomUUID()}@a.test` }),
    201,
  );
  assert.equal(await call("GET", "/api/v1/data/tables"), 200);
  // crm asks auth, the agent asks data, and all services that have changesets.
  assert.equal(await call("POST", "/api/v1/contacts", { first_name: "Bob", owner_id: randomUUID() }), 422);
  assert.equal(await call("POST", "/api/v1/mcp", callTool), 200);
  assert.equal(await call("GET", "/api/v1/changesets"), 200);
});

/** What a health check over a door of the service ends with; undefined when it was answered. */
function refusalOf(
  port: number,
  service: string,
  certificate: ChannelCredentials,
): Promise<string | undefined> {
  const client = new Client(
    `${host}:${port}`,
    certificate,
    serverName(service, readTls(fleet.secrets.tlsDir("gateway"))),
  );
  const bytes = (value: Buffer) => value;
  return new Promise<string | undefined>((resolve) => {
    const deadline = { deadline: Date.now() + 10_000 };
    const path = "/grpc.health.v1.Health/Check";
    client.makeUnaryRequest(path, bytes, bytes, Buffer.alloc(0), deadline, (error) =>
      resolve(error?.details),
    );
  }).finally(() => client.close());
}

for (const { name, doors } of services) {
  if (!doors.includes("grpc") || name === "agent") continue;
  test(`${name} answers who shows a certificate of the fleet, and nobody else`, async () => {
    const { grpc } = doorsOf(fleet.ports.services, name);
    const ours = readTls(fleet.secrets.tlsDir("gateway"));
    const theirs = readTls(path.join(strangers, "tls/gateway"));
    assert.ok(ours !== undefined && theirs !== undefined);
    assert.equal(await refusalOf(grpc, name, channelCredentials(ours)), undefined);
    const authorities = Buffer.from(ours.authorities);
    assert.ok(await refusalOf(grpc, name, credentials.createInsecure()), "without TLS");
    assert.ok(await refusalOf(grpc, name, credentials.createSsl(authorities)), "without a certificate");
    const foreign = channelCredentials({ ...theirs, authorities: ours.authorities });
    assert.ok(await refusalOf(grpc, name, foreign), "with one of another fleet");
    const other = tlsHolders.find((holder) => holder !== name) ?? "";
    assert.ok(await refusalOf(grpc, other, channelCredentials(ours)), "for another service");
  });
}

test("the agent's door for HTTP answers who shows a certificate of the fleet, and nobody else", async () => {
  const { http: port } = doorsOf(fleet.ports.services, "agent");
  const ours = readTls(fleet.secrets.tlsDir("gateway"));
  assert.ok(ours !== undefined);
  const { ca, cert, key } = serverTls(ours);
  const statusOf = (options: object): Promise<unknown> =>
    new Promise((resolve) => {
      const request = get({ host, port, path: "/", servername: "agent", agent: false, ca, ...options });
      request.on("response", (response) => resolve(response.resume().statusCode));
      request.on("error", (error) => resolve(error));
    });
  assert.equal(typeof (await statusOf({ cert, key })), "number");
  assert.ok((await statusOf({})) instanceof Error);
  const answer = await new Promise<string>((resolve) => {
    const socket = connect({ host, port }, () => socket.end("GET / HTTP/1.1\r\nhost: agent\r\n\r\n"));
    let text = "";
    socket.setEncoding("latin1").on("data", (chunk: string) => (text += chunk));
    socket.on("error", () => resolve(text));
    socket.on("close", () => resolve(text));
  });
  assert.doesNotMatch(answer, /^HTTP\/1\.1 [2345]/);
});
