import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { Secret } from "@jst/config";
import { until } from "@jst/testing";
import {
  believing,
  brokersOf,
  brokerUser,
  kafkaUser,
  plainLogin,
  plainUsersSetting,
  reachBrokers,
} from "../components/kafka-access.ts";
import { runKafkaProgram } from "../components/kafka.ts";
import type { Fleet } from "../component.ts";
import { fetchPrograms } from "../fetch/fetch.ts";
import { host } from "../ports.ts";
import { createProgress } from "../progress.ts";
import { replaceFile } from "../state.ts";
import { fleetReport } from "../supervisor/client.ts";
import type { OwnFleet } from "./own-fleet.ts";

/** Mechanism of the services' logins; the broker accepts one in a request. */
const scram = "SCRAM-SHA-512";

/**
 * Users of the broker of a fleet with JST_STORES_TLS=on, by SCRAM-SHA-512 and PLAIN, changed as its administrator does.
 */
export class KafkaUsers {
  readonly #own: OwnFleet;
  readonly #passwords: Map<string, string>;

  constructor(own: OwnFleet) {
    this.#own = own;
    this.#passwords = new Map([[kafkaUser, own.fleet.secrets.kafkaPassword]]);
  }

  /** Makes a user, or gives one another password. */
  async put(user: string, password: string): Promise<void> {
    this.#passwords.set(user, password);
    await this.#alter(user, "--add-config", `${scram}=[password=${password}]`);
    await this.#putPlain();
  }

  async remove(user: string): Promise<void> {
    this.#passwords.delete(user);
    await this.#putPlain();
    // Last: after a restart that follows a removal Kafka 4.3.1 knows no user of SCRAM any more.
    await this.#alter(user, "--delete-config", scram);
  }

  /** PLAIN has its users in a file that the broker reads when it starts; who was connected must come again. */
  async #putPlain(): Promise<void> {
    const { paths, secrets } = this.#own.fleet;
    const file = path.join(paths.configDir, "kafka.properties");
    const login = plainLogin(secrets, Object.fromEntries(this.#passwords));
    const lines = (await readFile(file, "utf8")).split("\n");
    const setting = plainUsersSetting(secrets);
    const isUsers = (line: string): boolean => line.startsWith(`${setting}=`);
    const changed = lines.map((line) => (isUsers(line) ? `${setting}=${login}` : line));
    await replaceFile(file, changed.join("\n"));
    await this.#restart();
  }

  /** The supervisor starts again what ends; resolves when the broker answers itself. */
  async #restart(): Promise<void> {
    const { paths, secrets } = this.#own.fleet;
    const pid = await brokerPid(paths);
    // To 0 a signal goes to our own group.
    assert.ok(pid > 0);
    process.kill(pid, "SIGTERM");
    await until("the broker runs again", 60_000, async () => {
      const now = await brokerPid(paths);
      return now > 0 && now !== pid ? now : undefined;
    });
    const password = new Secret(secrets.brokerPassword);
    const login = { mechanism: "plain", username: brokerUser, password } as const;
    const brokers = { ...(await brokersOf(this.#own.fleet)), login };
    await until("the broker answers", 60_000, () =>
      reachBrokers(brokers).then(
        () => true,
        () => undefined,
      ),
    );
  }

  async #alter(user: string, ...what: readonly string[]): Promise<void> {
    const { fleet, settings } = this.#own;
    const entity = ["--entity-type", "users", "--entity-name", user];
    const access = ["--bootstrap-server", `${host}:${fleet.ports.kafka}`, "--command-config"];
    const programs = await fetchPrograms(
      settings,
      createProgress(() => undefined),
    );
    const command = ["kafka.admin.ConfigCommand", ...access, await administrator(fleet)];
    await runKafkaProgram(programs, ...command, "--alter", ...entity, ...what);
  }
}

async function brokerPid(paths: Fleet["paths"]): Promise<number> {
  const found = (await fleetReport(paths))?.processes.find(({ name }) => name === "kafka");
  return found?.isRunning === true ? found.pid : 0;
}

/** The file by which Kafka's own programs come in as the broker does. */
async function administrator({ paths, secrets }: Fleet): Promise<string> {
  const file = path.join(paths.configDir, "kafka-administrator.properties");
  const settings = {
    "security.protocol": "SASL_SSL",
    "sasl.mechanism": "PLAIN",
    "sasl.jaas.config": plainLogin(secrets),
    ...believing(secrets.storesTlsDir ?? ""),
  };
  await replaceFile(file, propertiesOf(settings));
  return file;
}

function propertiesOf(settings: Readonly<Record<string, string>>): string {
  return Object.entries(settings)
    .map(([key, value]) => `${key}=${value}\n`)
    .join("");
}
