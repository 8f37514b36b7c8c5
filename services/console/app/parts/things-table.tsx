import type { ReactNode } from "react";

/** A column of a table: its title, which another one may have too, and the cell of a thing. */
export interface ThingsColumn<T> {
  key: string;
  title: ReactNode;
  /** The title as a telephone shows it beside each cell. */
  label: string;
  shows: (thing: T) => ReactNode;
}

interface ThingsTableOf<T> {
  /** The title of the table. */
  name: string;
  things: readonly T[];
  /** The columns, the first of which names the thing; by their titles if these are words of the console. */
  columns: readonly ThingsColumn<T>[] | Readonly<Record<string, (thing: T) => ReactNode>>;
}

function columnsOf<T>(columns: ThingsTableOf<T>["columns"]): readonly ThingsColumn<T>[] {
  if (Array.isArray(columns)) return columns as readonly ThingsColumn<T>[];
  return Object.entries(columns as Readonly<Record<string, (thing: T) => ReactNode>>).map(
    ([title, shows]) => ({ key: title, title, label: title, shows }),
  );
}

/** Table of objects by their members. On a phone, CSS lays it out as blocks, and the roles keep its meaning. */
export function ThingsTable<T extends { id: string }>({ name, things, columns }: ThingsTableOf<T>) {
  const all = columnsOf(columns);
  return (
    <div className="wide things" tabIndex={0} role="region" aria-label={name}>
      <table role="table">
        <thead role="rowgroup">
          <tr role="row">
            {all.map(({ key, title }) => (
              <th key={key} scope="col" role="columnheader">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {things.map((thing) => (
            <tr key={thing.id} role="row">
              {all.map(({ key, label, shows }, at) =>
                at === 0 ? (
                  <th key={key} scope="row" role="rowheader">
                    {shows(thing)}
                  </th>
                ) : (
                  <td key={key} role="cell" data-title={label}>
                    {shows(thing)}
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
