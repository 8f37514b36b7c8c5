import type { Resources } from "@jst/changes";
import { afterUndoneContacts, findRefusedContacts, isDerived } from "./contacts/undone.ts";
import { tasks } from "./tasks/task.ts";

/** What crm records changes of. */
export const resources: Resources = {
  contacts: {
    table: "crm.contacts",
    noun: "contact",
    hidden: ["is_name_set"],
    deletedAt: "archived_at",
    isDerived,
    afterUndo: afterUndoneContacts,
    findRefused: findRefusedContacts,
  },
  tasks: tasks.recorded(),
};
