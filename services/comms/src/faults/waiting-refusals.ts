import { instant, type Row, type Statement } from "@jst/db";
import { COUNTED_MAX } from "@jst/faults";
import { undecided } from "../gate/gate.ts";

/** The senders whose refusals nobody has decided on. */
export interface WaitingRefusals extends Row {
  senders: number;
  /** RFC 3339, of the oldest one; null if there is none. */
  since: string | null;
}

/** Counts the senders of a team whose refusals wait, up to COUNTED_MAX (comms.refusals). */
export const waitingRefusals = (teamId: string): Statement => ({
  name: "comms.messages.waiting_refusals",
  text: `select count(*)::integer as senders, ${instant("min(w.since)")} as since
    from (
      select min(m.created_at) as since from messages m
      where m.team_id = $1 and m.attention = 'refusal' and ${undecided("m")}
      group by m.address, m.channel limit ${COUNTED_MAX}
    ) w`,
  values: [teamId],
});
