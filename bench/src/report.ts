import { median, type Measured } from "./measure.ts";
import type { Scenario } from "./scenarios/scenario.ts";

/** Groups below this many microseconds a request in every line of a table are left out of it. */
const shownFromUs = 3;

/** The tables of one scenario as text. */
export function tableOf(scenario: Scenario, measured: readonly Measured[]): string {
  const tables = [...new Set(measured.map(({ connections }) => connections))].map((connections) => {
    const rows = measured.filter((one) => one.connections === connections);
    return [`${scenario.title}, ${connections} connections`, ...lines(rows)].join("\n");
  });
  return tables.join("\n\n");
}

/** Median requests per second of one contestant; undefined when it did not take part. */
export function rateOf(measured: readonly Measured[], contestant: string): number | undefined {
  const found = measured.find((one) => one.contestant === contestant);
  return found && median(found.turns.map(({ requestsPerSecond }) => requestsPerSecond));
}

/** Whether the ratio asked for was reached, as a sentence; undefined for a scenario that asks for none. */
export function verdictOf(
  { target, title, contestants }: Scenario,
  measured: readonly Measured[],
): { isMet: boolean; text: string } | undefined {
  const ours = rateOf(measured, contestants[0]?.name ?? "");
  const theirs = target && rateOf(measured, target.against);
  if (target === undefined || ours === undefined || theirs === undefined) return undefined;
  const ratio = ours / theirs;
  const isMet = ratio >= target.atLeast;
  const text = `${isMet ? "met    " : "NOT MET"}  ${title}: ${ratio.toFixed(2)}x ${target.against}, asked for >= ${target.atLeast}x`;
  return { isMet, text };
}

function lines(rows: readonly Measured[]): string[] {
  const first = rows[0];
  if (first === undefined) return [];
  const ours = rateOf(rows, first.contestant) ?? Number.NaN;
  const groups = Object.keys(first.turns[0]?.cpuPerRequest ?? {});
  const shown = groups.filter((group) => rows.some((row) => cpuOf(row, group) >= shownFromUs));
  const head = ["", "req/s", "ours is", "p50 ms", "p99 ms", "us CPU/request:", ...shown];
  const body = rows.map((row) => {
    const rate = rateOf([row], row.contestant) ?? Number.NaN;
    const { p50, p99 } = row.latencies;
    const times = row === first ? "" : `${(ours / rate).toFixed(2)}x`;
    const cpu = shown.map((group) => Math.round(cpuOf(row, group)));
    const total = cpu.reduce((sum, us, index) => (shown[index] === "load" ? sum : sum + us), 0);
    const figures = [rate.toFixed(0), times, ms(p50), ms(p99), total, ...cpu.map((us) => us || "")];
    return [row.contestant, ...figures.map(String)];
  });
  return aligned([head, ...body]);
}

function cpuOf(row: Measured, group: string): number {
  return median(row.turns.map(({ cpuPerRequest }) => cpuPerRequest[group] ?? 0));
}

function ms(us: number): string {
  return (us / 1_000).toFixed(us < 10_000 ? 2 : 1);
}

function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join("  ")
      .trimEnd(),
  );
}
