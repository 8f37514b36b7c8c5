import { ProblemError } from "@jst/client";
import { Link } from "wouter";
import type { Schemas } from "../api.ts";
import { ActorName } from "../parts/actor-name.tsx";
import { Moment } from "../parts/moment.tsx";
import { APPROVALS } from "../words/approvals.ts";
import { changedSince } from "../words/refused-decisions.ts";
import { nounOf } from "../words/words.ts";
import { placeOf } from "./places.ts";
import { calledIn } from "./shown-values.ts";
import { useShownBy } from "./use-shown-by.ts";

/** Record in the way of an undo, as the answer names it (trust.set-undo). */
interface Conflict {
  resource: string;
  id?: string;
  fields: readonly string[];
  reason?: string;
  title?: string;
  table_id?: string;
  changed_at?: string;
  changed_by?: Schemas["Actor"];
}

const SHOWN = 20;

/** The conflicts of a refusal that names their records; none of another one. */
export function namedConflicts(error: Error | null): { conflicts: readonly Conflict[]; count: number } {
  const problem = error instanceof ProblemError ? error.problem : undefined;
  const found = (problem ?? {}) as { conflicts?: readonly Conflict[]; conflict_count?: number };
  const { conflicts = [], conflict_count: count } = found;
  return count === undefined ? { conflicts: [], count: 0 } : { conflicts: conflicts.slice(0, SHOWN), count };
}

/** The records that others have changed since, each with a link to it and what was changed. */
export function Conflicts({ of }: { of: Error | null }) {
  const { conflicts, count } = namedConflicts(of);
  if (conflicts.length === 0) return null;
  return (
    <ul>
      {conflicts.map((conflict) => (
        <li key={`${conflict.resource} ${conflict.id}`}>
          <InTheWay of={conflict} />
        </li>
      ))}
      {count > conflicts.length && <li>{APPROVALS.moreConflicts(count - conflicts.length)}</li>}
    </ul>
  );
}

function InTheWay({ of: { resource, id, fields, reason, title, ...conflict } }: { of: Conflict }) {
  const { table_id: table, changed_by: by, changed_at: at } = conflict;
  const before = { table_id: table, data: {} };
  const { by: shownBy } = useShownBy(table === undefined ? undefined : before);
  const place =
    id === undefined || (resource === "rows" && table === undefined)
      ? undefined
      : placeOf({ resource, id, before });
  const name = title ?? nounOf(resource);
  return (
    <>
      {place === undefined ? name : <Link to={place.path}>{name}</Link>}:{" "}
      {reason ?? changedSince(fields.map((field) => calledIn(shownBy, field)))}
      {by !== undefined && at !== undefined && (
        <>
          {" "}
          <ActorName of={by} />, <Moment at={at} />
        </>
      )}
    </>
  );
}
