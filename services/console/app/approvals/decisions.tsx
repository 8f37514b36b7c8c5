import { ProblemError } from "@jst/client";
import { useState } from "react";
import { Button, Label, TextArea, TextField } from "react-aria-components";
import { Ask } from "../parts/ask.tsx";
import type { Changeset, useDecision } from "./changesets.ts";
import { mayDo, useSession } from "../session/session.ts";
import { APPROVALS } from "../words/approvals.ts";

interface Deciding {
  changeset: Changeset;
  decision: ReturnType<typeof useDecision>;
}

/** The buttons that a change has in its state; of one's own change a second person decides. */
export function Decisions({ changeset, decision }: Deciding) {
  const { status, reversible, proposed_by: by } = changeset;
  const session = useSession();
  const isOwn = by.id === session.member.id;
  const mayDecide = !isOwn && mayDo(session, "audit", "admin");
  if (status === "queued")
    return (
      <>
        {isOwn && <Withdraw decision={decision} />}
        {mayDecide && <OfQueued decision={decision} />}
      </>
    );
  return status === "executed" && reversible && mayDecide ? <Undo decision={decision} /> : null;
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

function Undo({ decision }: Pick<Deciding, "decision">) {
  const isInConflict = decision.error instanceof ProblemError && decision.error.status === 409;
  const words = isInConflict ? APPROVALS.force : APPROVALS.undo;
  const onYes = () => decision.mutate({ verb: "undo", force: isInConflict });
  return <Ask question={{ ...words, isDangerous: true, onYes }} answers={undefined} />;
}
