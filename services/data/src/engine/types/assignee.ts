import { contactOf } from "@jst/directory";

/** Name of the system table of what a team lends out (tables.assets). */
export const ASSETS = "assets";

const cell = "r.data -> 'assignee'";
const id = `(${cell} ->> 'id')`;

/** The column of assets that says who has one, and SQL for its cell with the contact that a merged one stands for. */
export const assignee = {
  name: "assignee",
  shown: `case when ${cell} ->> 'type' = 'contact' and pg_input_is_valid(${id}, 'uuid')
      then jsonb_set(${cell}, '{id}', to_jsonb(${contactOf(`${id}::uuid`, "r")})) else ${cell} end`,
};
