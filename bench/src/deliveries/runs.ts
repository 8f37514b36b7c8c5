import type { Client } from "pg";
import type { CpuTimes } from "../cpu.ts";
import type { LoadProcess } from "../load/load-process.ts";
import { median } from "../spread.ts";
import type { Verdict } from "../verdicts.ts";
import { fillOutbox, relayed } from "./outbox.ts";
import type { DeliveryPlan, DeliveryResult, ThreefoldTeam } from "./plan.ts";

/** How long and how much. */
export interface DeliverySettings {
  /** DELIVERY_SECONDS of each run that writes. Default 20; the goal speaks of 300. */
  seconds: number;
  /** BACKLOG: deliveries that wait. Default 50,000. */
  backlog: number;
  /** ROUNDS of the comparison with a tarpit. */
  rounds: number;
}

/** Parts of the runs. */
export interface DeliveryBench {
  load: LoadProcess;
  client: Client;
  teams: readonly ThreefoldTeam[];
  settings: DeliverySettings;
  /** CPU time of every process so far. */
  cpu: () => CpuTimes;
  /** Sends a signal to the webhooks service and all it started. */
  signalDispatcher: (signal: "SIGSTOP" | "SIGCONT") => void;
}

/** One line of the report: a run, its numbers, and what is asked of them. */
export interface DeliveryLine {
  text: string;
  verdicts: Verdict[];
}

/** Runs that are measured in deliveries; each is run when it is named. */
export const deliveryRuns: Readonly<
  Record<string, (bench: DeliveryBench) => AsyncGenerator<DeliveryLine, void>>
> = { deliveries, push, backlog, tarpit };

/** Contacts under way: enough to keep every stage busy, few enough to wait within the time limits. */
const openMax = 600;
const patienceMs = 60_000;
/** Before what is measured: compiled code, connections, statements. */
export const warm: DeliveryPlan = { teams: "threefold", writeMs: 4_000, openMax, patienceMs };

/** Contacts with three endpoints each, as fast as they arrive: from the write, and from a filled outbox alone. */
async function* deliveries({ load, client, teams, settings, cpu }: DeliveryBench) {
  await load.pour(warm);
  const writing: DeliveryPlan = { ...warm, writeMs: settings.seconds * 1_000 };
  const [poured, used] = await metered(cpu, () => load.pour(writing));
  const rate = (poured.meanwhile * 1_000) / poured.writtenMs;
  yield line(`write to signed POST, three endpoints a contact, ${settings.seconds} s`, poured, used, [
    least("deliveries a second", rate, 500, 1_500),
  ]);
  const events = Math.ceil(settings.backlog / 3);
  const filled = { ...warm, writeMs: 0, expected: events * 3 };
  const [drained, usedAlone] = await metered(cpu, async () => {
    const pouring = load.pour(filled);
    await fillOutbox(client, teams, events);
    return pouring;
  });
  const alone = (drained.delivered * 1_000) / drained.deliveringMs;
  yield line(`the same from a filled outbox, ${drained.delivered} deliveries`, drained, usedAlone, [
    least("deliveries a second from the outbox", alone, 500, 1_500),
  ]);
}

/** From the moment a write is due to its signed POST, at a rate that waits for nothing. */
async function* push({ load, settings, cpu }: DeliveryBench) {
  await load.pour({ ...warm, teams: "single" });
  const plan: DeliveryPlan = { teams: "single", writeMs: settings.seconds * 1_000, rate: 200, patienceMs };
  const [poured, used] = await metered(cpu, () => load.pour(plan));
  const { p50, p99 } = poured.latencies;
  yield line(`200 contacts a second, one endpoint each, ${settings.seconds} s`, poured, used, [
    most("p50 from write to POST, ms", p50 / 1_000, 250, 100),
    most("p99 from write to POST, ms", p99 / 1_000, 1_000, 400),
  ]);
}

/** The service is away until the broker holds the backlog. */
async function* backlog({ load, client, teams, settings, cpu, signalDispatcher }: DeliveryBench) {
  await load.pour(warm);
  const events = Math.ceil(settings.backlog / 3);
  signalDispatcher("SIGSTOP");
  let startAt = 0;
  try {
    await fillOutbox(client, teams, events);
    await relayed(client);
  } finally {
    startAt = Date.now();
    signalDispatcher("SIGCONT");
  }
  const [drained, used] = await metered(cpu, () => load.pour({ ...warm, writeMs: 0, expected: events * 3 }));
  yield line(`backlog of ${drained.delivered}, from the return of the service`, drained, used, [
    most("seconds until the backlog is delivered", (drained.lastAt - startAt) / 1_000, 180, 60),
  ]);
}

/** The others of a hundred endpoints, while one takes POSTs and never answers, beside the same without it. */
async function* tarpit({ load, teams, settings, cpu }: DeliveryBench) {
  await load.pour(warm);
  const hung = teams[0]?.endpoints[0]?.path ?? "";
  // Long enough that a p99 is not one hiccup of the machine.
  const writeMs = settings.seconds * 1_000;
  const plan: DeliveryPlan = { teams: "threefold", writeMs, rate: 100, patienceMs };
  const ratios: number[] = [];
  for (let round = 0; round < settings.rounds; round += 1) {
    const p99: Record<string, number> = {};
    for (const withIt of round % 2 === 0 ? [false, true] : [true, false]) {
      const [poured, used] = await metered(cpu, () => load.pour({ ...plan, ...(withIt ? { hung } : {}) }));
      p99[String(withIt)] = poured.latencies.p99;
      yield line(`${teams.length * 3} endpoints, ${withIt ? "one tarpit" : "all healthy"}`, poured, used, []);
    }
    ratios.push((p99["true"] ?? Number.NaN) / (p99["false"] ?? Number.NaN));
  }
  const percent = (median(ratios) - 1) * 100;
  yield { text: "", verdicts: [most("healthy p99 with a tarpit, % more than without", percent, 20, 5)] };
}

async function metered(
  cpu: () => CpuTimes,
  work: () => Promise<DeliveryResult>,
): Promise<[DeliveryResult, CpuTimes]> {
  const before = cpu();
  const result = await work();
  const after = cpu();
  const perDelivery = Object.entries(after).map(([group, us]) => [
    group,
    (us - (before[group] ?? 0)) / Math.max(1, result.delivered),
  ]);
  return [result, Object.fromEntries(perDelivery) as CpuTimes];
}

function line(title: string, result: DeliveryResult, used: CpuTimes, verdicts: Verdict[]): DeliveryLine {
  const { written, refused, delivered, repeated, latencies } = result;
  const shown = Object.entries(used).filter(([, us]) => us >= 3);
  const total = shown.reduce((sum, [group, us]) => (group === "load" ? sum : sum + us), 0);
  const cpu = shown.map(([group, us]) => `${group} ${us.toFixed(0)}`).join(", ");
  const ms = (us: number) => (us / 1_000).toFixed(1);
  const times = written === 0 ? "" : `, p50 ${ms(latencies.p50)} ms, p99 ${ms(latencies.p99)} ms`;
  const counts = `${written} written, ${refused} refused, ${delivered} delivered, ${repeated} of them again${times}`;
  return {
    text: `${title}\n  ${counts}\n  us CPU a delivery: ${total.toFixed(0)} (${cpu})`,
    verdicts,
  };
}

function least(what: string, value: number, must: number, goal: number): Verdict {
  return verdict(
    value >= must,
    value >= goal,
    `${what}: ${value.toFixed(0)}, must be >= ${must}, goal ${goal}`,
  );
}

function most(what: string, value: number, must: number, goal: number): Verdict {
  return verdict(
    value <= must,
    value <= goal,
    `${what}: ${value.toFixed(1)}, must be <= ${must}, goal ${goal}`,
  );
}

function verdict(isMet: boolean, isBeyond: boolean, text: string): Verdict {
  const word = isMet ? (isBeyond ? "goal   " : "met    ") : "NOT MET";
  return { isMet, text: `${word}  ${text}` };
}
