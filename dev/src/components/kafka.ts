import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import path from "node:path";
import { baseEnvironment, type Component, type Fleet } from "../component.ts";
import { repository } from "../config.ts";
import type { Programs } from "../fetch/fetch.ts";
import { host } from "../ports.ts";
import { run } from "../process/run.ts";
import { ensurePrivateDir, replaceFile } from "../state.ts";
import { accessSettings, probeSecured, scramArgs } from "./kafka-access.ts";
import { probeLogin } from "./kafka-probe.ts";

/** One broker that is its own controller (KRaft). Topics are created by the services that own them, never by a typo. */
export const kafka: Component = {
  name: "kafka",
  ports: ({ kafka: port, kafkaController }) => [
    { port, purpose: "Kafka" },
    { port: kafkaController, purpose: "Kafka's controller" },
  ],

  async prepare(fleet, programs) {
    const { paths, ports } = fleet;
    const dataDir = paths.dataDir("kafka");
    await formatOnce(dataDir, fleet, programs);
    await ensurePrivateDir(dataDir);
    const config = await writeConfig(fleet, "kafka.properties", dataDir);
    return {
      name: "kafka",
      stage: "component",
      command: programs.java,
      args: [...jvmArgs(programs), "-Xms64m", "-Xmx256m", "kafka.Kafka", config],
      env: baseEnvironment(),
      cwd: "/",
      stopSignal: "SIGTERM",
      stopLimitMs: 15_000,
      log: paths.log("kafka"),
      url: `kafka://${host}:${ports.kafka}`,
    };
  },

  probe: (fleet) => (fleet.secrets.storesTlsDir === undefined ? probeLogin(fleet) : probeSecured(fleet)),
};

/** Gives the log folder its cluster id; formatted aside, so half a format is never taken for one. */
async function formatOnce(dataDir: string, fleet: Fleet, programs: Programs): Promise<void> {
  if (existsSync(dataDir)) return;
  const part = `${dataDir}.part`;
  await rm(part, { recursive: true, force: true });
  await ensurePrivateDir(part);
  const config = await writeConfig(fleet, "kafka-format.properties", part);
  // The tool would read an id that starts with a dash as an option.
  const clusterId = randomBytes(16).toString("base64url").replace(/^-/, "A");
  const args = ["kafka.tools.StorageTool", "format", "-t", clusterId, "-c", config];
  await runKafkaProgram(programs, ...args, ...scramArgs(fleet.secrets));
  await rename(part, dataDir);
}

/** Runs one of Kafka's own programs to its end. */
export function runKafkaProgram(programs: Programs, ...args: readonly string[]): Promise<string> {
  return run(programs.java, [...jvmArgs(programs), ...args], { env: baseEnvironment() });
}

/** Small and quick to start rather than fast: a development broker idles. */
function jvmArgs({ kafkaJars }: Programs): string[] {
  const logging = path.join(repository, "dev/kafka/log4j2.properties");
  return [
    "-cp",
    path.join(kafkaJars, "*"),
    "-XX:+UseSerialGC",
    "-XX:TieredStopAtLevel=1",
    "-Xshare:auto",
    "-Djava.net.preferIPv4Stack=true",
    `-Dlog4j2.configurationFile=${logging}`,
  ];
}

async function writeConfig(fleet: Fleet, name: string, logDir: string): Promise<string> {
  const { paths, ports } = fleet;
  const file = path.join(paths.configDir, name);
  const settings = {
    "process.roles": "broker,controller",
    "node.id": 1,
    "controller.quorum.voters": `1@${host}:${ports.kafkaController}`,
    ...(await accessSettings(fleet)),
    "log.dirs": logDir,
    "auto.create.topics.enable": false,
    "num.partitions": 3,
    "default.replication.factor": 1,
    "min.insync.replicas": 1,
    "offsets.topic.replication.factor": 1,
    "offsets.topic.num.partitions": 4,
    "transaction.state.log.replication.factor": 1,
    "transaction.state.log.min.isr": 1,
    "transaction.state.log.num.partitions": 4,
    "share.coordinator.state.topic.replication.factor": 1,
    "share.coordinator.state.topic.min.isr": 1,
    "share.coordinator.state.topic.num.partitions": 1,
    // A killed broker may register again once its old session has ended; nine seconds is the default.
    "broker.session.timeout.ms": 2_000,
    "broker.heartbeat.interval.ms": 400,
    // The first consumer of a group starts at once instead of waiting three seconds for others.
    "group.initial.rebalance.delay.ms": 0,
    "log.cleaner.dedupe.buffer.size": 4 * 1024 * 1024,
    "log.segment.bytes": 64 * 1024 * 1024,
    "num.network.threads": 2,
    "num.io.threads": 4,
    "queued.max.requests": 100,
  };
  await replaceFile(
    file,
    Object.entries(settings)
      .map(([key, value]) => `${key}=${value}\n`)
      .join(""),
  );
  return file;
}
