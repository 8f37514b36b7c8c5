import type { ServerSettings } from "./settings.ts";

/** Its administrator; a password has to have capitals and signs. */
export function nocodbAdmin({ connectionString }: ServerSettings): { email: string; password: string } {
  return { email: "admin@example.com", password: `Aa1-${new URL(connectionString).password}` };
}

/** How it reaches the database, in the words of its own configuration. */
export function nocodbConnection({ connectionString, poolSize }: ServerSettings) {
  const { hostname: host, port, username: user, password, pathname } = new URL(connectionString);
  return {
    client: "pg",
    connection: { host, port: Number(port), user, password, database: pathname.slice(1) },
    pool: { min: 1, max: poolSize },
  };
}
