import { isQueued } from "@jst/client";
import { useEffect, useState } from "react";
import { APPROVALS } from "../words/approvals.ts";
import { useChangeset, useUndo, type Changeset } from "./changesets.ts";
import { useLastWrite } from "./own-writes.ts";
import { NotUndone, UndoNow, useMayUndo } from "./undo.tsx";

/** How long an own change offers its undo, unless the pointer or the focus is there. */
const SHOWN_MS = 10_000;

/** Offers to undo what this window has just changed (console.undo). */
export function LastWrite() {
  const id = useLastWrite();
  return id === undefined ? null : <Offer key={id} id={id} />;
}

function Offer({ id }: { id: string }) {
  const { data } = useChangeset(id, 0, false);
  const mayUndo = useMayUndo();
  const [offered, setOffered] = useState<Changeset>();
  useEffect(() => {
    if (data !== undefined && offered === undefined && mayUndo(data)) setOffered(data);
  }, [data, offered, mayUndo]);
  return offered === undefined ? null : <Shown changeset={offered} />;
}

function Shown({ changeset }: { changeset: Changeset }) {
  const undo = useUndo(changeset.id);
  const [isHeld, setHeld] = useState(false);
  const [isOver, setOver] = useState(false);
  const isWaiting = !isHeld && !undo.isPending && undo.error === null;
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => setOver(true), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isWaiting, undo.isSuccess]);
  if (isOver) return null;
  const hold = () => setHeld(true);
  const release = () => setHeld(false);
  return (
    <section
      className="notice card"
      aria-label={APPROVALS.justChanged}
      onFocus={hold}
      onBlur={release}
      onPointerEnter={hold}
      onPointerLeave={release}
    >
      {undo.isIdle || undo.isPending ? (
        <div className="actions">
          <p role="status">{APPROVALS.changedNow(changeset.summary)}</p>
          <UndoNow changeset={changeset} undo={undo} />
        </div>
      ) : (
        <>
          {undo.isSuccess && !isQueued(undo.data) && (
            <p role="status">{APPROVALS.undone(changeset.summary)}</p>
          )}
          <NotUndone changeset={changeset} undo={undo} />
        </>
      )}
    </section>
  );
}
