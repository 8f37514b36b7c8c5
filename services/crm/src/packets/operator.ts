import type { TeamTx } from "@jst/db";
import { requireId } from "@jst/resource";
import { platformContext, type InternalCall } from "@jst/rpc";
import type { InternalHandler } from "../../gen/rpc.ts";
import type { Deps } from "../deps.ts";
import { requireAnswers } from "./answer-faults.ts";
import { packetOf } from "./drafted-packet.ts";
import { bump, edit, lifecycle, refuseClosed, sign, type PacketCommand } from "./lifecycle.ts";
import { emailsOf, membersNamed, namedReviewer } from "./reviewers.ts";
import { insertPacket, saveSheet } from "./store.ts";

/** Stores a packet for members of the team, or nothing if one of its reviewers is not a member. */
export const createPacket: InternalHandler<"CreatePacket"> = async ({ team_id: teamId, ...draft }, call) => {
  const packet = packetOf(draft, await membersNamed(call, teamId, emailsOf(draft.reviewers)));
  return write(teamId, call, async (tx) => {
    const { id } = await insertPacket(tx, packet);
    lifecycle.record(tx, "packet.create", id);
    return id;
  });
};

/** Sets whether the packet is a draft, in review or closed; the status that it has writes nothing. */
export const editPacket: InternalHandler<"EditPacket"> = ({ team_id: teamId, packet_id, status }, call) =>
  write(teamId, call, async (tx) => {
    const packet = await lifecycle.lock(tx, requireId(packet_id), { scope: undefined });
    await edit(tx, packet, { status }, []);
    return packet.id;
  });

/** Begins the next walkthrough. */
export const bumpPacket: InternalHandler<"BumpPacket"> = (body, call) => run(body, bump, call);

/** Signs the current walkthrough as a reviewer, again too; the last signature of each reviewer counts. */
export const signPacket: InternalHandler<"SignPacket"> = (body, call) => {
  const command: PacketCommand = {
    action: "packet.sign",
    refuse: refuseClosed,
    store: (tx, packet) => sign(tx, packet, namedReviewer(packet, body.reviewer), body),
  };
  return run(body, command, call);
};

/** Saves the answers of a reviewer in place of the sheet that was saved before; it signs nothing. */
export const answerPacket: InternalHandler<"AnswerPacket"> = ({ answers, ...body }, call) => {
  const command: PacketCommand = {
    action: "packet.answer",
    refuse: refuseClosed,
    store: async (tx, packet) => {
      const reviewer = namedReviewer(packet, body.reviewer);
      requireAnswers(packet.items, answers);
      const { version } = await saveSheet(tx, { packet: packet.id, reviewer, answers });
      return { id: packet.id, version, body: {} };
    },
  };
  return run(body, command, call);
};

function run(
  { team_id: teamId, packet_id }: { team_id: string; packet_id: string },
  command: PacketCommand,
  call: InternalCall<Deps>,
) {
  return write(teamId, call, async (tx) => {
    const id = requireId(packet_id);
    await lifecycle.apply(tx, id, command, { scope: undefined });
    return id.toLowerCase();
  });
}

/** Runs a write of the operator in the place of a member: its author is the platform (review.members-alone). */
async function write(teamId: string, call: InternalCall<Deps>, work: (tx: TeamTx) => Promise<string>) {
  const { result: id } = await call.deps.database.write(platformContext(teamId, call), work);
  return { body: { id } };
}
