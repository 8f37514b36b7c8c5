import type { Folding, Image } from "@jst/changes";
import type { ColumnOptions } from "../types/definition.ts";

/** The settings of a relation; each is compared by itself. */
const settings = ["table_id", "display_column", "cardinality", "on_target_delete"] as const;
const nameOf = (setting: (typeof settings)[number]) => `relation.${setting}`;

/** A column with its formula and relation beside its options, as the API has it. */
export function shownColumn({ options: stored, ...column }: Image): Image {
  const { formula = null, relation = null, ...options } = stored as ColumnOptions;
  return { ...column, options, formula, relation };
}

/**
 * Members that are stored among the options of a column, as the API shows them: a formula, its result, and each setting
 * of a relation. The options of the type stay one member, which a change replaces.
 */
export const columnFolding: Folding = {
  unfold: ({ options: stored, ...column }) => {
    const { formula = null, result_type = null, relation, ...options } = stored as ColumnOptions;
    const own = settings.map((setting): [string, unknown] => [nameOf(setting), relation?.[setting] ?? null]);
    return { ...column, options, formula, result_type, ...Object.fromEntries(own) };
  },
  fold: ({ options, formula, result_type, ...members }) => {
    const isSetting = (name: string) => settings.some((setting) => nameOf(setting) === name);
    const column = Object.entries(members).filter(([name]) => !isSetting(name));
    const relation: Image = Object.fromEntries(
      settings.map((setting) => [setting, members[nameOf(setting)]]),
    );
    return {
      ...Object.fromEntries(column),
      options: {
        ...(options as ColumnOptions),
        ...(formula === null ? {} : { formula }),
        ...(result_type === null ? {} : { result_type }),
        // A setting comes back to no column that is a relation no more.
        ...(relation["table_id"] === null ? {} : { relation }),
      },
    };
  },
};
