import { Button } from "react-aria-components";
import { PARTS } from "../words/parts.ts";

interface ShownOnceOf {
  what: string;
  /** Undefined where the only answer that had it got lost: an answer that is sent again leaves it out. */
  value: string | undefined;
}

/** A secret in the one moment in which it can be shown, or that this moment is over. */
export function ShownOnce({ what, value }: ShownOnceOf) {
  if (value === undefined)
    return (
      <p className="shown-once" role="alert">
        {PARTS.lostOnce(what)}
      </p>
    );
  return (
    <div className="shown-once" role="status">
      <p>{PARTS.shownOnce(what)}</p>
      <code className="secret">{value}</code>
      <Button className="quiet" onPress={() => void navigator.clipboard.writeText(value)}>
        {PARTS.copy}
      </Button>
    </div>
  );
}
