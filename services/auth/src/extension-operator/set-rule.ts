import { validationFailed } from "@jst/errors";
import { domainToASCII } from "node:url";
import type { InternalHandler } from "../../gen/rpc.ts";
import { isHostName, normalizedHost } from "../teams/host-name.ts";
import { change } from "./change.ts";
import { upsertRule } from "./queries.ts";

/** Makes a rule, or replaces the one of its name (extension.operator). */
export const setRule: InternalHandler<"SetRule"> = async (asked, call) => {
  const host = patternOf(asked.host);
  if (host === undefined) {
    const message = "Must be a host name without a port, such as api.example.com or *.example.com.";
    throw validationFailed([{ field: "host", code: "invalid_format", message }]);
  }
  const statement = (teamId: string) => upsertRule(teamId, { ...asked, host });
  return change({ team: asked.team, action: "set", resource: "extension_rules", statement }, call);
};

/** Normalizes the host as browsers do, to ASCII and lower case; undefined if it is not valid. */
function patternOf(asked: string): string | undefined {
  const [star, name] = asked.startsWith("*.") ? ["*.", asked.slice(2)] : ["", asked];
  // domainToASCII silently drops the text after the host.
  if (/[:/?#@\\%\s]/u.test(name)) return undefined;
  const host = normalizedHost(domainToASCII(name));
  return isHostName(host) ? `${star}${host}` : undefined;
}
