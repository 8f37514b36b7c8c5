import { ProblemError } from "@jst/client";
import { useState } from "react";
import { Button, Label, TextArea, TextField } from "react-aria-components";
import { Ask } from "../parts/ask.tsx";
import type { Changeset, useDecision } from "./changesets.ts";
import { mayDo, useSession } from "../session/session.ts";
import { useIsAlone } from "../team/team-members.ts";
import { APPROVALS } from "../words/approvals.ts";
import { useMayUndo } from "./undo.tsx";

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
  const isLeading = mayDo(session, "audit", "admin");
  const isAlone = useIsAlone(isLeading && isOwn && status === "queued");
  const mayUndo = useMayUndo();
  if (status === "queued")
    return (
      <>
        {isOwn && <Withdraw decision={decision} />}
        {isLeading && (!isOwn || isAlone) && <OfQueued decision={decision} />}
      </>
    );
  if (status !== "executed" || !mayUndo(changeset)) return null;
  return <Undo decision={decision} mayForce={isLeading} />;
}

function Withdraw({ decision }: Pick<Deciding, "decision">) {
  const onYes = () => decision.mutate({ verb: "withdraw" });
  return <Ask question={{ ...APPROVALS.withdraw, isDangerous: true, onYes }} answers={undefined} />;
}

function OfQueued({ decision }: Pick<Deciding, "decision">) {
  const [reason, setReason] = useState("");
  return (
    <>
      <Ask
        question={{
          ...APPROVALS.reject,
          isDangerous: true,
          onYes: (why: string) => decision.mutate({ verb: "reject", reason: why.trim() }),
        }}
        answers={reason}
      >
        <TextField value={reason} onChange={setReason} maxLength={2_000}>
          <Label>{APPROVALS.why}</Label>
          <TextArea rows={3} />
        </TextField>
      </Ask>
      <Button
        // Not isPending: that announces a button which is gone once its change is done.
        className={decision.isPending ? "main pending" : "main"}
        onPress={() => {
          if (!decision.isPending) decision.mutate({ verb: "approve" });
        }}
      >
        {APPROVALS.approve}
      </Button>
    </>
  );
}

function Undo({ decision, mayForce }: Pick<Deciding, "decision"> & { mayForce: boolean }) {
  const isInConflict = decision.error instanceof ProblemError && decision.error.status === 409;
  const isForced = isInConflict && mayForce;
  const words = isForced ? APPROVALS.force : APPROVALS.undo;
  const onYes = () => decision.mutate({ verb: "undo", force: isForced });
  return <Ask question={{ ...words, isDangerous: true, onYes }} answers={undefined} />;
}
