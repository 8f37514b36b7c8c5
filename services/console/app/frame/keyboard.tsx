import { Button } from "react-aria-components";
import { FormDialog } from "../parts/opening.tsx";
import { KEYBOARD, KEYS } from "../words/keyboard.ts";
import { TITLES } from "../words/places.ts";
import { GOES } from "./use-shortcuts.ts";

interface KeyboardOf {
  isOpen: boolean;
  onClose: () => void;
  areSingleOn: boolean;
  onSingle: (areOn: boolean) => void;
}

/** Every key by its place; keys of one letter can be turned off (console.shortcuts). */
export function Keyboard({ isOpen, onClose, areSingleOn, onSingle }: KeyboardOf) {
  return (
    <FormDialog title={KEYBOARD.title} isWide isOpen={isOpen} onClose={onClose}>
      {() => (
        <>
          <Button onPress={() => onSingle(!areSingleOn)}>
            {areSingleOn ? KEYBOARD.turnsOff : KEYBOARD.turnsOn}
          </Button>
          <p className="aside">{KEYBOARD.singleHelp}</p>
          {Object.entries(KEYS).map(([place, keys]) => (
            <KeyList key={place} name={place} keys={keys} />
          ))}
          <KeyList name={KEYBOARD.goes} keys={PAGE_KEYS} />
        </>
      )}
    </FormDialog>
  );
}

/** Pages by the keys that lead to them, as people read both. */
const PAGE_KEYS = Object.fromEntries(
  Object.entries(GOES).map(([keys, page]) => [keys.toUpperCase(), TITLES[page]]),
);

function KeyList({ name, keys }: { name: string; keys: Readonly<Record<string, string>> }) {
  return (
    <section aria-label={name}>
      <h3>{name}</h3>
      <dl className="keys">
        {Object.entries(keys).map(([key, act]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{act}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
