import { isInstant } from "@jst/query";
import { OperatorError } from "../operator-error.ts";

const units: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** The time that --since names: RFC 3339 as it is, or how long ago: 90s, 30m, 2h, 7d. */
export function sinceOf(options: Readonly<Record<string, string>>, now: number = Date.now()): string {
  const text = options["since"] ?? "";
  const [, count, unit = ""] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  if (count !== undefined) return new Date(now - Number(count) * (units[unit] ?? 0)).toISOString();
  if (isInstant(text)) return text;
  const message = `--since is "${text}"; give how long ago (90s, 30m, 2h, 7d) or a time (2026-11-21T20:00:00Z).`;
  throw new OperatorError(message, { exitCode: 2 });
}
