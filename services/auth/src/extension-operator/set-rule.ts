import { validationFailed } from "@jst/errors";
import type { InternalHandler } from "../../gen/rpc.ts";
import { isHostName, normalizedHost } from "../teams/host-name.ts";
import { change } from "./change.ts";
import { upsertRule } from "./queries.ts";

/** Makes a rule, or replaces the one of its name (extension.operator). */
export const setRule: InternalHandler<"SetRule"> = async (asked, call) => {
  const host = normalizedHost(asked.host);
  if (!isHostName(host.replace(/^\*\./, ""))) {
    const message = "Must be a host name, or one with `*.` before it.";
    throw validationFailed([{ field: "host", code: "invalid_format", message }]);
  }
  const statement = (teamId: string) => upsertRule(teamId, { ...asked, host });
  return change({ team: asked.team, action: "set", resource: "extension_rules", statement }, call);
};
