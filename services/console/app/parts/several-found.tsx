import { Pick } from "./pick.tsx";

interface SeveralFoundOf {
  label: string;
  /** Labels of each value. */
  of: Readonly<Record<string, string>>;
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
  /** Values by what they belong to. */
  groups?: Readonly<Record<string, readonly string[]>>;
  /** Meaning of choosing none. */
  none?: string;
  help?: string;
}

/** Some of many values, found by their labels or by what they belong to. */
export function SeveralFound({ label, of, chosen, onChange, groups = {}, none, help }: SeveralFoundOf) {
  const aboutOf = (value: string) =>
    Object.entries(groups).find(([, group]) => group.includes(value))?.[0] ?? "";
  const all = Object.entries(of).map(([id, name]) => ({ id, name, about: aboutOf(id) }));
  const find = (q: string) =>
    Promise.resolve(
      all.filter(({ name, about }) =>
        [name, about].some((text) => text.toLowerCase().includes(q.toLowerCase())),
      ),
    );
  return (
    <div className="choosing" role="group" aria-label={label}>
      <Pick
        label={label}
        queryKey={["values", label, of]}
        find={find}
        chosen={chosen.map((id) => ({ id, name: of[id] ?? id }))}
        isMany
        onChange={(things) => onChange(things.map(({ id }) => id))}
      />
      {none !== undefined && chosen.length === 0 && <p className="aside">{none}</p>}
      {help !== undefined && <p className="aside">{help}</p>}
    </div>
  );
}
