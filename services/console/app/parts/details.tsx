import { DETAILS } from "../words/parts.ts";
import { wordOf } from "../words/members.ts";
import { CopyButton } from "./copy-button.tsx";

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
        {shown.map(([name, value]) => {
          const text = typeof value === "string" ? value : JSON.stringify(value);
          return (
            <div key={name}>
              <dt>{wordOf(name)}</dt>
              <dd>
                <code>{text}</code> <CopyButton text={text} name={DETAILS.copy(wordOf(name))} />
              </dd>
            </div>
          );
        })}
      </dl>
    </details>
  );
}
