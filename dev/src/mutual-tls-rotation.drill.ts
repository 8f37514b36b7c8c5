// Proves: dev/src/certificates.ts dev/src/components libs/config libs/rpc gateway services/agent/src/*.ts
// Proves: libs/http docs/operate/rotate.md
import assert from "node:assert/strict";
import { cpSync } from "node:fs";
import path from "node:path";
import { after, before, test } from "node:test";
import { channelCredentials, serverName, serverTls } from "@jst/rpc";
import type { TlsIdentity } from "@jst/config";
import { services } from "@jst/fleet";
import { certifyAll, makeAuthority, tlsHolders, type Authority } from "./certificates.ts";
import { doorsOf } from "./components/service.ts";
import { host } from "./ports.ts";
import { AuthorityExchange, identityIn } from "./testing/authority-exchange.ts";
import { Contacts, wantContacts } from "./testing/contacts.ts";
import { untilEverythingAnswers } from "./testing/everything.ts";
import { agentAnswer, refusalOf } from "./testing/mutual-tls.ts";
import { OwnFleet } from "./testing/own-fleet.ts";

// The steps are those of docs/operate/rotate.md.
let own: OwnFleet;
let contacts: Contacts;
/** In use: a folder for each holder. */
let used: string;
/** The authority after the three steps, and its first certificates. */
let next: string;
let authority: Authority;

// Every process is replaced several times, which takes its time on a busy machine.
const slowly = { timeout: 600_000 };

before(async () => {
  process.env["JST_MTLS"] = "on";
  own = await OwnFleet.start("mtls-rotation");
  used = path.dirname(own.fleet.secrets.tlsDir("gateway") ?? "");
  next = path.join(own.fleet.paths.stateDir, "next-tls");
  authority = await makeAuthority(next);
  await certifyAll(next, authority);
  contacts = new Contacts(own);
  await wantContacts(own);
}, slowly);
after(async () => {
  delete process.env["JST_MTLS"];
  await own.reset();
});

/** Callers and called of each kind are in both: agent calls data and crm, data calls crm, all call auth. */
const inOne = ["gateway", "crm", "agent"];
const halves = [inOne, services.map(({ name }) => name).filter((name) => !inOne.includes(name))];

/** Replaces every process; everything answers when half of them are new, and when all are. */
async function takeStep(): Promise<void> {
  for (const half of halves) {
    await own.restart(half);
    await untilEverythingAnswers(own);
    await contacts.write();
    await contacts.expectAll();
  }
}

/** Doors that answered who shows this certificate. */
async function answering(identity: TlsIdentity): Promise<string[]> {
  const answered: string[] = [];
  for (const { name, doors } of services) {
    const { grpc, http } = doorsOf(own.fleet.ports.services, name);
    const { ca, cert, key } = serverTls(identity);
    const certificate = channelCredentials(identity);
    const isAnswered = doors.includes("http")
      ? typeof (await agentAnswer(http, { ca, cert, key })) === "number"
      : (await refusalOf(`${host}:${grpc}`, serverName(name, identity), certificate)) === undefined;
    if (isAnswered) answered.push(name);
  }
  return answered;
}
const all = services.map(({ name }) => name);

test(
  "certificates of a new authority come in three steps, and everything answers in each; then those of the former are refused",
  slowly,
  async () => {
    const exchange = new AuthorityExchange(used, next, tlsHolders);
    exchange.believeBoth();
    await takeStep();
    exchange.exchange();
    await takeStep();
    assert.deepEqual(await answering(exchange.formerOf("gateway")), all);
    exchange.removeFormer();
    await takeStep();

    assert.deepEqual(await answering(identityIn(path.join(used, "gateway"))), all);
    assert.deepEqual(await answering(exchange.formerOf("gateway")), []);
    // The other way round: who is called must have a new one too.
    await own.restart("crm", { TLS_DIR: exchange.formerFolder("crm") });
    assert.equal((await own.call("GET", "/api/v1/contacts")).status, 503);
    await own.restart("crm");
    await contacts.expectAll();
  },
);

test(
  "certificates by the same authority come in one step; the former count until they end",
  slowly,
  async () => {
    const former = path.join(own.fleet.paths.stateDir, "former-tls");
    cpSync(used, former, { recursive: true });
    await certifyAll(used, authority);
    await takeStep();
    const [before, now] = [former, used].map((folder) => identityIn(path.join(folder, "gateway")));
    assert.ok(before !== undefined && now !== undefined);
    assert.notEqual(now.certificate, before.certificate);
    assert.deepEqual(await answering(before), all);
  },
);
