import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { Secret } from "@jst/config";
import { consumerLag, type Brokers } from "@jst/events";
import { createLogger } from "@jst/telemetry";
import type { Fleet } from "../component.ts";
import { host } from "../ports.ts";

/** Whom the services log in as, where the broker asks. */
export const kafkaUser = "jst";

/** The broker itself, which is a client of its own. */
const brokerUser = "broker";

/** Where the broker listens, and whom it lets in: anybody in the clear, or who logs in over TLS. */
export async function accessSettings({ paths, ports, secrets }: Fleet): Promise<Record<string, string>> {
  const { storesTlsDir } = secrets;
  const protocol = storesTlsDir === undefined ? "PLAINTEXT" : "SASL_SSL";
  const settings = {
    listeners: `${protocol}://${host}:${ports.kafka},CONTROLLER://${host}:${ports.kafkaController}`,
    "advertised.listeners": `${protocol}://${host}:${ports.kafka}`,
    "controller.listener.names": "CONTROLLER",
    "listener.security.protocol.map": `CONTROLLER:PLAINTEXT,${protocol}:${protocol}`,
    "inter.broker.listener.name": protocol,
  };
  if (storesTlsDir === undefined) return settings;
  const of = (name: string): Promise<string> => readFile(path.join(storesTlsDir, name), "utf8");
  const keyStore = path.join(paths.configDir, "kafka.pem");
  await writeFile(keyStore, (await of("tls.key")) + (await of("tls.crt")), { mode: 0o600 });
  return {
    ...settings,
    ...loginSettings(secrets),
    ...tlsSettings(keyStore, path.join(storesTlsDir, "ca.crt")),
  };
}

function tlsSettings(keyStore: string, authorities: string): Record<string, string> {
  return {
    "ssl.keystore.type": "PEM",
    "ssl.keystore.location": keyStore,
    "ssl.truststore.type": "PEM",
    "ssl.truststore.location": authorities,
  };
}

/** PLAIN takes the passwords of this file, SCRAM those of the broker's own data (`scramArgs`). */
function loginSettings({ kafkaPassword, brokerPassword }: Fleet["secrets"]): Record<string, string> {
  const modules = "org.apache.kafka.common.security";
  const known = `user_${brokerUser}="${brokerPassword}" user_${kafkaUser}="${kafkaPassword}"`;
  const plain = `${modules}.plain.PlainLoginModule required username="${brokerUser}" password="${brokerPassword}" ${known};`;
  const scram = `${modules}.scram.ScramLoginModule required;`;
  return {
    "sasl.enabled.mechanisms": "PLAIN,SCRAM-SHA-256,SCRAM-SHA-512",
    "sasl.mechanism.inter.broker.protocol": "PLAIN",
    "listener.name.sasl_ssl.plain.sasl.jaas.config": plain,
    "listener.name.sasl_ssl.scram-sha-256.sasl.jaas.config": scram,
    "listener.name.sasl_ssl.scram-sha-512.sasl.jaas.config": scram,
  };
}

/** What makes the services' user known when the broker's data is made. */
export function scramArgs({ storesTlsDir, kafkaPassword }: Fleet["secrets"]): string[] {
  if (storesTlsDir === undefined) return [];
  return ["SCRAM-SHA-256", "SCRAM-SHA-512"].flatMap((mechanism) => [
    "--add-scram",
    `${mechanism}=[name=${kafkaUser},password=${kafkaPassword}]`,
  ]);
}

/** Logs in as the services do; rejects with the reason when the broker does not answer that. */
export async function probeSecured(fleet: Fleet): Promise<void> {
  const brokers = await brokersOf(fleet);
  await consumerLag({ brokers, groupId: "probe", topics: [], logger: createLogger("probe", "error") });
}

/** The broker as a process of this machine reaches it. */
export async function brokersOf({ ports, secrets }: Fleet): Promise<Brokers> {
  const addresses = `${host}:${ports.kafka}`;
  const { storesTlsDir, kafkaPassword } = secrets;
  if (storesTlsDir === undefined) return { addresses };
  return {
    addresses,
    isTls: true,
    authorities: await readFile(path.join(storesTlsDir, "ca.crt"), "utf8"),
    login: { mechanism: "scram-sha-512", username: kafkaUser, password: new Secret(kafkaPassword) },
  };
}
