import { disturbanceText } from "./disturbance.ts";
import type { Measured } from "./measure.ts";
import { cpuTotal, ratiosOf } from "./ratios.ts";
import type { Scenario } from "./scenarios/scenario.ts";
import { median, ratioText } from "./spread.ts";

/** Groups below this many microseconds a request in every line of a table are left out of it. */
const shownFromUs = 3;

/** The tables of one scenario as text. */
export function tableOf(scenario: Scenario, measured: readonly Measured[]): string {
  const tables = [...new Set(measured.map(({ connections }) => connections))].map((connections) => {
    const rows = measured.filter((one) => one.connections === connections);
    const disturbance = disturbanceText(rows.flatMap(({ iterations }) => iterations));
    const head = `${scenario.title}, ${connections} connections`;
    return [head, ...lines(rows), ...(disturbance === undefined ? [] : [disturbance])].join("\n");
  });
  return tables.join("\n\n");
}

/** CPU microseconds a request of everything but the load. */
export function totalCpu({ iterations }: Measured): number {
  return median(iterations.map(cpuTotal));
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
    const times = row === first ? ["", ""] : ratioTexts(first, row);
    const cpu = shown.map((group) => Math.round(cpuOf(row, group)));
    const total = Math.round(totalCpu(row));
    const figures = [rate.toFixed(0), ...times, ms(p50), ms(p99), total, ...cpu.map((us) => us || "")];
    return [row.contestant, ...figures.map(String)];
  });
  return aligned([head, ...body]);
}

/** Both ratios with their spread; a tilde marks those of disturbed rounds. */
function ratioTexts(first: Measured, row: Measured): string[] {
  const { rate, cpu, isSound } = ratiosOf(first, row);
  return [rate, cpu].map((ratio) => `${isSound ? "" : "~"}${ratioText(ratio)}`);
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
