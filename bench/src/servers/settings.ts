import type { FloorStatements } from "../facts.ts";

/** How a server of the bench is run; it finds them as JSON in BENCH_SERVER. */
export interface ServerSettings {
  port: number;
  connectionString: string;
  /** Processes that share the port. */
  workers: number;
  /** Connections of each of them. */
  poolSize: number;
  /** PostgreSQL settings of every connection, as libpq's `options` takes them. */
  sessionOptions: string;
  /** Statements of the floor. */
  statements?: FloorStatements;
}

/** Settings of the chain: its gateway, and the ports of the two services behind it. */
export interface ChainSettings extends Required<ServerSettings> {
  envoy: string;
  envoyArguments: string[];
  ports: { chainAuth: number; chainData: number };
}
