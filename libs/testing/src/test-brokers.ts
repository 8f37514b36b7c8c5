import { Secret } from "@jst/config";
import type { Brokers } from "@jst/events";

/** The brokers of the test run, and the login that ours ask for; brokers in containers ask for none. */
export function testBrokers(): Brokers & { login?: { mechanism: "plain" } } {
  const { TEST_KAFKA_BROKERS: addresses, TEST_KAFKA_LOGIN: login = "" } = process.env;
  if (!addresses) throw new Error("TEST_KAFKA_BROKERS is not set: run the tests with `make test`.");
  const [username = "", password = ""] = login.split(":");
  if (username === "") return { addresses };
  return { addresses, login: { mechanism: "plain", username, password: new Secret(password) } };
}

/** The same for a client that a test makes itself. */
export function testBrokerAccess() {
  const { addresses, login } = testBrokers();
  const sasl = login && { ...login, password: login.password.reveal() };
  return { brokers: addresses.split(","), ...(sasl && { sasl }) };
}

/** The same for a service that a test starts as a process. */
export function testBrokerSettings(): Record<string, string> {
  const { addresses, login } = testBrokers();
  if (login === undefined) return { KAFKA_BROKERS: addresses };
  const { mechanism, username, password } = login;
  return {
    KAFKA_BROKERS: addresses,
    KAFKA_SASL: mechanism,
    KAFKA_USERNAME: username,
    KAFKA_PASSWORD: password.reveal(),
  };
}
