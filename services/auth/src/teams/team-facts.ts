import type { TeamFacts } from "@jst/caller";
import { type TextLocale, textLocaleOf } from "@jst/db";
import { modulesOf } from "./modules.ts";

/** Stored facts of a team: its own columns, and the settings that differ from their defaults. */
export interface StoredTeam {
  timezone: string;
  isolated: boolean;
  /** Null while the team has no enabled approval rule. */
  rules_version: number | null;
  settings: Readonly<Record<string, unknown>>;
}

/** Returns the team facts that a caller token carries, with defaults filled in. */
export function teamFacts(team: StoredTeam): TeamFacts {
  const modules = modulesOf(team.settings);
  const locale = localeOf(team.settings);
  const country = countryOf(team.settings);
  return {
    timezone: team.timezone,
    modules,
    trust_rest: team.settings["trust.rest"] === "execute" ? "execute" : "queue",
    ...(team.settings["trust.console"] === "queue" ? { trust_console: "queue" as const } : {}),
    agent_write_mode: team.settings["modules.agent_connect.write_mode"] === "propose" ? "propose" : "direct",
    mcp_export: modules.mcp_export,
    isolated: team.isolated,
    ...(team.rules_version === null ? {} : { rules: team.rules_version }),
    ...(locale === "und" ? {} : { locale }),
    ...(country === null ? {} : { country }),
    ...numberOf("max_file_bytes", team.settings["files.max_file_bytes"]),
    ...numberOf("files_quota_bytes", team.settings["files.quota_bytes"]),
  };
}

/** Returns the order of the team's texts (conventions.text-order). */
export function localeOf(settings: StoredTeam["settings"]): TextLocale {
  const stored = settings["team.locale"];
  return textLocaleOf(typeof stored === "string" ? stored : undefined);
}

/** Returns the country of telephone numbers without a country code; null for none (values.phones). */
export function countryOf(settings: StoredTeam["settings"]): string | null {
  const stored = settings["team.country"];
  return typeof stored === "string" ? stored : null;
}

/** Returns whether Home of the console asks for the first steps (console.first-steps). */
export function firstStepsOf(settings: StoredTeam["settings"]): "shown" | "hidden" {
  return settings["console.first_steps"] === "hidden" ? "hidden" : "shown";
}

function numberOf<Name extends string>(name: Name, value: unknown): Partial<Record<Name, number>> {
  return (typeof value === "number" ? { [name]: value } : {}) as Partial<Record<Name, number>>;
}
