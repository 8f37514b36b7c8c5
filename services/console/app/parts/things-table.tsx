import type { ReactNode } from "react";

interface ThingsTableOf<T> {
  /** What it is a table of. */
  name: string;
  things: readonly T[];
  /** What stands in each column, by its title; the first one names the thing. */
  columns: Readonly<Record<string, (thing: T) => ReactNode>>;
}

/** Things beside each other by their members. */
export function ThingsTable<T extends { id: string }>({ name, things, columns }: ThingsTableOf<T>) {
  const titles = Object.keys(columns);
  const [first] = titles;
  return (
    <div className="wide things" tabIndex={0} role="region" aria-label={name}>
      <table>
        <thead>
          <tr>
            {titles.map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {things.map((thing) => (
            <tr key={thing.id}>
              {Object.entries(columns).map(([title, shown]) =>
                title === first ? (
                  <th key={title} scope="row">
                    {shown(thing)}
                  </th>
                ) : (
                  <td key={title}>{shown(thing)}</td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
