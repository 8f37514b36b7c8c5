import { Fragment } from "react";
import { Link } from "wouter";
import { Pill } from "../parts/pill.tsx";
import { pathOf } from "../paths.ts";
import { APPROVALS } from "../words/approvals.ts";
import { usePendingByRecord } from "./pending.ts";

/** Proposals that wait and would change the thing, each with a link to it; nothing without one. */
export function PendingProposals({ id }: { id: string }) {
  const waiting = usePendingByRecord().get(id);
  if (waiting === undefined) return null;
  return (
    <p role="status">
      <Pill tint="amber">{APPROVALS.waits(waiting.length)}</Pill>{" "}
      {waiting.map((changeset, place) => (
        <Fragment key={changeset.id}>
          {place > 0 && "; "}
          <Link to={pathOf("approvals", changeset.id)}>{changeset.summary}</Link>
        </Fragment>
      ))}
    </p>
  );
}
