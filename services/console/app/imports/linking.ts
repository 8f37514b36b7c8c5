import type { ImportColumn, Part, To } from "./mapping.ts";

/** Name of a part for people: that of the table that it becomes, else of its file. */
export const titleOf = ({ name, target }: Part): string => target?.display_name ?? name ?? "";

/** Name of a part as faults name it: that of its file or sheet. */
export const sourceOf = ({ name, target }: Part): string => name ?? target?.display_name ?? "";

/** Returns the parts to which a column can link: those of its guess that go somewhere. */
export const linkableOf = ({ guess }: ImportColumn, parts: readonly Part[]): readonly Part[] =>
  (guess.parts ?? []).flatMap((index) =>
    parts.filter((part) => part.index === index && part.target !== null),
  );

/** Name of the first column of a part by which links find its rows; undefined if it is not unique. */
function nameColumnOf({ match, columns: [first] }: Part): string | undefined {
  if (first?.to?.new?.unique === true) return first.to.new.name;
  return match?.by === first?.to?.column ? first?.to?.column : undefined;
}

/** Returns the parts to which a person can link a column: those of its guess, and all with a unique first column. */
export function offeredTo(column: ImportColumn, own: Part, parts: readonly Part[]): readonly Part[] {
  const guessed = linkableOf(column, parts);
  const others = parts.filter(
    (part) =>
      part.target !== null &&
      nameColumnOf(part) !== undefined &&
      !guessed.includes(part) &&
      !(part.index === own.index && column.index === 0),
  );
  return [...guessed, ...others];
}

/** Makes a new column that links to the rows of a part. */
export function linkTo({ guess }: ImportColumn, part: Part, name: string, title: string): To {
  const shown = part.columns[0]?.to?.new?.name ?? nameColumnOf(part);
  const relation = {
    part: part.index,
    cardinality: guess.cardinality === "many" ? ("many" as const) : ("one" as const),
    ...(shown === undefined ? {} : { display_column: shown }),
  };
  const titled = title.trim() === "" ? {} : { display_name: title.slice(0, 120) };
  return { new: { name, ...titled, type: "relation", relation } };
}

/** Columns of a part that is to become a table by which its rows can be found, with their names for people. */
export const uniqueIn = (part: Part | undefined): Record<string, string> =>
  Object.fromEntries(
    (part?.columns ?? []).flatMap(({ header, to }) =>
      to?.new?.unique === true ? [[to.new.name, header] as const] : [],
    ),
  );
