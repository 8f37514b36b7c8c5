import type { ReactNode } from "react";

interface ThingsTableOf<T> {
  /** What it is a table of. */
  name: string;
  things: readonly T[];
  /** What stands in each column, by its title; the first one names the thing. */
  columns: Readonly<Record<string, (thing: T) => ReactNode>>;
}

/** Things beside each other by their members. On a phone they are no table to CSS: the roles keep what they are. */
export function ThingsTable<T extends { id: string }>({ name, things, columns }: ThingsTableOf<T>) {
  const titles = Object.keys(columns);
  const [first] = titles;
  return (
    <div className="wide things" tabIndex={0} role="region" aria-label={name}>
      <table role="table">
        <thead role="rowgroup">
          <tr role="row">
            {titles.map((title) => (
              <th key={title} scope="col" role="columnheader">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {things.map((thing) => (
            <tr key={thing.id} role="row">
              {Object.entries(columns).map(([title, shown]) =>
                title === first ? (
                  <th key={title} scope="row" role="rowheader">
                    {shown(thing)}
                  </th>
                ) : (
                  <td key={title} role="cell" data-title={title}>
                    {shown(thing)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
