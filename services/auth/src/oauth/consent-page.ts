import { cappedWords, presetNames, presets, type Preset, type Role } from "@jst/caller";
import { factsHtml, formHtml, html, type Page } from "@jst/pages";
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

/** What a preset allows at the role, in words. */
function allowedBy(preset: Preset, role: Role): string {
  const words = cappedWords(presets[preset], role).map((word) => word.split(":"));
  const parts = verbs.flatMap(([action, verb]) => {
    const resources = words.filter(([, one]) => one === action).map(([name = ""]) => nouns[name] ?? name);
    return resources.length === 0 ? [] : [`${verb} ${resources.join(", ")}`];
  });
  return `${names[preset]}: ${parts.join("; ")}`;
}

/** What the page shows of a request. */
export interface ShownRequest {
  request: StoredRequest;
  session: PageSession;
  /** What was chosen before, where nothing that can be was. */
  isRefused?: boolean;
}

/** The page that asks a member what an app may do in its place (oauth.consent). */
export function consentPage({ request, session, isRefused = false }: ShownRequest): Page {
  const { client, redirect_uri: redirectUri } = request;
  const { member, team } = session;
  const facts = factsHtml({
    App: client.client_name,
    "Who it is": client.is_document
      ? client.client_host
      : "not verified: it registered itself under this name",
    "Leads to": shownHost(redirectUri),
    Team: team.name,
    You: `${member.email} (${member.role})`,
  });
  const warning = isLoopback(redirectUri)
    ? html`<p><strong>This sends you to a program on your own computer.</strong> Go on only if you have just started it.</p>\n`
    : undefined;
  const options = presetNames.map((value) => ({ value, label: allowedBy(value, member.role) }));
  const error = isRefused ? "Choose what it may do." : undefined;
  const fields = [
    {
      name: "preset",
      label: "What may it do?",
      control: { kind: "one", options },
      isRequired: true,
      values: isRefused ? [] : [request.preset],
      error,
    } as const,
    ...(member.role === "viewer" ? [] : [modeField]),
  ];
  const form = formHtml({
    action: "/oauth/authorize",
    hidden: { ...session.csrf, request: request.id, team_id: team.id },
    fields,
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
    brand: team.brand,
    isRefused,
    formsLeadTo: originsOf(redirectUri),
    headers: { "referrer-policy": "same-origin" },
  };
}

const modeField = {
  name: "mode",
  label: "What becomes of what it writes?",
  control: {
    kind: "one",
    options: [
      { value: "team", label: "As the team has it for all apps" },
      { value: "propose", label: "Somebody approves each of its writes first" },
    ],
  },
  isRequired: true,
  values: ["team"],
} as const;

/** Where the browser is sent when the form was: its policy knows no addresses of version 6. */
function originsOf(redirectUri: string): NonNullable<Page["formsLeadTo"]> {
  const url = new URL(redirectUri);
  if (url.hostname.startsWith("[")) return "anywhere";
  return url.protocol === "https:" || url.protocol === "http:" ? [url.origin] : [url.protocol];
}
