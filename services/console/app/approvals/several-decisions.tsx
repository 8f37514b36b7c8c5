import { useState } from "react";
import { Button, Label, TextArea, TextField } from "react-aria-components";
import { Ask } from "../parts/ask.tsx";
import { Named } from "../parts/named.tsx";
import { useSession } from "../session/session.ts";
import { APPROVALS } from "../words/approvals.ts";
import { Glance } from "./glance.tsx";
import { mayApprove, useManyDecisions, type Changeset, type ManyDecisions } from "./changesets.ts";

interface SeveralOf {
  /** Proposals of the page that the person may decide on. */
  of: readonly Changeset[];
  /** Ids of the chosen ones; some may be gone from the page. */
  chosen: readonly string[];
  onChoose: (ids: readonly string[]) => void;
  deciding: Deciding;
}

const { many } = APPROVALS;

/** More things at once are named in a question first (console.dialogs). */
const UNASKED_MAX = 20;

/** The oldest first, so that new rows stand in the order in which they were proposed. */
const byAge = (one: Changeset, other: Changeset): number =>
  Date.parse(one.created_at) - Date.parse(other.created_at) || (one.id < other.id ? -1 : 1);

/** Decisions on several at once, and what they came to; the page has them, as the decided ones leave its list. */
export function useDeciding() {
  const writing = useManyDecisions();
  const [decidedOn, setDecidedOn] = useState<ReadonlyMap<string, Changeset>>(new Map());
  const [decided, setDecided] = useState<ManyDecisions["decision"]>("approve");
  const decide = (on: readonly Changeset[], decision: ManyDecisions["decision"], reason = "") => {
    setDecided(decision);
    setDecidedOn(new Map(on.map((changeset) => [changeset.id, changeset])));
    const items = on
      .toSorted(byAge)
      .map(({ id, version }) => ({ id, ...(version === undefined ? {} : { version }) }));
    writing.mutate({ decision, items, ...(reason === "" ? {} : { reason }) });
  };
  return { writing, decidedOn, decided, decide };
}

export type Deciding = ReturnType<typeof useDeciding>;

/** Buttons that decide on the chosen proposals, and a box that chooses all or none. */
export function SeveralDecisions({ of, chosen, onChoose, deciding }: SeveralOf) {
  const session = useSession();
  if (of.length === 0) return null;
  const { writing, decide } = deciding;
  const picked = of.filter(({ id }) => chosen.includes(id));
  const approvable = picked.filter((one) => mayApprove(session, one));
  const send = (on: readonly Changeset[], decision: ManyDecisions["decision"], reason = "") => {
    if (writing.isPending || on.length === 0) return;
    decide(on, decision, reason);
    onChoose([]);
  };
  return (
    <div className="actions several" role="group" aria-label={many.label}>
      <label className="check">
        <input
          type="checkbox"
          checked={picked.length === of.length}
          onChange={({ target }) => onChoose(target.checked ? of.map(({ id }) => id) : [])}
        />
        {many.all}
      </label>
      {picked.length > 0 && <RejectMany of={picked} onReject={(why) => send(picked, "reject", why.trim())} />}
      {approvable.length > UNASKED_MAX || approvable.some(isDeleting) ? (
        <Ask
          className="main"
          question={{
            ...many.approve(approvable.length, approvable.filter(isDeleting).length),
            onYes: () => send(approvable, "approve"),
          }}
          answers={undefined}
        >
          <Named label={many.chosen} things={namesOf(approvable)} />
        </Ask>
      ) : (
        <Button
          className={writing.isPending ? "main pending" : "main"}
          isDisabled={approvable.length === 0 && !writing.isPending}
          onPress={() => send(approvable, "approve")}
        >
          {many.approves(approvable.length)}
        </Button>
      )}
    </div>
  );
}

const isDeleting = ({ operations }: Changeset): boolean => operations.some(({ op }) => op === "delete");

/** Names the proposals, those that delete something first. */
const namesOf = (of: readonly Changeset[]) =>
  [...of.filter(isDeleting), ...of.filter((one) => !isDeleting(one))].map((changeset) => ({
    id: changeset.id,
    name: changeset.summary,
    says: <Glance of={changeset} />,
  }));

function RejectMany({ of, onReject }: { of: readonly Changeset[]; onReject: (reason: string) => void }) {
  const [reason, setReason] = useState("");
  const question = { ...many.reject, opens: many.rejects(of.length), isDangerous: true, onYes: onReject };
  return (
    <Ask question={question} answers={reason}>
      <Named label={many.chosen} things={namesOf(of)} />
      <TextField value={reason} onChange={setReason} maxLength={2_000}>
        <Label>{APPROVALS.why}</Label>
        <TextArea rows={3} />
      </TextField>
    </Ask>
  );
}
