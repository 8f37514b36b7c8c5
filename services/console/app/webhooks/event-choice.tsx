import { eventTypes, type EventType } from "@jst/events/event-types";
import { WEBHOOKS } from "../words/developers.ts";

/** Name that an endpoint takes for events: a type, `<noun>.*` or `*`. */
export type EventName = EventType | `${string}.*` | "*";

/** Types by their nouns, in order. */
const NOUNS = Object.entries(
  Object.groupBy(Object.keys(eventTypes) as EventType[], (type) => type.slice(0, type.lastIndexOf("."))),
).sort(([a], [b]) => a.localeCompare(b));

interface EventChoiceOf {
  chosen: readonly EventName[];
  onChoose: (chosen: EventName[]) => void;
}

/** Choice of events: all of them, all of a noun, or single types. */
export function EventChoice({ chosen, onChoose }: EventChoiceOf) {
  const isAll = chosen.includes("*");
  return (
    <fieldset>
      <legend>{WEBHOOKS.told}</legend>
      <Choice label={WEBHOOKS.all} isOn={isAll} onChange={(isOn) => onChoose(isOn ? ["*"] : [])} />
      {!isAll &&
        NOUNS.map(([noun, types = []]) => <NounChoice key={noun} {...{ noun, types, chosen, onChoose }} />)}
    </fieldset>
  );
}

interface NounChoiceOf extends EventChoiceOf {
  noun: string;
  types: readonly EventType[];
}

function NounChoice({ noun, types, chosen, onChoose }: NounChoiceOf) {
  const whole = `${noun}.*` as const;
  const isWhole = chosen.includes(whole);
  const others = chosen.filter((name) => name !== whole && !types.some((type) => type === name));
  const count = chosen.length - others.length;
  const state = isWhole ? WEBHOOKS.every : count === 0 ? "" : WEBHOOKS.some(count);
  return (
    <details>
      <summary>
        {WEBHOOKS.noun(noun)} <span className="quiet">{state}</span>
      </summary>
      <Choice
        label={WEBHOOKS.wholeNoun}
        isOn={isWhole}
        onChange={(isOn) => onChoose(isOn ? [...others, whole] : others)}
      />
      {!isWhole &&
        types.map((type) => (
          <Choice
            key={type}
            label={eventTypes[type].when}
            isOn={chosen.includes(type)}
            onChange={(isOn) => onChoose(isOn ? [...chosen, type] : chosen.filter((name) => name !== type))}
          />
        ))}
    </details>
  );
}

interface ChoiceOf {
  label: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

/** Check box of the form. */
export function Choice({ label, isOn, onChange }: ChoiceOf) {
  return (
    <label>
      <input type="checkbox" checked={isOn} onChange={({ target }) => onChange(target.checked)} />
      {label}
    </label>
  );
}
