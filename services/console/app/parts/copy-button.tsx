import { useState } from "react";
import { Button } from "react-aria-components";
import { DETAILS } from "../words/parts.ts";

interface CopyButtonOf {
  text: string;
  /** Text of the button until it has copied. */
  copies?: string;
  /** Name of the button where its text does not say what it copies. */
  name?: string;
}

/** A button that copies a text, and then says so. */
export function CopyButton({ text, copies = DETAILS.copies, name }: CopyButtonOf) {
  const [isCopied, setCopied] = useState(false);
  const copy = () => navigator.clipboard.writeText(text).then(() => setCopied(true));
  return (
    <Button className="quiet" {...(name !== undefined && { "aria-label": name })} onPress={() => void copy()}>
      {isCopied ? DETAILS.copied : copies}
    </Button>
  );
}
