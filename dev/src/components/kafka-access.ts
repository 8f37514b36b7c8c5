import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { Secret } from "@jst/config";
import { consumerLag, type Brokers } from "@jst/events";
import { createLogger } from "@jst/telemetry";
import type { Fleet } from "../component.ts";
import { host } from "../ports.ts";

/** Login of the services, if the broker asks for one. */
export const kafkaUser = "jst";

/** The broker itself, which is a client of its own. */
export const brokerUser = "broker";

/** Writes the addresses of the broker and its logins: on this machine in the clear, or over TLS. */
export async function accessSettings({ paths, ports, secrets }: Fleet): Promise<Record<string, string>> {
  const { storesTlsDir } = secrets;
  const protocol = protocolOf(secrets);
  const settings = {
    listeners: `${protocol}://${host}:${ports.kafka},CONTROLLER://${host}:${ports.kafkaController}`,
    "advertised.listeners": `${protocol}://${host}:${ports.kafka}`,
    "controller.listener.names": "CONTROLLER",
    "listener.security.protocol.map": `CONTROLLER:SASL_PLAINTEXT,${protocol}:${protocol}`,
    "inter.broker.listener.name": protocol,
    ...loginSettings(secrets),
  };
  if (storesTlsDir === undefined) return settings;
  const of = (name: string): Promise<string> => readFile(path.join(storesTlsDir, name), "utf8");
  const keyStore = path.join(paths.configDir, "kafka.pem");
  await writeFile(keyStore, (await of("tls.key")) + (await of("tls.crt")), { mode: 0o600 });
  return {
    ...settings,
    "ssl.keystore.type": "PEM",
    "ssl.keystore.location": keyStore,
    ...believing(storesTlsDir),
  };
}

/** Settings by which one of Kafka's programs trusts the broker. */
export function believing(storesTlsDir: string): Record<string, string> {
  return { "ssl.truststore.type": "PEM", "ssl.truststore.location": path.join(storesTlsDir, "ca.crt") };
}

const modules = "org.apache.kafka.common.security";

type Stores = Pick<Fleet["secrets"], "storesTlsDir">;

function protocolOf({ storesTlsDir }: Stores): "SASL_PLAINTEXT" | "SASL_SSL" {
  return storesTlsDir === undefined ? "SASL_PLAINTEXT" : "SASL_SSL";
}

/** The setting in which the broker reads the users that PLAIN lets in. */
export function plainUsersSetting(stores: Stores): string {
  return loginSetting(protocolOf(stores), "plain");
}

function loginSetting(listener: string, mechanism: string): string {
  return `listener.name.${listener.toLowerCase()}.${mechanism}.sasl.jaas.config`;
}

/** The broker's own login by PLAIN, and on the broker's side whom PLAIN lets in besides it. */
export function plainLogin(
  { brokerPassword }: Fleet["secrets"],
  users: Readonly<Record<string, string>> = {},
): string {
  const known = Object.entries({ [brokerUser]: brokerPassword, ...users }).map(
    ([user, password]) => `user_${user}="${password}"`,
  );
  const own = `username="${brokerUser}" password="${brokerPassword}"`;
  return `${modules}.plain.PlainLoginModule required ${own} ${known.join(" ")};`;
}

/**
 * PLAIN takes the passwords of this file, SCRAM those of the broker's own data (`scramArgs`). On this machine PLAIN is
 * enough, and works on data that was made without users.
 */
function loginSettings(secrets: Fleet["secrets"]): Record<string, string> {
  const scram = `${modules}.scram.ScramLoginModule required;`;
  return {
    "sasl.enabled.mechanisms": "PLAIN,SCRAM-SHA-256,SCRAM-SHA-512",
    "sasl.mechanism.inter.broker.protocol": "PLAIN",
    [plainUsersSetting(secrets)]: plainLogin(secrets, { [kafkaUser]: secrets.kafkaPassword }),
    [loginSetting(protocolOf(secrets), "scram-sha-256")]: scram,
    [loginSetting(protocolOf(secrets), "scram-sha-512")]: scram,
    // The broker alone speaks to its controller, on this machine.
    "sasl.mechanism.controller.protocol": "PLAIN",
    "listener.name.controller.sasl.enabled.mechanisms": "PLAIN",
    [loginSetting("controller", "plain")]: plainLogin(secrets),
  };
}

/** Arguments that create the services' user with the broker's data. */
export function scramArgs({ storesTlsDir, kafkaPassword }: Fleet["secrets"]): string[] {
  if (storesTlsDir === undefined) return [];
  return ["SCRAM-SHA-256", "SCRAM-SHA-512"].flatMap((mechanism) => [
    "--add-scram",
    `${mechanism}=[name=${kafkaUser},password=${kafkaPassword}]`,
  ]);
}

/** Logs in as the services do; rejects with the reason when the broker does not answer that. */
export async function probeSecured(fleet: Fleet): Promise<void> {
  await reachBrokers(await brokersOf(fleet));
}

/** Reaches the brokers; rejects as a service's client would. */
export async function reachBrokers(brokers: Brokers): Promise<void> {
  await consumerLag({ brokers, groupId: "probe", topics: [], logger: createLogger("probe", "error") });
}

/** The broker as a process of this machine reaches it. */
export async function brokersOf({ ports, secrets }: Fleet): Promise<Brokers> {
  const addresses = `${host}:${ports.kafka}`;
  const { storesTlsDir, kafkaPassword } = secrets;
  const login = { username: kafkaUser, password: new Secret(kafkaPassword) };
  if (storesTlsDir === undefined) return { addresses, login: { mechanism: "plain", ...login } };
  return {
    addresses,
    isTls: true,
    authorities: await readFile(path.join(storesTlsDir, "ca.crt"), "utf8"),
    login: { mechanism: "scram-sha-512", ...login },
  };
}
