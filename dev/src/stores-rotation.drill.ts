// Proves: dev/src/certificates.ts dev/src/components libs/config libs/events libs/db/src
// Proves: services/auth/src/check docs/operate/rotate.md
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { after, before, test } from "node:test";
import { Secret } from "@jst/config";
import { services } from "@jst/fleet";
import type { BrokerLogin } from "@jst/events";
import { until, withClient } from "@jst/testing";
import { Client } from "pg";
import { ensureStoreCertificate } from "./certificates.ts";
import { postgresAccount } from "./components/account.ts";
import { brokersOf, kafkaUser, reachBrokers } from "./components/kafka-access.ts";
import { postgresDataDir } from "./components/postgres-home.ts";
import { installCertificate, roleUrl, superuserUrl } from "./components/postgres.ts";
import { redisUrl } from "./components/redis.ts";
import { host } from "./ports.ts";
import { fleetReport } from "./supervisor/client.ts";
import { AuthorityExchange, identityIn } from "./testing/authority-exchange.ts";
import { Contacts, wantContacts } from "./testing/contacts.ts";
import { untilEverythingAnswers, isCounted } from "./testing/everything.ts";
import { TcpProxy } from "./testing/tcp-proxy.ts";
import { KafkaUsers } from "./testing/kafka-users.ts";
import { OwnFleet, type Variables } from "./testing/own-fleet.ts";

// The steps are those of docs/operate/rotate.md; a step of ours ends when every process was replaced.
let own: OwnFleet;
let contacts: Contacts;
let users: KafkaUsers;
/** Ends TLS in front of Redis, which is built without. */
let redis: TcpProxy;
let storesTls: string;

// Every process is replaced several times, which takes its time on a busy machine.
const slowly = { timeout: 600_000 };

before(async () => {
  process.env["JST_STORES_TLS"] = "on";
  own = await OwnFleet.start("stores-rotation");
  storesTls = own.fleet.secrets.storesTlsDir ?? "";
  redis = await TcpProxy.of(own.fleet.ports.redis, identityIn(storesTls));
  contacts = new Contacts(own);
  users = new KafkaUsers(own);
  await wantContacts(own);
}, slowly);
after(async () => {
  delete process.env["JST_STORES_TLS"];
  redis.close();
  await own.reset();
});

/**
 * Replaces every process, or some. They are as the charts run them: one file of authorities for all stores, read at the
 * start.
 */
/** Names of the other services. */
function allBut(...names: readonly string[]): string[] {
  return services.map(({ name }) => name as string).filter((name) => !names.includes(name));
}

async function replace(further: Variables = {}, names: readonly string[] = allBut()): Promise<void> {
  await own.restart(names, (given) => {
    const urls = Object.entries(given).filter(([, value]) => value.startsWith("postgresql:"));
    const databases = urls.map(([name, value]) => [name, value.replace(/&sslrootcert=.*/, "")]);
    const url = new URL(redisUrl(own.fleet));
    url.port = String(redis.port);
    return {
      ...(Object.fromEntries(databases) as Variables),
      // Both kinds of login are exchanged at once.
      ...(given["SERVICE_NAME"] === "crm" && { KAFKA_SASL: "plain" }),
      REDIS_URL: url.href.replace("redis:", "rediss:"),
      ...further,
    };
  });
}

/** Everything answers, requests are counted, and a write arrives with all before it. */
async function expectAll(): Promise<void> {
  await until("requests are counted", 30_000, async () => ((await isCounted(own)) ? true : undefined));
  await untilEverythingAnswers(own);
  await contacts.write();
  await contacts.expectAll();
}

/** Waits until the newest process of a service has said that. */
const says = (service: string, what: RegExp): Promise<true> =>
  until(`${service} says ${what.source}`, 60_000, () => (what.test(own.log(service)) ? true : undefined));

test(
  "the stores' authority is exchanged in three steps, and everything answers in each; then a certificate of the former is refused",
  slowly,
  async () => {
    const next = path.join(own.fleet.paths.stateDir, "next-stores-tls");
    await ensureStoreCertificate(next);
    const exchange = new AuthorityExchange(path.dirname(storesTls), next, ["stores"]);
    await replace();
    await expectAll();

    exchange.believeBoth();
    await replace();
    await expectAll();

    exchange.exchange();
    await own.restart(["postgres", "kafka"]);
    redis.proveBy(identityIn(storesTls));
    await until("data is read again", 30_000, async () =>
      (await own.call("GET", "/api/v1/contacts")).status === 200 ? true : undefined,
    );
    await expectAll();

    exchange.removeFormer();
    await replace();
    await expectAll();

    await refusesPostgres(exchange.formerFolder("stores"));
    await refusesKafka(exchange);
    redis.proveBy(exchange.formerOf("stores"));
    await until("requests pass uncounted", 30_000, async () => ((await isCounted(own)) ? undefined : true));
    redis.proveBy(identityIn(storesTls));
    await expectAll();
  },
);

/** Checks that no new connection is made while PostgreSQL has this certificate. */
async function refusesPostgres(folder: string): Promise<void> {
  const administrator = new Client({ connectionString: superuserUrl(own.fleet, "jst") });
  await administrator.connect();
  const crm = roleUrl(own.fleet, "crm");
  const connect = (): Promise<unknown> => withClient(crm, (client) => client.query("select 1"));
  try {
    await provePostgresBy(folder);
    await until("PostgreSQL has the former certificate", 30_000, () =>
      connect().then(
        () => undefined,
        (error: unknown) => {
          assert.match(String(error), /unable to verify/);
          return true as const;
        },
      ),
    );
    await administrator.query("select pg_terminate_backend(pid) from pg_stat_activity where usename = 'crm'");
    assert.equal((await own.call("GET", "/api/v1/contacts")).status, 503);
    await provePostgresBy(storesTls);
    await until("data is read again", 30_000, async () =>
      (await own.call("GET", "/api/v1/contacts")).status === 200 ? true : undefined,
    );
  } finally {
    await administrator.end();
  }
}

/** Exchanges the certificate of the running server. */
async function provePostgresBy(folder: string): Promise<void> {
  const account = postgresAccount();
  await installCertificate(postgresDataDir(own.fleet.paths, account), folder, account);
  const pid = (await fleetReport(own.fleet.paths))?.processes.find(({ name }) => name === "postgres")?.pid;
  assert.ok(pid);
  process.kill(pid, "SIGHUP");
}

/** A broker with a certificate of the former authority is not spoken to; what waits for one arrives later. */
async function refusesKafka(exchange: AuthorityExchange): Promise<void> {
  const former = await TcpProxy.of(own.fleet.ports.kafka, exchange.formerOf("stores"));
  try {
    await replace({ KAFKA_BROKERS: `${host}:${former.port}` }, ["crm"]);
    const waiting = await contacts.write();
    await says("crm", /unable to verify/);
    assert.ok(!(await contacts.told()).includes(waiting));
    await replace({}, ["crm"]);
  } finally {
    former.close();
  }
}

test("brokers' addresses are exchanged in one step while the old ones still answer", slowly, async () => {
  const moved = await TcpProxy.of(own.fleet.ports.kafka);
  try {
    const addresses = { KAFKA_BROKERS: `${host}:${moved.port}` };
    await replace(addresses, ["auth", "webhooks"]);
    await expectAll();
    await replace(addresses, allBut("auth", "webhooks"));
    await expectAll();
    assert.ok(moved.count > 0);
    // That address ends with this test.
    await replace();
  } finally {
    moved.close();
  }
});

type Login = Pick<BrokerLogin, "username"> & { password: string };
const newLogin = (username: string): Login => ({
  username,
  password: randomBytes(24).toString("base64url"),
});
const mechanisms = ["scram-sha-512", "plain"] as const;

/** How the brokers take a login by both mechanisms: the reasons why not, of which there are none where it is right. */
async function refusals({ username, password }: Login): Promise<string[]> {
  const brokers = await brokersOf(own.fleet);
  const reasons = mechanisms.map((mechanism) => {
    const login = { mechanism, username, password: new Secret(password) };
    return reachBrokers({ ...brokers, login }).then(
      () => [],
      (error: unknown) => [String(error)],
    );
  });
  return (await Promise.all(reasons)).flat();
}
const isRefused = /authentication failed/i;

/** Waits until the brokers have learned that a login counts, or that it does not. */
async function expectLogin(login: Login, isRight: boolean): Promise<void> {
  const wanted = isRight ? 0 : mechanisms.length;
  const reasons = await until(`${wanted} of ${mechanisms.length} logins are refused`, 30_000, async () => {
    const now = await refusals(login);
    return now.length === wanted ? now : undefined;
  });
  for (const reason of reasons) assert.match(reason, isRefused);
}

test(
  "while processes have the former password of Kafka events wait, and with the new one all arrive",
  slowly,
  async () => {
    const former = { username: kafkaUser, password: own.fleet.secrets.kafkaPassword };
    const login = newLogin(kafkaUser);
    await users.put(login.username, login.password);
    await expectLogin(login, true);
    await expectLogin(former, false);
    writeFileSync(own.fleet.secrets.files.kafkaPassword, login.password);
    const waiting = await contacts.write();
    await untilEverythingAnswers(own);
    for (const service of ["crm", "webhooks"]) await says(service, isRefused);
    assert.ok(!(await contacts.told()).includes(waiting));
    await replace();
    await expectAll();
  },
);

// The last one: the fleet's own probe of Kafka logs in as the user that is removed.
test(
  "processes get a second user of Kafka, everything answers in each step, and the first one is refused",
  slowly,
  async () => {
    const former = { username: kafkaUser, password: own.fleet.secrets.kafkaPassword };
    const login = newLogin("jst-2");
    await users.put(login.username, login.password);
    await expectLogin(login, true);
    await expectAll();
    const variables = { KAFKA_USERNAME: login.username, KAFKA_PASSWORD: login.password };
    await replace(variables, ["auth", "crm"]);
    await expectAll();
    await replace(variables, allBut("auth", "crm"));
    await expectAll();
    await users.remove(former.username);
    await expectLogin(former, false);
    await expectLogin(login, true);
    await expectAll();
  },
);
