import { ProblemError } from "@jst/client";
import { useState } from "react";
import { Button, Label, TextArea, TextField } from "react-aria-components";
import { Ask } from "../parts/ask.tsx";
import type { Changeset, useDecision } from "./changesets.ts";

interface Deciding {
  changeset: Changeset;
  decision: ReturnType<typeof useDecision>;
}

/** The buttons that a change has in its state. */
export function Decisions({ changeset: { status, reversible }, decision }: Deciding) {
  if (status === "queued") return <OfQueued decision={decision} />;
  if (status === "executed" && reversible) return <Undo decision={decision} />;
  return null;
}

function OfQueued({ decision }: Pick<Deciding, "decision">) {
  const [reason, setReason] = useState("");
  return (
    <>
      <Ask
        opens="Reject"
        title="Reject this change?"
        does="Reject"
        isDangerous
        onYes={() => decision.mutate({ verb: "reject", reason: reason.trim() })}
      >
        <p>Nothing of it is done, and it cannot be approved later. Who proposed it reads your reason.</p>
        <TextField value={reason} onChange={setReason} maxLength={2_000}>
          <Label>Reason, if you like</Label>
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
        Approve
      </Button>
    </>
  );
}

function Undo({ decision }: Pick<Deciding, "decision">) {
  const isInConflict = decision.error instanceof ProblemError && decision.error.status === 409;
  return (
    <Ask
      opens={isInConflict ? "Undo all the same" : "Undo"}
      title="Undo this change?"
      does="Undo"
      isDangerous
      onYes={() => decision.mutate({ verb: "undo", force: isInConflict })}
    >
      <p>
        Everything it changed becomes what it was before.
        {isInConflict
          ? " What was edited since is lost where the two meet."
          : " Where somebody has edited the same since, nothing is undone and you are told."}
      </p>
    </Ask>
  );
}
