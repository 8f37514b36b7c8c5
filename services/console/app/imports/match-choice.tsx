import type { Schemas } from "../api.ts";
import { Select } from "../parts/select.tsx";
import { MAPPING } from "../words/import-mapping.ts";
import type { GoalColumn, Part } from "./mapping.ts";

type Match = Schemas["ImportMatch"];

interface MatchChoiceOf {
  part: Part;
  columns: readonly GoalColumn[];
  onChange: (match: Match | null) => void;
}

/** Words about the records to which a part goes. */
function ofKind(target: Part["target"]) {
  if (target?.kind === "contacts") return { ...MAPPING.contacts, ofRecord: MAPPING.ofContact };
  if (target?.kind === "articles") return { ...MAPPING.articles, ofRecord: MAPPING.ofArticle };
  return { ofRecord: MAPPING.ofRow };
}

/** How the rows of a part find those that the table has, and what happens to both. */
export function MatchChoice({ part: { target, match, columns: own }, columns, onChange }: MatchChoiceOf) {
  const words = { ...MAPPING, ...ofKind(target) };
  const mapped = new Set(own.flatMap(({ to }) => to?.column ?? to?.field ?? []));
  const unique = columns.filter((column) => column.unique && mapped.has(column.name));
  const hasId = own.some(({ to }) => to?.field === "id");
  if (unique.length === 0 && !hasId && match === null) return null;
  const ways = Object.fromEntries(
    unique.map(({ name, display_name: title }) => [name, MAPPING.matchBy(title)] as const),
  );
  const choices = {
    "": words.noMatch,
    ...(hasId || match?.by === "id" ? { id: MAPPING.matchBy(words.ofRecord) } : {}),
    ...ways,
  };
  const { on_match: onMatch = "update", on_new: onNew = "create" } = match ?? {};
  return (
    <div className="form import-target">
      <Select
        label={words.match}
        of={choices}
        is={match?.by ?? ""}
        onChange={(by) => onChange(by === "" ? null : { by, on_match: onMatch, on_new: onNew })}
      />
      {match !== null && (
        <>
          <Select
            label={words.onMatch}
            of={MAPPING.onMatches}
            is={onMatch}
            onChange={(on_match) => onChange({ ...match, on_match })}
          />
          <Select
            label={words.onNew}
            of={words.onNews}
            is={onNew}
            onChange={(on_new) => onChange({ ...match, on_new })}
          />
        </>
      )}
    </div>
  );
}
