import { platformContext } from "@jst/rpc";
import type { Statement, TeamTx } from "@jst/db";
import type { Contact, InternalHandler, Sender } from "../../gen/rpc.ts";
import { contacts } from "../contacts/contact.ts";
import { findIdentified } from "../contacts/queries.ts";

/**
 * The live contact that is reached at the sender's address, which is not changed; where the team has none, null, or a
 * new one with its event (comms.inbound-contact). However many ask at once, one is made.
 */
export const inboundContact: InternalHandler<"InboundContact"> = async (sender, call) => {
  const { database } = call.deps;
  const context = platformContext(sender.team_id, call);
  const find = findReached(context.teamId, sender);
  const [holder] = await database.read<{ id: string }>(context, find);
  if (holder !== undefined || !sender.make) return { body: { id: holder?.id ?? null } };
  return contacts.repeating(async () => {
    const { result } = await database.write(context, async (tx) => {
      await hold(tx, sender);
      const [other] = await tx.query<{ id: string }>(find);
      return other?.id ?? (await made(tx, sender));
    });
    return { body: { id: result } };
  });
};

async function made(tx: TeamTx, { channel, address, name }: Sender): Promise<string> {
  const reached = channel === "email" ? { email: address } : { phone: address };
  const called = name === undefined ? {} : { display_name: name };
  const draft = contacts.draft({ ...called, ...reached, source: `inbound_${channel}` });
  const { body } = await contacts.insert(tx, draft, { baseUrl: "" });
  return (JSON.parse(body as string) as Contact).id;
}

function findReached(teamId: string, { channel, address }: Sender): Statement {
  return findIdentified(teamId, channel === "email" ? "email" : "phone", address);
}

/** No two contacts share an e-mail address; of a phone number only this keeps senders from making two. */
async function hold(tx: TeamTx, { channel, address }: Sender): Promise<void> {
  const kind = channel === "email" ? "email" : "phone";
  const text = "select pg_advisory_xact_lock(hashtextextended($1, 0))";
  const values = [`crm sender ${tx.context.teamId} ${kind} ${address}`];
  await tx.query({ name: "crm.contacts.hold_sender", text, values });
}
