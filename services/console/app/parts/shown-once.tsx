import { Button } from "react-aria-components";
import { PARTS } from "../words/parts.ts";

/** A secret in the one moment in which it can be shown. */
export function ShownOnce({ what, value }: { what: string; value: string }) {
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
