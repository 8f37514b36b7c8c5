import { validationFailed } from "@jst/errors";
import { platformContext } from "@jst/rpc";
import type { InternalHandler } from "../../gen/rpc.ts";
import { queueOnce } from "../messages/queries.ts";
import { addressOf } from "../people/address.ts";
import { invalidAddress } from "../people/contacts.ts";
import { capture } from "../providers/provider.ts";
import { memberRouteOf, storedSubjects } from "./member-mails.ts";

/** Queues the mail once for each id; its link is minted when it is sent (comms.member-mail). */
export const sendMemberMail: InternalHandler<"SendMemberMail"> = async (
  { id, team_id, member_id, email, kind, reference },
  { deps, ...call },
) => {
  const address = addressOf(email);
  if (address?.kind !== "email") throw validationFailed([invalidAddress("email", email)]);
  const teamId = team_id.toLowerCase();
  const { provider, from } = await memberRouteOf(deps.routing, deps.fleetMail, teamId);
  await deps.database.write(platformContext(teamId, call), async (tx) => {
    const draft = {
      ...{ kind, channel: "email", purpose: "transactional", consent: null },
      ...{ from, to: email, address: address.folded, contact_id: null, reply_to: null },
      ...{ subject: storedSubjects[kind], text: null, html: null, template_id: null },
      ...{ variables: {}, metadata: {}, provider: provider.name, test: false },
      ...{ token: `member:${id.toLowerCase()}`, source: { type: "member", id: member_id.toLowerCase() } },
      reference,
    };
    await queueOnce(tx, draft, deps.secrets);
    return { body: {} };
  });
  return { body: { mailed: provider !== capture } };
};
