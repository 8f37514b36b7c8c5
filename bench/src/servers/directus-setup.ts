import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { Client } from "pg";
import { superuserUrl } from "../../../dev/src/components/postgres.ts";
import type { Fleet } from "../../../dev/src/component.ts";
import { ServerProcess } from "./server-process.ts";
import type { ServerSettings } from "./settings.ts";

/** What the bench knows of the second peer. */
export interface DirectusFacts {
  /** Of its role in the database, and its administrator's. */
  password: string;
  /** Of a user who is no administrator. */
  token: string;
}

/** It makes some eighty tables first. */
export const directusStartLimitMs = 180_000;

/** How it is started: everything but the port is the first peer's. */
export function directusSettings(
  fleet: Fleet,
  { password }: Pick<DirectusFacts, "password">,
  common: Pick<ServerSettings, "port" | "workers" | "poolSize">,
): ServerSettings {
  const url = new URL(superuserUrl(fleet, "jst"));
  url.username = "directus";
  url.password = password;
  return { ...common, sessionOptions: "", connectionString: url.href };
}

/** Gives the second peer a copy of the first one's rows, and a user who may read and create them. */
export async function seedDirectus(fleet: Fleet, port: number): Promise<DirectusFacts> {
  const password = randomBytes(18).toString("hex");
  const client = new Client({ connectionString: superuserUrl(fleet, "jst") });
  await client.connect();
  try {
    await client.query(`create role directus login password '${password}'`);
    await client.query(readFileSync(new URL("directus.sql", import.meta.url), "utf8"));
  } finally {
    await client.end();
  }
  // One process: each keeps what it knows of collections and policies.
  const settings = directusSettings(fleet, { password }, { port, workers: 1, poolSize: 2 });
  const server = await ServerProcess.start("directus", settings, directusStartLimitMs);
  try {
    return { password, token: await makeUser(port, password) };
  } finally {
    await server.stop();
  }
}

async function makeUser(port: number, adminToken: string): Promise<string> {
  const token = randomBytes(18).toString("hex");
  const send = async (method: "POST" | "PATCH", path: string, body: object): Promise<string> => {
    const response = await fetch(`http://127.0.0.1:${port}/${path}`, {
      method,
      headers: { authorization: `Bearer ${adminToken}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`Directus answered ${method} /${path} ${response.status} ${text}`);
    return (JSON.parse(text) as { data: { id: string } }).data.id;
  };
  // Its table is there already; from now on it is a collection whose writes are recorded.
  await send("PATCH", "collections/orders", { meta: { accountability: "all" } });
  // Rules by row need a licence, so its user may read and write for every team: less to do than the others have.
  const ofOrders = { collection: "orders", fields: ["*"], permissions: {} };
  const permissions = ["read", "create"].map((action) => ({ ...ofOrders, action }));
  const policy = await send("POST", "policies", { name: "Orders", permissions });
  const role = await send("POST", "roles", { name: "Orders", policies: [{ policy }] });
  await send("POST", "users", { email: "bench@example.com", role, token, status: "active" });
  return token;
}
