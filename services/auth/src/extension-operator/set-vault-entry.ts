import type { InternalHandler } from "../../gen/rpc.ts";
import { change } from "./change.ts";
import { upsertVaultEntry } from "./queries.ts";
import { ownerOfValue } from "./vault-owner.ts";

/** Seals a secret, or replaces the one of its name; what comes back says nothing of the value (extension.vault). */
export const setVaultEntry: InternalHandler<"SetVaultEntry"> = (asked, call) => {
  const { team, value, ...entry } = asked;
  const sealed = (teamId: string) =>
    call.deps.secrets.seal(value, ownerOfValue(teamId, entry.name)).toString("base64");
  const statement = (teamId: string) => upsertVaultEntry(teamId, entry, sealed(teamId));
  return change({ team, action: "set", resource: "vault", statement }, call);
};
