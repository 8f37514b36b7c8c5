import { isQueued } from "@jst/client";
import { Link } from "wouter";
import { pathOf } from "../paths.ts";
import { PARTS } from "../words/parts.ts";
import { showToast } from "./toasts.tsx";

/** Notifies, if the reply is a proposal, that the write waits for a second person. */
export function notifyQueued(reply: unknown): void {
  if (typeof reply !== "object" || reply === null || !isQueued(reply)) return;
  showToast({
    text: PARTS.queued,
    group: "queued",
    more: (close) => (
      <Link to={pathOf("approvals", reply.changeset_id)} onClick={close}>
        {PARTS.showProposal}
      </Link>
    ),
  });
}
