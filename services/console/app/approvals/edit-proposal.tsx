import { useState } from "react";
import { Button, Form } from "react-aria-components";
import { Failure } from "../parts/failure.tsx";
import { ValueField } from "../parts/value-field.tsx";
import { wordOf } from "../words/members.ts";
import { APPROVALS } from "../words/approvals.ts";
import type { Changeset, useDecision } from "./changesets.ts";
import { bodyOf, faultOf, leavesOf, textOf, type Leaf } from "./request-body.ts";

interface EditOf {
  changeset: Changeset;
  decision: ReturnType<typeof useDecision>;
  onClose: () => void;
}

const { edit } = APPROVALS;

/**
 * A field for each value of the proposed write, as it was when the form was opened. Its approval is over that version,
 * of the whole body with the values as they stand.
 */
export function EditProposal({ changeset, decision, onClose }: EditOf) {
  const [{ request, version }] = useState(changeset);
  const leaves = leavesOf(request?.body);
  const [texts, setTexts] = useState<readonly string[]>(leaves.map(textOf));
  const write = (place: number, text: string) =>
    setTexts(texts.map((was, at) => (at === place ? text : was)));
  const approve = () => {
    const body = bodyOf(request?.body, leaves, texts);
    if (decision.isPending || body === undefined) return;
    decision.mutate({ verb: "approve", version, body }, { onSuccess: onClose });
  };
  return (
    <>
      <p className="aside">{edit.says}</p>
      <Form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          approve();
        }}
      >
        {leaves.map((leaf, place) => (
          <LeafField
            key={leaf.path.join(" ")}
            leaf={leaf}
            is={texts[place] ?? ""}
            onText={(text) => write(place, text)}
          />
        ))}
        {decision.error !== null && <Failure error={decision.error} />}
        <Button type="submit" className={decision.isPending ? "main pending" : "main"}>
          {edit.does}
        </Button>
      </Form>
    </>
  );
}

function LeafField({ leaf, is, onText }: { leaf: Leaf; is: string; onText: (text: string) => void }) {
  const label = leaf.path.map(wordOf).join(", ");
  if (leaf.kind === "boolean")
    return (
      <label className="check">
        <input
          type="checkbox"
          checked={is === "true"}
          onChange={({ target }) => onText(String(target.checked))}
        />
        {label}
      </label>
    );
  return (
    <ValueField
      label={label}
      is={is}
      onText={onText}
      isLong={leaf.kind === "json" || leaf.kind === "texts" || textOf(leaf).includes("\n")}
      faultOf={(text) => faultOf(leaf, text)}
      {...(leaf.kind === "number" ? { keyboard: "decimal" as const } : {})}
      {...(leaf.kind === "json" ? { help: edit.json } : {})}
      {...(leaf.kind === "texts" ? { help: edit.texts } : {})}
    />
  );
}
