import assert from "node:assert/strict";
import { test } from "node:test";
import { ConfigError, readConfig } from "@jst/config";
import { brokersOf, relaySettings } from "./index.ts";

const base = { KAFKA_BROKERS: "kafka:9092", RELAY_DATABASE_URL: "postgresql://r@db/jst" };
const brokersIn = (environment: Record<string, string>) =>
  brokersOf(readConfig({ ...base, ...environment }, relaySettings));

test("brokers that ask for nothing are reached with their addresses alone", () => {
  assert.deepEqual(brokersIn({}), { addresses: "kafka:9092", isTls: false });
});

test("a login is what the settings name, and its password is printed nowhere", () => {
  const login = { KAFKA_SASL: "scram-sha-512", KAFKA_USERNAME: "jst", KAFKA_PASSWORD: "hunter2" };
  const brokers = brokersIn({ KAFKA_TLS: "on", ...login });
  assert.equal(brokers.isTls, true);
  assert.equal(brokers.login?.password.reveal(), "hunter2");
  assert.doesNotMatch(JSON.stringify(brokers), /hunter2/);
});

test("a password goes to brokers of this machine without TLS, and to no others", () => {
  const login = { KAFKA_SASL: "plain", KAFKA_USERNAME: "jst", KAFKA_PASSWORD: "hunter2" };
  const local = brokersIn({ ...login, KAFKA_BROKERS: "127.0.0.1:9004, 127.0.0.1:9104" });
  assert.deepEqual([local.isTls, local.login?.mechanism], [false, "plain"]);
  for (const KAFKA_BROKERS of ["127.0.0.1:9004,kafka:9092", "127.0.0.1.example.org:9092", "localhost:9004"])
    assert.throws(() => brokersIn({ ...login, KAFKA_BROKERS }), /KAFKA_TLS must be on/, KAFKA_BROKERS);
});

for (const [name, environment, told] of [
  [
    "a login without name and password",
    { KAFKA_SASL: "scram-sha-512" },
    /KAFKA_USERNAME is missing[^]*KAFKA_PASSWORD is missing/,
  ],
  ["a password that nobody asks for", { KAFKA_PASSWORD: "hunter2" }, /KAFKA_PASSWORD is set, but KAFKA_SASL/],
  [
    "a password that everybody on the way could read",
    { KAFKA_SASL: "plain", KAFKA_USERNAME: "jst", KAFKA_PASSWORD: "hunter2" },
    /KAFKA_TLS must be on/,
  ],
] as const) {
  test(`${name} is refused in words that show no value`, () => {
    assert.throws(
      () => brokersIn(environment),
      (error: unknown) =>
        error instanceof ConfigError && told.test(error.message) && !error.message.includes("hunter2"),
    );
  });
}
