import { Button } from "react-aria-components";
import { PARTS } from "../words/parts.ts";

interface MovesOf {
  /** What is moved, as its buttons name it. */
  what: string;
  index: number;
  isLast: boolean;
  onMove: (to: number) => void;
  onRemove: () => void;
}

/** One of some in order moves by buttons, which a keyboard reaches. */
export function Moves({ what, index, isLast, onMove, onRemove }: MovesOf) {
  return (
    <div className="actions">
      <Button aria-label={PARTS.up(what)} isDisabled={index === 0} onPress={() => onMove(index - 1)}>
        {PARTS.upSign}
      </Button>
      <Button aria-label={PARTS.down(what)} isDisabled={isLast} onPress={() => onMove(index + 1)}>
        {PARTS.downSign}
      </Button>
      <Button aria-label={PARTS.take(what)} className="danger" onPress={onRemove}>
        {PARTS.removeSign}
      </Button>
    </div>
  );
}
