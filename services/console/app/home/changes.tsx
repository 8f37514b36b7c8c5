import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { changesetsOf, type Changeset } from "../approvals/changesets.ts";
import { UndoNow, UndoOrWait, useUndo } from "../approvals/undo.tsx";
import { Whole } from "../approvals/whole.tsx";
import { Proposer } from "../parts/actor-name.tsx";
import { Failure } from "../parts/failure.tsx";
import { Moment } from "../parts/moment.tsx";
import { Waiting } from "../parts/waiting.tsx";
import { pathOf, PATHS } from "../paths.ts";
import { HOME } from "../words/approvals.ts";

const SHOWN = 5;
/** More than are shown, because the platform's own work, such as mails that sign in, is left out. */
const READ = 25;

interface ChangesOf {
  status: "queued" | "executed";
  title: string;
  none: string;
}

/** The latest changes of a state. */
export function Changes({ status, title, none }: ChangesOf) {
  const { queryKey, read, everyMs } = changesetsOf(status);
  const { data, error } = useQuery({
    queryKey: [...queryKey, "first"],
    queryFn: () => read({ limit: READ }),
    refetchInterval: everyMs,
  });
  const changesets = data?.changesets.filter(({ proposed_by: by }) => by.type !== "system");
  const isMore = data?.has_more === true || (changesets?.length ?? 0) > SHOWN;
  return (
    <section className="card" aria-label={title}>
      <h2>{title}</h2>
      {error !== null && <Failure error={error} />}
      {data === undefined && error === null && <Waiting />}
      {changesets?.length === 0 && <p className="empty">{none}</p>}
      <ul className="lines">
        {changesets?.slice(0, SHOWN).map((changeset) => (
          <Line key={changeset.id} changeset={changeset} />
        ))}
      </ul>
      {isMore && <Link to={PATHS.approvals}>{HOME.all}</Link>}
    </section>
  );
}

/** A change, and its undo in one click where the person may undo it. Once it is undone it leaves the list. */
function Line({ changeset }: { changeset: Changeset }) {
  const { id, summary, created_at: made } = changeset;
  const undoable = { ids: [id], summary };
  const undo = useUndo(undoable);
  return (
    <li>
      <span>
        <Link to={pathOf("approvals", id)}>{summary}</Link>
        <Whole of={changeset} />
        <span className="aside">
          {" "}
          {HOME.by} <Proposer of={changeset} />
        </span>
      </span>
      <Moment at={made} />
      <UndoOrWait of={changeset}>
        <UndoNow of={undoable} undo={undo} />
      </UndoOrWait>
    </li>
  );
}
