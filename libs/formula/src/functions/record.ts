import { datetimeOf } from "../calendar.ts";
import { row } from "../signature.ts";

/** Functions about the row itself, independent of its cells. */
export const record = [
  row("RECORD_ID", [], "text", ({ record: { id } }) => id),
  row("CREATED_TIME", [], "datetime", ({ record: { createdMs } }) => datetimeOf(createdMs)),
  row("LAST_MODIFIED_TIME", [], "datetime", ({ record: { updatedMs } }) => datetimeOf(updatedMs)),
].map((fn) => ({ ...fn, asksRecord: true }));
