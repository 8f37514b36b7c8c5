import { until } from "@jst/testing";
import { setTimeout as delay } from "node:timers/promises";
import { retryMinuteMs } from "../../../dev/src/test/surroundings.ts";
import type { History, Rules, Walk } from "../checker/history.ts";
import type { Components } from "./components.ts";
import { inflict } from "./nemesis.ts";
import { makeParties, type Parties } from "./parties.ts";
import { startProposer, type Proposer } from "./proposer.ts";
import { Random } from "./random.ts";
import type { Episode, Fault } from "./schedule.ts";
import * as stored from "./stored.ts";
import { startStranger } from "./stranger.ts";
import { startWalker } from "./walker.ts";
import { startWriter, type Writer } from "./writer.ts";

/** What a delivery is held against: the standard schedule in the test fleet's minutes (R1, D1). */
const rules: Rules = {
  attemptsMax: 5,
  delaysMs: [1, 2, 4, 8].map((minutes) => minutes * retryMinuteMs),
  leaseMs: 15_000,
  drainLimitMs: 60_000,
};

/** Pace of the busy team's writes, and of the unlucky one's. */
const busyPerSecond = 220;
const unluckyPerSecond = 3;
/** Until writes are acknowledged again after a fault; delivery 9 wants 10 s, which a busy machine does not hold. */
const recoveryLimitMs = 90_000;
/** Well beyond the limit that the checker holds against: how long it took is worth knowing. */
const drainPatienceMs = 240_000;
/** Acknowledged writes that show that the path works. */
const provingWrites = 20;

/** One fault as it was done. */
export interface Inflicted {
  fault: Fault;
  /** From its end to the first writes that were acknowledged. */
  recoveryMs: number;
}

/** What an episode was and what it left. */
export interface EpisodeRun {
  history: History;
  inflicted: readonly Inflicted[];
  /** How long the writers were at work. */
  writingMs: number;
}

/** Writes, reads, proposes and trespasses while the faults come one after another; then waits, and reads everything. */
export async function runEpisode(
  episode: Episode,
  components: Components,
  told: (line: string) => void,
): Promise<EpisodeRun> {
  const begun = performance.now();
  const now = () => performance.now() - begun;
  const parties = await makeParties(now);
  try {
    const load = startLoad(parties, new Random(episode.seed), now);
    const startedMs = now();
    const inflicted: Inflicted[] = [];
    for (const fault of episode.faults) {
      await writesSucceed(load.writer);
      await delay(fault.calmMs);
      await inflict(fault, components);
      const endedMs = now();
      await writesSucceed(load.writer);
      inflicted.push({ fault, recoveryMs: now() - endedMs });
      told(`${fault.kind} ${fault.targets.join(" and ")}: back after ${Math.round(now() - endedMs)} ms`);
    }
    await load.stopWriting();
    const writingMs = now() - startedMs;
    const drainMs = await drain(parties, components);
    const history = await readHistory(parties, components, load, drainMs);
    return { history, inflicted, writingMs };
  } finally {
    parties.close();
  }
}

interface Load {
  writer: Writer;
  writers: readonly Writer[];
  proposer: Proposer;
  trespasses: readonly string[];
  stopWriting(): Promise<void>;
  stopWalking(): Promise<Walk[]>;
}

function startLoad({ busy, unlucky, careful, revoked }: Parties, random: Random, now: () => number): Load {
  const writer = startWriter({ ...busy, writesPerSecond: busyPerSecond, random, now });
  const other = startWriter({ ...unlucky, writesPerSecond: unluckyPerSecond, random, now });
  const proposer = startProposer(careful.proposer, careful.approver);
  const stranger = startStranger(revoked);
  const walkers = [
    startWalker({ team: busy.team, token: busy.tokens[0] ?? "", limit: 100, pauseMs: 100 }),
    startWalker({ team: busy.team, token: busy.tokens[1] ?? "", limit: 37, pauseMs: 250 }),
    startWalker({ team: unlucky.team, token: unlucky.tokens[0] ?? "", limit: 10, pauseMs: 500 }),
  ];
  return {
    writer,
    writers: [writer, other],
    proposer,
    trespasses: stranger.trespasses,
    stopWriting: async () => {
      await Promise.all([writer.stop(), other.stop(), proposer.stop(), stranger.stop()]);
    },
    stopWalking: () => Promise.all(walkers.map((walker) => walker.stop())),
  };
}

async function writesSucceed(writer: Writer): Promise<void> {
  const before = writer.count();
  await until("writes are acknowledged", recoveryLimitMs, () =>
    writer.count() >= before + provingWrites ? true : undefined,
  );
}

/** Heals the sinks and waits until nothing is left to do; null when that does not come. */
async function drain({ busy, unlucky }: Parties, components: Components): Promise<number | null> {
  for (const sink of [...busy.sinks, ...unlucky.sinks]) sink.heal();
  const begun = performance.now();
  const isDone = async () =>
    (await stored.backlogOf(components.databaseUrl, [busy.team, unlucky.team])) === 0 ? true : undefined;
  return until("the backlog is drained", drainPatienceMs, isDone).then(
    () => performance.now() - begun,
    () => null,
  );
}

async function readHistory(
  parties: Parties,
  { databaseUrl }: Components,
  load: Load,
  drainMs: number | null,
): Promise<History> {
  const { busy, unlucky } = parties;
  const writing = [busy, unlucky];
  const decisions = await stored.storedDecisions(parties, load.proposer.approved);
  const audit = await stored.auditOf(parties, decisions);
  const walked = await load.stopWalking();
  const deliveries = await stored.storedDeliveries(
    databaseUrl,
    writing.map(({ team }) => team),
  );
  const late = await Promise.all(
    writing.map(({ team, tokens }) =>
      startWalker({ team, token: tokens.at(-1) ?? "", limit: 500, pauseMs: 100 }).stop(),
    ),
  );
  return {
    rules,
    writes: load.writers.flatMap(({ writes }) => writes),
    contacts: (await Promise.all(writing.map(stored.storedContacts))).flat(),
    endpoints: writing.flatMap(({ endpoints }) => endpoints),
    deliveries,
    walks: [...walked, ...late],
    receipts: writing.flatMap(({ sinks }) => sinks.flatMap(({ receipts }) => receipts)),
    decisions,
    audit,
    brokenChains: await stored.brokenChains(parties),
    trespasses: load.trespasses,
    drainMs,
  };
}
