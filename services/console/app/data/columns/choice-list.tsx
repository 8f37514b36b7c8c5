import { useId, useState, type KeyboardEvent } from "react";
import { Button } from "react-aria-components";
import { moved } from "../../parts/drafts.ts";
import { Moves } from "../../parts/moves.tsx";
import { Pill } from "../../parts/pill.tsx";
import { tintOf } from "../../parts/tints.ts";
import { CHOICE_LIST as WORDS, COLORS } from "../../words/columns.ts";
import type { ChoiceFaults } from "./choice-faults.ts";
import { newChoice, type ChoiceDraft } from "./column-draft.ts";

interface ChoiceListOf {
  /** Labels, for choices or for states. */
  words: { title: string; one: (n: number) => string; add: string };
  choices: readonly ChoiceDraft[];
  faults: ChoiceFaults;
  onChange: (choices: readonly ChoiceDraft[]) => void;
}

/** Choices in their order, each with a name and a colour. Enter in one begins the next. */
export function ChoiceList({ words, choices, faults, onChange }: ChoiceListOf) {
  const [begun, setBegun] = useState<string>();
  const begin = (at: number) => {
    const key = crypto.randomUUID();
    setBegun(key);
    onChange(choices.toSpliced(at, 0, newChoice(key)));
  };
  return (
    <fieldset className="form listed">
      <legend>{words.title}</legend>
      <ol>
        {choices.map((choice, index) => (
          <li key={choice.key}>
            <One
              what={words.one(index + 1)}
              choice={choice}
              takesFocus={choice.key === begun}
              faults={faults(choice)}
              onChange={(changed) => onChange(choices.with(index, changed))}
              onEnter={() => begin(index + 1)}
            />
            <Moves
              what={words.one(index + 1)}
              index={index}
              isLast={index === choices.length - 1}
              onMove={(to) => onChange(moved(choices, index, to))}
              onRemove={() => onChange(choices.toSpliced(index, 1))}
            />
          </li>
        ))}
      </ol>
      <Faults of={faults(choices)} />
      <Button onPress={() => begin(choices.length)}>{words.add}</Button>
      <p className="aside">{WORDS.help}</p>
    </fieldset>
  );
}

interface OneOf {
  what: string;
  choice: ChoiceDraft;
  takesFocus: boolean;
  faults: readonly string[];
  onChange: (choice: ChoiceDraft) => void;
  onEnter: () => void;
}

const LONGEST = 200;

function One({ what, choice, takesFocus, faults, onChange, onEnter }: OneOf) {
  const faultsId = useId();
  const { name, color } = choice;
  // A colour that an app has chosen stays.
  const colors = Object.hasOwn(COLORS, color) ? COLORS : { ...COLORS, [color]: color };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    // Else the form would be sent.
    event.preventDefault();
    onEnter();
  };
  return (
    <>
      <input
        aria-label={WORDS.name(what)}
        aria-invalid={faults.length > 0}
        aria-describedby={faultsId}
        autoFocus={takesFocus}
        maxLength={LONGEST}
        value={name}
        onChange={({ target }) => onChange({ ...choice, name: target.value })}
        onKeyDown={onKeyDown}
      />
      <Pill tint={tintOf(color)}>{name === "" ? colors[color] : name}</Pill>
      <select
        aria-label={WORDS.color(what)}
        value={color}
        onChange={({ target }) => onChange({ ...choice, color: target.value })}
      >
        {Object.entries(colors).map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
      <Faults id={faultsId} of={faults} />
    </>
  );
}

function Faults({ id, of }: { id?: string; of: readonly string[] }) {
  return (
    <p id={id} className="react-aria-FieldError" hidden={of.length === 0}>
      {of.join(" ")}
    </p>
  );
}
