import { availableParallelism, loadavg } from "node:os";
import { invariants } from "../checker/checker.ts";
import type { Violation } from "../checker/history.ts";
import { loadOf, type Load } from "../checker/load.ts";
import type { EpisodeRun } from "./episode.ts";

/** An episode, and what the checker found in it. */
export interface Judged {
  run: EpisodeRun;
  violations: readonly Violation[];
}

/** Summarizes in a few lines what a run did and survived. */
export function summaryOf(seed: number, judged: readonly Judged[]): string {
  const violations = judged.flatMap((one) => one.violations);
  const histories = judged.map(({ run }) => run.history);
  const sum = (count: (history: (typeof histories)[number]) => number) =>
    histories.reduce((total, history) => total + count(history), 0);
  const writes = (outcome: string) =>
    sum((history) => history.writes.filter((one) => one.outcome === outcome).length);
  const loads = histories.map((history) => loadOf(history.writes));
  const of = (kind: Violation["kind"]) => violations.filter((one) => one.kind === kind).length;
  const deliveries = sum((history) => history.deliveries.length);
  const posts = sum((history) => history.receipts.length);
  const accepted = sum((history) => history.receipts.filter(({ isAccepted }) => isAccepted).length);
  const succeeded = sum((history) => history.deliveries.filter(({ status }) => status === "success").length);
  const inflicted = judged.flatMap(({ run }) => run.inflicted);
  const killed = inflicted.flatMap(({ fault }) => (fault.kind === "kill" ? fault.targets : [])).length;
  const drains = histories.map(({ drainMs }) => drainMs ?? Infinity);
  const others = histories.map(({ drainOthersMs }) => drainOthersMs);
  return [
    `seed        ${seed}, ${judged.length} episodes`,
    `writes      ${writes("ok")} acknowledged, ${writes("unknown")} unknown, ${writes("refused")} refused`,
    ratesOf(loads),
    `faults      ${inflicted.length}: ${countsOf(inflicted.map(({ fault }) => `${fault.kind} ${fault.targets.join("+")}`))}`,
    `kill -9     of ${killed} processes`,
    `recovery    ${largest(inflicted.map(({ recoveryMs }) => recoveryMs))} ms at most until writes were acknowledged again`,
    `deliveries  ${deliveries} (${succeeded} success, ${deliveries - succeeded} failed), ${posts} POSTs, ` +
      `${accepted - succeeded} taken a second time by a sink`,
    `audit       ${sum((history) => history.decisions.length)} changesets, ${sum((history) => history.audit.length)} entries`,
    `backlog     drained ${largest(drains)} ms after the last fault, of which ${largest(others)} ms of the machine went to others`,
    // Other load of the machine, which the times above depend on.
    `machine     ${availableParallelism()} cores, load ${loadavg()[1]?.toFixed(1) ?? "?"} in the last five minutes`,
    `lost ${of("lost")}, duplicated ${of("duplicated")}, otherwise wrong ${of("wrong")}`,
    boundOf(inflicted.length, violations.length),
    ...Object.entries(invariants).map(([name, { claim }]) => verdictOf(name, claim, violations)),
  ].join("\n");
}

function ratesOf(loads: readonly Load[]): string {
  const sum = (member: keyof Load) => loads.reduce((total, load) => total + load[member], 0);
  const [wholeS, upS] = [sum("writingMs") / 1_000, sum("upMs") / 1_000];
  const perSecond = (count: number, seconds: number) => (seconds === 0 ? 0 : count / seconds).toFixed(0);
  return (
    `load        ${perSecond(sum("sent"), wholeS)} writes sent and ${perSecond(sum("acknowledged"), wholeS)} acknowledged ` +
    `a second over the whole ${wholeS.toFixed(0)} s; ${perSecond(sum("acknowledged"), upS)} acknowledged a second ` +
    `over the ${upS.toFixed(0)} s in which the path was up`
  );
}

/** Zero failures in n trials bound the rate of failure at 3/n with 95 % confidence; never at zero. */
function boundOf(trials: number, failures: number): string {
  if (failures > 0 || trials === 0) return "bound       none: something failed";
  return `bound       at most ${((3 / trials) * 100).toFixed(1)} % of faults lose or repeat anything (95 %, 3/${trials})`;
}

function verdictOf(name: string, claim: string, violations: readonly Violation[]): string {
  const breaches = violations.filter(({ invariant }) => invariant === name);
  const shown = breaches.slice(0, 3).map(({ what }) => `\n              ${what}`);
  return `${name.padEnd(4)} ${breaches.length === 0 ? "held  " : `BROKEN ${breaches.length} times`}  ${claim}${shown.join("")}`;
}

function countsOf(names: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, count]) => (count === 1 ? name : `${name} x${count}`)).join(", ");
}

function largest(numbers: readonly number[]): string {
  return Math.max(0, ...numbers).toFixed(0);
}
