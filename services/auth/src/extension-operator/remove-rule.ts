import type { InternalHandler } from "../../gen/rpc.ts";
import { change } from "./change.ts";
import { deleteRule } from "./queries.ts";

/** Removes a rule and answers it as it was; 404 where there is none of the name (extension.operator). */
export const removeRule: InternalHandler<"RemoveRule"> = ({ team, name }, call) => {
  const statement = (teamId: string) => deleteRule(teamId, name);
  return change({ team, action: "delete", resource: "extension_rules", statement }, call);
};
