import { Button } from "react-aria-components";

/** A secret in the one moment in which it can be shown. */
export function ShownOnce({ what, value }: { what: string; value: string }) {
  return (
    <div className="shown-once" role="status">
      <p>The {what} is shown this once. Copy it to where it is used; nobody can show it again.</p>
      <code className="secret">{value}</code>
      <Button className="quiet" onPress={() => void navigator.clipboard.writeText(value)}>
        Copy
      </Button>
    </div>
  );
}
