import type { FieldError } from "@jst/errors";
import type { Hop, PeerRpc } from "@jst/rpc";

/** A kind of thing that one service keeps and others name by id. */
export type Kind = "member" | "contact" | "file" | "table";

/** Answers those of the ids that the team has; of no more than a thousand at once. */
export type Find = (teamId: string, ids: readonly string[], hop: Hop) => Promise<readonly string[]>;

/** An rpc of a keeper that answers which of the ids are the team's. */
type FindIds<Found> = PeerRpc<{ team_id: string; ids: string[] }, Found>;

/** Finds members at auth. */
export function membersAt({ findMembers }: { findMembers: FindIds<{ members: { id: string }[] }> }): Find {
  return async (team_id, ids, hop) =>
    (await findMembers({ team_id, ids: [...ids] }, hop)).members.map(({ id }) => id);
}

/** Finds contacts at crm. */
export function contactsAt({ findContacts }: { findContacts: FindIds<{ ids: string[] }> }): Find {
  return async (team_id, ids, hop) => (await findContacts({ team_id, ids: [...ids] }, hop)).ids;
}

/** Finds files at data. */
export function filesAt({ findFiles }: { findFiles: FindIds<{ ids: string[] }> }): Find {
  return async (team_id, ids, hop) => (await findFiles({ team_id, ids: [...ids] }, hop)).ids;
}

/** Finds tables at data. */
export function tablesAt({ findTables }: { findTables: FindIds<{ ids: string[] }> }): Find {
  return async (team_id, ids, hop) => (await findTables({ team_id, ids: [...ids] }, hop)).ids;
}

/** Builds the fault at `field` for an unknown id. Absent, archived and another team's ids read the same. */
export function unknownId(kind: Kind, field: string): FieldError {
  return { field, code: "not_found", message: `No ${kind} of your team has this id. Check the id.` };
}
