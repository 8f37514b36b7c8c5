import type { TeamTx } from "@jst/db";
import { unknownId } from "@jst/directory";
import { validationFailed } from "@jst/errors";
import { resource } from "@jst/resource";
import { taskDeclaration } from "../../gen/resources.ts";
import type { Deps } from "../deps.ts";

/** Tasks of a team's projects: given to a member, about a contact. */
export const tasks = resource(taskDeclaration)<Deps>({
  check: ({ assignee_id }, call) =>
    call.deps.directory.requireKnown(call, { kind: "member", field: "assignee_id", id: assignee_id }),
  further: ({ status }, before) =>
    status === "done" && before?.["status"] !== "done" ? ["task.completed"] : [],
  // A contact that was there all along may have been archived since.
  within: (tx, { contact_id }, before) =>
    contact_id === (before?.contact_id ?? null) ? Promise.resolve() : requireContact(tx, contact_id),
});

/**
 * Refuses a contact that the team does not have, or has archived: 422 at contact_id. A merge that takes the contact
 * away waits for this task.
 */
async function requireContact(tx: TeamTx, id: string | null): Promise<void> {
  if (id === null) return;
  const text =
    "select from crm.contacts c where c.team_id = $1 and c.id = $2 and c.archived_at is null for share";
  const found = await tx.query({ name: "crm.tasks.contact", text, values: [tx.context.teamId, id] });
  if (found.length > 0) return;
  throw validationFailed([unknownId("contact", "contact_id")]);
}
