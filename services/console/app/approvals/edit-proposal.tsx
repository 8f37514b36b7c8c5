import { useState } from "react";
import { Button, Form } from "react-aria-components";
import { Failure } from "../parts/failure.tsx";
import { Select } from "../parts/select.tsx";
import { ValueField } from "../parts/value-field.tsx";
import { Waiting } from "../parts/waiting.tsx";
import { APPROVALS } from "../words/approvals.ts";
import { useDecision, type Changeset } from "./changesets.ts";
import { bodyOf, faultOf, fieldAt, isLong, isNumeric, leavesOf, textOf, type Leaf } from "./request-body.ts";
import { calledIn, choicesIn, writtenChange, type ShownBy } from "./shown-values.ts";
import { subjectOf, useShownBy } from "./use-shown-by.ts";

interface EditOf {
  changeset: Changeset;
  onClose: () => void;
}

const { edit } = APPROVALS;

/**
 * A field for each value of the proposed write, as it was when the form was opened, in the form in which the change is
 * shown. Without its columns an amount cannot be written in whole units, so the form waits for them.
 */
export function EditProposal({ changeset, ...rest }: EditOf) {
  const [opened] = useState(changeset);
  const { by, isLoading, error } = useShownBy(subjectOf(opened));
  if (isLoading) return <Waiting />;
  return error === null ? <Fields {...{ changeset: opened, by, ...rest }} /> : <Failure error={error} />;
}

/** Its approval is over the version that was opened, of the whole body with the values as they stand. */
function Fields({ changeset: { id, request, version }, by, onClose }: EditOf & { by: ShownBy }) {
  const decision = useDecision(id);
  const leavesBy = (shownBy: ShownBy) =>
    leavesOf(request?.body, (field, value) => writtenChange(field, value, shownBy));
  const [texts, setTexts] = useState<readonly string[]>(() => leavesBy(by).map(textOf));
  const leaves = leavesBy({ ...by, currency: currencyIn(leavesBy(by), texts) ?? by.currency });
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
            label={calledIn(by, fieldAt(leaf.path))}
            choices={choicesIn(fieldAt(leaf.path), by)}
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

const CURRENCY = /^[A-Z]{3}$/;

/** The currency of the document as it is written, which is that of its amounts. */
function currencyIn(leaves: readonly Leaf[], texts: readonly string[]): string | undefined {
  const code = texts[leaves.findIndex(({ path }) => fieldAt(path) === "currency")]?.trim().toUpperCase();
  return code !== undefined && CURRENCY.test(code) ? code : undefined;
}

interface LeafFieldOf {
  leaf: Leaf;
  label: string;
  /** Labels of the values of which it is one, where it is a choice. */
  choices: Readonly<Record<string, string>> | undefined;
  is: string;
  onText: (text: string) => void;
}

function LeafField({ leaf, label, choices, is, onText }: LeafFieldOf) {
  if (choices !== undefined)
    return <Select label={label} of={{ [is]: is, ...choices }} is={is} onChange={onText} />;
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
  const help = helpOf(leaf);
  return (
    <ValueField
      label={label}
      is={is}
      onText={onText}
      isLong={isLong(leaf)}
      faultOf={(text) => faultOf(leaf, text)}
      {...(isNumeric(leaf) ? { keyboard: "decimal" as const } : {})}
      {...(help === undefined ? {} : { help })}
    />
  );
}

function helpOf({ kind, value }: Leaf): string | undefined {
  if (kind === "texts") return edit.texts;
  if (kind !== "json") return undefined;
  return Array.isArray(value) && value.length > 0 ? edit.things : edit.json;
}
