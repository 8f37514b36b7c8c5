import { Button } from "react-aria-components";
import { FormDialog } from "../parts/opening.tsx";
import { KEYBOARD, KEYS } from "../words/keyboard.ts";

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
            <section key={place} aria-label={place}>
              <h3>{place}</h3>
              <dl className="keys">
                {Object.entries(keys).map(([name, act]) => (
                  <div key={name}>
                    <dt>
                      <kbd>{name}</kbd>
                    </dt>
                    <dd>{act}</dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
        </>
      )}
    </FormDialog>
  );
}
