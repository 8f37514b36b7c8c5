import type { Resources } from "@jst/changes";
import { publishUndone } from "./contacts/events.ts";

/** What crm records changes of. */
export const resources: Resources = {
  contacts: {
    table: "crm.contacts",
    noun: "contact",
    hidden: ["is_name_set"],
    deletedAt: "archived_at",
    afterUndo: publishUndone,
  },
  tasks: { table: "crm.tasks", noun: "task" },
};
