import { ShownMember } from "../parts/shown-member.tsx";
import { APPROVALS } from "../words/approvals.ts";
import { isScalarList, type Difference } from "./differences.ts";

interface DifferencesTableOf {
  name: string;
  differences: readonly Difference[];
  hasBefore: boolean;
  hasAfter: boolean;
  /** Titles of the two sides. */
  heads?: { before: string; after: string };
  /** Names a member for people. */
  called: (field: string) => string;
  /** Shows a value that people write in another form than the API. */
  shows: (field: string, value: unknown) => string | undefined;
}

/** Members beside what they were and what they become; on a phone below each other, as things of a list are. */
export function DifferencesTable({
  name,
  differences,
  hasBefore,
  hasAfter,
  heads = APPROVALS,
  called,
  shows,
}: DifferencesTableOf) {
  return (
    <div className="wide things" tabIndex={0} role="region" aria-label={name}>
      <table role="table">
        <thead role="rowgroup">
          <tr role="row">
            <Head title={APPROVALS.field} />
            {hasBefore && <Head title={heads.before} />}
            {hasAfter && <Head title={heads.after} />}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {differences.map(({ field, before, after }) => (
            <tr key={field} role="row">
              <th scope="row" role="rowheader">
                {called(field)}
              </th>
              {hasBefore && (
                <td className="before" role="cell" data-title={heads.before}>
                  <del>
                    {shows(field, before) ?? (
                      <ShownSide name={field} of={before} other={after} shows={shows} />
                    )}
                  </del>
                </td>
              )}
              {hasAfter && (
                <td className="after" role="cell" data-title={heads.after}>
                  <ins>
                    {shows(field, after) ?? (
                      <ShownSide name={field} of={after} other={before} shows={shows} />
                    )}
                  </ins>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface ShownSideOf extends Pick<DifferencesTableOf, "shows"> {
  name: string;
  of: unknown;
  other: unknown;
}

/** One side of a difference. Of a list, each value that the other side lacks is marked. */
export function ShownSide({ name, of, other, shows }: ShownSideOf) {
  if (!isScalarList(of)) return <ShownMember name={name} of={of} isExact />;
  const others = isScalarList(other) ? other : [];
  return (
    <ul className="pills">
      {of.map((one, place) => (
        <li key={`${place} ${String(one)}`} className={others.includes(one) ? "pill" : "pill differs"}>
          {shows(name, one) ?? <ShownMember name={name} of={one} isExact />}
        </li>
      ))}
    </ul>
  );
}

const Head = ({ title }: { title: string }) => (
  <th scope="col" role="columnheader">
    {title}
  </th>
);
