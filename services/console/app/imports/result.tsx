import { isQueued } from "@jst/client";
import { useState } from "react";
import { Button } from "react-aria-components";
import { Link } from "wouter";
import { TINTS as CHANGE_TINTS, undoChange, useChangeset } from "../approvals/changesets.ts";
import { Conflicts } from "../approvals/conflicts.tsx";
import { UndoOrWait } from "../approvals/undo.tsx";
import type { Table } from "../data/tables.ts";
import { DownloadCsv } from "../parts/download.tsx";
import { Failure } from "../parts/failure.tsx";
import { Moment } from "../parts/moment.tsx";
import { Pill } from "../parts/pill.tsx";
import { useWriting } from "../parts/writing.ts";
import { PATHS, pathOf } from "../paths.ts";
import { APPROVALS } from "../words/approvals.ts";
import { IMPORTS } from "../words/imports.ts";
import { STATES } from "../words/words.ts";
import { TINTS, type Import } from "./imports.ts";
import { ROUTES, useKind } from "./kind.ts";
import { sourceOf } from "./linking.ts";
import type { Part } from "./mapping.ts";

/** State of an import, and of its changes once they were undone. */
export function RunState({ of: { status, undone_at: undone } }: { of: Import }) {
  if (undone === null) return <Pill tint={TINTS[status]}>{IMPORTS.states[status]}</Pill>;
  return (
    <>
      <Pill tint={CHANGE_TINTS.undone}>{STATES.undone}</Pill> <Moment at={undone} />
    </>
  );
}

const hasRun = ({ status, started_at: started }: Import): boolean =>
  ["done", "failed", "cancelled"].includes(status) && started !== null;

interface ResultOf {
  of: Import;
  tables: ReadonlyMap<string, Table>;
}

/** Outcome of a run: the numbers of rows, links to the tables, and the undo of all of it. */
export function Result({ of, tables }: ResultOf) {
  const { counts, changeset_id: set } = of;
  const kind = useKind();
  if (!hasRun(of)) return null;
  return (
    <section aria-label={IMPORTS.result} className="card result">
      <p>{of.undone_at === null ? IMPORTS.written(counts.written) : IMPORTS.takenBack(counts)}</p>
      {counts.changed > 0 && <p>{IMPORTS.changed(counts.changed)}</p>}
      {counts.reject > 0 && <p>{IMPORTS.left(counts.reject)}</p>}
      <Nowhere parts={of.parts ?? []} />
      <div className="actions">
        {kind === "contacts" && <Link to={PATHS.contacts}>{IMPORTS.showContacts}</Link>}
        {of.parts?.some(({ target }) => target?.kind === "articles") === true && (
          <Link to={PATHS.articles}>{IMPORTS.showArticles}</Link>
        )}
        {[...tables.values()].map(({ id, name, display_name: title }) => (
          <Link key={id} to={pathOf("tables", name)}>
            {IMPORTS.showTable(title)}
          </Link>
        ))}
        {counts.reject > 0 && isStored(of) && <RejectedRows of={of} />}
        {set !== null && <Link to={pathOf("approvals", set)}>{APPROVALS.show}</Link>}
        {set !== null && <Undo set={set} name={of.name} />}
      </div>
    </section>
  );
}

/** A file of rejected rows for each part that has some, so that each can be corrected and imported again. */
function RejectedRows({ of: { id, counts, parts = [] } }: { of: Import }) {
  const path = `${ROUTES[useKind()].all}/${id}/rows` as const;
  const { rejected_parts: rejected = [] } = counts;
  const own = parts.length > 1 ? parts.filter(({ index }) => rejected.includes(index)) : [];
  if (own.length === 0)
    return <DownloadCsv label={IMPORTS.rejected} path={path} query={{ verdict: "reject" }} />;
  return own.map((part) => (
    <DownloadCsv
      key={part.index}
      label={IMPORTS.rejectedOf(sourceOf(part))}
      path={path}
      query={{ verdict: "reject", part: String(part.index) }}
    />
  ));
}

/** Number of the rows that are left out because their part of the source goes nowhere. */
export function Nowhere({ parts }: { parts: readonly Part[] }) {
  const out = parts.filter(({ target, rows }) => target === null && rows > 0);
  const count = out.reduce((sum, { rows }) => sum + rows, 0);
  return count === 0 ? null : <p>{IMPORTS.nowhere(count, out.map(sourceOf))}</p>;
}

/** Reports whether the verdicts of an ended import are still stored. */
const isStored = ({ kept_until: until }: Import): boolean => until !== null && Date.parse(until) > Date.now();

/** The undo of a run as a whole, and how far it has come. */
function Undo({ set, name }: { set: string; name: string }) {
  const { data: changeset } = useChangeset(set, 0);
  const [undo, setUndo] = useState<string>();
  const undoing = useWriting({
    send: (_nothing: undefined, header) => undoChange(set, false, header),
    touches: [[]],
    onDone: (done) => {
      if (!isQueued(done)) setUndo(done.id);
    },
  });
  if (changeset === undefined) return null;
  return (
    <>
      {changeset.status === "undone" && <p>{IMPORTS.undone}</p>}
      {undo !== undefined && changeset.status !== "undone" && <UndoProgress id={undo} />}
      {undo === undefined && (
        <UndoOrWait of={changeset}>
          <Button
            className={undoing.isPending ? "quiet pending" : "quiet"}
            aria-label={APPROVALS.undoOf(name)}
            onPress={() => {
              if (!undoing.isPending) undoing.mutate(undefined);
            }}
          >
            {APPROVALS.undo.opens}
          </Button>
        </UndoOrWait>
      )}
      {undoing.error !== null && (
        <Failure error={undoing.error}>
          <Conflicts of={undoing.error} />
        </Failure>
      )}
    </>
  );
}

function UndoProgress({ id }: { id: string }) {
  const { data } = useChangeset(id, 0);
  const { done = 0, total = 0 } = data?.progress ?? {};
  const text = IMPORTS.undoing(total === 0 ? 0 : Math.floor((100 * done) / total));
  return (
    <p role="status">
      {text} <progress aria-label={text} value={done} max={Math.max(total, 1)} />
    </p>
  );
}
