import { useContext, type KeyboardEvent, type ReactNode } from "react";
import { flushSync } from "react-dom";
import { Button, DialogTrigger, OverlayTriggerStateContext, Popover } from "react-aria-components";
import { FILTERS } from "../../words/filters.ts";
import { PARTS } from "../../words/parts.ts";

interface ChipOf {
  text: string;
  /** Whether it says that something is not right. */
  isFaulty?: boolean;
  onRemove: () => void;
  /** Content of the popover in which it is edited; `close` closes it. */
  children: (close: () => void) => ReactNode;
}

/** A condition in a few words: a press edits it, its × and the key Delete remove it. */
export function Chip({ text, isFaulty = false, onRemove, children }: ChipOf) {
  return (
    <li className={isFaulty ? "chip faulty" : "chip"}>
      <DialogTrigger>
        <Button className="chip-text" onKeyDown={removing(onRemove)}>
          {text}
        </Button>
        <EditorPopover>{children}</EditorPopover>
      </DialogTrigger>
      <Button
        className="chip-remove"
        aria-label={FILTERS.remove(text)}
        onPress={onRemove}
        onKeyDown={removing(onRemove)}
      >
        {PARTS.takeSign}
      </Button>
    </li>
  );
}

/** Removes a chip by the keys that delete. */
export const removing = (onRemove: () => void) => (event: Pick<KeyboardEvent, "key">) => {
  if (event.key === "Delete" || event.key === "Backspace") onRemove();
};

/** The popover of a chip, or of a button beside it; the text of that is its name. */
export function EditorPopover({ children }: Pick<ChipOf, "children">) {
  return (
    <Popover className="popover editor" placement="bottom start">
      <Editing>{children}</Editing>
    </Popover>
  );
}

/** Lets the content close its popover. */
function Editing({ children }: Pick<ChipOf, "children">) {
  const popover = useContext(OverlayTriggerStateContext);
  return children(() => popover?.close());
}

/**
 * Removes a chip. Its focus goes to the chip that takes its place, else to the last one, else to the button that adds
 * one.
 */
export function removeChip(remove: () => void): void {
  const { activeElement } = document;
  const row = activeElement?.closest<HTMLElement>(".filters");
  const chips = () => [...(row?.querySelectorAll<HTMLElement>(".chip-text") ?? [])];
  const chip = activeElement?.closest(".chip");
  const at = chips().findIndex((one) => one.closest(".chip") === chip);
  flushSync(remove);
  const next = chips()[Math.max(at, 0)] ?? chips().at(-1);
  (next ?? row?.querySelector<HTMLElement>(":scope > .add-filter"))?.focus();
}
