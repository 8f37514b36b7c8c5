import { cappedWords, isPreset, presetNames, presets, type Preset, type Role } from "@jst/caller";
import { factsHtml, formHtml, html, type Field, type Page } from "@jst/pages";
import type { ChoosableTeam } from "./choosable-teams.ts";
import { isLoopback, shownHost } from "./redirect-uris.ts";
import type { StoredRequest } from "./request-queries.ts";
import type { PageSession } from "../sessions/page-session.ts";

const names: Record<Preset, string> = {
  projects_knowledge: "Projects and knowledge",
  tables: "Tables",
  calendar: "Calendar",
  read_only: "Read everything, change nothing",
};
const nouns: Readonly<Record<string, string>> = {
  project_task: "tasks",
  config: "settings",
  scheduling: "bookings",
};
const verbs: readonly [action: string, verb: string][] = [
  ["read", "see"],
  ["write", "write"],
  ["delete", "delete"],
];

/** Describes the rights of a preset at the role. */
function allowedBy(preset: Preset, role: Role): string {
  const words = cappedWords(presets[preset], role).map((word) => word.split(":"));
  const parts = verbs.flatMap(([action, verb]) => {
    const resources = words.filter(([, one]) => one === action).map(([name = ""]) => nouns[name] ?? name);
    return resources.length === 0 ? [] : [`${verb} ${resources.join(", ")}`];
  });
  return `${names[preset]}: ${parts.join("; ")}`;
}

export interface ShownRequest {
  request: StoredRequest;
  session: PageSession;
  teams: readonly [ChoosableTeam, ...ChoosableTeam[]];
  /** Earlier choice that was incomplete; "" for an open question. */
  chosen?: { preset: string; team: string; mode: string };
}

/** Builds the page that asks a member what an app may do in the member's place (oauth.consent). */
export function consentPage(shown: ShownRequest): Page {
  const { request, session, teams, chosen } = shown;
  const { client, redirect_uri: redirectUri } = request;
  const [own, ...others] = teams;
  const isRefused = chosen !== undefined;
  const facts = factsHtml({
    App: client.client_name,
    "Who it is": client.is_document
      ? client.client_host
      : "not verified: it registered itself under this name",
    "Leads to": shownHost(redirectUri),
    ...(others.length === 0 ? { Team: own.name } : {}),
    You: others.length === 0 ? `${session.member.email} (${own.role})` : session.member.email,
  });
  const warning = isLoopback(redirectUri)
    ? html`<p><strong>This sends you to a program on your own computer.</strong> Go on only if you have just started it.</p>\n`
    : undefined;
  const form = formHtml({
    action: "/oauth/authorize",
    hidden: { ...session.csrf, request: request.id, ...(others.length === 0 ? { team_id: own.id } : {}) },
    fields: questions(shown),
    trap: false,
    button: [
      { name: "decision", value: "allow", label: "Allow" },
      { name: "decision", value: "deny", label: "Do not allow" },
    ],
  });
  const lead = html`<p class="lead">It acts in your place, and never does more than you may. Messages, money, health data and secrets stay out of its reach. You can disconnect it at any time.</p>\n`;
  return {
    status: isRefused ? 422 : 200,
    title: `Connect ${client.client_name}?`,
    content: html`${lead}${facts}${warning}${form}`,
    brand: session.team.brand,
    isRefused,
    formsLeadOn: [request.redirect_uri],
    headers: { "referrer-policy": "same-origin" },
  };
}

function questions({ request, teams, chosen }: ShownRequest): Field[] {
  const [own, ...others] = teams;
  // Only a viewer's presets allow less: they say so to a viewer of all teams, to others the menu tells their roles.
  const role = teams.find((team) => team.role !== "viewer")?.role ?? "viewer";
  const options = presetNames.map((value) => ({ value, label: allowedBy(value, role) }));
  const isChosen = chosen !== undefined && isPreset(chosen.preset);
  const preset: Field = {
    name: "preset",
    label: "What may it do?",
    control: { kind: "one", options },
    isRequired: true,
    values: chosen === undefined ? [request.preset] : isChosen ? [chosen.preset] : [],
    error: chosen === undefined || isChosen ? undefined : "Choose what it may do.",
  };
  const team = others.length === 0 ? [] : [teamField(teams, chosen?.team ?? own.id)];
  return [...team, preset, ...(role === "viewer" ? [] : [modeField(teams, chosen?.mode)])];
}

/** Builds the menu of teams, if there are several. */
function teamField(teams: readonly ChoosableTeam[], chosen: string): Field {
  const options = teams.map(({ id, name, role, proposes }) => ({
    value: id,
    label: `${name} (you are ${role}; what apps write ${effectOf(proposes)})`,
  }));
  return {
    name: "team_id",
    label: "Which team?",
    control: { kind: "one", options, isMenu: true },
    help: "It never does more than you may in that team.",
    isRequired: true,
    values: [chosen],
    error: chosen === "" ? "Choose the team." : undefined,
  };
}

const effectOf = (proposes: boolean): string => (proposes ? "waits for approval" : "takes effect at once");

/** Ways in which an app's writes take effect. */
const modes = ["team", "propose"] as const;

export function isMode(value: string): value is (typeof modes)[number] {
  return modes.some((mode) => mode === value);
}

function modeField([own, ...others]: ShownRequest["teams"], chosen = "team"): Field {
  const ofTeam = others.length === 0 ? `: it ${effectOf(own.proposes)}` : "";
  const options = [
    { value: "team", label: `As the team has it for all apps${ofTeam}` },
    { value: "propose", label: "It waits until somebody approves it" },
  ];
  return {
    name: "mode",
    label: "What happens to what it writes?",
    control: { kind: "one", options },
    isRequired: true,
    values: isMode(chosen) ? [chosen] : [],
    error: isMode(chosen) ? undefined : "Choose what happens to what it writes.",
  };
}
