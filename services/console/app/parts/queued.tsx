import { isQueued } from "@jst/client";
import { Link } from "wouter";
import type { Schemas } from "../api.ts";
import { PATHS, pathOf } from "../paths.ts";
import { PARTS } from "../words/parts.ts";
import { showToast } from "./toasts.tsx";

/** Group of the messages about proposals that wait. */
export const QUEUED = "queued";

/** Whether the reply of a write is a proposal. */
export const isProposal = (reply: unknown): reply is Schemas["QueuedWrite"] =>
  typeof reply === "object" && reply !== null && isQueued(reply);

/** Notifies, if the reply is a proposal, that the write waits for a second person. */
export function notifyQueued(reply: unknown): void {
  if (isProposal(reply)) notifyProposals([reply]);
}

/**
 * Notifies that proposals wait for a second person, as many as one act has made, with what the rules that queue them
 * ask of the proposer.
 */
export function notifyProposals(
  proposals: readonly Pick<Schemas["QueuedWrite"], "changeset_id" | "message">[],
): void {
  const [first, ...others] = proposals;
  if (first === undefined) return;
  const isOne = others.length === 0;
  const messages = new Set(proposals.flatMap(({ message }) => message ?? []));
  showToast({
    text: isOne ? PARTS.queued : PARTS.queuedMany(proposals.length),
    group: QUEUED,
    follows: true,
    more: (close) => (
      <>
        {[...messages].map((message) => (
          <p key={message}>{message}</p>
        ))}
        <Link to={isOne ? pathOf("approvals", first.changeset_id) : PATHS.approvals} onClick={close}>
          {isOne ? PARTS.showProposal : PARTS.showProposals}
        </Link>
      </>
    ),
  });
}
