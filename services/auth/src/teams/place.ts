import { AppError } from "@jst/errors";
import { isIP } from "node:net";
import type { Operator } from "../operator.ts";
import { isEveryones, isHostName, normalizedHost } from "./host-name.ts";

/** Host that a request came in at: one team's, or the one that all share (oauth.hosts). */
export interface Place {
  /** The mapped host; null is that of the base URL, of loopback and of addresses. */
  host: string | null;
  /** Team that owns the host; undefined on the shared one. */
  teamId: string | undefined;
  /** Issuer of tokens there, without a trailing slash. */
  issuer: string;
}

/** True for a host that speaks as the base URL: its own, loopback, and any address. */
export function isShared(host: string, baseUrl: string): boolean {
  return isEveryones(host, baseUrl) || isIP(host.replace(/^\[(.*)\]$/, "$1")) !== 0;
}

/** Scheme and port of the base URL with this host; the base URL itself without one. */
export function issuerOf(host: string | null, baseUrl: string): string {
  const url = new URL(baseUrl);
  if (host === null) return `${url.origin}${url.pathname.replace(/\/$/, "")}`;
  return `${url.protocol}//${host}${url.port === "" ? "" : `:${url.port}`}`;
}

/** Finds the place of a request by its Host header alone; throws 403 for an unknown host. */
export async function placeOf(sent: string, operator: Operator, baseUrl: string): Promise<Place> {
  const host = normalizedHost(sent);
  const teamId = isHostName(host) ? await teamOf(operator, host) : undefined;
  if (teamId !== undefined) return { host, teamId, issuer: issuerOf(host, baseUrl) };
  if (isShared(host, baseUrl)) return { host: null, teamId: undefined, issuer: issuerOf(null, baseUrl) };
  throw new AppError(
    "host_not_allowed",
    "This host does not belong to a team. Use the base URL of your team.",
  );
}

async function teamOf(operator: Operator, host: string): Promise<string | undefined> {
  const [row] = await operator.query<{ team_id: string }>({
    name: "oauth.host",
    text: "select team_id from auth.hosts where host = $1",
    values: [host],
  });
  return row?.team_id;
}
