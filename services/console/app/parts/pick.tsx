import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button, ComboBox, Input, Label, ListBox, ListBoxItem, Popover, Text } from "react-aria-components";
import { PARTS } from "../words/parts.ts";
import { Failure } from "./failure.tsx";
import { useSettled } from "./settled.ts";

/** Object that can be chosen, with the name that people know. */
export interface Thing {
  id: string;
  name: string;
  /** Detail that distinguishes it from others of the same name. */
  about?: string;
}

interface PickOf {
  label: string;
  /** Query key of the search. */
  queryKey: readonly unknown[];
  /** Finds objects by text; for an empty text, the first ones. */
  find: (q: string) => Promise<readonly Thing[]>;
  chosen: readonly Thing[];
  /** Else what is chosen takes the place of what was. */
  isMany: boolean;
  /** Whether a form is not sent without one. */
  isRequired?: boolean;
  /** Text that a focused field begins with; undefined for a field without the focus. */
  typed?: string | undefined;
  onChange: (chosen: readonly Thing[]) => void;
}

/** Chooses by what a person recognises: what is written is found, what was chosen can be taken away. */
export function Pick({ label, queryKey, find, chosen, isMany, isRequired = false, typed, onChange }: PickOf) {
  const [text, setText] = useState(typed ?? "");
  // Each change resets the field: empty, closed and focused.
  const [changes, setChanges] = useState(0);
  const change = (all: readonly Thing[]) => {
    setText("");
    setChanges(changes + 1);
    onChange(all);
  };
  const { offered, isFound, error } = useOffered({ queryKey, find, chosen }, text.trim());
  const choose = (id: unknown) => {
    const found = offered.find((one) => one.id === id);
    if (found !== undefined) change(isMany ? [...chosen, found] : [found]);
  };
  return (
    <>
      {error !== null && <Failure error={error} />}
      <ComboBox
        key={changes}
        className="pick"
        menuTrigger={changes === 0 && text !== "" ? "focus" : "input"}
        items={offered}
        allowsEmptyCollection
        isRequired={isRequired && chosen.length === 0}
        inputValue={text}
        onInputChange={setText}
        value={null}
        onChange={choose}
      >
        <Label>{PARTS.find(label)}</Label>
        <div className="find">
          <Input autoFocus={changes > 0 || typed !== undefined} />
          <Button>
            <svg viewBox="0 0 10 6" width="12" aria-hidden="true">
              <path d="M0 0h10L5 6z" fill="currentColor" />
            </svg>
          </Button>
        </div>
        <Popover className="popover">
          <ListBox
            renderEmptyState={() => <p className="aside">{isFound ? PARTS.nothingFound : PARTS.loading}</p>}
          >
            {offerOf}
          </ListBox>
        </Popover>
      </ComboBox>
      <Chosen label={label} chosen={chosen} onChange={change} />
    </>
  );
}

/** Lists the found objects that are not chosen; empty until the search ends. */
function useOffered({ queryKey, find, chosen }: Omit<PickOf, "label" | "isMany" | "onChange">, text: string) {
  const q = useSettled(text);
  const { data, error } = useQuery({ queryKey: [...queryKey, "choice", q], queryFn: () => find(q) });
  // A result of an earlier text must not be chosen for the current one.
  const isFound = data !== undefined && q === text;
  const offered = isFound ? data.filter(({ id }) => !chosen.some((one) => one.id === id)) : [];
  return { offered, isFound, error };
}

const offerOf = ({ id, name, about }: Thing) => (
  <ListBoxItem id={id} textValue={name}>
    <Text slot="label">{name}</Text>
    {about !== undefined && about !== "" && (
      <Text slot="description" className="aside">
        {about}
      </Text>
    )}
  </ListBoxItem>
);

/** Chosen objects, each with a button that removes it. */
export function Chosen({ label, chosen, onChange }: Pick<PickOf, "label" | "chosen" | "onChange">) {
  if (chosen.length === 0) return null;
  return (
    <ul className="chosen" aria-label={PARTS.chosen(label)}>
      {chosen.map(({ id, name }) => (
        <li key={id}>
          <span>{name}</span>
          <Button
            aria-label={PARTS.take(name)}
            onPress={() => onChange(chosen.filter((one) => one.id !== id))}
          >
            {PARTS.takeSign}
          </Button>
        </li>
      ))}
    </ul>
  );
}
