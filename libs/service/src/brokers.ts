import { ConfigError, type Secret } from "@jst/config";
import type { Brokers } from "@jst/events";

/** Values of relaySettings that lead to the brokers. */
export interface BrokersConfig {
  kafkaBrokers: string;
  kafkaTls: "off" | "on";
  kafkaSasl: "none" | "plain" | "scram-sha-256" | "scram-sha-512";
  kafkaUsername: Secret;
  kafkaPassword: Secret;
}

/** The brokers of a process; a ConfigError where its settings do not belong together. */
export function brokersOf(config: BrokersConfig): Brokers {
  const { kafkaBrokers, kafkaTls, kafkaSasl, kafkaUsername, kafkaPassword } = config;
  const problems = problemsOf(config);
  if (problems.length > 0) throw new ConfigError(problems);
  const place = { addresses: kafkaBrokers, isTls: kafkaTls === "on" };
  if (kafkaSasl === "none") return place;
  return {
    ...place,
    login: { mechanism: kafkaSasl, username: kafkaUsername.reveal(), password: kafkaPassword },
  };
}

function problemsOf({
  kafkaBrokers,
  kafkaTls,
  kafkaSasl,
  kafkaUsername,
  kafkaPassword,
}: BrokersConfig): string[] {
  const values = { KAFKA_USERNAME: kafkaUsername.reveal(), KAFKA_PASSWORD: kafkaPassword.reveal() };
  const wanted = kafkaSasl !== "none";
  const problems = Object.entries(values)
    .filter(([, value]) => (value !== "") !== wanted)
    .map(([variable]) =>
      wanted
        ? `${variable} is missing: KAFKA_SASL is ${kafkaSasl}`
        : `${variable} is set, but KAFKA_SASL is none: say how the brokers take it`,
    );
  if (kafkaSasl === "plain" && kafkaTls === "off" && !areLocal(kafkaBrokers))
    problems.push("KAFKA_SASL is plain, which shows the password to the network: KAFKA_TLS must be on");
  return problems;
}

/** True for brokers of this machine: nobody is on the way to them. */
function areLocal(brokers: string): boolean {
  return brokers.split(",").every((address) => /^127\.0\.0\.1:\d+$/.test(address.trim()));
}
