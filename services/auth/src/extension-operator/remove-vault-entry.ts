import type { InternalHandler } from "../../gen/rpc.ts";
import { change } from "./change.ts";
import { deleteVaultEntry } from "./queries.ts";

/** Removes a secret, sealed value and all, and answers its name; 404 where there is none (extension.operator). */
export const removeVaultEntry: InternalHandler<"RemoveVaultEntry"> = ({ team, name }, call) => {
  const statement = (teamId: string) => deleteVaultEntry(teamId, name);
  return change({ team, action: "delete", resource: "vault", statement }, call);
};
