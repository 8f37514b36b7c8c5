import assert from "node:assert/strict";
import { randomUUID, X509Certificate } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { get } from "node:https";
import { connect } from "node:net";
import path from "node:path";
import { after, before, test } from "node:test";
import { Client, credentials, type ChannelCredentials } from "@grpc/grpc-js";
import { channelCredentials, serverName, serverTls } from "@jst/rpc";
import { ensureCertificates, tlsHolders } from "./certificates.ts";
import { doorsOf } from "./components/service.ts";
import { repository } from "./config.ts";
import { readTls } from "./operator.ts";
import { host } from "./ports.ts";
import { services } from "./services.ts";
import { OwnFleet } from "./testing/own-fleet.ts";

let own: OwnFleet;
let strangers: string;

before(async () => {
  process.env["JST_MTLS"] = "on";
  own = await OwnFleet.start("mtls");
  strangers = mkdtempSync(path.join(repository, ".test/strangers-"));
  await ensureCertificates(path.join(strangers, "tls"));
});
after(async () => {
  delete process.env["JST_MTLS"];
  await own.reset();
  rmSync(strangers, { recursive: true });
});

/** The gateway's certificate. */
const gatewayTls = () => readTls(own.fleet.secrets.tlsDir("gateway"));

const statusOf = async (...request: Parameters<OwnFleet["call"]>): Promise<number> =>
  (await own.call(...request)).status;

const callTool = {
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: { name: "list_tables", arguments: {} },
};

test("every way of a request between gateway, auth, services and agent goes over TLS", async () => {
  assert.equal(
    await statusOf("POST", "/api/v1/contacts", { first_name: "Ada", email: `${randomUUID()}@a.test` }),
    201,
  );
  assert.equal(await statusOf("GET", "/api/v1/data/tables"), 200);
  // crm asks auth, the agent asks data, and all services that have changesets.
  assert.equal(
    await statusOf("POST", "/api/v1/contacts", { first_name: "Bob", owner_id: randomUUID() }),
    422,
  );
  assert.equal(await statusOf("POST", "/api/v1/mcp", callTool), 200);
  assert.equal(await statusOf("GET", "/api/v1/changesets"), 200);
});

/** What a health check over a door of the service ends with; undefined when it was answered. */
function refusalOf(
  port: number,
  service: string,
  certificate: ChannelCredentials,
): Promise<string | undefined> {
  const client = new Client(`${host}:${port}`, certificate, serverName(service, gatewayTls()));
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
    const { grpc } = doorsOf(own.fleet.ports.services, name);
    const ours = gatewayTls();
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

test("every process shows when its certificate ends", async () => {
  for (const { name } of services) {
    const { ops } = doorsOf(own.fleet.ports.services, name);
    const page = await (await fetch(`http://${host}:${ops}/metrics`)).text();
    const [, seconds] = /^tls_certificate_expiry(?:\{[^}]*\})? (\S+)/m.exec(page) ?? [];
    const { validTo } = new X509Certificate(readTls(own.fleet.secrets.tlsDir(name))?.certificate ?? "");
    assert.equal(Number(seconds), Date.parse(validTo) / 1_000, name);
  }
});

test("the agent's door for HTTP answers who shows a certificate of the fleet, and nobody else", async () => {
  const { http: port } = doorsOf(own.fleet.ports.services, "agent");
  const ours = gatewayTls();
  assert.ok(ours !== undefined);
  const { ca, cert, key } = serverTls(ours);
  const reach = (options: object): Promise<unknown> =>
    new Promise((resolve) => {
      const request = get({ host, port, path: "/", servername: "agent", agent: false, ca, ...options });
      request.on("response", (response) => resolve(response.resume().statusCode));
      request.on("error", (error) => resolve(error));
    });
  assert.equal(typeof (await reach({ cert, key })), "number");
  assert.ok((await reach({})) instanceof Error);
  const answer = await new Promise<string>((resolve) => {
    const socket = connect({ host, port }, () => socket.end("GET / HTTP/1.1\r\nhost: agent\r\n\r\n"));
    let text = "";
    socket.setEncoding("latin1").on("data", (chunk: string) => (text += chunk));
    socket.on("error", () => resolve(text));
    socket.on("close", () => resolve(text));
  });
  assert.doesNotMatch(answer, /^HTTP\/1\.1 [2345]/);
});
