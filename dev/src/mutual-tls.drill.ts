// Proves: dev/src/certificates.ts dev/src/components libs/config libs/rpc libs/service gateway
// Proves: libs/http services/agent/src/*.ts
import assert from "node:assert/strict";
import { X509Certificate } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import path from "node:path";
import { after, before, test } from "node:test";
import { credentials } from "@grpc/grpc-js";
import { channelCredentials, serverName, serverTls } from "@jst/rpc";
import { services } from "@jst/fleet";
import { ensureCertificates, tlsHolders } from "./certificates.ts";
import { doorsOf } from "./components/service.ts";
import { repository } from "./config.ts";
import { host } from "./ports.ts";
import { identityIn } from "./testing/authority-exchange.ts";
import { expectEverythingAnswers } from "./testing/everything.ts";
import { agentAnswer, refusalOf } from "./testing/mutual-tls.ts";
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
const gatewayTls = () => identityIn(own.fleet.secrets.tlsDir("gateway") ?? "");

test("every way of a request between gateway, auth, services, agent and operator goes over TLS", async () => {
  await expectEverythingAnswers(own);
});

for (const { name, doors } of services) {
  if (!doors.includes("grpc")) continue;
  test(`${name} answers who shows a certificate of the fleet, and nobody else`, async () => {
    const { grpc } = doorsOf(own.fleet.ports.services, name);
    const ours = gatewayTls();
    const theirs = identityIn(path.join(strangers, "tls/gateway"));
    const named = serverName(name, ours);
    assert.equal(await refusalOf(`${host}:${grpc}`, named, channelCredentials(ours)), undefined);
    const authorities = Buffer.from(ours.authorities);
    assert.ok(await refusalOf(`${host}:${grpc}`, named, credentials.createInsecure()), "without TLS");
    assert.ok(
      await refusalOf(`${host}:${grpc}`, named, credentials.createSsl(authorities)),
      "without a certificate",
    );
    const foreign = channelCredentials({ ...theirs, authorities: ours.authorities });
    assert.ok(await refusalOf(`${host}:${grpc}`, named, foreign), "with one of another fleet");
    const other = serverName(tlsHolders.find((holder) => holder !== name) ?? "", ours);
    assert.ok(await refusalOf(`${host}:${grpc}`, other, channelCredentials(ours)), "for another service");
  });
}

test("every process shows when its certificate ends", async () => {
  for (const { name } of services) {
    const { ops } = doorsOf(own.fleet.ports.services, name);
    const page = await (await fetch(`http://${host}:${ops}/metrics`)).text();
    const [, seconds] = /^tls_certificate_expiry(?:\{[^}]*\})? (\S+)/m.exec(page) ?? [];
    const { validTo } = new X509Certificate(identityIn(own.fleet.secrets.tlsDir(name) ?? "").certificate);
    assert.equal(Number(seconds), Date.parse(validTo) / 1_000, name);
  }
});

test("the agent's door for HTTP answers who shows a certificate of the fleet, and nobody else", async () => {
  const { http: port } = doorsOf(own.fleet.ports.services, "agent");
  const ours = gatewayTls();
  const { ca, cert, key } = serverTls(ours);
  assert.equal(typeof (await agentAnswer(port, { ca, cert, key })), "number");
  assert.ok((await agentAnswer(port, { ca })) instanceof Error);
  const answer = await new Promise<string>((resolve) => {
    const socket = connect({ host, port }, () => socket.end("GET / HTTP/1.1\r\nhost: agent\r\n\r\n"));
    let text = "";
    socket.setEncoding("latin1").on("data", (chunk: string) => (text += chunk));
    socket.on("error", () => resolve(text));
    socket.on("close", () => resolve(text));
  });
  assert.doesNotMatch(answer, /^HTTP\/1\.1 [2345]/);
});
