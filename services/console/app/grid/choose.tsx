import type { ChangeEvent } from "react";
import { CHOICE } from "../words/choice.ts";
import { CHOICE_MAX } from "./choice.ts";
import type { GridChoice } from "./grid-of.ts";

interface ChooseRowOf {
  index: number;
  isChosen: boolean;
  /** Extended by Shift. */
  onToggle: (isExtended: boolean) => void;
}

/** The box that chooses a row; the keys of the grid do so by Shift+Space. */
export function ChooseRow({ index, isChosen, onToggle }: ChooseRowOf) {
  const toggle = ({ nativeEvent }: ChangeEvent) =>
    onToggle(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey);
  return (
    <label className="grid-choose">
      <input
        type="checkbox"
        tabIndex={-1}
        aria-label={CHOICE.row(index + 1)}
        checked={isChosen}
        onChange={toggle}
      />
    </label>
  );
}

interface ChooseAllOf {
  choice: GridChoice;
  onToggle: () => void;
}

/** The box that chooses all rows of the list, or the first 10,000. */
export function ChooseAll({ choice: { extent, most }, onToggle }: ChooseAllOf) {
  return (
    <label className="grid-choose">
      <input
        ref={(box) => {
          if (box !== null) box.indeterminate = extent === "some";
        }}
        type="checkbox"
        tabIndex={-1}
        aria-label={most < CHOICE_MAX ? CHOICE.all : CHOICE.first(most)}
        checked={extent === "all"}
        onChange={onToggle}
      />
    </label>
  );
}
