import { platformContext } from "@jst/rpc";
import type { TeamTx } from "@jst/db";
import { validationFailed } from "@jst/errors";
import type { InternalHandler } from "../../gen/rpc.ts";
import { foldedEmail } from "@jst/values/email";
import { packetOf } from "../packets/drafted-packet.ts";
import { membersNamed } from "../packets/reviewers.ts";
import { insertPacket, saveSheet, type StoredPacket } from "../packets/store.ts";
import { lockSeeds } from "./lock-seeds.ts";
import { packetExamples, type PacketExample } from "./packet-examples.ts";

/** Creates the example packets that the team lacks; an existing packet with the title counts as the example. */
export const seedReview: InternalHandler<"SeedReview"> = async ({ team_id: teamId, reviewers }, call) => {
  const found = await membersNamed(call, teamId, reviewers);
  const members = reviewers.flatMap((email) =>
    found.filter((one) => foldedEmail(one.email) === foldedEmail(email)),
  );
  if (members.length < reviewers.length) {
    const message = "No member of the team has one of these addresses. Check the addresses.";
    throw validationFailed([{ field: "reviewers", code: "not_found", message }]);
  }
  const { result } = await call.deps.database.write(platformContext(teamId, call), async (tx) => {
    await lockSeeds(tx);
    const there = await tx.query<{ id: string; title: string }>({
      name: "crm.seeds.packets",
      text: "select p.id, p.title from crm.packets p where p.team_id = $1 order by p.id",
      values: [tx.context.teamId],
    });
    const ids: string[] = [];
    const now = new Date();
    for (const example of packetExamples(now, members)) {
      const known = there.find(({ title }) => title === example.draft.title);
      ids.push(known?.id ?? (await make(tx, example, packetOf(example.draft, members), now)));
    }
    return ids;
  });
  return { body: { packets: result } };
};

async function make(
  tx: TeamTx,
  { walkthrough = 1, signed = [], answered }: PacketExample,
  packet: StoredPacket,
  now: Date,
): Promise<string> {
  const idOf = (place: number) => packet.reviewers[place]?.id ?? "";
  const verdicts = signed.map(({ by, verdict, note = null, walkthrough: version = walkthrough }) => ({
    ...{ reviewer_id: idOf(by), walkthrough_version: version, verdict, note },
    signed_at: now.toISOString(),
  }));
  const { id } = await insertPacket(tx, { ...packet, walkthrough_version: walkthrough, verdicts });
  if (answered === undefined) return id;
  const answers = Object.entries(answered).map(([place, value]) => [packet.items[Number(place)]?.id, value]);
  await saveSheet(tx, { packet: id, reviewer: idOf(0), answers: Object.fromEntries(answers) as object });
  return id;
}
