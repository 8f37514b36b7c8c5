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
  /** What the floor asks. */
  statements?: FloorStatements;
}

/** What the chain needs beside: its gateway, and where the two behind it listen. */
export interface ChainSettings extends Required<ServerSettings> {
  envoy: string;
  envoyArguments: string[];
  ports: { chainAuth: number; chainData: number };
}
