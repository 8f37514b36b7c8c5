import { platformContext } from "@jst/rpc";
import { instant } from "@jst/db";
import type { InternalHandler } from "../../gen/rpc.ts";

const SHOWN_MAX = 20;

/** What a team's messages say that nobody got (comms.capture). */
export const listCaptured: InternalHandler<"ListCaptured"> = async ({ team_id: teamId }, call) => {
  const messages = await call.deps.database.read<Captured>(platformContext(teamId, call), {
    name: "comms.messages.captured",
    text: `select m.id, m.channel, m."to", m.subject, m.text, m.html, ${instant("m.sent_at")} as sent_at
      from messages m where m.team_id = $1 and m.status = 'captured'
      order by m.sent_at desc, m.id desc limit ${SHOWN_MAX}`,
    values: [teamId],
  });
  return { body: { messages } };
};

/** A message as it is shown. */
interface Captured extends Record<string, unknown> {
  id: string;
  channel: string;
  to: string;
  subject: string | null;
  text: string | null;
  html: string | null;
  sent_at: string;
}
