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

/** Our rate over theirs, round by round: what slowed the machine in a round slowed both. */
export function ratioOf(ours: Measured, theirs: Measured): number {
  const ratios = ours.iterations.map(({ requestsPerSecond }, round) => {
    const rival = theirs.iterations[round]?.requestsPerSecond ?? Number.NaN;
    return requestsPerSecond / rival;
  });
  return median(ratios);
}

/** CPU microseconds a request of everything but the load. */
export function totalCpu({ iterations }: Measured): number {
  return median(
    iterations.map(({ cpuPerRequest }) =>
      Object.entries(cpuPerRequest).reduce((sum, [group, us]) => (group === "load" ? sum : sum + us), 0),
    ),
  );
}

function lines(rows: readonly Measured[]): string[] {
  const first = rows[0];
  if (first === undefined) return [];
  const groups = Object.keys(first.iterations[0]?.cpuPerRequest ?? {});
  const shown = groups.filter((group) => rows.some((row) => cpuOf(row, group) >= shownFromUs));
  const head = ["", "req/s", "ours is", "by CPU", "p50 ms", "p99 ms", "us CPU/request:", ...shown];
  const body = rows.map((row) => {
    const rate = median(row.iterations.map(({ requestsPerSecond }) => requestsPerSecond));
    const { p50, p99 } = row.latencies;
    const ratios = row === first ? [NaN, NaN] : [ratioOf(first, row), totalCpu(row) / totalCpu(first)];
    const times = ratios.map((ratio) => (Number.isNaN(ratio) ? "" : `${ratio.toFixed(2)}x`));
    const cpu = shown.map((group) => Math.round(cpuOf(row, group)));
    const total = Math.round(totalCpu(row));
    const figures = [rate.toFixed(0), ...times, ms(p50), ms(p99), total, ...cpu.map((us) => us || "")];
    return [row.contestant, ...figures.map(String)];
  });
  return aligned([head, ...body]);
}

/** CPU microseconds a request of one group. */
export function cpuOf(row: Measured, group: string): number {
  return median(row.iterations.map(({ cpuPerRequest }) => cpuPerRequest[group] ?? 0));
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
