import { platformContext } from "@jst/rpc";
import type { Row } from "@jst/db";
import { AppError } from "@jst/errors";
import { auditStatement } from "@jst/events";
import type { InternalCall, Reply } from "@jst/rpc";
import type { AccountDeps } from "../deps.ts";
import { findTeam } from "../operator/queries.ts";
import type { ShownStatement } from "./queries.ts";

export interface Change<T> {
  /** Slug. */
  team: string;
  action: "set" | "delete";
  resource: "extension_rules" | "vault";
  statement: (teamId: string) => ShownStatement<T>;
}

/** Runs the statement with its entry in the audit log, and answers what it answers; 404 where there is nothing. */
export async function change<T extends { id: string }>(
  { team, action, resource, statement }: Change<T>,
  call: InternalCall<AccountDeps>,
): Promise<Reply> {
  const { operator } = call.deps;
  const teamId = await findTeam(operator, team);
  return operator.transaction(async (tx) => {
    const [found] = await tx.query<Row & { shown: T }>(statement(teamId));
    if (found === undefined)
      throw new AppError("not_found", "The team does not have an entry with this name. Check the name.");
    const { shown } = found;
    tx.defer(
      auditStatement(platformContext(teamId, call), {
        action,
        resource,
        resourceId: shown.id,
        outcome: "success",
      }),
    );
    return { body: { ...shown } };
  });
}
