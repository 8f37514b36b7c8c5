import type { TeamTx } from "@jst/db";
import { validationFailed } from "@jst/errors";
import type { Reply } from "@jst/rpc";
import type { Handler } from "../../gen/rpc.ts";
import { applyPatch } from "./apply-patch.ts";
import { contactReply } from "./contact-reply.ts";
import { ContactTaken, type Taken } from "./contact-taken.ts";
import type { ContactValues } from "./contact-values.ts";
import { publishCreated } from "./events.ts";
import * as queries from "./queries.ts";
import { refuseTaken } from "./refuse-taken.ts";
import { newContact, readPatch } from "./rules.ts";

const CREATED = 201;

/**
 * Changes the contact that the body's external_id names, or its email where it has none, and restores it when it is
 * archived; where there is none, creates it. Whoever creates it at the same moment is not in the way.
 */
export const upsertContact: Handler<"UpsertContact"> = async ({ body }, call) => {
  const { members } = readPatch(body);
  const key = keyOf(members);
  await call.deps.directory.requireKnown(call, { kind: "member", field: "owner_id", id: members.owner_id });
  const create = async (tx: TeamTx): Promise<Reply> => {
    const created = await queries.insertContact(tx, newContact(body));
    publishCreated(tx, created);
    const headers = { location: `${call.baseUrl}/api/v1/contacts/${created.id}` };
    return { ...contactReply(created, headers), status: CREATED };
  };
  const write = () =>
    call.write(async (tx) => {
      const [holder] = await tx.query<{ id: string }>(queries.findHolder(tx.context.teamId, key));
      if (holder === undefined) return create(tx);
      return applyPatch(tx, holder.id, { members, isRestore: true }, call.ifMatch);
    });
  return refuseTaken(call, () => againWhenTaken(write, key));
};

/** What names the contact; throws validation_failed when nothing does. */
function keyOf({ external_id: externalId, email }: Partial<ContactValues>): Taken {
  if (externalId) return { field: "external_id", value: externalId };
  if (email) return { field: "email", value: email };
  const message = "One of external_id and email names the contact.";
  throw validationFailed(["external_id", "email"].map((field) => ({ field, code: "required", message })));
}

/** Runs the write again when the contact came into being meanwhile: then it is there to be changed. */
async function againWhenTaken(write: () => Promise<Reply>, key: Taken): Promise<Reply> {
  try {
    return await write();
  } catch (error) {
    if (error instanceof ContactTaken && error.field === key.field) return write();
    throw error;
  }
}
