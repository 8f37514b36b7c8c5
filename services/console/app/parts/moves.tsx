import { Button, type PressEvent } from "react-aria-components";
import { flushSync } from "react-dom";
import { PARTS } from "../words/parts.ts";

interface MovesOf {
  /** Name of the moved object, for the button labels. */
  what: string;
  index: number;
  isLast: boolean;
  onMove: (to: number) => void;
  /** Where it can be removed. */
  onRemove?: () => void;
}

/** One of some in order moves by buttons, which a keyboard reaches. */
export function Moves({ what, index, isLast, onMove, onRemove }: MovesOf) {
  const moveBy = (step: number) => ({
    onPress: ({ target }: PressEvent) => {
      // Moving an element in the page drops its focus. A frame later the focus could be somewhere else already.
      flushSync(() => onMove(index + step));
      focusIn(target);
    },
  });
  return (
    <div className="actions">
      <Button aria-label={PARTS.up(what)} isDisabled={index === 0} {...moveBy(-1)}>
        {PARTS.upSign}
      </Button>
      <Button aria-label={PARTS.down(what)} isDisabled={isLast} {...moveBy(1)}>
        {PARTS.downSign}
      </Button>
      {onRemove !== undefined && (
        <Button
          aria-label={PARTS.take(what)}
          className="danger"
          onPress={({ target }) => focusBeside(target, () => flushSync(onRemove))}
        >
          {PARTS.removeSign}
        </Button>
      )}
    </div>
  );
}

/** The button goes on, and where it can go no further, the next one. */
function focusIn(target: Element): void {
  const buttons = [target, ...(target.parentElement?.children ?? [])];
  const able = buttons.find((button) => button instanceof HTMLButtonElement && !button.disabled);
  if (able instanceof HTMLButtonElement) able.focus();
}

/** Focus goes to the one that takes the place of what is removed; where none is left, behind the list. */
function focusBeside(target: Element, remove: () => void): void {
  const item = target.closest("li");
  const list = item?.parentElement ?? undefined;
  const index = item === null ? -1 : [...(list?.children ?? [])].indexOf(item);
  remove();
  const next = list?.children[index] ?? list?.lastElementChild;
  const button = next?.querySelector<HTMLButtonElement>("button.danger") ?? (list && buttonBehind(list));
  button?.focus();
}

const buttonBehind = (list: Element): HTMLButtonElement | undefined =>
  [...(list.parentElement?.querySelectorAll("button") ?? [])].find(
    (button) => (list.compareDocumentPosition(button) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
  );
