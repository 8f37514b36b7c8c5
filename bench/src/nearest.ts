import { randomUUID } from "node:crypto";
import { Database, type TeamContext } from "@jst/db";
import { findNearest, nearestSettings, type Query } from "@jst/search";
import { packedVector } from "@jst/search/testing";
import { Client } from "pg";
import type { Fleet } from "../../dev/src/component.ts";
import { roleUrl, superuserUrl } from "../../dev/src/components/postgres.ts";
import type { Progress } from "../../dev/src/progress.ts";
import { companyQuestions } from "../../e2e/quality/company.ts";
import type { BenchSettings } from "./config.ts";
import { median } from "./spread.ts";
import { verdict, type Verdict } from "./verdicts.ts";

const LIMIT = 10;
/** Least nearness of what the index finds, as a share of that of the nearest: many of these texts are as near. */
const NEARNESS_MIN = 0.95;
const TIMEOUT_MS = 30_000;

const services = ["data", "crm"] as const;
type Service = (typeof services)[number];

/** Results of the ways to find the nearest vectors, over all questions. */
interface Nearest {
  /** Share of the nearest that the index finds. */
  overlap: number;
  nearness: number;
  exactMs: number;
  indexMs: number;
}

/** Asks the questions of the quality set of all vectors and of their index, and compares what both find. */
export async function runNearest(
  { fleet, settings }: { fleet: Fleet; settings: BenchSettings },
  progress: Progress,
  print: (text: string) => void,
): Promise<Verdict[]> {
  if (!settings.scenarios.includes("context-hybrid")) return [];
  const verdicts: Verdict[] = [];
  for (const service of services) {
    const { vectors, ...team } = await largestTeam(fleet, service);
    const step = `comparing the index of ${vectors} vectors of ${service} with all of them`;
    const { overlap, nearness, exactMs, indexMs } = await progress.step(step, () =>
      compared(fleet, service, team),
    );
    const times = `p50 ${indexMs.toFixed(1)} ms by the index, ${exactMs.toFixed(1)} ms by all`;
    const shares = `overlap@${LIMIT} ${overlap.toFixed(3)}, as near as ${nearness.toFixed(3)} of the nearest`;
    print(`\nNearest of ${vectors} vectors of ${service}: ${shares}; ${times}`);
    const text = `index of ${vectors} vectors of ${service}: ${shares}, asked for >= ${NEARNESS_MIN}`;
    verdicts.push(verdict(nearness >= NEARNESS_MIN, text));
  }
  return verdicts;
}

interface Team {
  teamId: string;
  embedder: string;
}

async function largestTeam(fleet: Fleet, service: Service): Promise<Team & { vectors: number }> {
  const client = new Client({ connectionString: superuserUrl(fleet, "jst") });
  await client.connect();
  try {
    const { rows } = await client.query<Team & { vectors: number }>(
      `select e.team_id as "teamId", e.embedder, (select count(*) from ${service}.search_vectors v where v.team_id = e.team_id)::int as vectors
        from ${service}.search_embeddings e order by vectors desc limit 1`,
    );
    if (rows[0] === undefined) throw new Error(`No team has vectors in ${service}.`);
    return rows[0];
  } finally {
    await client.end();
  }
}

async function compared(fleet: Fleet, service: Service, { teamId, embedder }: Team): Promise<Nearest> {
  const database = new Database({
    connectionString: roleUrl(fleet, service),
    poolSize: 1,
    applicationName: "bench",
    changesetPrefix: service,
    settings: nearestSettings,
  });
  const context: TeamContext = {
    teamId,
    tokenId: randomUUID(),
    actorType: "system",
    actorId: "",
    requestId: randomUUID(),
    timeoutMs: TIMEOUT_MS,
  };
  const query: Query = (statement, plan) => database.read(context, statement, plan);
  const ask = async (text: string, exactMax: number) => {
    const meaning = { embedder, vector: packedVector(text) };
    const begun = performance.now();
    const found = await findNearest(query, {
      ...{ schema: service, teamId, meaning, places: [{}], limit: LIMIT, exactMax },
    });
    const ms = performance.now() - begun;
    const near = found ?? [];
    return { ids: near.map(({ id }) => id), near: sum(near.map(({ nearness }) => nearness)), ms };
  };
  const all = [];
  try {
    for (const text of companyQuestions())
      all.push({ exact: await ask(text, Infinity), index: await ask(text, 0) });
  } finally {
    await database.close();
  }
  const shares = all.map(({ exact, index }) => {
    const found = new Set(index.ids);
    return exact.ids.filter((id) => found.has(id)).length / exact.ids.length;
  });
  return {
    overlap: sum(shares) / shares.length,
    nearness: sum(all.map(({ index }) => index.near)) / sum(all.map(({ exact }) => exact.near)),
    exactMs: median(all.map(({ exact }) => exact.ms)),
    indexMs: median(all.map(({ index }) => index.ms)),
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
