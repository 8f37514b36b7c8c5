import { useEffect, useRef, useState } from "react";
import { Button, Form } from "react-aria-components";
import { Select } from "../../parts/select.tsx";
import { COMPARISONS, FILTERS } from "../../words/filters.ts";
import type { FoundNames } from "./chip-text.ts";
import { asksOf, conditionOfDraft, draftOf, type Asks, type ConditionDraft } from "./draft.ts";
import { operatorsOf, type FilterField } from "./operators.ts";
import type { Condition } from "./tree.ts";
import { ValueEditor } from "./value-editor.tsx";

interface ConditionEditorOf {
  field: FilterField;
  /** Undefined for a new condition. */
  is?: Condition;
  names: FoundNames;
  timeZone: string;
  onCondition: (condition: Condition) => void;
}

/** One press of these is the whole condition. */
const AT_ONCE: readonly Asks[] = ["choice", "truth"];

/** How a field compares and with which value. */
export function ConditionEditor({ field, is, names, timeZone, onCondition }: ConditionEditorOf) {
  const form = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState<ConditionDraft>(() => draftOf(field, is, { names, timeZone }));
  // The list of columns that had the focus before is gone.
  useEffect(() => form.current?.querySelector<HTMLElement>("select, input, [role=option]")?.focus(), []);
  const operators = operatorsOf(field);
  const asks = asksOf(field, draft.op);
  const apply = (written: ConditionDraft) => {
    const { value } = conditionOfDraft(field, written, timeZone);
    if (value !== undefined) onCondition(value);
  };
  const turn = (op: string) => {
    const isAlike = asksOf(field, op) === asks;
    setDraft({ ...draft, op, ...(isAlike ? {} : { texts: [], things: [] }) });
  };
  return (
    <Form
      ref={form}
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        apply(draft);
      }}
    >
      {operators.length > 1 && (
        <Select
          label={FILTERS.condition}
          of={Object.fromEntries(operators.map((op) => [op, COMPARISONS[op] ?? op]))}
          is={draft.op}
          onChange={turn}
        />
      )}
      <ValueEditor {...{ field, draft, timeZone }} onDraft={setDraft} onWhole={apply} />
      {!AT_ONCE.includes(asks) && (
        <Button type="submit" className="main">
          {FILTERS.apply}
        </Button>
      )}
    </Form>
  );
}
