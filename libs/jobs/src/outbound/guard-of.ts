import { parseRanges } from "./addresses.ts";
import { UrlGuard } from "./guard.ts";
import { dnsResolver } from "./resolve.ts";
import type { GuardRules } from "./target.ts";

/** Settings from the environment about allowed targets of POSTs. */
export interface GuardSettings {
  baseUrl: string;
  loopbackTargets: "refuse" | "allow";
  fleetPorts: string;
  refusedRanges: string;
  refusedHosts: string;
}

const dnsTimeoutMs = 2_000;

/** The guard of a deployment. Throws when loopback is allowed although others can reach the deployment. */
export function guardOf(settings: GuardSettings): UrlGuard {
  const ownHost = new URL(settings.baseUrl).hostname;
  const allowsLoopback = settings.loopbackTargets === "allow";
  if (allowsLoopback && ownHost !== "127.0.0.1" && ownHost !== "localhost") {
    throw new Error("Loopback targets may be allowed where BASE_URL is on loopback; refuse them here.");
  }
  const refusedHosts = settings.refusedHosts.split(",").map((host) => host.trim().toLowerCase());
  const rules: GuardRules = {
    allowsLoopback,
    fleetPorts: portsOf(settings.fleetPorts),
    refusedHosts: [ownHost, ...refusedHosts.filter((host) => host !== "")],
    refusedRanges: parseRanges(settings.refusedRanges),
  };
  return new UrlGuard(rules, dnsResolver(dnsTimeoutMs));
}

/** Reads `8080-8112`, one range of ports; undefined when the deployment names none. */
function portsOf(text: string): GuardRules["fleetPorts"] {
  if (text === "") return undefined;
  const [, first, last] = /^(\d{1,5})-(\d{1,5})$/.exec(text) ?? [];
  if (first === undefined || last === undefined)
    throw new Error("WEBHOOK_LOOPBACK_FLEET_PORTS is not a range of ports such as 8080-8112.");
  return { first: Number(first), last: Number(last) };
}
