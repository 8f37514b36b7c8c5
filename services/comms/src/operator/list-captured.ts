import { platformContext } from "@jst/rpc";
import { instant } from "@jst/db";
import type { InternalHandler } from "../../gen/rpc.ts";
import type { StoredFile } from "../messages/sealed-content.ts";
import { wholeContent } from "../messages/sealed-content.ts";

const SHOWN_MAX = 20;

/** Answers the captured messages of a team whole: an operator alone reads the secrets in them (comms.capture). */
export const listCaptured: InternalHandler<"ListCaptured"> = async (
  { team_id: teamId },
  { deps, ...call },
) => {
  const messages = await deps.database.read<Captured>(platformContext(teamId, call), {
    name: "comms.messages.captured",
    text: `select m.id, m.channel, m."to", m.subject, m.text, m.html, m.headers, m.files,
        encode(m.sealed, 'base64') as sealed, ${instant("m.sent_at")} as sent_at
      from messages m where m.team_id = $1 and m.status = 'captured'
      order by m.sent_at desc, m.id desc limit ${SHOWN_MAX}`,
    values: [teamId],
  });
  return {
    body: {
      messages: messages.map(({ sealed, ...message }) => {
        const { files, ...whole } = { ...message, ...wholeContent(sealed, teamId, deps.secrets) };
        return { ...whole, files: files.filter((file) => "content" in file) };
      }),
    },
  };
};

/** A message as it is stored. */
interface Captured extends Record<string, unknown> {
  id: string;
  channel: string;
  to: string;
  subject: string | null;
  text: string | null;
  html: string | null;
  headers: Record<string, string>;
  files: StoredFile[];
  sealed: string | null;
  sent_at: string;
}
