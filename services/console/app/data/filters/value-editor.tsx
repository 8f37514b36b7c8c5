import { useQueryClient } from "@tanstack/react-query";
import { ListBox, ListBoxItem } from "react-aria-components";
import { Pick } from "../../parts/pick.tsx";
import { Select } from "../../parts/select.tsx";
import { Several } from "../../parts/several.tsx";
import { TokenInput } from "../../parts/token-field.tsx";
import { ValueField } from "../../parts/value-field.tsx";
import { DATE_WORDS, DAY_COUNTS, FILTERS } from "../../words/filters.ts";
import { GRID } from "../../words/grid.ts";
import { chosenFrom } from "../column-choices.ts";
import { findOf } from "../references.ts";
import { asksOf, conditionOfDraft, type ConditionDraft } from "./draft.ts";
import { arityOf, fieldKindOf, type FilterField } from "./operators.ts";
import { comparedWith } from "./reading.ts";
import { isCounted } from "./relative-dates.ts";

interface ValueEditorOf {
  field: FilterField;
  draft: ConditionDraft;
  timeZone: string;
  onDraft: (draft: ConditionDraft) => void;
  /** Called with a draft that a press has made whole. */
  onWhole: (draft: ConditionDraft) => void;
}

/** Asks for the values of a condition, by the type of its field. */
export function ValueEditor(of: ValueEditorOf) {
  const { field, draft, onDraft, onWhole } = of;
  const options = chosenFrom(field) ?? [];
  const labels = options.map(({ value, label = value }) => [value, label] as const);
  switch (asksOf(field, draft.op)) {
    case "nothing":
      return null;
    case "truth":
      return <OneOf of={TRUTHS} onOne={(value) => onWhole({ ...draft, texts: [value] })} />;
    case "choice":
      return <OneOf of={labels} onOne={(value) => onWhole({ ...draft, texts: [value] })} />;
    case "choices":
      return (
        <Several
          label={FILTERS.value}
          of={Object.fromEntries(labels)}
          chosen={draft.things.map(({ id }) => id)}
          onChange={(ids) => onDraft({ ...draft, things: ids.map((id) => ({ id, name: id })) })}
        />
      );
    case "things":
      return <Things {...of} />;
    case "when":
      return <When {...of} />;
    case "texts":
      return <Texts {...of} />;
    case "range":
      return (
        <>
          <OneText {...of} at={0} label={FILTERS.from} />
          <OneText {...of} at={1} label={FILTERS.to} />
        </>
      );
    case "text":
      return <OneText {...of} at={0} label={FILTERS.value} />;
  }
}

const TRUTHS = [
  ["yes", GRID.on],
  ["no", GRID.off],
] as const;

interface OneOfOf {
  of: readonly (readonly [value: string, label: string])[];
  onOne: (value: string) => void;
}

/** One press chooses a value. */
function OneOf({ of, onOne }: OneOfOf) {
  return (
    <ListBox className="found" aria-label={FILTERS.value} onAction={(value) => onOne(String(value))}>
      {of.map(([value, label]) => (
        <ListBoxItem key={value} id={value} textValue={label}>
          {label}
        </ListBoxItem>
      ))}
    </ListBox>
  );
}

/** People, contacts or rows, by name. */
function Things({ field, draft, onDraft }: ValueEditorOf) {
  const queries = useQueryClient();
  const { relation, type } = field;
  const isPerson = type === "created_by" || type === "updated_by";
  const finds = { type: isPerson ? ("user" as const) : type, ...(relation && { relation }) };
  return (
    <div className="choosing">
      <Pick
        label={FILTERS.value}
        queryKey={[finds.type, relation?.table_id ?? ""]}
        find={findOf(finds, queries)}
        chosen={draft.things}
        isMany={arityOf(draft.op) === "several"}
        onChange={(things) => onDraft({ ...draft, things })}
      />
    </div>
  );
}

/** A day by a word, or one that is written. */
function When(of: ValueEditorOf) {
  const { field, draft, onDraft } = of;
  const counts = Object.fromEntries(Object.entries(DAY_COUNTS).map(([rel, { name }]) => [rel, name]));
  const time = fieldKindOf(field) === "datetime" ? { time: FILTERS.time } : {};
  const days: Readonly<Record<string, string>> = { ...DATE_WORDS, ...counts, day: FILTERS.day, ...time };
  return (
    <>
      <Select
        label={FILTERS.when}
        of={days}
        is={draft.when}
        onChange={(when) => onDraft({ ...draft, when, texts: [] })}
      />
      {draft.when === "day" && <OneText {...of} at={0} label={FILTERS.date} />}
      {draft.when === "time" && <OneText {...of} at={0} label={FILTERS.value} />}
      {isCounted(draft.when) && (
        <ValueField
          label={FILTERS.days}
          is={draft.days}
          keyboard="numeric"
          onText={(text) => onDraft({ ...draft, days: text })}
          faultOf={(text) => conditionOfDraft(field, { ...draft, days: text }, of.timeZone).fault?.message}
        />
      )}
    </>
  );
}

/** One written value, with the calendar of the browser for a day. */
function OneText({
  field,
  draft,
  timeZone,
  onDraft,
  at,
  label,
}: ValueEditorOf & { at: number; label: string }) {
  const { op, texts, when } = draft;
  const set = (text: string) => {
    const next = [texts[0] ?? "", texts[1] ?? ""].with(at, text);
    onDraft({ ...draft, texts: next });
  };
  const kind = fieldKindOf(field);
  const isRange = arityOf(op) === "range";
  const text = texts[at] ?? "";
  if (kind === "date" || (kind === "datetime" && !isRange && when === "day"))
    return (
      <label>
        {label}
        <input type="date" required value={text} onChange={({ target }) => set(target.value)} />
      </label>
    );
  return (
    <ValueField
      // Its fault is of how the field compares.
      key={op}
      label={label}
      is={text}
      keyboard={kind === "number" && field.type !== "duration" ? "decimal" : "text"}
      onText={set}
      faultOf={(written) => comparedWith(field, op, written, timeZone).fault?.message}
    />
  );
}

/** Several written values. */
function Texts({ field, draft, timeZone, onDraft }: ValueEditorOf) {
  const { texts, op } = draft;
  const [next = "", ...words] = texts.toReversed();
  const bad = texts.find(
    (text) => text !== "" && comparedWith(field, op, text, timeZone).fault !== undefined,
  );
  const fault = bad === undefined ? undefined : comparedWith(field, op, bad, timeZone).fault;
  return (
    <>
      <TokenInput
        label={FILTERS.value}
        is={{ words: words.toReversed(), next }}
        isRequired
        onChange={(tokens) => onDraft({ ...draft, texts: [...tokens.words, tokens.next] })}
      />
      {fault !== undefined && <p className="fault">{fault.message}</p>}
    </>
  );
}
