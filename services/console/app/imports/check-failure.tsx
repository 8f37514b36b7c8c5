import { ProblemError } from "@jst/client";
import { Failure } from "../parts/failure.tsx";
import { MAPPING } from "../words/import-mapping.ts";
import type { Part } from "./mapping.ts";

const COLUMN = /^parts\.(?<part>\d+)\.columns\.(?<column>\d+)/;
const PART = /^parts(?:\.\d+)?/;

/** A refusal of a mapping: each fault stands with the column of the file that it is about. */
export function CheckFailure({ error, parts }: { error: Error; parts: readonly Part[] }) {
  const errors = error instanceof ProblemError ? (error.problem?.errors ?? []) : [];
  const ofMapping = errors.filter(({ field }) => PART.test(field));
  if (ofMapping.length === 0) return <Failure error={error} />;
  return (
    <Failure error={error} remedy={MAPPING.notChecked}>
      <ul>
        {ofMapping.map(({ field, code, message }) => {
          const header = headerOf(field, parts);
          return (
            <li key={`${field} ${code}`}>
              {header !== undefined && `${header}: `}
              {message}
            </li>
          );
        })}
      </ul>
    </Failure>
  );
}

/** Names the column or the new table of a fault. */
function headerOf(field: string, parts: readonly Part[]): string | undefined {
  const place = COLUMN.exec(field)?.groups;
  const named = parts.find(({ index }) => field === nameField(index));
  if (named !== undefined) return `${MAPPING.tableName}, ${named.target?.display_name ?? ""}`;
  return parts
    .find(({ index }) => index === Number(place?.["part"]))
    ?.columns.find(({ index }) => index === Number(place?.["column"]))?.header;
}

const nameField = (index: number): string => `parts.${index}.target.display_name`;

/** Returns the fault that a check found at the name of the new table of a part. */
export function nameFault(error: Error | null, { index, target }: Part): string | undefined {
  if (target?.kind !== "new_table" || !(error instanceof ProblemError)) return undefined;
  return error.problem?.errors?.find(({ field }) => field === nameField(index))?.message;
}
