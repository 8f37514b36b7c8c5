import { LOSSES } from "../words/losses.ts";
import { titleOf } from "./linking.ts";
import { lossesOf, type Part } from "./mapping.ts";

interface LossesOf {
  parts: readonly Part[];
  isSeen: boolean;
  /** Confirms them; undefined as long as nothing can be imported. */
  onSeen: ((isSeen: boolean) => void) | undefined;
}

/** Shows what an import cannot bring as it is, with one confirmation for all of it. */
export function Losses({ parts, isSeen, onSeen }: LossesOf) {
  const found = parts.flatMap((part) => lossesOf(part).map((loss) => ({ ...loss, title: titleOf(part) })));
  if (found.length === 0) return null;
  return (
    <section className="card" aria-label={LOSSES.title}>
      <h2>{LOSSES.title}</h2>
      <ul>
        {found.map(({ kind, column, count, title }) => (
          <li key={`${title} ${column} ${kind}`}>
            {LOSSES.of(title, column)} {LOSSES.says(kind, count)}
          </li>
        ))}
      </ul>
      {onSeen !== undefined && (
        <label>
          <input type="checkbox" checked={isSeen} onChange={({ target }) => onSeen(target.checked)} />
          {LOSSES.seen}
        </label>
      )}
    </section>
  );
}
