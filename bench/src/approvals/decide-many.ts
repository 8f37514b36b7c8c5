import { cpuBetween, cpuTimes, machineTime, strangersBetween, type ProcessGroup } from "../cpu.ts";
import { disturbanceText, undisturbed, type RepeatBudget, type Watched } from "../disturbance.ts";
import { post } from "../seed.ts";
import { median, ratioText, spreadOf } from "../spread.ts";
import { verdict, type Verdict } from "../verdicts.ts";
import { approvalsTeam, type ApprovalsBench, type ApprovalsTeam } from "./team.ts";

const MANY = 100;
const TIMES_MAX = 40;
const ROUNDS = 5;
const WARM_ROUNDS = 1;

/**
 * Sets a hundred approvals in one request against a hundred one after the other, in turns, by the time of the median
 * one and by CPU time (trust.decide-many).
 */
export async function runDecideMany(bench: ApprovalsBench): Promise<Verdict[]> {
  const { fleet, progress, print } = bench;
  const team = await approvalsTeam(fleet, "decide", 1);
  const rounds: Round[] = [];
  const budget: RepeatBudget = { left: ROUNDS };
  await progress.step(`deciding on ${MANY} at once and one by one`, async () => {
    for (let n = 0; n < WARM_ROUNDS + ROUNDS; n += 1)
      rounds.push((await undisturbed(() => round(bench, team, n % 2 === 0), budget)).kept);
  });
  const measured = rounds.slice(WARM_ROUNDS);
  const alone = measured.map((one) => one.alone);
  const many = measured.map((one) => one.many);
  const [one, all] = [median(alone.flatMap(({ ms }) => ms)), median(many.flatMap(({ ms }) => ms))];
  const times = spreadOf(measured.map((both) => median(both.many.ms) / median(both.alone.ms)));
  const work = spreadOf(measured.map((both) => cpuMs(both.many) / cpuMs(both.alone)));
  const text = `${MANY} decisions at once: p50 ${all.toFixed(0)} ms, ${ratioText(times)} one of ${one.toFixed(1)} ms`;
  const disturbance = disturbanceText(measured);
  print(
    [
      `\n${text}; by CPU time ${ratioText(work)}`,
      `CPU time of one: ${cpuText(alone)}`,
      `CPU time of ${MANY}: ${cpuText(many)}`,
      ...(disturbance === undefined ? [] : [disturbance]),
    ].join("\n"),
  );
  const mark = disturbance === undefined ? "" : " (disturbed)";
  return [verdict(times.median <= TIMES_MAX, `${text}${mark}, asked for <= ${TIMES_MAX}x`)];
}

/** Measured requests: milliseconds of each, and CPU milliseconds a request by group of processes. */
interface Timed extends Watched {
  ms: number[];
  cpuMs: Record<string, number>;
}

interface Round extends Watched {
  alone: Timed;
  many: Timed;
}

async function round(
  { fleet, groups }: ApprovalsBench,
  team: ApprovalsTeam,
  isAloneFirst: boolean,
): Promise<Round> {
  const {
    approvers: [token = ""],
    propose,
  } = team;
  const ids = [...(await propose(2 * MANY)).keys()];
  const items = ids.slice(MANY).map((id) => ({ id }));
  const oneByOne = () =>
    timed(groups, ids.slice(0, MANY), (id) =>
      post(fleet, token, `/api/v1/changesets/${id}/approve`, {}, 200),
    );
  const atOnce = () =>
    timed(groups, [items], async () => {
      const body = { decision: "approve", items };
      const { results } = await post(fleet, token, "/api/v1/changesets:decide", body, 200);
      const statuses = new Set((results as { status: number }[]).map(({ status }) => status));
      if ([...statuses].join() !== "200") throw new Error(`Decisions were answered ${[...statuses].join()}.`);
    });
  const before = isAloneFirst ? await oneByOne() : undefined;
  const many = await atOnce();
  const alone = before ?? (await oneByOne());
  return { alone, many, strangerCores: Math.max(alone.strangerCores, many.strangerCores) };
}

async function timed<T>(
  groups: readonly ProcessGroup[],
  requests: readonly T[],
  send: (request: T) => Promise<unknown>,
): Promise<Timed> {
  const [ms, before, machineBefore, start] = [
    [] as number[],
    cpuTimes(groups),
    machineTime(),
    performance.now(),
  ];
  for (const request of requests) {
    const began = performance.now();
    await send(request);
    ms.push(performance.now() - began);
  }
  const used = cpuBetween(before, cpuTimes(groups));
  const strangerCores = strangersBetween(machineBefore, used, performance.now() - start);
  const each = Object.entries(used).map(([name, us]) => [name, us / 1_000 / requests.length]);
  return { ms, strangerCores, cpuMs: Object.fromEntries(each) as Record<string, number> };
}

function cpuMs({ cpuMs: groups }: Timed): number {
  return Object.values(groups).reduce((sum, ms) => sum + ms, 0);
}

/** CPU time a request, in all and by the groups that need most of it. */
function cpuText(all: readonly Timed[]): string {
  const names = Object.keys(all[0]?.cpuMs ?? {});
  const used = names.map((name) => ({ name, ms: median(all.map(({ cpuMs }) => cpuMs[name] ?? 0)) }));
  const sum = used.reduce((whole, { ms }) => whole + ms, 0);
  const most = used.sort((left, right) => right.ms - left.ms).slice(0, 5);
  return `${sum.toFixed(1)} ms (${most.map(({ name, ms }) => `${name} ${ms.toFixed(1)}`).join(", ")})`;
}
