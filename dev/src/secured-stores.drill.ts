// Proves: dev/src/certificates.ts dev/src/components libs/config libs/events libs/db/src services/auth/src/check
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Secret } from "@jst/config";
import type { BrokerLogin, Brokers } from "@jst/events";
import { until, withClient } from "@jst/testing";
import { brokersOf, reachBrokers } from "./components/kafka-access.ts";
import { roleUrl } from "./components/postgres.ts";
import { redisUrl } from "./components/redis.ts";
import { identityIn } from "./testing/authority-exchange.ts";
import { Contacts, wantContacts } from "./testing/contacts.ts";
import { isCounted } from "./testing/everything.ts";
import { TcpProxy } from "./testing/tcp-proxy.ts";
import { OwnFleet } from "./testing/own-fleet.ts";

let own: OwnFleet;
let contacts: Contacts;
let brokers: Brokers & { login: BrokerLogin };

before(async () => {
  process.env["JST_STORES_TLS"] = "on";
  own = await OwnFleet.start("stores");
  const { login, ...rest } = await brokersOf(own.fleet);
  assert.ok(login);
  brokers = { ...rest, login };
  await wantContacts(own);
  contacts = new Contacts(own);
});
after(async () => {
  delete process.env["JST_STORES_TLS"];
  await own.reset();
});

test("an event goes from the write to the feed over TLS, with a login", async () => {
  await contacts.write();
  await contacts.expectAll();
});

for (const mechanism of ["plain", "scram-sha-256", "scram-sha-512"] as const) {
  test(`${mechanism}: the right password is let in, and a wrong one told so at once`, async () => {
    const login = { ...brokers.login, mechanism };
    await reachBrokers({ ...brokers, login });
    const wrong = { ...brokers, login: { ...login, password: new Secret("wrong") } };
    await assert.rejects(
      reachBrokers(wrong),
      /authentication failed: .*(?:invalid credentials|Invalid username)/i,
    );
  });
}

test("a broker of an authority that is not believed is not spoken to", async () => {
  const { authorities, ...unknown } = brokers;
  assert.ok(authorities);
  await assert.rejects(reachBrokers(unknown), /unable to verify/);
});

test("PostgreSQL is reached over TLS, and not when its authority or its name is not the one asked for", async () => {
  const url = new URL(roleUrl(own.fleet, "crm"));
  const isTls = await withClient(url.href, async (client) => {
    const { rows } = await client.query<{ ssl: boolean }>(
      "select ssl from pg_stat_ssl where pid = pg_backend_pid()",
    );
    return rows[0]?.ssl;
  });
  assert.equal(isTls, true);
  const connect = (): Promise<unknown> => withClient(url.href, (client) => client.query("select 1"));
  url.searchParams.delete("sslrootcert");
  await assert.rejects(connect(), /unable to verify/);
  const named = new URL(roleUrl(own.fleet, "crm"));
  named.hostname = "localhost";
  await assert.rejects(
    withClient(named.href, (client) => client.query("select 1")),
    /does not match certificate/,
  );
});

test("Redis is counted in over TLS by rediss://, and not when nobody believes its authority", async () => {
  // Valkey's wheel is built without TLS; what ends it in front of Redis here is what stunnel is elsewhere.
  const tls = identityIn(own.fleet.secrets.storesTlsDir ?? "");
  const inFront = await TcpProxy.of(own.fleet.ports.redis, tls);
  const url = new URL(redisUrl(own.fleet));
  url.port = String(inFront.port);
  const secured = url.href.replace("redis:", "rediss:");
  try {
    await own.restart("auth", { REDIS_URL: secured });
    await until("a request is counted", 30_000, async () => ((await isCounted(own)) ? true : undefined));
    await own.restart("auth", { REDIS_URL: secured, NODE_EXTRA_CA_CERTS: "" });
    assert.equal(await isCounted(own), false);
  } finally {
    await own.restart("auth");
    inFront.close();
  }
});

for (const [name, environment, told] of [
  ["a wrong password", { KAFKA_PASSWORD: "wrong" }, /authentication failed/],
  [
    "no login",
    { KAFKA_SASL: "none", KAFKA_USERNAME: "", KAFKA_PASSWORD: "" },
    /speaks TLS and does not log in: is that what they want/,
  ],
  ["no TLS", { KAFKA_TLS: "off" }, /speaks no TLS and logs in by scram-sha-512: is that what they want/],
  ["no authority to believe", { NODE_EXTRA_CA_CERTS: "" }, /unable to verify/],
] as const) {
  test(`with ${name} crm goes on answering, says what is wrong, and sends everything once it is put right`, async () => {
    await own.restart("crm", environment);
    const id = await contacts.write();
    await until("crm says what is wrong", 30_000, () => (told.test(own.log("crm")) ? true : undefined));
    assert.equal((await own.call("GET", `/api/v1/contacts/${id}`)).status, 200);
    await own.restart("crm");
    await contacts.expectAll();
  });
}
