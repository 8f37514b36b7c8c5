import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { changesetAt, TINTS, useDecision, type Changeset } from "../approvals/changesets.ts";
import { Withdraw } from "../approvals/decisions.tsx";
import { Outcome } from "../parts/outcome.tsx";
import { Pill } from "../parts/pill.tsx";
import { pathOf } from "../paths.ts";
import { useSession } from "../session/session.ts";
import { IMPORTS } from "../words/imports.ts";
import { STATES } from "../words/words.ts";
import type { Import } from "./imports.ts";

/** Proposal of the run of an import. */
export interface RunProposal {
  /** Undefined without one, and until it is read. */
  proposal: Changeset | undefined;
  /** Whether it waits for approval, or may. */
  isWaiting: boolean;
}

const EVERY_MS = 4_000;

/** The proposal of the run of an import that has not begun. */
export function useProposal({ status, changeset_id: id }: Import): RunProposal {
  const isProposed = status === "ready" && id !== null;
  const { data, isPending } = useQuery({
    ...changesetAt(id ?? "", 0),
    enabled: isProposed,
    refetchInterval: EVERY_MS,
  });
  if (!isProposed) return { proposal: undefined, isWaiting: false };
  return { proposal: data, isWaiting: isPending || data?.status === "queued" };
}

/** State of the proposal in words, and the way to it. */
export function ProposalState({ proposal, isWaiting }: RunProposal) {
  if (proposal === undefined) return null;
  const { id, status } = proposal;
  return (
    <p role="status">
      {isWaiting ? (
        IMPORTS.waits
      ) : (
        <>
          {IMPORTS.decided} <Pill tint={TINTS[status]}>{STATES[status]}</Pill>
        </>
      )}{" "}
      <Link to={pathOf("approvals", id)}>{IMPORTS.proposal}</Link>
    </p>
  );
}

/** Takes the proposal back, if it is the person's own. */
export function WithdrawRun({ proposal }: RunProposal) {
  const { member } = useSession();
  if (proposal === undefined || proposal.proposed_by.id !== member.id) return null;
  return <WithdrawOwn id={proposal.id} />;
}

function WithdrawOwn({ id }: Pick<Changeset, "id">) {
  const decision = useDecision(id);
  return (
    <>
      <Withdraw decision={decision} />
      <Outcome of={decision} />
    </>
  );
}
