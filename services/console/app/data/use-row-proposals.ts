import { useEffect, useEffectEvent, useState } from "react";
import { useOwnPending } from "../approvals/pending.ts";
import { isOfTable, rowProposal, type RowProposal } from "./row-proposals.ts";

/** Tables whose rows this window wrote last by a proposal. */
const waiting = new Set<string>();

interface OnProposals {
  /** Called with the proposals that wait and that this page does not show yet. */
  onFound: (proposals: readonly RowProposal[]) => void;
  /** Called with the proposals that no longer wait. */
  onEnded: (proposals: readonly RowProposal[]) => void;
}

/** Follows the own proposals that wait and would write rows of a table, from wherever they were made. */
export function useRowProposals(tableId: string, { onFound, onEnded }: OnProposals) {
  const [open] = useState(() => new Map<string, RowProposal>());
  const [locked] = useState(() => new Set<string>());
  const pending = useOwnPending((changeset) => isOfTable(changeset, tableId));
  const compare = useEffectEvent(() => {
    if (pending === undefined) return;
    const ids = new Set(pending.changesets.map(({ id }) => id));
    const found = pending.changesets
      .filter(({ id }) => !open.has(id))
      .map((changeset) => rowProposal(changeset, tableId));
    const ended = [...open.values()].filter(({ id }) => !ids.has(id) && !locked.has(id));
    for (const one of found) open.set(one.id, one);
    for (const { id } of ended) open.delete(id);
    if (found.length > 0) waiting.add(tableId);
    if (found.length > 0) onFound(found);
    if (ended.length > 0) onEnded(ended);
  });
  const readAt = pending?.readAt;
  useEffect(() => compare(), [readAt]);
  return {
    /** The proposals that wait. */
    open: open as ReadonlyMap<string, RowProposal>,
    /** Reports whether the last write of this window to rows of the table waits. */
    doWritesWait: () => waiting.has(tableId),
    /** Locks proposals while a write replaces them: their cells stay as they are shown. */
    lock: (proposals: readonly RowProposal[]) => {
      for (const { id } of proposals) locked.add(id);
    },
    /** Releases the proposals that a refused write would have replaced. */
    release: (proposals: readonly RowProposal[]) => {
      for (const { id } of proposals) locked.delete(id);
    },
    /** Stores the outcome of a write: its proposal, if there is one, in place of those that it replaced. */
    written: (proposal: RowProposal | undefined, replaced: readonly RowProposal[]) => {
      for (const { id } of replaced) {
        open.delete(id);
        locked.delete(id);
      }
      if (proposal === undefined) waiting.delete(tableId);
      else {
        waiting.add(tableId);
        open.set(proposal.id, proposal);
      }
    },
  };
}
