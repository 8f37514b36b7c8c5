import type { ConditionalFormat, RecordReviewLayout, ViewGrid, ViewSort } from "../../../gen/rpc.ts";

/** Settings of a view about its table's columns. Callers see names; the database stores ids, see migration 0009. */
export interface ViewSettings {
  /** A filter (conventions.filter); null for every row. */
  filters: Record<string, unknown> | null;
  sorts: ViewSort[];
  visible_columns: string[];
  hidden_columns: string[];
  column_order: string[];
  conditional_formats: ConditionalFormat[];
  record_review_layout: RecordReviewLayout | null;
  grid: Required<ViewGrid>;
}

/** The settings of a view that says nothing. */
export const noSettings: ViewSettings = {
  filters: null,
  sorts: [],
  visible_columns: [],
  hidden_columns: [],
  column_order: [],
  conditional_formats: [],
  record_review_layout: null,
  grid: { widths: {}, frozen: 1, row_height: null },
};

/** The settings of a view as they are stored; one that a release stored without stands for saying nothing. */
export function settingsOf({ settings }: Readonly<Record<string, unknown>>): ViewSettings {
  return { ...noSettings, ...(settings as Partial<ViewSettings> | undefined) };
}

/** Settings as a body has them. */
type SentSettings = Partial<Omit<ViewSettings, "grid">> & { grid?: ViewGrid };

/** Returns the members of a body that are settings; what a grid leaves out is as in a new view. */
export function sentSettings({ grid, ...body }: SentSettings): Partial<ViewSettings> {
  const whole = { ...body, ...(grid === undefined ? {} : { grid: { ...noSettings.grid, ...grid } }) };
  const names = Object.keys(noSettings) as (keyof ViewSettings)[];
  return Object.fromEntries(
    names.filter((name) => whole[name] !== undefined).map((name) => [name, whole[name]]),
  );
}

/** One place of a view that names a column, or in filters and sorts another field of the row. */
export interface ColumnUse {
  name: string;
  /** Dotted path of the place, such as `filters.and.0.field`. */
  at: string;
  /** True where only a column will do. */
  isColumn: boolean;
  /** True where only a state column will do. */
  isState?: true;
}

/** Returns the replacement of a use; undefined removes the use and everything that cannot exist without it. */
export type Rename = (use: ColumnUse) => string | undefined;

/**
 * The settings with every use of a column renamed or taken away: the one place that knows where a view names columns.
 * A format whose filter or column is gone goes with it, a group or an action with its last member, never the view.
 */
export function renamed(settings: ViewSettings, rename: Rename): ViewSettings {
  const names = (list: readonly string[], at: string) =>
    list.flatMap((name, index) => orNone(rename({ name, at: `${at}.${index}`, isColumn: true })));
  return {
    filters: settings.filters === null ? null : (renamedNode(settings.filters, "filters", rename) ?? null),
    sorts: settings.sorts.flatMap(({ field: name, direction }, index) => {
      const field = rename({ name, at: `sorts.${index}.field`, isColumn: false });
      return field === undefined ? [] : [{ field, direction }];
    }),
    visible_columns: names(settings.visible_columns, "visible_columns"),
    hidden_columns: names(settings.hidden_columns, "hidden_columns"),
    column_order: names(settings.column_order, "column_order"),
    conditional_formats: settings.conditional_formats.flatMap((format, index) =>
      orNone(renamedFormat(format, `conditional_formats.${index}`, rename)),
    ),
    record_review_layout:
      settings.record_review_layout === null ? null : renamedLayout(settings.record_review_layout, rename),
    grid: { ...settings.grid, widths: renamedMembers(settings.grid.widths, "grid.widths", rename) },
  };
}

/** The places of the settings that name a column or field. */
export function usesOf(settings: ViewSettings): ColumnUse[] {
  const uses: ColumnUse[] = [];
  renamed(settings, (use) => {
    uses.push(use);
    return use.name;
  });
  return uses;
}

type Node = Record<string, unknown>;

/**
 * A node whose last condition is removed is removed. A value that is not a node stays, for the filter compiler to
 * judge.
 */
function renamedNode(node: Node, at: string, rename: Rename): Node | undefined {
  const { field, and, or, not } = node;
  if (typeof field === "string") {
    const name = rename({ name: field, at: `${at}.field`, isColumn: false });
    return name === undefined ? undefined : { ...node, field: name };
  }
  for (const [key, group] of Object.entries({ and, or })) {
    if (!Array.isArray(group)) continue;
    const nodes = group.flatMap((each: unknown, index) =>
      isNode(each) ? orNone(renamedNode(each, `${at}.${key}.${index}`, rename)) : [each],
    );
    return nodes.length === 0 && group.length > 0 ? undefined : { ...node, [key]: nodes };
  }
  if (!isNode(not)) return node;
  const inner = renamedNode(not, `${at}.not`, rename);
  return inner === undefined ? undefined : { ...node, not: inner };
}

function renamedFormat(format: ConditionalFormat, at: string, rename: Rename): ConditionalFormat | undefined {
  const uses = new Set<string | undefined>();
  const noting: Rename = (use) => {
    const name = rename(use);
    uses.add(name);
    return name ?? use.name;
  };
  const filter = renamedNode(format.filter, `${at}.filter`, noting) ?? format.filter;
  const column =
    format.column === undefined
      ? {}
      : { column: noting({ name: format.column, at: `${at}.column`, isColumn: true }) ?? "" };
  return uses.has(undefined) ? undefined : { ...format, filter, ...column };
}

function renamedLayout(layout: RecordReviewLayout, rename: Rename): RecordReviewLayout {
  const at = "record_review_layout";
  const one = (name: string | null | undefined, member: string, more: Pick<ColumnUse, "isState"> = {}) =>
    name == null ? null : (rename({ name, at: `${at}.${member}`, isColumn: true, ...more }) ?? null);
  return {
    primary_column: one(layout.primary_column, "primary_column"),
    state_column: one(layout.state_column, "state_column", { isState: true }),
    sections: (layout.sections ?? []).map(({ title, columns }, index) => ({
      title,
      columns: columns.flatMap((name, place) =>
        orNone(rename({ name, at: `${at}.sections.${index}.columns.${place}`, isColumn: true })),
      ),
    })),
    actions: (layout.actions ?? []).flatMap(({ label, set }, index) => {
      const cells = renamedMembers(set, `${at}.actions.${index}.set`, rename);
      return Object.keys(cells).length === 0 && Object.keys(set).length > 0 ? [] : [{ label, set: cells }];
    }),
  };
}

/** The members that are called by columns. */
function renamedMembers<T>(of: Readonly<Record<string, T>>, at: string, rename: Rename): Record<string, T> {
  const members = Object.entries(of).flatMap(([name, value]) => {
    const other = rename({ name, at: `${at}.${name.slice(0, 80)}`, isColumn: true });
    return other === undefined ? [] : [[other, value] as const];
  });
  return Object.fromEntries(members);
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function orNone<T>(value: T | undefined): T[] {
  return value === undefined ? [] : [value];
}
