import { cpuBetween, cpuTimes, type ProcessGroup } from "../cpu.ts";
import { median } from "../measure.ts";
import { post } from "../seed.ts";
import { verdict, type Verdict } from "../verdicts.ts";
import { approvalsTeam, type ApprovalsBench, type ApprovalsTeam } from "./team.ts";

const MANY = 100;
const TIMES_MAX = 40;
const ROUNDS = 9;
/** Single approvals of a round. */
const ALONE = 20;
const WARM_ROUNDS = 2;

/** Sets a hundred approvals at once against one alone, by the median time and by CPU time (trust.decide-many). */
export async function runDecideMany(bench: ApprovalsBench): Promise<Verdict[]> {
  const { fleet, progress, print } = bench;
  const team = await approvalsTeam(fleet, "decide", 1);
  const rounds: Round[] = [];
  await progress.step(`deciding on ${MANY} at once and on one alone`, async () => {
    for (let n = 0; n < WARM_ROUNDS + ROUNDS; n += 1) rounds.push(await round(bench, team));
  });
  const measured = rounds.slice(WARM_ROUNDS);
  const alone = measured.map((one) => one.alone);
  const many = measured.map((one) => one.many);
  const [one, all] = [median(alone.flatMap(({ ms }) => ms)), median(many.flatMap(({ ms }) => ms))];
  const ratio = all / one;
  const text = `${MANY} decisions at once: p50 ${all.toFixed(0)} ms, ${ratio.toFixed(1)}x one of ${one.toFixed(1)} ms`;
  print(`\n${text}\nCPU time of one: ${cpuText(alone)}\nCPU time of ${MANY}: ${cpuText(many)}`);
  return [verdict(ratio <= TIMES_MAX, `${text}, asked for <= ${TIMES_MAX}x`)];
}

/** Measured requests: milliseconds of each, and CPU milliseconds a request by group of processes. */
interface Timed {
  ms: number[];
  cpuMs: Record<string, number>;
}

interface Round {
  alone: Timed;
  many: Timed;
}

async function round({ fleet, groups }: ApprovalsBench, team: ApprovalsTeam): Promise<Round> {
  const {
    approvers: [token = ""],
    propose,
  } = team;
  const ids = [...(await propose(ALONE + MANY)).keys()];
  const items = ids.slice(ALONE).map((id) => ({ id }));
  return {
    alone: await timed(groups, ids.slice(0, ALONE), (id) =>
      post(fleet, token, `/api/v1/changesets/${id}/approve`, {}, 200),
    ),
    many: await timed(groups, [items], async () => {
      const body = { decision: "approve", items };
      const { results } = await post(fleet, token, "/api/v1/changesets:decide", body, 200);
      const statuses = new Set((results as { status: number }[]).map(({ status }) => status));
      if ([...statuses].join() !== "200") throw new Error(`Decisions were answered ${[...statuses].join()}.`);
    }),
  };
}

async function timed<T>(
  groups: readonly ProcessGroup[],
  requests: readonly T[],
  send: (request: T) => Promise<unknown>,
): Promise<Timed> {
  const [ms, before] = [[] as number[], cpuTimes(groups)];
  for (const request of requests) {
    const began = performance.now();
    await send(request);
    ms.push(performance.now() - began);
  }
  const used = Object.entries(cpuBetween(before, cpuTimes(groups)));
  return { ms, cpuMs: Object.fromEntries(used.map(([name, us]) => [name, us / 1_000 / requests.length])) };
}

/** CPU time a request, in all and by the groups that need most of it. */
function cpuText(all: readonly Timed[]): string {
  const names = Object.keys(all[0]?.cpuMs ?? {});
  const used = names.map((name) => ({ name, ms: median(all.map(({ cpuMs }) => cpuMs[name] ?? 0)) }));
  const sum = used.reduce((whole, { ms }) => whole + ms, 0);
  const most = used.sort((left, right) => right.ms - left.ms).slice(0, 5);
  return `${sum.toFixed(1)} ms (${most.map(({ name, ms }) => `${name} ${ms.toFixed(1)}`).join(", ")})`;
}
