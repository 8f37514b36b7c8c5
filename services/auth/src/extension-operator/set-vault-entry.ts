import { type FieldError, validationFailed } from "@jst/errors";
import type { InternalHandler, VaultEntryCreate } from "../../gen/rpc.ts";
import { change } from "./change.ts";
import { upsertVaultEntry } from "./queries.ts";
import { ownerOfValue } from "./vault-owner.ts";

/** Seals a secret, or replaces the one of its name; what comes back says nothing of the value (extension.vault). */
export const setVaultEntry: InternalHandler<"SetVaultEntry"> = (asked, call) => {
  const { team, value, ...entry } = asked;
  requireNotShown(asked);
  const sealed = (teamId: string) =>
    call.deps.secrets.seal(value, ownerOfValue(teamId, entry.name)).toString("base64");
  const statement = (teamId: string) => upsertVaultEntry(teamId, entry, sealed(teamId));
  return change({ team, action: "set", resource: "vault", statement }, call);
};

/** Shorter values stand in many names by chance. */
const TOLD_MIN = 4;

/** Throws validation_failed for a name or hint that holds the value: both are shown. */
function requireNotShown({ name, hint = "", value }: VaultEntryCreate): void {
  const told = value.trim();
  if (told.length < TOLD_MIN) return;
  const faults = Object.entries({ name, hint }).flatMap(([field, text]): FieldError[] =>
    text.includes(told)
      ? [
          {
            field,
            code: "invalid_value",
            message: `The ${field} contains the secret value, but people can see the ${field}. Send another ${field}.`,
          },
        ]
      : [],
  );
  if (faults.length > 0) throw validationFailed(faults);
}
