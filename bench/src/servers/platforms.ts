import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { Client } from "pg";
import { superuserUrl } from "../../../dev/src/components/postgres.ts";
import type { Fleet } from "../../../dev/src/component.ts";
import type { PlatformFacts, PlatformName } from "../facts.ts";
import { prepareDirectus } from "./directus-setup.ts";
import { prepareNocodb } from "./nocodb-setup.ts";
import { ServerProcess } from "./server-process.ts";
import type { ServerSettings } from "./settings.ts";

/** A platform that ours is measured beside when it is asked for; its packages are in a folder of its name. */
interface Platform {
  title: string;
  /** What it needs in the database beside its table. */
  sql: string;
  /** Makes its table known to it, with a user who may read and create rows. */
  prepare: (server: ServerSettings) => Promise<Omit<PlatformFacts, "password">>;
}

export const platforms: Readonly<Record<PlatformName, Platform>> = {
  directus: {
    title: "Directus",
    sql: "create index orders_created on directus.orders (team_id, created_at, id)",
    prepare: prepareDirectus,
  },
  nocodb: {
    title: "NocoDB",
    // What it keeps of itself would be tables to it, and it asks for every order with empty cells last.
    sql: `create schema nocodb_meta authorization nocodb;
      create index orders_created on nocodb.orders (team_id, created_at desc nulls last, id desc nulls last)`,
    prepare: prepareNocodb,
  },
};

/** They make up to a hundred tables first. */
export const platformStartLimitMs = 180_000;

/** How one is started: everything but the port is the first peer's. */
export function platformSettings(
  fleet: Fleet,
  name: PlatformName,
  password: string,
  common: Pick<ServerSettings, "port" | "workers" | "poolSize">,
): ServerSettings {
  const url = new URL(superuserUrl(fleet, "jst"));
  url.username = name;
  url.password = password;
  return { ...common, sessionOptions: "", connectionString: url.href };
}

/** Gives a platform a copy of the first peer's rows, and a user. */
export async function seedPlatform(
  fleet: Fleet,
  name: PlatformName,
  common: Pick<ServerSettings, "port" | "poolSize">,
): Promise<PlatformFacts> {
  const { sql, prepare } = platforms[name];
  const password = randomBytes(18).toString("hex");
  const client = new Client({ connectionString: superuserUrl(fleet, "jst") });
  await client.connect();
  try {
    await client.query(`create role ${name} login password '${password}'`);
    const table = readFileSync(new URL("platform.sql", import.meta.url), "utf8");
    await client.query(table.replaceAll("platform", name));
    await client.query(sql);
    await client.query(`analyze ${name}.orders`);
  } finally {
    await client.end();
  }
  // One process: each keeps what it knows of its tables and users.
  const settings = platformSettings(fleet, name, password, { ...common, workers: 1 });
  const server = await ServerProcess.start(name, settings, platformStartLimitMs);
  try {
    return { password, ...(await prepare(settings)) };
  } finally {
    await server.stop();
  }
}
