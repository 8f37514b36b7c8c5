import type { TeamTx } from "@jst/db";
import { validationFailed } from "@jst/errors";
import type { StoredRow } from "@jst/resource";
import type { Handler, SuppressionCreate } from "../../gen/rpc.ts";
import { addressKind, addressOf, channelOf } from "../people/address.ts";
import { invalidAddress, noAddressFor } from "../people/contacts.ts";
import { suppressions } from "./suppression.ts";

const OK = 200;

/** Suppresses the address on its channel; one that is suppressed already is answered as it is. */
export const createSuppression: Handler<"CreateSuppression"> = async ({ body }, call) => {
  const next = suppressions.draft(folded(body));
  const write = () =>
    call.write(async (tx) => {
      const standing = await standingOf(tx, next);
      if (standing !== undefined) return { ...suppressions.reply(standing), status: OK, isUnchanged: true };
      return suppressions.insert(tx, next, call);
    });
  return suppressions.repeating(write);
};

/** Folds the address of the body and names its channel; throws for an invalid address of the channel. */
function folded(body: SuppressionCreate): SuppressionCreate {
  const address = addressOf(body.address);
  if (address === undefined) throw validationFailed([invalidAddress("address", body.address)]);
  const channel = body.channel ?? (channelOf(address) as "email" | "sms");
  if (addressKind(channel) !== address.kind) throw noAddressFor(channel);
  return { ...body, address: address.folded, channel };
}

async function standingOf(
  tx: TeamTx,
  { address, channel }: { address: string; channel: string },
): Promise<StoredRow | undefined> {
  const [found] = await tx.query<{ id: string }>({
    name: "comms.suppressions.standing",
    text: `select t.id from comms.suppressions t
      where t.team_id = $1 and t.address = $2 and t.channel = $3 and t.deleted_at is null`,
    values: [tx.context.teamId, address, channel],
  });
  if (found === undefined) return undefined;
  const [row] = await tx.query<StoredRow>(suppressions.store.find(tx.context.teamId, found.id));
  return row;
}
