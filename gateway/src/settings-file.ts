import type { GatewaySettings } from "./settings.ts";

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === "string" && value !== "";
const isPort: Check = (value) => Number.isInteger(value) && Number(value) > 0 && Number(value) < 65_536;
const isPercent: Check = (value) => typeof value === "number" && value >= 0 && value <= 100;
const isAddress: Check = (value) => isRecord(value) && isText(value["host"]) && isPort(value["port"]);

const members: Readonly<
  Record<Exclude<keyof GatewaySettings, "routesPath">, [check: Check, expected: string]>
> = {
  host: [isText, "an address to listen on"],
  publicPort: [isPort, "a port"],
  adminPort: [isPort, "a port"],
  opsPort: [(value) => value === undefined || isPort(value), "a port, or nothing"],
  isIsolated: [(value) => value === undefined || typeof value === "boolean", "true, false, or nothing"],
  baseUrl: [(value) => isText(value) && !String(value).endsWith("/"), "a URL without a trailing slash"],
  corsOrigins: [(value) => Array.isArray(value) && value.every(isText), "a list of origins"],
  agentOrigins: [(value) => Array.isArray(value) && value.every(isText), "a list of origins"],
  clusters: [
    (value) => isRecord(value) && Object.values(value).every(isAddress),
    "addresses {host, port} by cluster name",
  ],
  tlsDir: [(value) => value === undefined || isText(value), "a folder, or nothing"],
  accessLog: [(value) => value === null || isText(value), "a path, or null"],
  traceCollector: [(value) => value === undefined || isAddress(value), "an address {host, port}, or nothing"],
  tracePercent: [(value) => value === undefined || isPercent(value), "a number from 0 to 100, or nothing"],
  descriptorPath: [isText, "a path"],
};

/**
 * Settings from the text of a JSON file. Throws one error that names every member that is missing, wrong or unknown.
 */
export function settingsFrom(text: string): GatewaySettings {
  const value: unknown = JSON.parse(text);
  if (!isRecord(value)) throw new Error("gateway settings are a JSON object");
  const wrong = Object.entries(members).flatMap(([name, [check, expected]]) =>
    check(value[name]) ? [] : [`${name}: ${expected}`],
  );
  const unknown = Object.keys(value).flatMap((name) =>
    Object.hasOwn(members, name) ? [] : [`${name}: no such setting`],
  );
  if (wrong.length + unknown.length > 0)
    throw new Error(`gateway settings: ${[...wrong, ...unknown].join("; ")}`);
  return value as unknown as GatewaySettings;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
