import { useQuery } from "@tanstack/react-query";
import { changesetAt, type Changeset } from "../approvals/changesets.ts";
import { usePending } from "../approvals/pending.ts";
import { NOTIFICATIONS } from "../words/notifications.ts";
import type { Notice } from "./notices.ts";

const { leads } = NOTIFICATIONS;

/** Kinds of notices about proposals that wait, and about changes that were decided on or undone. */
const WAITING: readonly Notice["kind"][] = ["proposal_waits", "proposal_expires"];
const OVER: readonly Notice["kind"][] = ["proposal_decided", "proposal_conflicted", "change_undone"];

/** Returns the title of a notice; that of a proposal with the name of what it changes, as the person may read it. */
export function useTitle({ kind, title, subject: { id } }: Notice): string {
  const pending = usePending();
  const { data } = useQuery({
    ...changesetAt(id, 0),
    enabled: OVER.includes(kind),
    staleTime: Infinity,
    retry: false,
  });
  const waiting = WAITING.includes(kind) ? pending.find((one) => one.id === id) : undefined;
  const changeset = OVER.includes(kind) ? data : waiting;
  const lead = changeset && leadOf(kind, changeset);
  return changeset === undefined || lead === undefined ? title : `${lead}: ${changeset.summary}`;
}

/** Says what the person has to do about a proposal, or its outcome. */
function leadOf(kind: Notice["kind"], { status, edited_by: editor }: Changeset): string | undefined {
  if (kind === "proposal_waits" || kind === "proposal_expires" || kind === "proposal_conflicted")
    return leads[kind];
  if (kind === "change_undone") return leads.change_undone;
  if (status === "rejected") return leads.rejected;
  return editor === undefined ? leads.approved : leads.edited;
}
