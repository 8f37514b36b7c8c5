import type { ActWords } from "../parts/act.tsx";
import { titled } from "./words.ts";

/** What follows of a module, where there is more to say than of every one. */
const MODULES: Readonly<Record<string, { name: string; on: string; off: string }>> = {
  agent_connect: {
    name: "Apps that members connect",
    on: "Every member may connect apps and agents that then act in the member's name, within the member's role and what the member grants.",
    off: "Apps that are connected reach nothing from then on, and nobody can connect another one. None is disconnected: all goes on once this is on again.",
  },
  mcp_export: {
    name: "Writes of agents",
    on: "Agents with a token of the team may write by MCP and function calls. What a person's token writes there waits for a decision.",
    off: "Agents with a token of the team only read by MCP and function calls. Connected apps write by the first MCP server alone.",
  },
  mcp_actions: {
    name: "The actions server for agents",
    on: "Agents reach the second MCP server, of actions.",
    off: "The second MCP server, of actions, refuses every agent.",
  },
  "extension.tools": {
    name: "Tools of the browser extension",
    on: "The extension calls tools of the team in the name of whoever uses it, within that person's rights.",
    off: "The extension calls no tools any more.",
  },
  emr: {
    name: "Health records",
    on: "Health data of patients comes within reach of who has a right to it. Every look at it is on record.",
    off: "Nobody reads health records any more. What is stored stays, and so does the record of looks.",
  },
  "emr.labs": {
    name: "Laboratory results",
    on: "Who reads health records reads laboratory results too. Every look is on record.",
    off: "Nobody reads laboratory results any more. What is stored stays.",
  },
};

/** Where an agent's or a person's writes go, by setting and choice. */
const CHOICES: Readonly<Record<string, Record<string, { name: string; says: string }>>> = {
  "trust.rest": {
    queue: {
      name: "wait for a decision",
      says: "What people's tokens write by the API waits in Approvals, and is in force once somebody approves it.",
    },
    execute: {
      name: "are in force at once",
      says: "What people's tokens write by the API is in force at once, and nobody is asked. What comes in with such a token by the doors of agents goes on waiting.",
    },
  },
  "modules.agent_connect.write_mode": {
    direct: {
      name: "are in force at once",
      says: "What connected apps write is in force at once, unless the app is set to propose. Nobody is asked.",
    },
    propose: {
      name: "wait for a decision",
      says: "What connected apps write waits in Approvals, and is in force once somebody approves it.",
    },
  },
};

/** Settings that people write: what opens their field, and what they may be. */
export const TEXTS: Readonly<Record<string, { name: string; opens: string; help?: string }>> = {
  "team.timezone": { name: "Time zone", opens: "Change the time zone" },
  "brand.name": {
    name: "Name on pages",
    opens: "Change the name",
    help: "Without it, pages show the team's own name.",
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
  "trust.rest": "Writes of people's tokens by the API",
  "modules.agent_connect.write_mode": "Writes of connected apps",
};

const ofModule = (key: string) => MODULES[key.slice("modules.".length, -".enabled".length)];

/** What a setting is called. */
export const settingName = (key: string): string =>
  NAMES[key] ??
  TEXTS[key]?.name ??
  ofModule(key)?.name ??
  titled(key.slice("modules.".length, -".enabled".length));

/** A value as it stands beside its setting. */
export function shownSetting(key: string, value: unknown): string {
  if (typeof value === "boolean") return value ? "on" : "off";
  if (typeof value !== "string") return "not set";
  return CHOICES[key]?.[value]?.name ?? value;
}

/** What is asked before a module is switched. */
export function switchWords(key: string, isOn: boolean): ActWords {
  const [name, does] = [settingName(key), isOn ? "Turn off" : "Turn on"];
  const says = isOn
    ? (ofModule(key)?.off ??
      "It is gone for everybody of the team within five seconds: its pages, its routes and its tools. What is stored stays, and is there again once this is on.")
    : (ofModule(key)?.on ??
      "It is there within five seconds, for everybody whose role allows it, and for agents of the team.");
  return { opens: does, title: `${does} ${name}?`, does, says };
}

/** What is asked before another choice is made. */
export function choiceWords(key: string, choice: string): ActWords {
  const { name, says } = CHOICES[key]?.[choice] ?? { name: choice, says: "" };
  return { opens: "Change", title: `${settingName(key)}: ${name}?`, does: "Change", says };
}

/** Of the page of settings. */
export const SETTINGS = {
  says: "Each change is in force within five seconds, and in the audit with who made it and what it was before.",
  others: "Owners and admins switch modules.",
  operator: "Limits, providers and sign-in are set by whoever runs the platform.",
  groups: { team: "The team", modules: "Modules", trust: "Trust", agents: "Agents and apps" },
  on: "on",
  off: "off",
} as const;
