import { notFound } from "@jst/errors";
import { instant } from "@jst/db";
import { requireId } from "@jst/resource";
import type { Handler, PacketAnswers } from "../../gen/rpc.ts";
import { type AnsweredPacket, sheetsOf, verdictsOf } from "./shown-answers.ts";

const text = `select t.walkthrough_version, t.reviewers, t.items, t.verdicts, t.readiness, coalesce((
    select json_agg(json_build_object('reviewer_id', s.reviewer_id, 'answers', s.answers,
      'version', s.version, 'updated_at', ${instant("s.updated_at")}))
    from crm.answer_sheets s where s.team_id = $1 and s.packet_id = t.id), '[]') as sheets
from crm.packets t
where t.team_id = $1 and t.id = $2`;

/** Answers items, verdicts and answer sheets of one packet, with its readiness. */
export const getPacketAnswers: Handler<"GetPacketAnswers"> = async ({ path }, call) => {
  const id = requireId(path.packet_id);
  const values = [call.caller.team_id, id];
  const [packet] = await call.read<AnsweredPacket & Record<string, unknown>>({
    name: "crm.packets.answers",
    text,
    values,
  });
  if (packet === undefined) throw notFound();
  const answers: PacketAnswers = {
    packet_id: id.toLowerCase(),
    walkthrough_version: packet.walkthrough_version,
    items: [...packet.items],
    verdicts: verdictsOf(packet),
    answer_sheets: sheetsOf(packet),
    readiness: packet.readiness,
  };
  return { body: { ...answers } };
};
