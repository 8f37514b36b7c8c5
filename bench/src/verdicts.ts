import type { Measured } from "./measure.ts";
import { ratiosOf } from "./ratios.ts";
import { cpuOf, totalCpu } from "./report.ts";
import type { Scenario, ShareTarget } from "./scenarios/scenario.ts";
import { median, ratioText } from "./spread.ts";

/** One thing that is asked for: whether it was reached, and a sentence that says so. */
export interface Verdict {
  isMet: boolean;
  text: string;
}

/** Judges a scenario's goals: at the usual number of connections, CPU time at the largest. */
export async function verdictsOf(
  scenario: Scenario,
  measured: readonly Measured[],
  connections: number,
): Promise<Verdict[]> {
  const usual = measured.filter((one) => one.connections === (scenario.connections ?? connections));
  const named = (name: string | undefined) => usual.find((one) => one.contestant === name);
  const ours = named(scenario.contestants[0]?.name);
  if (ours === undefined) return [];
  const { title, target, p50Target, p95AtMostMs, rateTarget, cpuTarget, cpuRatioTarget } = scenario;
  const verdicts: Verdict[] = [];
  const theirs = named(target?.against);
  if (target !== undefined && theirs !== undefined) verdicts.push(againstTarget(title, target, ours, theirs));
  verdicts.push(...ofEveryLaden(scenario, ours, named));
  const twin = named(p50Target?.against);
  if (p50Target !== undefined && twin !== undefined) {
    const ratio = ours.latencies.p50 / twin.latencies.p50;
    const text = `${title}: p50 ${ratio.toFixed(2)}x ${twin.contestant}, asked for <= ${p50Target.atMost}x`;
    verdicts.push(verdict(ratio <= p50Target.atMost, text));
  }
  if (p95AtMostMs !== undefined) {
    const ms = ours.latencies.p95 / 1_000;
    verdicts.push(
      verdict(ms <= p95AtMostMs, `${title}: p95 ${ms.toFixed(1)} ms, asked for <= ${p95AtMostMs} ms`),
    );
  }
  if (rateTarget !== undefined) verdicts.push(ofRate(title, ours, rateTarget));
  if (cpuTarget !== undefined) {
    const { group, atMostUs } = cpuTarget;
    const busiest = measured.filter((one) => one.contestant === ours.contestant).at(-1) ?? ours;
    const us = cpuOf(busiest, group);
    const text = `${title}: ${group} ${us.toFixed(0)} us CPU a request, asked for <= ${atMostUs}`;
    verdicts.push(verdict(us <= atMostUs, text));
  }
  const other = named(cpuRatioTarget?.against);
  if (cpuRatioTarget !== undefined && other !== undefined) {
    const { group, atMost } = cpuRatioTarget;
    const ratio = cpuOf(ours, group) / cpuOf(other, group);
    const text = `${title}: ${group} ${ratio.toFixed(2)}x ${other.contestant} by CPU, asked for <= ${atMost}x`;
    verdicts.push(verdict(ratio <= atMost, text));
  }
  const { shareTarget } = scenario;
  const [withIt, withoutIt] = [named(shareTarget?.withIt), named(shareTarget?.withoutIt)];
  if (shareTarget !== undefined && withIt !== undefined && withoutIt !== undefined)
    verdicts.push(await ofShare(shareTarget, ours, withIt, withoutIt));
  return verdicts;
}

function ofRate(title: string, ours: Measured, atLeast: number): Verdict {
  const rate = rateOf(ours);
  return verdict(rate >= atLeast, `${title}: ${rate.toFixed(0)} a second, asked for >= ${atLeast}`);
}

/** Judges the contestants that are our program with more to do. */
function ofEveryLaden(
  { title, keeps = [] }: Scenario,
  ours: Measured,
  named: (name: string) => Measured | undefined,
): Verdict[] {
  return keeps.flatMap(({ contestant, atLeast }) => {
    const laden = named(contestant);
    return laden === undefined ? [] : [ofLaden(title, ours, laden, atLeast)];
  });
}

function againstTarget(
  title: string,
  target: NonNullable<Scenario["target"]>,
  ours: Measured,
  theirs: Measured,
): Verdict {
  const { against } = target;
  if ("p99AtMost" in target) {
    const ratio = ours.latencies.p99 / theirs.latencies.p99;
    const text = `${title}: p99 ${ratio.toFixed(2)}x ${against}, asked for <= ${target.p99AtMost}x`;
    return verdict(ratio <= target.p99AtMost, text);
  }
  const { rate: rates, isSound } = ratiosOf(ours, theirs);
  const ratio = rates.median;
  const { atLeast, orRate = Infinity } = target;
  const mark = isSound ? "" : " (disturbed)";
  const reached = `${title}: ${ratioText(rates)} ${against}${mark}, asked for >= ${atLeast}x`;
  if (orRate === Infinity) return verdict(ratio >= atLeast, reached);
  const rate = rateOf(ours);
  return verdict(ratio >= atLeast || rate >= orRate, `${reached}, or ${orRate} a second: ${rate.toFixed(0)}`);
}

/** Judges what of our rate is left with more to do, by CPU time, which other programs disturb less. */
function ofLaden(title: string, ours: Measured, laden: Measured, atLeast: number): Verdict {
  const { cpu, isSound } = ratiosOf(laden, ours);
  const mark = isSound ? "" : " (disturbed)";
  const text = `${title}: ${laden.contestant}, ${ratioText(cpu)} by CPU${mark}, asked for >= ${atLeast}x`;
  return verdict(cpu.median >= atLeast, text);
}

function rateOf({ iterations }: Measured): number {
  return median(iterations.map(({ requestsPerSecond }) => requestsPerSecond));
}

async function ofShare(
  { part, groups, besidesUs, atMost }: ShareTarget,
  ours: Measured,
  withIt: Measured,
  withoutIt: Measured,
): Promise<Verdict> {
  const inGroups = (one: Measured) => groups.reduce((sum, group) => sum + cpuOf(one, group), 0);
  const us = inGroups(withIt) - inGroups(withoutIt) + (await besidesUs());
  const share = us / totalCpu(ours);
  const percent = (value: number) => `${(value * 100).toFixed(0)} %`;
  const whole = `${us.toFixed(0)} of ${totalCpu(ours).toFixed(0)} us CPU`;
  return verdict(
    share <= atMost,
    `${part}: ${whole}, ${percent(share)} of an insert, asked for <= ${percent(atMost)}`,
  );
}

/** Goal in words, and whether it was reached. */
export function verdict(isMet: boolean, text: string): Verdict {
  return { isMet, text: `${isMet ? "met    " : "NOT MET"}  ${text}` };
}
