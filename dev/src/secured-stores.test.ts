import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { connect, type AddressInfo } from "node:net";
import { after, before, test } from "node:test";
import { createServer } from "node:tls";
import { Secret } from "@jst/config";
import { consumerLag, type BrokerLogin, type Brokers } from "@jst/events";
import { createLogger } from "@jst/telemetry";
import { until, withClient } from "@jst/testing";
import { brokersOf } from "./components/kafka-access.ts";
import { roleUrl } from "./components/postgres.ts";
import { redisUrl } from "./components/redis.ts";
import { readTls } from "./operator.ts";
import { host } from "./ports.ts";
import { OwnFleet } from "./testing/own-fleet.ts";

let own: OwnFleet;
let brokers: Brokers & { login: BrokerLogin };

before(async () => {
  process.env["JST_STORES_TLS"] = "on";
  own = await OwnFleet.start("stores");
  const { login, ...rest } = await brokersOf(own.fleet);
  assert.ok(login);
  brokers = { ...rest, login };
  const endpoint = { url: "http://127.0.0.1:59999/", events: ["contact.created"] };
  assert.equal((await own.call("POST", "/api/v1/webhooks", endpoint)).status, 201);
});
after(async () => {
  delete process.env["JST_STORES_TLS"];
  await own.reset();
});

/** Reaches the brokers; rejects as a service's client would. */
const reach = (how: Brokers): Promise<unknown> =>
  consumerLag({ brokers: how, groupId: "test", topics: [], logger: createLogger("test", "error") });

let written = 0;

/** One delivery to the one endpoint for each contact that was written: all of them, and none twice. */
const allArrived = async (): Promise<true | undefined> => {
  const { body } = await own.call("GET", "/api/v1/events");
  return (body as { events: unknown[] }).events.length === written ? true : undefined;
};

/** Writes a contact, and answers its id. */
const writeContact = async (): Promise<string> => {
  const { status, body } = await own.call("POST", "/api/v1/contacts", { email: `${randomUUID()}@a.test` });
  assert.equal(status, 201);
  written += 1;
  return (body as { id: string }).id;
};

test("an event goes from the write to the feed over TLS, with a login", async () => {
  await writeContact();
  await until("every event is in the feed", 30_000, allArrived);
});

for (const mechanism of ["plain", "scram-sha-256", "scram-sha-512"] as const) {
  test(`${mechanism}: the right password is let in, and a wrong one told so at once`, async () => {
    const login = { ...brokers.login, mechanism };
    await reach({ ...brokers, login });
    const wrong = { ...brokers, login: { ...login, password: new Secret("wrong") } };
    await assert.rejects(reach(wrong), /authentication failed: .*(?:invalid credentials|Invalid username)/i);
  });
}

test("a broker of an authority that is not believed is not spoken to", async () => {
  const { authorities, ...unknown } = brokers;
  assert.ok(authorities);
  await assert.rejects(reach(unknown), /unable to verify/);
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
  const tls = readTls(own.fleet.secrets.storesTlsDir);
  assert.ok(tls);
  const inFront = createServer({ cert: tls.certificate, key: tls.key.reveal() }, (secured) => {
    const plain = connect(own.fleet.ports.redis, host);
    secured.pipe(plain).pipe(secured);
    for (const [one, other] of [
      [secured, plain],
      [plain, secured],
    ] as const)
      one.on("error", () => undefined).on("close", () => other.destroy());
  });
  inFront.on("tlsClientError", () => undefined);
  await once(inFront.listen(0, host), "listening");
  const url = new URL(redisUrl(own.fleet));
  url.port = String((inFront.address() as AddressInfo).port);
  const secured = url.href.replace("redis:", "rediss:");
  const isCounted = async (): Promise<boolean> =>
    (await own.call("GET", "/api/v1/contacts")).headers.has("ratelimit");
  try {
    await own.restart("auth", { REDIS_URL: secured });
    await until("a request is counted", 30_000, async () => ((await isCounted()) ? true : undefined));
    await own.restart("auth", { REDIS_URL: secured, NODE_EXTRA_CA_CERTS: "" });
    assert.equal(await isCounted(), false);
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
    const id = await writeContact();
    const log = own.fleet.paths.log("crm");
    await until("crm says what is wrong", 30_000, () =>
      told.test(readFileSync(log, "utf8").split('"message":"started"').at(-1) ?? "") ? true : undefined,
    );
    assert.equal((await own.call("GET", `/api/v1/contacts/${id}`)).status, 200);
    await own.restart("crm");
    await until("every event is in the feed", 30_000, allArrived);
  });
}
