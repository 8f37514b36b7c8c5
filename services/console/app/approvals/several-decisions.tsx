import { useState } from "react";
import { Button, Label, TextArea, TextField } from "react-aria-components";
import { Link } from "wouter";
import { Ask } from "../parts/ask.tsx";
import { Failure } from "../parts/failure.tsx";
import { Named } from "../parts/named.tsx";
import { PATHS, pathOf } from "../paths.ts";
import { methodsOf } from "../session/methods.ts";
import { useSession } from "../session/session.ts";
import { APPROVALS } from "../words/approvals.ts";
import { remedyOf } from "../words/failures.ts";
import { PARTS } from "../words/parts.ts";
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

/** Decisions on several at once, and what they came to; the page has them, as the decided ones leave its list. */
export function useDeciding() {
  const writing = useManyDecisions();
  const [summaries, setSummaries] = useState<ReadonlyMap<string, string>>(new Map());
  const [decided, setDecided] = useState<ManyDecisions["decision"]>("approve");
  const decide = (on: readonly Changeset[], decision: ManyDecisions["decision"], reason = "") => {
    setDecided(decision);
    setSummaries(new Map(on.map(({ id, summary }) => [id, summary])));
    const items = on.map(({ id, version }) => ({ id, ...(version === undefined ? {} : { version }) }));
    writing.mutate({ decision, items, ...(reason === "" ? {} : { reason }) });
  };
  return { writing, summaries, decided, decide };
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
      {approvable.length > UNASKED_MAX ? (
        <Ask
          className="main"
          question={{ ...many.approve(approvable.length), onYes: () => send(approvable, "approve") }}
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

const namesOf = (of: readonly Changeset[]) => of.map(({ id, summary }) => ({ id, name: summary }));

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

/** Counts what was decided and what waits for another approval, and lists what was refused with its reason. */
export function Outcomes({ of: { writing, summaries, decided } }: { of: Deciding }) {
  if (writing.error !== null) return <Failure error={writing.error} />;
  const results = writing.data?.results;
  if (results === undefined) return null;
  const refused = results.filter(({ problem }) => problem !== undefined);
  const waiting = results.filter(({ changeset }) => changeset?.status === "queued");
  return (
    <div role="status">
      <p>
        {many.done[decided](results.length - refused.length - waiting.length)}{" "}
        {waiting.length > 0 && many.counted(waiting.length)}
      </p>
      {refused.length > 0 && (
        <ul className="failure">
          {refused.map(({ id, problem }) => (
            <li key={id}>
              <Link to={pathOf("approvals", id)}>{summaries.get(id) ?? id}</Link>:{" "}
              {problem === undefined ? "" : remedyOf(problem)}
              {methodsOf(problem)?.length === 0 && (
                <>
                  {" "}
                  <Link to={PATHS.account}>{PARTS.addPasskey}</Link>
                </>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
