import type { Resources } from "@jst/changes";
import { comments } from "./comments/comment.ts";
import { contacts } from "./contacts/contact.ts";
import { afterUndoneContacts, isDerived } from "./contacts/undone.ts";
import { forms } from "./forms/form.ts";
import { misfits } from "./forms/settings.ts";
import { packets } from "./packets/packet.ts";
import { finalPacket, isDerivedOfPacket, packetUndo } from "./packets/undone.ts";
import { tasks } from "./tasks/task.ts";
import { workflows } from "./workflows/workflow.ts";

/** Resources whose changes crm records. */
export const resources: Resources = {
  contacts: contacts.recorded({
    images: { isDerived },
    undo: { settle: afterUndoneContacts },
  }),
  tasks: tasks.recorded(),
  comments: comments.recorded({ hidden: ["html", "author_member_id", "noticed"] }),
  workflows: workflows.recorded(),
  forms: forms.recorded({ undo: { settle: (_tx, changes) => Promise.resolve(misfits(changes)) } }),
  submissions: {
    table: "crm.submissions",
    noun: "submission",
    scope: "forms",
    // A merge of contacts moves it, and is undone.
    finalBecause: ({ op }) =>
      op === "create" ? "A submission cannot be undone, because its event is already sent." : undefined,
  },
  packets: packets.recorded({
    hidden: ["phase"],
    images: { isDerived: isDerivedOfPacket },
    finalBecause: finalPacket,
    undo: packetUndo,
  }),
  answer_sheets: {
    table: "crm.answer_sheets",
    noun: "answer sheet",
    scope: "review",
    finalBecause: () => "Only its reviewer can change an answer sheet, so this cannot be undone.",
  },
};
