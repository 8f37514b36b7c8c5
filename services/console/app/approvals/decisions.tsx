import { ProblemError } from "@jst/client";
import { useState } from "react";
import { Button, Label, TextArea, TextField } from "react-aria-components";
import { useLocation } from "wouter";
import { Ask } from "../parts/ask.tsx";
import { Opening } from "../parts/opening.tsx";
import { mayApprove, mayDecideOn, type Changeset, type useDecision } from "./changesets.ts";
import { useWaiting } from "./pending.ts";
import { EditProposal } from "./edit-proposal.tsx";
import { mayDo, useSession } from "../session/session.ts";
import { pathOf } from "../paths.ts";
import { APPROVALS } from "../words/approvals.ts";
import { UndoOrWait } from "./undo.tsx";

interface Deciding {
  changeset: Changeset;
  decision: ReturnType<typeof useDecision>;
}

/**
 * The buttons that a change has in its state. On an own proposal a second person decides, or an owner or admin who is
 * alone.
 */
export function Decisions({ changeset, decision }: Deciding) {
  const { status, proposed_by: by } = changeset;
  const session = useSession();
  const isOwn = by.id === session.member.id;
  if (status === "queued")
    return (
      <>
        {isOwn && <Withdraw decision={decision} />}
        {mayDecideOn(session, changeset) && <OfQueued {...{ changeset, decision }} />}
      </>
    );
  return (
    <>
      <UndoOrWait of={changeset}>
        <Undo decision={decision} mayForce={mayDo(session, "audit", "admin")} />
      </UndoOrWait>
      <Next id={changeset.id} />
    </>
  );
}

/** Takes an own proposal back, after a question. */
export function Withdraw({ decision }: Pick<Deciding, "decision">) {
  const onYes = () => decision.mutate({ verb: "withdraw" });
  return <Ask question={{ ...APPROVALS.withdraw, isDangerous: true, onYes }} answers={undefined} />;
}

function OfQueued({ changeset, decision }: Deciding) {
  const [reason, setReason] = useState("");
  const { version, request, stale: isStale } = changeset;
  const session = useSession();
  return (
    <>
      <Ask
        question={{
          ...APPROVALS.reject,
          isDangerous: true,
          onYes: (why: string) => decision.mutate({ verb: "reject", version, reason: why.trim() }),
        }}
        answers={reason}
      >
        <TextField value={reason} onChange={setReason} maxLength={2_000}>
          <Label>{APPROVALS.why}</Label>
          <TextArea rows={3} />
        </TextField>
      </Ask>
      {request?.editable === true && hasValues(request.body) && isStale !== true && (
        <Opening opens={APPROVALS.edit.opens} title={APPROVALS.edit.title}>
          {(close) => <EditProposal changeset={changeset} onClose={close} />}
        </Opening>
      )}
      {mayApprove(session, changeset) && <Approve {...{ changeset, decision }} />}
    </>
  );
}

const hasValues = (body: unknown): boolean =>
  typeof body === "object" && body !== null && Object.keys(body).length > 0;

/** Leads from a change that was decided on to the next one that waits for the person. */
function Next({ id }: Pick<Changeset, "id">) {
  const [, go] = useLocation();
  const next = nextOf(id, useWaiting()?.changesets ?? []);
  if (next === undefined) return null;
  return <Button onPress={() => go(pathOf("approvals", next), { replace: true })}>{APPROVALS.next}</Button>;
}

/** Approves what is shown, and stays or goes on to the next proposal that waits for the person. */
function Approve({ changeset, decision }: Deciding) {
  const { id, version } = changeset;
  const [, go] = useLocation();
  const next = nextOf(id, useWaiting()?.changesets ?? []);
  // Not isPending: that announces a button which is gone once its change is done.
  const pending = decision.isPending ? "pending" : "";
  const approve = (onSuccess: () => void) => {
    if (!decision.isPending) decision.mutate({ verb: "approve", version }, { onSuccess });
  };
  return (
    <>
      <Button className={`main ${pending}`} onPress={() => approve(() => undefined)}>
        {APPROVALS.approve}
      </Button>
      {next !== undefined && (
        <Button
          className={pending}
          onPress={() => approve(() => go(pathOf("approvals", next), { replace: true }))}
        >
          {APPROVALS.approveNext}
        </Button>
      )}
    </>
  );
}

/** The proposal after this one in the list, or the first one behind its end. */
function nextOf(id: string, waiting: readonly Pick<Changeset, "id">[]): string | undefined {
  const place = waiting.findIndex((one) => one.id === id);
  const others = [...waiting.slice(place + 1), ...waiting.slice(0, Math.max(0, place))];
  return others[0]?.id;
}

function Undo({ decision, mayForce }: Pick<Deciding, "decision"> & { mayForce: boolean }) {
  const { error, variables } = decision;
  const isInConflict =
    variables?.verb === "undo" &&
    error instanceof ProblemError &&
    error.problem?.code === "changeset_conflict";
  const isForced = isInConflict && mayForce;
  const words = isForced ? APPROVALS.force : APPROVALS.undo;
  const onYes = () => decision.mutate({ verb: "undo", force: isForced });
  return <Ask question={{ ...words, isDangerous: true, onYes }} answers={undefined} />;
}
