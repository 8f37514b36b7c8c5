import { Button } from "react-aria-components";
import { useState } from "react";
import { DETAILS } from "../words/parts.ts";
import { wordOf } from "../words/members.ts";

/** The fold at the end of a record, with its ids and what else is for programs, each with a button that copies it. */
export function Details({ of }: { of: Readonly<Record<string, unknown>> }) {
  const shown = Object.entries(of).filter(
    ([, value]) => value !== null && value !== undefined && value !== "",
  );
  if (shown.length === 0) return null;
  return (
    <details className="details">
      <summary>{DETAILS.title}</summary>
      <dl className="facts">
        {shown.map(([name, value]) => (
          <div key={name}>
            <dt>{wordOf(name)}</dt>
            <dd>
              <Copied name={wordOf(name)} text={typeof value === "string" ? value : JSON.stringify(value)} />
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

function Copied({ name, text }: { name: string; text: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = () => navigator.clipboard.writeText(text).then(() => setCopied(true));
  return (
    <>
      <code>{text}</code>{" "}
      <Button className="quiet" aria-label={DETAILS.copy(name)} onPress={() => void copy()}>
        {isCopied ? DETAILS.copied : DETAILS.copies}
      </Button>
    </>
  );
}
