import type { ActWords } from "../parts/act.tsx";
import { titled } from "./words.ts";

/** Names and effects of modules that need more than the general words. */
const MODULES: Readonly<Record<string, { name: string; on: string; off: string }>> = {
  agent_connect: {
    name: "Apps that members connect",
    on: "Members can connect apps and agents, which act in the member's name within the member's role and the granted access.",
    off: "Connected apps lose access, and nobody can connect another one. They work again when you turn this on.",
  },
  mcp_export: {
    name: "Writes of agents",
    on: "Agents with an API key can write by MCP and function calls. What they write with a personal key waits for a decision.",
    off: "Agents with an API key can only read by MCP and function calls. Connected apps can still write by the first MCP server.",
  },
  mcp_actions: {
    name: "The actions server for agents",
    on: "Agents can use the second MCP server, which lists only the tools that they may call.",
    off: "The second MCP server refuses every agent.",
  },
  "extension.tools": {
    name: "Tools of the browser extension",
    on: "The extension calls the team's tools in the name of its user, within that user's rights.",
    off: "The extension can no longer call tools.",
  },
  emr: {
    name: "Health records",
    on: "People with the right can read health records of patients. Every access is recorded.",
    off: "Nobody can read health records. Stored data and the access records stay.",
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
      name: "wait for a decision",
      says: "What is written with a personal key by the API waits in Approvals, and takes effect when someone approves it.",
    },
    execute: {
      name: "take effect immediately",
      says: "What is written with a personal key by the API takes effect at once, without approval. What agents write with it still waits.",
    },
  },
  "trust.console": {
    execute: {
      name: "take effect immediately",
      says: "Changes that members make in the console take effect at once, and they can undo them. What API keys and agents write still waits.",
    },
    queue: {
      name: "wait for a decision",
      says: "Changes that members make in the console wait in Approvals and take effect when an owner or admin approves them. Owners and admins write at once.",
    },
  },
  "trust.step_up": {
    none: {
      name: "need no passkey",
      says: "Owners and admins approve without a passkey, also with API tokens.",
    },
    passkey: {
      name: "need a passkey",
      says: "Who approves, or changes a setting of trust, uses a passkey in the ten minutes before. API tokens approve nothing. Owners and admins without a passkey add one under Account.",
    },
  },
  "console.first_steps": {
    shown: {
      name: "shown",
      says: "Home asks for the first steps that are left. Once the last one is done, they are hidden.",
    },
    hidden: { name: "hidden", says: "Home no longer asks for first steps." },
  },
  "modules.agent_connect.write_mode": {
    direct: {
      name: "take effect immediately",
      says: "Writes of connected apps take effect at once, without approval, unless the app is set to propose.",
    },
    propose: {
      name: "wait for a decision",
      says: "Writes of connected apps wait in Approvals and take effect when someone approves them.",
    },
  },
};

/** Settings that people write: what opens their field, and what they may be. */
export const TEXTS: Readonly<Record<string, { name: string; opens: string; help?: string }>> = {
  "team.timezone": { name: "Time zone", opens: "Change the time zone" },
  "team.locale": {
    name: "Order of texts",
    opens: "Change the order of texts",
    help: "Lists sort names as this language does.",
  },
  "team.country": {
    name: "Country of telephone numbers",
    opens: "Change the country",
    help: "A telephone number that does not begin with + is read as one of this country.",
  },
  "brand.name": {
    name: "Name on pages",
    opens: "Change the name",
    help: "If empty, pages show the team's name.",
  },
  "brand.logo": {
    name: "Logo",
    opens: "Change the logo",
    help: "The address of a picture, such as https://example.com/logo.png.",
  },
  "brand.favicon": {
    name: "Icon of pages",
    opens: "Change the icon",
    help: "The address of a small picture, such as https://example.com/icon.png.",
  },
  "brand.primary_color": { name: "Colour", opens: "Change the colour", help: "Such as #1d4ed8." },
};

/** A setting by what it is of. */
const NAMES: Readonly<Record<string, string>> = {
  "modules.bases.enabled": "Knowledge bases",
  "trust.rest": "Writes with personal keys by the API",
  "trust.console": "Changes of members in the console",
  "trust.step_up": "Approvals and settings of trust",
  "console.first_steps": "First steps on Home",
  "modules.agent_connect.write_mode": "Writes of connected apps",
};

const ofModule = (key: string) => MODULES[key.slice("modules.".length, -".enabled".length)];

export const settingName = (key: string): string =>
  NAMES[key] ??
  TEXTS[key]?.name ??
  ofModule(key)?.name ??
  titled(key.slice("modules.".length, -".enabled".length));

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
export function switchWords(key: string, isOn: boolean): ActWords {
  const [name, does] = [settingName(key), isOn ? "Turn off" : "Turn on"];
  const says = isOn
    ? (ofModule(key)?.off ??
      "Its pages, API and tools disappear for the whole team within five seconds. Stored data stays, and is available again when you turn this on.")
    : (ofModule(key)?.on ??
      "Available within five seconds to everyone whose role allows it, and to the team's agents.");
  return { opens: does, title: `${does} ${name}?`, does, says };
}

/** Builds the confirmation before another choice is saved. */
export function choiceWords(key: string, choice: string): ActWords {
  const { name, says } = CHOICES[key]?.[choice] ?? { name: choice, says: "" };
  return { opens: "Change", title: `${settingName(key)}: ${name}?`, does: "Change", says };
}

export const SETTINGS = {
  says: "A change takes effect within five seconds. The audit records who made it and the previous value.",
  others: "Only owners and admins can change modules.",
  rules: "A rule that matches a write goes before these settings. See",
  operator: "Your administrator sets limits, providers and sign-in.",
  groups: { team: "The team", modules: "Modules", trust: "Approvals", agents: "Agents and apps" },
  on: "on",
  off: "off",
} as const;
