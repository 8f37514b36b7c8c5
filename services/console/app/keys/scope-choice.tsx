import { Select } from "../parts/select.tsx";
import { mayDo, useSession } from "../session/session.ts";
import { KEYS } from "../words/developers.ts";
import { RESOURCES } from "../words/words.ts";
import { ACTIONS, type ChosenDepths, type Depth, type Reach, type Resource } from "./tokens.ts";

const REACHES = Object.keys(KEYS.reaches) as Reach[];
const CHOICES = Object.keys(RESOURCES).filter((name) => name !== "*") as Resource[];
const DEPTHS = Object.keys(ACTIONS) as Depth[];

/** Chooses whether a key may do everything, read everything or do what is chosen. */
export function ReachChoice({ is, onChoose }: { is: Reach; onChoose: (reach: Reach) => void }) {
  return (
    <fieldset>
      <legend>{KEYS.may}</legend>
      {REACHES.map((value) => (
        <label key={value}>
          <input
            type="radio"
            name="reach"
            value={value}
            checked={is === value}
            onChange={() => onChoose(value)}
          />
          {KEYS.reaches[value]}
        </label>
      ))}
    </fieldset>
  );
}

interface ScopeChoiceOf {
  of: ChosenDepths;
  onChoose: (chosen: ChosenDepths) => void;
}

/** Chooses how much a key may do with each resource, of what the person may do. */
export function ScopeChoice({ of, onChoose }: ScopeChoiceOf) {
  const session = useSession();
  const depthsOf = (resource: Resource): Partial<Record<Depth, string>> => {
    const held = DEPTHS.filter((depth) => ACTIONS[depth].every((one) => mayDo(session, resource, one)));
    return Object.fromEntries(held.map((depth) => [depth, KEYS.depths[depth]]));
  };
  return (
    <fieldset className="columns">
      <legend>{KEYS.chosen}</legend>
      {CHOICES.filter((resource) => mayDo(session, resource, "read")).map((resource) => (
        <Select<Depth>
          key={resource}
          label={RESOURCES[resource]}
          of={depthsOf(resource)}
          is={of[resource] ?? "none"}
          onChange={(depth) => onChoose({ ...of, [resource]: depth })}
        />
      ))}
    </fieldset>
  );
}
