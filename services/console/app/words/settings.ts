import type { QuestionWords } from "../parts/act.tsx";
import { wordOf } from "./members.ts";

/** Names and effects of modules that need more than the general words. */
const MODULES: Readonly<Record<string, { name: string; on: string; off: string }>> = {
  agent_connect: {
    name: "Apps that members connect",
    on: "Members can connect apps and agents, which act in the member's name within the member's role and the granted access.",
    off: "Connected apps lose access, and nobody can connect another one. They work again when you turn this on.",
  },
  mcp_export: {
    name: "Data changes over MCP with an API key",
    on: "Agents that connect over MCP with an API key can change data. What they change with a personal key waits for approval.",
    off: "Agents that connect over MCP with an API key can only read data. The REST API and connected apps can still change data.",
  },
  mcp_actions: {
    name: "Second MCP address with allowed tools only",
    on: "Agents can use a second MCP address, which lists only the tools that they may use.",
    off: "Agents can no longer use the second address.",
  },
  "extension.tools": {
    name: "Tools of the browser extension",
    on: "The browser extension uses the team's tools for the person who is signed in, within that person's rights.",
    off: "The browser extension can no longer use the team's tools.",
  },
  emr: {
    name: "Health records",
    on: "People with the right can read health records of patients. Every access is recorded.",
    off: "Nobody can read health records. The records, and the log of who read them, stay.",
  },
  "emr.labs": {
    name: "Laboratory results",
    on: "People who can read health records can also read laboratory results. Every access is recorded.",
    off: "Nobody can read laboratory results. Stored data stays.",
  },
};

/** Names and effects of the choices of a setting. */
const CHOICES: Readonly<Record<string, Record<string, { name: string; says: string }>>> = {
  "trust.rest": {
    queue: {
      name: "wait for approval",
      says: "What programs change with a personal key waits in Approvals, and takes effect when someone approves it.",
    },
    execute: {
      name: "take effect at once",
      says: "What programs change with a personal key takes effect at once, without approval. What agents change with it still waits.",
    },
  },
  "trust.console": {
    execute: {
      name: "take effect at once",
      says: "Changes that members make here take effect at once, and the members can undo them. This setting does not affect API keys and agents.",
    },
    queue: {
      name: "wait for approval",
      says: "Changes that members make here wait in Approvals until an owner or admin approves them. Changes of owners and admins still take effect at once.",
    },
  },
  "trust.step_up": {
    none: {
      name: "need no passkey",
      says: "Owners and admins can approve without a passkey, also through a program with a personal key.",
    },
    passkey: {
      name: "need a passkey",
      says: "To approve, or to change these settings, a person must have used a passkey in the last ten minutes. Programs with an API key can no longer approve. Owners and admins without a passkey add one under Account.",
    },
  },
  "console.first_steps": {
    shown: {
      name: "shown",
      says: "Home lists the first steps that you have not done yet. The list disappears after the last one.",
    },
    hidden: { name: "hidden", says: "Home no longer lists the first steps." },
  },
  "modules.agent_connect.write_mode": {
    direct: {
      name: "take effect at once",
      says: "What connected apps change takes effect at once, unless you set the app to wait for approval.",
    },
    propose: {
      name: "wait for approval",
      says: "What connected apps change waits in Approvals, and takes effect when someone approves it.",
    },
  },
};

/** Settings that people write: what opens their field, and what they may be. */
export const TEXTS: Readonly<Record<string, { name: string; opens: string; help?: string }>> = {
  "team.timezone": { name: "Time zone", opens: "Edit the time zone" },
  "team.locale": {
    name: "Sort order of lists",
    opens: "Edit the sort order",
    help: "Lists are sorted in the alphabetical order of this language.",
  },
  "team.country": {
    name: "Country of phone numbers",
    opens: "Edit the country",
    help: "A phone number without + and a country code is taken as a number of this country.",
  },
  "brand.name": {
    name: "Name on pages",
    opens: "Edit the name",
    help: "If empty, pages show the team's name.",
  },
  "brand.logo": {
    name: "Logo",
    opens: "Edit the logo",
    help: "The address of a picture, such as https://example.com/logo.png.",
  },
  "brand.favicon": {
    name: "Browser icon",
    opens: "Edit the icon",
    help: "The address of a small picture, such as https://example.com/icon.png.",
  },
  "brand.primary_color": { name: "Colour", opens: "Edit the colour", help: "Such as #1d4ed8." },
};

/** A setting by what it is of. */
const NAMES: Readonly<Record<string, string>> = {
  "modules.bases.enabled": "Knowledge bases",
  "modules.comms.enabled": "Messages",
  "trust.rest": "Changes by programs with personal keys",
  "trust.console": "Changes that members make here",
  "trust.step_up": "Approvals, and changes of these settings",
  "console.first_steps": "First steps on Home",
  "modules.agent_connect.write_mode": "Changes by connected apps",
};

const ofModule = (key: string) => MODULES[key.slice("modules.".length, -".enabled".length)];

export const settingName = (key: string): string =>
  NAMES[key] ??
  TEXTS[key]?.name ??
  ofModule(key)?.name ??
  wordOf(key.slice("modules.".length, -".enabled".length));

/** A value as it stands beside its setting. */
export function shownSetting(key: string, value: unknown): string {
  if (typeof value === "boolean") return value ? "on" : "off";
  if (typeof value !== "string") return "not set";
  if (key === "team.locale") return value === "und" ? "as in most languages" : languageName(value);
  if (key === "team.country") return countries.of(value) ?? value;
  return CHOICES[key]?.[value]?.name ?? value;
}

/** Orders that a language has beside its usual one. */
const VARIANTS: Readonly<Record<string, string>> = {
  "de-u-co-phonebk": "German (phone book)",
  "es-u-co-trad": "Spanish (traditional)",
  "zh-u-co-stroke": "Chinese (strokes)",
};
const languages = new Intl.DisplayNames("en", { type: "language" });
const countries = new Intl.DisplayNames("en", { type: "region" });
const languageName = (name: string) => VARIANTS[name] ?? languages.of(name) ?? name;

/** Builds the confirmation before a module is switched. */
export function switchWords(key: string, isOn: boolean): QuestionWords {
  const [name, does] = [settingName(key), isOn ? "Turn off" : "Turn on"];
  const says = isOn
    ? (ofModule(key)?.off ??
      "Within five seconds, nobody in the team can use it here, and programs and agents cannot use it either. Its data stays, and is available again when you turn this on.")
    : (ofModule(key)?.on ??
      "Within five seconds, everyone whose role allows it can use it, and so can the team's programs and agents.");
  return { opens: does, title: `${does} ${name}?`, does, says };
}

/** Questions of choices whose setting and name make none. */
const QUESTIONS: Readonly<Record<string, string>> = {
  "trust.step_up: passkey": "Require a passkey for approvals and these settings?",
  "trust.step_up: none": "Require no passkey for approvals and these settings?",
};

/** Builds the confirmation before another choice is saved. */
export function choiceWords(key: string, choice: string): QuestionWords {
  const { name, says } = CHOICES[key]?.[choice] ?? { name: choice, says: "" };
  const title = QUESTIONS[`${key}: ${choice}`] ?? `${settingName(key)}: ${name}?`;
  return { opens: "Change", title, does: "Change", says };
}

export const SETTINGS = {
  says: "A change takes effect within five seconds. The audit log records who made it and the previous value.",
  others: "Only owners and admins can change these settings.",
  rules: "If a rule matches a change, the rule decides, not these settings. See",
  operator: "Your administrator sets limits, providers and sign-in.",
  groups: { team: "The team", modules: "Modules", trust: "Approvals", agents: "Agents and apps" },
  on: "on",
  off: "off",
} as const;
