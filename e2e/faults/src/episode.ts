import { until } from "@jst/testing";
import { setTimeout as delay } from "node:timers/promises";
import { retryMinuteMs } from "../../../dev/src/test/surroundings.ts";
import type { History, Rules, Walk } from "../checker/history.ts";
import type { Components } from "./components.ts";
import { watchOthers } from "./machine.ts";
import { inflict } from "./nemesis.ts";
import { makeParties, type Parties } from "./parties.ts";
import { startProposer, type Proposer } from "./proposer.ts";
import { Random } from "./random.ts";
import type { Episode, Fault } from "./schedule.ts";
import * as stored from "./stored.ts";
import { startStranger } from "./stranger.ts";
import { startWalker } from "./walker.ts";
import { startWriter, type Writer } from "./writer.ts";

/** Rules for deliveries: the standard schedule in the test fleet's minutes (events.attempts). */
const rules: Rules = {
  attemptsMax: 5,
  delaysMs: [1, 2, 4, 8].map((minutes) => minutes * retryMinuteMs),
  leaseMs: 15_000,
  drainLimitMs: 60_000,
};

/** Pace of the busy teams' writes together, and of the unlucky one's. */
const busyPerSecond = 220;
const unluckyPerSecond = 3;
/**
 * Until writes are acknowledged again after a fault (operation.recovery): 10 s are asked, which a busy machine does not
 * hold.
 */
const recoveryLimitMs = 90_000;
/** A backlog that has not become smaller for this long never will. */
const drainPatienceMs = 60_000;
/** Between two looks at the backlog: they are not to slow down what they look at. */
const pollMs = 250;
/** Acknowledged writes that show that the path works. */
const provingWrites = 20;
/** Nothing is done to a path that is still further behind than this many writes, unless it does not catch up. */
const behindMax = 100;

/** One fault as it was done. */
export interface Inflicted {
  fault: Fault;
  /** From its end to the first writes that were acknowledged. */
  recoveryMs: number;
}

/** Episode and its results. */
export interface EpisodeRun {
  history: History;
  inflicted: readonly Inflicted[];
}

/** Place of an episode, and its output. */
export interface Stage {
  components: Components;
  told: (line: string) => void;
}

/** Writes, reads, proposes and trespasses while the faults come one after another; then waits, and reads everything. */
export async function runEpisode(episode: Episode, stage: Stage): Promise<EpisodeRun> {
  const { components, told } = stage;
  const begun = performance.now();
  const now = () => performance.now() - begun;
  const parties = await makeParties(now);
  try {
    const load = startLoad(parties, new Random(episode.seed), now);
    const inflicted: Inflicted[] = [];
    for (const fault of episode.faults) {
      await writesSucceed(load.writers);
      await caughtUp(load.writers, episode.catchUpMs);
      await delay(fault.calmMs);
      await inflict(fault, components);
      const endedMs = now();
      await writesSucceed(load.writers);
      inflicted.push({ fault, recoveryMs: now() - endedMs });
      told(`${fault.kind} ${fault.targets.join(" and ")}: back after ${Math.round(now() - endedMs)} ms`);
    }
    await caughtUp(load.writers, episode.catchUpMs);
    await load.stopWriting();
    const othersMs = watchOthers([process.pid, ...(await components.pids())]);
    const drainMs = await drain(parties, components);
    const drainOthersMs = othersMs();
    const seen = await readHistory(parties, components, load);
    const history = { ...seen, drainMs, drainOthersMs, rules };
    return { history, inflicted };
  } finally {
    parties.close();
  }
}

interface Load {
  writers: readonly Writer[];
  proposer: Proposer;
  trespasses: readonly string[];
  stopWriting(): Promise<void>;
  stopWalking(): Promise<Walk[]>;
}

function startLoad({ busy, unlucky, careful, revoked }: Parties, random: Random, now: () => number): Load {
  const writesPerSecond = busyPerSecond / busy.length;
  const writers = [
    ...busy.map((party) => startWriter({ ...party, writesPerSecond, random, now })),
    startWriter({ ...unlucky, writesPerSecond: unluckyPerSecond, random, now }),
  ];
  const proposer = startProposer(careful.proposer, careful.approver);
  const stranger = startStranger(revoked);
  const walkers = [
    ...busy.map((party, index) =>
      startWalker({ ...party, limit: [100, 37, 500, 11][index] ?? 50, pauseMs: 150 }),
    ),
    startWalker({ ...unlucky, limit: 10, pauseMs: 500 }),
  ];
  return {
    writers,
    proposer,
    trespasses: stranger.trespasses,
    stopWriting: async () => {
      await Promise.all([...writers, proposer, stranger].map((one) => one.stop()));
    },
    stopWalking: () => Promise.all(walkers.map((walker) => walker.stop())),
  };
}

async function writesSucceed(writers: readonly Writer[]): Promise<void> {
  const count = () => writers.reduce((total, writer) => total + writer.count(), 0);
  const before = count();
  await until("writes are acknowledged", recoveryLimitMs, () =>
    count() >= before + provingWrites ? true : undefined,
  );
}

/** Every fault is to meet the whole load; a machine that has no time for it is not waited for. */
async function caughtUp(writers: readonly Writer[], limitMs: number): Promise<void> {
  const behind = () => writers.reduce((total, writer) => total + writer.owed(), 0);
  const isThere = () => (behind() <= behindMax ? true : undefined);
  await until("the writers have caught up", limitMs, isThere).catch(() => undefined);
}

/** Heals the sinks and waits until nothing is left to do; null when it no longer becomes less. */
async function drain({ busy, unlucky }: Parties, { databaseUrl }: Components): Promise<number | null> {
  const parties = [...busy, unlucky];
  for (const { sinks } of parties) for (const sink of sinks) sink.heal();
  const teams = parties.map(({ team }) => team);
  const begun = performance.now();
  for (let left = await stored.backlogOf(databaseUrl, teams); left > 0;) {
    const before = left;
    const less = await until("less is left", drainPatienceMs, async () => {
      const now = await stored.backlogOf(databaseUrl, teams);
      return now < before ? now : undefined;
    }).catch(() => null);
    if (less === null) return null;
    left = less;
    await delay(pollMs);
  }
  return performance.now() - begun;
}

async function readHistory(
  parties: Parties,
  { databaseUrl }: Components,
  load: Load,
): Promise<Omit<History, "drainMs" | "drainOthersMs" | "rules">> {
  const writing = [...parties.busy, parties.unlucky];
  const decisions = await stored.storedDecisions(parties, load.proposer.approved);
  const audit = await stored.auditOf(parties, decisions);
  const walked = await load.stopWalking();
  const late = await Promise.all(
    writing.map((party) => startWalker({ ...party, limit: 500, pauseMs: 100 }).stop()),
  );
  const teams = writing.map(({ team }) => team);
  return {
    writes: load.writers.flatMap(({ writes }) => writes),
    contacts: (await Promise.all(writing.map(stored.storedContacts))).flat(),
    endpoints: writing.flatMap(({ endpoints }) => endpoints),
    deliveries: await stored.storedDeliveries(databaseUrl, teams),
    walks: [...walked, ...late],
    receipts: writing.flatMap(({ sinks }) => sinks.flatMap(({ receipts }) => receipts)),
    decisions,
    audit,
    brokenChains: await stored.brokenChains(parties),
    trespasses: load.trespasses,
  };
}
