// Generated from protos/ by `make gen`; edits are lost.

import type { InternalRpcHandler, RpcHandler } from "@jst/rpc";
import type { Deps } from "../src/deps.ts";

/** Who did something. */
export interface Actor {
  type: "service" | "human" | "break_glass" | "oauth_app" | "member" | "system";
  id: string | null;
}

export interface AssetAssignee {
  type: "contact" | "member" | "location";
  /** Of a contact or member its id; of a location the team's own name for it. */
  id: string;
}

export interface AssetCheckOut {
  /** Who or what has the asset from now on. */
  assignee: AssetAssignee;
  /** When it is to be back. */
  due_at?: string;
  /** Stays with the asset until it is handed out or taken back again. */
  note?: string;
}

export interface AssetReturn {
  /** What shape the asset is in; kept until another is given. */
  condition?: string;
  /** Stays with the asset until it is handed out or taken back again. */
  note?: string;
}

export interface Column {
  id: string;
  name: string;
  display_name: string;
  type: "text" | "long_text" | "number" | "integer" | "currency" | "percent" | "rating" | "boolean" | "date" | "datetime" | "duration" | "select" | "multi_select" | "state" | "email" | "phone" | "url" | "user" | "contact" | "file" | "json" | "autonumber" | "created_at" | "updated_at" | "created_by" | "updated_by" | "formula" | "relation";
  required: boolean;
  unique: boolean;
  default?: unknown;
  description: string | null;
  options: Record<string, unknown>;
  position: number;
  created_at?: string;
  updated_at?: string;
  version?: number;
  /** Text of a formula column, null for every other; options.result_type tells what it yields. */
  formula?: string | null;
  /** Of a relation column, null for every other. */
  relation?: Relation | null;
}

export interface ColumnList {
  columns: Column[];
  next_cursor: string | null;
  has_more: boolean;
}

export interface ColumnPatch {
  /** Not of spaces alone. */
  display_name?: string;
  /** Cells are carried over where nothing of them is lost. A formula, and a column that the service fills, such as autonumber, keeps its type; no other becomes one of these, or a relation, user or contact. */
  type?: "text" | "long_text" | "number" | "integer" | "currency" | "percent" | "rating" | "boolean" | "date" | "datetime" | "duration" | "select" | "multi_select" | "state" | "email" | "phone" | "url" | "user" | "contact" | "file" | "json" | "autonumber" | "created_at" | "updated_at" | "created_by" | "updated_by" | "formula" | "relation";
  required?: boolean;
  unique?: boolean;
  /** Null takes the default away. */
  default?: unknown;
  description?: string | null;
  /** Replaces the settings as a whole. */
  options?: Record<string, unknown>;
  position?: number;
  /** Empties the cells that the new type or options cannot hold, and lets formulas fail and layouts go without a state column that need the old type; the same as ?force=true. */
  force?: boolean;
  /** Only of a formula column; null, as it is read, of any other. */
  formula?: string | null;
  /** Replaces the settings of a relation column, whose table stays; null, as they are read, of any other. */
  relation?: Relation | null;
}

export interface ColumnUse {
  kind: string;
  table_id: string;
  id: string;
  name: string;
  path: string;
}

export interface ConditionalFormat {
  /** The rows it applies to, written as a filter. */
  filter: Record<string, unknown>;
  scope: "row" | "cell";
  /** Name of the column whose cell is formatted; with scope cell only, and required there. */
  column?: string;
  style: FormatStyle;
}

export interface DeletedColumn {
  id: string;
  deleted: boolean;
  /** What used the column and was changed with it. */
  applied_impact: ColumnUse[];
}

export interface DeletedRow {
  id: string;
  deleted_at: string;
  /** PATCH {action: "restore"} works until then. */
  restorable_until: string;
}

export interface DeletedView {
  id: string;
  deleted: boolean;
}

/** The same in a body, for clients that send none but JSON. */
export interface Force {
  /** Goes on where the change would otherwise be refused for what it takes away. */
  force?: boolean;
}

export interface ForceQuery {
  /** Goes on where the change would otherwise be refused for what it takes away. */
  force?: boolean;
}

export interface FormatStyle {
  /** #rrggbb or the name of a palette colour. */
  background?: string;
  /** #rrggbb or the name of a palette colour. */
  color?: string;
  bold?: boolean;
  italic?: boolean;
}

export interface GetRowQuery {
  /** Names of the columns to show, comma separated; formulas only together with computed. */
  fields?: string;
  /** Adds computed, the values of formula columns, to the row and to those that expand shows. */
  computed?: boolean;
  /** Names of relation columns to show as rows in place of ids, comma separated. */
  expand?: string;
}

export interface GetViewQuery {
  /** Adds rows, next_cursor and has_more. The parameters below need it. */
  rows?: boolean;
  /** Most rows of a page, which ends early at 4 MiB; above 500 it is cut to 500. */
  limit?: number;
  /** next_cursor of the previous page. */
  cursor?: string;
  /** Adds computed, the values of the view's formula columns, to each row, and all of theirs to those that expand shows. */
  computed?: boolean;
  /** One condition, {field, op, value}, or conditions under and, or, not, as JSON text; it narrows the view's own filter. */
  filter?: string;
  /** Names of relation columns of the view to show as rows in place of ids, comma separated. */
  expand?: string;
}

export interface HistoryList {
  history: StateChange[];
  next_cursor: string | null;
  has_more: boolean;
}

export interface ListColumnsQuery {
  /** Most items of a page, which ends early at 4 MiB; above 500 it is cut to 500. */
  limit?: number;
  /** next_cursor of the previous page. */
  cursor?: string;
  /** `<field>:<asc|desc>`, comma separated; fields are position, name, display_name, type, required, unique, created_at, updated_at and id. */
  sort?: string;
  /** One condition, {field, op, value}, or conditions under and, or, not, as JSON text; the fields of sort. */
  filter?: string;
  /** Text to find in name and display_name. */
  q?: string;
  /** Only columns changed at or after this time. */
  updated_since?: string;
}

export interface ListHistoryQuery {
  /** Name of a state column: only its transitions. */
  field?: string;
  /** Most items of a page, which ends early at 4 MiB; above 500 it is cut to 500. */
  limit?: number;
  /** next_cursor of the previous page. */
  cursor?: string;
}

export interface ListRowsQuery {
  /** `<field>:<asc|desc>`, up to five, comma separated: any column, created_at, updated_at or id. */
  sort?: string;
  /** Most items of a page, which ends early at 4 MiB; above 500 it is cut to 500. */
  limit?: number;
  /** next_cursor of the previous page. */
  cursor?: string;
  /** One condition, {field, op, value}, or conditions under and, or, not; in a URL as JSON text. */
  filter?: string;
  /** Text to find in the row's text cells. */
  q?: string;
  /** Names of the columns to show, formulas only together with computed; in a URL comma separated. */
  fields?: string;
  /** Adds computed, the values of formula columns, to each row and to those that expand shows. */
  computed?: boolean;
  /** Only rows changed at or after this time. A change is dated when its write began, and a write may take 30 s: who goes on from the latest updated_at seen asks from 30 s before it. */
  updated_since?: string;
  /** Shows deleted rows too. */
  include_deleted?: boolean;
  /** `only` shows nothing but deleted rows. */
  deleted?: "only";
  /** Id of a view of the table: only its rows, in its order when there is no sort. */
  view_id?: string;
  /** `exact` adds `total`. */
  count?: "exact";
  /** Names of relation columns to show as rows in place of ids, one level deep; in a URL comma separated. A row that is deleted or absent shows as {id, missing: true}, one beyond 8 MiB of them and their results as {id, omitted: true}. */
  expand?: string;
}

export interface ListTablesQuery {
  /** Most items of a page, which ends early at 4 MiB; above 500 it is cut to 500. */
  limit?: number;
  /** next_cursor of the previous page. */
  cursor?: string;
  /** `<field>:<asc|desc>`, comma separated; fields are name, display_name, system, created_at, updated_at and id. */
  sort?: string;
  /** Text to find in name and display_name. */
  q?: string;
  /** Only tables changed at or after this time. */
  updated_since?: string;
  /** `exact` adds `total`. */
  count?: "exact";
  /** One condition, {field, op, value}, or conditions under and, or, not, as JSON text; the fields of sort, and system. */
  filter?: string;
}

export interface ListViewsQuery {
  /** Most items of a page, which ends early at 4 MiB; above 500 it is cut to 500. */
  limit?: number;
  /** next_cursor of the previous page. */
  cursor?: string;
  /** `<field>:<asc|desc>`, comma separated; fields are name, kind, favorite, created_at, updated_at and id. */
  sort?: string;
  /** One condition, {field, op, value}, or conditions under and, or, not, as JSON text; the fields of sort. */
  filter?: string;
  /** Text to find in the name. */
  q?: string;
  /** Only views changed at or after this time. */
  updated_since?: string;
}

export interface NewColumn {
  name: string;
  /** Not of spaces alone. */
  display_name?: string;
  type: "text" | "long_text" | "number" | "integer" | "currency" | "percent" | "rating" | "boolean" | "date" | "datetime" | "duration" | "select" | "multi_select" | "state" | "email" | "phone" | "url" | "user" | "contact" | "file" | "json" | "autonumber" | "created_at" | "updated_at" | "created_by" | "updated_by" | "formula" | "relation";
  required?: boolean;
  unique?: boolean;
  /** Value of a row that names none; checked like a cell of the column. */
  default?: unknown;
  description?: string | null;
  /** Settings of the type: number {precision}, currency {currency}, rating {max}, select and multi_select {options}, state {states, initial, transitions?}, formula {result_type}, which follows from the formula whatever is sent. */
  options?: Record<string, unknown>;
  position?: number;
  /** Of a formula column, and required there: an expression over the other columns of the table, as {column}. */
  formula?: string | null;
  /** Of a relation column, and required there: whose rows its cells name. */
  relation?: Relation | null;
}

export interface NewRow {
  /** Cells by column name. */
  data: Record<string, unknown>;
}

export interface NewRows {
  /** Name of a unique column: a row of the batch whose value a stored row has is merged over that row, as PATCH does. */
  upsert_on?: string | null;
  rows: NewRow[];
  /** All rows or none, the default. With false every row that can be stored is, and the others carry an error. */
  atomic?: boolean;
}

export interface NewTable {
  /** Made from display_name when absent, with a number where a table that is called otherwise has that name. */
  name?: string;
  /** Not of spaces alone. */
  display_name: string;
  description?: string | null;
  icon?: string | null;
  columns?: NewColumn[];
}

export interface NewView {
  /** Not of spaces alone. */
  name: string;
  /** grid when absent. */
  kind?: "grid" | "kanban" | "calendar" | "gallery" | "form" | "list" | "record_review";
  /** Which rows the view holds: one condition, {field, op, value}, or conditions under and, or, not. */
  filters?: Record<string, unknown> | null;
  sorts?: ViewSort[];
  /** Names of the columns to show; empty shows all. */
  visible_columns?: string[];
  /** Names of the columns not to show, also of those that are visible. */
  hidden_columns?: string[];
  /** Names of columns in the order to show them; the others follow by position. */
  column_order?: string[];
  /** Of those that match a row, or a cell, the first one applies. */
  conditional_formats?: ConditionalFormat[];
  favorite?: boolean;
  record_review_layout?: RecordReviewLayout | null;
}

export interface ProvisionTeam {
  team_id: string;
}

export interface ProvisionedTeam {
  team_id: string;
}

/** How one record after the other is shown to be reviewed. */
export interface RecordReviewLayout {
  /** Name of the column that heads the record; null once that column was deleted. */
  primary_column: string | null;
  /** Name of the state column a review moves; null while it is of another type. */
  state_column?: string | null;
  sections?: ReviewSection[];
  actions?: ReviewAction[];
}

export interface Relation {
  /** Id or name of a table; answered as its id. */
  table_id: string;
  /** Name of the column of that table by which its rows are known. */
  display_column?: string | null;
  /** `one` when absent: a cell is a row's id; of `many` a list of at most 100 distinct ones. */
  cardinality?: "one" | "many";
  /** What becomes of cells when a row they name is deleted: `keep` when absent, `clear` takes the id out of them. */
  on_target_delete?: "keep" | "clear";
}

export interface ReviewAction {
  label: string;
  /** Cells the action writes, by column name, as PATCH of the row takes them. */
  set: Record<string, unknown>;
}

export interface ReviewSection {
  title: string;
  columns: string[];
}

export interface Row {
  id: string;
  table_id: string;
  /** Cells by column name; every column is present, null when empty. */
  data: Record<string, unknown>;
  /** Only with computed=1. */
  computed?: Record<string, unknown>;
  /** Error code of each formula that failed, by column name. */
  computed_errors?: Record<string, string>;
  created_at: string;
  updated_at: string;
  /** Only on a deleted row. */
  deleted_at?: string | null;
  version: number;
  created_by: Actor;
  /** Only in a view, when one of its conditional formats applies. */
  format?: RowFormat;
}

export interface RowFormat {
  /** Of the whole row. */
  row?: FormatStyle;
  /** By column name. */
  cells?: Record<string, FormatStyle>;
}

export interface RowList {
  rows: Row[];
  next_cursor: string | null;
  has_more: boolean;
  /** Only with count=exact. */
  total?: number;
}

export interface RowPatch {
  /** Cells to change, by column name; null clears one. */
  data?: Record<string, unknown>;
  /** Never together with data. */
  action?: "restore";
}

export interface StateChange {
  id: string;
  row_id: string;
  table_id: string;
  /** Name of the state column. */
  field: string;
  /** Null for the state a row begins with. */
  from: string | null;
  /** Null when the cell was emptied. */
  to: string | null;
  changed_at: string;
  changed_by: Actor;
  changeset_id?: string;
}

/** A row, or with atomic=false the error in its place. */
export interface StoredRow {
  id?: string;
  table_id?: string;
  data?: Record<string, unknown>;
  created_at?: string;
  updated_at?: string;
  version?: number;
  created_by?: Actor;
  /** Problem document of the row. */
  error?: Record<string, unknown>;
}

export interface StoredRows {
  /** In the order of the request. */
  rows: StoredRow[];
}

export interface Table {
  id: string;
  name: string;
  display_name: string;
  description: string | null;
  icon: string | null;
  /** A table of the platform's own, such as assets. */
  system: boolean;
  row_count_estimate: number;
  /** Present in the answers that show one table. */
  columns?: Column[];
  created_at: string;
  updated_at: string;
  created_by: Actor;
  version: number;
}

export interface TableList {
  tables: Table[];
  next_cursor: string | null;
  has_more: boolean;
  /** Only with count=exact. */
  total?: number;
}

export interface View {
  id: string;
  table_id: string;
  name: string;
  kind: "grid" | "kanban" | "calendar" | "gallery" | "form" | "list" | "record_review";
  filters: Record<string, unknown> | null;
  sorts: ViewSort[];
  visible_columns: string[];
  hidden_columns: string[];
  column_order: string[];
  conditional_formats: ConditionalFormat[];
  favorite: boolean;
  record_review_layout: RecordReviewLayout | null;
  created_at: string;
  updated_at: string;
  created_by: Actor;
  version: number;
  /** Only with rows=true, as next_cursor and has_more: the visible columns of the view's rows. */
  rows?: Row[];
  next_cursor?: string | null;
  has_more?: boolean;
}

export interface ViewList {
  views: View[];
  next_cursor: string | null;
  has_more: boolean;
}

export interface ViewPatch {
  /** Not of spaces alone. */
  name?: string;
  kind?: "grid" | "kanban" | "calendar" | "gallery" | "form" | "list" | "record_review";
  /** Null takes the filter away. */
  filters?: Record<string, unknown> | null;
  sorts?: ViewSort[];
  visible_columns?: string[];
  hidden_columns?: string[];
  column_order?: string[];
  conditional_formats?: ConditionalFormat[];
  favorite?: boolean;
  /** Null takes the layout away. */
  record_review_layout?: RecordReviewLayout | null;
}

export interface ViewSort {
  /** Name of a column, or created_at, updated_at, id. */
  field: string;
  direction: "asc" | "desc";
}

/** Input of every rpc. */
export interface Rpcs {
  CheckOutAsset: { path: { asset_id: string }; query: Record<string, never>; body: AssetCheckOut };
  ReturnAsset: { path: { asset_id: string }; query: Record<string, never>; body: AssetReturn };
  ListColumns: { path: { table_id: string }; query: ListColumnsQuery; body: undefined };
  CreateColumn: { path: { table_id: string }; query: Record<string, never>; body: NewColumn };
  GetColumn: { path: { table_id: string; column_id: string }; query: Record<string, never>; body: undefined };
  UpdateColumn: { path: { table_id: string; column_id: string }; query: ForceQuery; body: ColumnPatch };
  DeleteColumn: { path: { table_id: string; column_id: string }; query: ForceQuery; body: Force };
  ListRows: { path: { table_id: string }; query: ListRowsQuery; body: undefined };
  CreateRow: { path: { table_id: string }; query: Record<string, never>; body: NewRow };
  GetRow: { path: { table_id: string; row_id: string }; query: GetRowQuery; body: undefined };
  UpdateRow: { path: { table_id: string; row_id: string }; query: Record<string, never>; body: RowPatch };
  DeleteRow: { path: { table_id: string; row_id: string }; query: Record<string, never>; body: undefined };
  BatchRows: { path: { table_id: string }; query: Record<string, never>; body: NewRows };
  ListHistory: { path: { table_id: string; row_id: string }; query: ListHistoryQuery; body: undefined };
  ListTables: { path: Record<string, never>; query: ListTablesQuery; body: undefined };
  CreateTable: { path: Record<string, never>; query: Record<string, never>; body: NewTable };
  GetTable: { path: { table_id: string }; query: Record<string, never>; body: undefined };
  ListViews: { path: { table_id: string }; query: ListViewsQuery; body: undefined };
  CreateView: { path: { table_id: string }; query: Record<string, never>; body: NewView };
  GetView: { path: { table_id: string; view_id: string }; query: GetViewQuery; body: undefined };
  UpdateView: { path: { table_id: string; view_id: string }; query: Record<string, never>; body: ViewPatch };
  DeleteView: { path: { table_id: string; view_id: string }; query: Record<string, never>; body: undefined };
}

/** A handler of this service. */
export type Handler<Name extends keyof Rpcs> = RpcHandler<Rpcs[Name]["path"], Rpcs[Name]["query"], Rpcs[Name]["body"], Deps>;

/** Body of every internal rpc. */
export interface InternalRpcs {
  Provision: ProvisionTeam;
}

/** A handler of an internal rpc of this service. */
export type InternalHandler<Name extends keyof InternalRpcs> = InternalRpcHandler<InternalRpcs[Name], Deps>;
