import { DraftField, type Kinds } from "./draft-field.tsx";
import { moved, type Draft } from "./drafts.ts";

interface DraftListOf<T extends string, D extends Draft<T>> {
  drafts: readonly D[];
  kinds: Kinds<T>;
  mayWrite: boolean;
  onChange: (drafts: readonly D[]) => void;
}

/** Questions in their order, each of which is written, moved and removed. */
export function DraftList<T extends string, D extends Draft<T>>(of: DraftListOf<T, D>) {
  const { drafts, kinds, mayWrite, onChange } = of;
  return (
    <ol className="cards">
      {drafts.map((draft, index) => (
        <DraftField<T>
          key={draft.id ?? index}
          {...{ draft, index, kinds, mayWrite, isLast: index === drafts.length - 1 }}
          onChange={(changed) => onChange(drafts.with(index, { ...draft, ...changed }))}
          onMove={(to) => onChange(moved(drafts, index, to))}
          onRemove={() => onChange(drafts.toSpliced(index, 1))}
        />
      ))}
    </ol>
  );
}
