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
    const message = "Must be a host name without a port, or one with `*.` before it.";
    throw validationFailed([{ field: "host", code: "invalid_format", message }]);
  }
  const statement = (teamId: string) => upsertRule(teamId, { ...asked, host });
  return change({ team: asked.team, action: "set", resource: "extension_rules", statement }, call);
};

/** The host as browsers tell it: in ASCII and lower case; undefined where it is none. */
function patternOf(asked: string): string | undefined {
  const [star, name] = asked.startsWith("*.") ? ["*.", asked.slice(2)] : ["", asked];
  // What stands behind a host in an address would be dropped without a word.
  if (/[:/?#@\\%\s]/u.test(name)) return undefined;
  const host = normalizedHost(domainToASCII(name));
  return isHostName(host) ? `${star}${host}` : undefined;
}
