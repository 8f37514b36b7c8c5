import { OperatorError } from "../../dev/src/operator-error.ts";

/** Settings of one run. */
export interface BenchSettings {
  /** ROUNDS: how many iterations every contestant has. Default 5. */
  rounds: number;
  /** SECONDS of one iteration. Default 2. */
  seconds: number;
  /** CONNECTIONS of the closed loop, each with one request under way. Default 16. */
  connections: number;
  /** Connections of the iterations that show the tail. */
  manyConnections: number;
  /** SCENARIOS: names, comma separated; all when empty. */
  scenarios: readonly string[];
  /** ROWS of the large table. Default 1,000,000. */
  largeRows: number;
  /** KNOWLEDGE: rows of the team that is searched; of contacts a fifth, of blocks a twentieth. Default 100,000. */
  knowledgeRows: number;
  /** REQUESTS over which memory is watched. Default 200,000. */
  memoryRequests: number;
  /** DELIVERY_SECONDS of each run of deliveries that writes. Default 20; the goal speaks of 300. */
  deliverySeconds: number;
  /** BACKLOG: deliveries that wait for the service. Default 50,000. */
  backlog: number;
  /** KEEP=1: leaves the fleet up and its data in place for the next run. */
  isKept: boolean;
  /** --check: prints whether the ratios asked for were reached, and fails when one was not. */
  isChecked: boolean;
  /** RECORD=1: adds the ratios to bench/results.json, unless the run was disturbed. */
  isRecorded: boolean;
  /** PROFILE=data,auth: also shows where these processes of ours spend their time, in an iteration of its own each. */
  profiled: readonly string[];
}

/** Tells everything the fleet is started with that it runs as in production, and where spans go. */
export function setProduction(port: number): void {
  process.env["JST_PRODUCTION_MEMORY"] = "on";
  process.env["OTEL_EXPORTER_OTLP_ENDPOINT"] = `http://127.0.0.1:${port}`;
}

/** Reads the environment and the arguments; a bad value is an OperatorError naming it. */
export function readBenchSettings(env: NodeJS.ProcessEnv, args: readonly string[]): BenchSettings {
  return {
    rounds: positive(env, "ROUNDS", 5),
    seconds: positive(env, "SECONDS", 2),
    connections: positive(env, "CONNECTIONS", 16),
    manyConnections: 64,
    scenarios: names(env["SCENARIOS"]),
    largeRows: positive(env, "ROWS", 1_000_000, 10_000_000),
    knowledgeRows: positive(env, "KNOWLEDGE", 100_000, 10_000_000),
    memoryRequests: positive(env, "REQUESTS", 200_000, 10_000_000),
    deliverySeconds: positive(env, "DELIVERY_SECONDS", 20),
    backlog: positive(env, "BACKLOG", 50_000, 10_000_000),
    isKept: env["KEEP"] === "1",
    isChecked: args.includes("--check"),
    isRecorded: env["RECORD"] === "1",
    profiled: names(env["PROFILE"]),
  };
}

function names(text = ""): string[] {
  return text.split(",").filter((name) => name !== "");
}

function positive(env: NodeJS.ProcessEnv, name: string, standard: number, max = 1_000): number {
  const text = env[name];
  if (text === undefined || text === "") return standard;
  const value = Number(text);
  if (value > 0 && value <= max) return value;
  throw new OperatorError(`${name} is "${text}"; set it to a number above 0 and up to ${max}.`, {
    exitCode: 2,
  });
}
