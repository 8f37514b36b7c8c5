import type { SETTINGS } from "../words/settings.ts";

type Group = keyof typeof SETTINGS.groups;

/** Group of each setting that is neither a module nor part of the brand. Other settings are not shown. */
const GROUPS: Readonly<Record<string, Group>> = {
  "team.timezone": "team",
  "team.locale": "team",
  "team.country": "team",
  "console.first_steps": "team",
  "trust.rest": "trust",
  "trust.console": "trust",
  "trust.step_up": "trust",
  "modules.agent_connect.enabled": "agents",
  "modules.agent_connect.write_mode": "agents",
  "modules.mcp_export.enabled": "agents",
  "modules.mcp_actions.enabled": "agents",
  "modules.extension.tools.enabled": "agents",
};

/** Values that give agents and apps more access, expose health data, or skip approval. */
const DANGEROUS: Readonly<Record<string, boolean | string>> = {
  "trust.rest": "execute",
  "trust.console": "execute",
  "trust.step_up": "none",
  "modules.agent_connect.enabled": true,
  "modules.agent_connect.write_mode": "direct",
  "modules.mcp_export.enabled": true,
  "modules.emr.enabled": true,
  "modules.emr.labs.enabled": true,
  "modules.wellness.enabled": true,
};

/** The settings that are shown, by their groups in their order. */
export function groupsOf<S extends { key: string }>(
  settings: readonly S[],
): { group: Group; settings: S[] }[] {
  const groupOf = (key: string): Group | undefined =>
    GROUPS[key] ??
    (key.startsWith("brand.") ? "team" : /^modules\..*\.enabled$/.test(key) ? "modules" : undefined);
  return (["team", "modules", "trust", "agents"] as const).map((group) => ({
    group,
    settings: settings.filter(({ key }) => groupOf(key) === group),
  }));
}

/** Whether to ask with a warning: turning off takes something away from everybody. */
export function isDangerous(key: string, next: boolean | string): boolean {
  const risk = DANGEROUS[key];
  return risk === undefined ? next === false : risk === next;
}
