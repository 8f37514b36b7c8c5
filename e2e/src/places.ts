import { readdirSync, readFileSync } from "node:fs";
import { connect } from "node:net";
import path from "node:path";
import { services } from "@jst/fleet";
import { withClient } from "@jst/testing";
import { Components } from "../faults/src/components.ts";
import { startCollector, type CollectedSpan } from "./collector.ts";
import { fleet, metricsOf } from "./fleet.ts";

/** Where bytes of the fleet end up beside its answers: what must not be there is looked for in all of them. */
export interface Places {
  /** Segments that the broker has on disk. */
  kafka: () => Buffer[];
  logs: () => Buffer[];
  /** Commands that Redis has received since. */
  redis: () => string;
  spans: () => readonly CollectedSpan[];
  /** All places but the database, by their names. */
  all: () => Promise<Record<string, Buffer[]>>;
  /** Tables of services with a row that has the text, or its bytes. */
  tablesWith: (text: string) => Promise<string[]>;
  close: () => void;
}

/** True where a part has the word. */
export const holds = (parts: readonly Buffer[], word: string): boolean =>
  parts.some((part) => part.includes(word));

/** Watches the places of the fleet under test; the collector takes its spans from now on. */
export async function watchPlaces(): Promise<Places> {
  const components = await Components.of(path.dirname(process.env["E2E_FLEET"] ?? ""));
  const collector = await startCollector(Number(process.env.E2E_COLLECTOR_PORT));
  let toRedis = "";
  const url = new URL(components.redisUrl);
  const redis = connect(Number(url.port), url.hostname);
  redis.on("data", (bytes) => (toRedis += bytes.toString("latin1")));
  redis.write(`AUTH ${url.password}\r\nMONITOR\r\n`);
  const kafka = () => segments(components.dataDir("kafka"));
  const logs = () => Object.values(fleet().components).map(({ log }) => readFileSync(log));
  return {
    kafka,
    logs,
    redis: () => toRedis,
    spans: () => collector.spans,
    all: async () => {
      const metrics = await Promise.all(services.map(({ name }) => metricsOf(name)));
      return {
        logs: logs(),
        kafka: kafka(),
        redis: [Buffer.from(toRedis)],
        traces: [Buffer.from(collector.received())],
        metrics: metrics.map((text) => Buffer.from(text)),
      };
    },
    tablesWith: (text) => tablesWith(components.databaseUrl, text),
    close: () => {
      redis.destroy();
      collector.close();
    },
  };
}

function segments(dataDir: string): Buffer[] {
  return readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".log"))
    .map((entry) => readFileSync(path.join(entry.parentPath, entry.name)));
}

function tablesWith(databaseUrl: string, text: string): Promise<string[]> {
  return withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = any($1) order by 1`,
      [services.map(({ name }) => name)],
    );
    const found: string[] = [];
    for (const { name } of rows) {
      const { rowCount } = await client.query(
        `select from ${name} t where position($1 in t::text) > 0 or position($2 in t::text) > 0 limit 1`,
        [text, Buffer.from(text).toString("hex")],
      );
      if (rowCount !== 0) found.push(name);
    }
    return found;
  });
}
