// Generated from protos/ by `make gen`; edits are lost.

import type { RpcDefinition } from "@jst/rpc";
import type { Deps } from "../src/deps.ts";
import { listColumns } from "../src/columns/list-columns.ts";
import { createColumn } from "../src/columns/create-column.ts";
import { updateColumn } from "../src/columns/update-column.ts";
import { deleteColumn } from "../src/columns/delete-column.ts";
import { provision } from "../src/provisioning/provision.ts";
import { listRows } from "../src/rows/list-rows.ts";
import { createRow } from "../src/rows/create-row.ts";
import { getRow } from "../src/rows/get-row.ts";
import { updateRow } from "../src/rows/update-row.ts";
import { deleteRow } from "../src/rows/delete-row.ts";
import { batchRows } from "../src/rows/batch-rows.ts";
import { listHistory } from "../src/rows/list-history.ts";
import { listTables } from "../src/tables/list-tables.ts";
import { createTable } from "../src/tables/create-table.ts";
import { getTable } from "../src/tables/get-table.ts";
import { listViews } from "../src/views/list-views.ts";
import { createView } from "../src/views/create-view.ts";
import { getView } from "../src/views/get-view.ts";
import { updateView } from "../src/views/update-view.ts";
import { deleteView } from "../src/views/delete-view.ts";
import type { Handler, InternalHandler } from "./rpc.ts";
import * as schemas from "./schemas.ts";

const listColumnsHandler: Handler<"ListColumns"> = listColumns;
const createColumnHandler: Handler<"CreateColumn"> = createColumn;
const updateColumnHandler: Handler<"UpdateColumn"> = updateColumn;
const deleteColumnHandler: Handler<"DeleteColumn"> = deleteColumn;
const provisionHandler: InternalHandler<"Provision"> = provision;
const listRowsHandler: Handler<"ListRows"> = listRows;
const createRowHandler: Handler<"CreateRow"> = createRow;
const getRowHandler: Handler<"GetRow"> = getRow;
const updateRowHandler: Handler<"UpdateRow"> = updateRow;
const deleteRowHandler: Handler<"DeleteRow"> = deleteRow;
const batchRowsHandler: Handler<"BatchRows"> = batchRows;
const listHistoryHandler: Handler<"ListHistory"> = listHistory;
const listTablesHandler: Handler<"ListTables"> = listTables;
const createTableHandler: Handler<"CreateTable"> = createTable;
const getTableHandler: Handler<"GetTable"> = getTable;
const listViewsHandler: Handler<"ListViews"> = listViews;
const createViewHandler: Handler<"CreateView"> = createView;
const getViewHandler: Handler<"GetView"> = getView;
const updateViewHandler: Handler<"UpdateView"> = updateView;
const deleteViewHandler: Handler<"DeleteView"> = deleteView;

/** Every rpc this service answers. */
export const rpcs: readonly RpcDefinition<Deps>[] = [
  {
    service: "data.v1.Columns",
    method: "ListColumns",
    path: ["table_id"],
    access: "scope",
    resource: "tables",
    action: "read",
    module: "tables",
    status: 200,
    readOnly: true,
    request: null,
    query: schemas.ListColumnsQuery,
    callers: [],
    handler: listColumnsHandler,
  },
  {
    service: "data.v1.Columns",
    method: "CreateColumn",
    path: ["table_id"],
    access: "scope",
    resource: "tables",
    action: "write",
    module: "tables",
    status: 201,
    readOnly: false,
    request: schemas.NewColumn,
    query: null,
    callers: [],
    handler: createColumnHandler,
  },
  {
    service: "data.v1.Columns",
    method: "UpdateColumn",
    path: ["table_id","column_id"],
    access: "scope",
    resource: "tables",
    action: "write",
    module: "tables",
    status: 200,
    readOnly: false,
    request: schemas.ColumnPatch,
    query: schemas.ForceQuery,
    callers: [],
    handler: updateColumnHandler,
  },
  {
    service: "data.v1.Columns",
    method: "DeleteColumn",
    path: ["table_id","column_id"],
    access: "scope",
    resource: "tables",
    action: "delete",
    module: "tables",
    status: 200,
    readOnly: false,
    request: null,
    query: schemas.ForceQuery,
    callers: [],
    handler: deleteColumnHandler,
  },
  {
    service: "data.v1.Provisioning",
    method: "Provision",
    path: [],
    access: "internal",
    resource: "",
    action: "write",
    module: "",
    status: 200,
    readOnly: false,
    request: schemas.ProvisionTeam,
    query: null,
    callers: ["operator"],
    handler: provisionHandler,
  },
  {
    service: "data.v1.Rows",
    method: "ListRows",
    path: ["table_id"],
    access: "scope",
    resource: "tables",
    action: "read",
    module: "tables",
    status: 200,
    readOnly: true,
    request: null,
    query: schemas.ListRowsQuery,
    callers: [],
    handler: listRowsHandler,
  },
  {
    service: "data.v1.Rows",
    method: "CreateRow",
    path: ["table_id"],
    access: "scope",
    resource: "tables",
    action: "write",
    module: "tables",
    status: 201,
    readOnly: false,
    request: schemas.NewRow,
    query: null,
    callers: [],
    handler: createRowHandler,
  },
  {
    service: "data.v1.Rows",
    method: "GetRow",
    path: ["table_id","row_id"],
    access: "scope",
    resource: "tables",
    action: "read",
    module: "tables",
    status: 200,
    readOnly: true,
    request: null,
    query: schemas.GetRowQuery,
    callers: [],
    handler: getRowHandler,
  },
  {
    service: "data.v1.Rows",
    method: "UpdateRow",
    path: ["table_id","row_id"],
    access: "scope",
    resource: "tables",
    action: "write",
    module: "tables",
    status: 200,
    readOnly: false,
    request: schemas.RowPatch,
    query: null,
    callers: [],
    handler: updateRowHandler,
  },
  {
    service: "data.v1.Rows",
    method: "DeleteRow",
    path: ["table_id","row_id"],
    access: "scope",
    resource: "tables",
    action: "delete",
    module: "tables",
    status: 200,
    readOnly: false,
    request: null,
    query: null,
    callers: [],
    handler: deleteRowHandler,
  },
  {
    service: "data.v1.Rows",
    method: "BatchRows",
    path: ["table_id"],
    access: "scope",
    resource: "tables",
    action: "write",
    module: "tables",
    status: 200,
    readOnly: false,
    request: schemas.NewRows,
    query: null,
    callers: [],
    handler: batchRowsHandler,
  },
  {
    service: "data.v1.Rows",
    method: "ListHistory",
    path: ["table_id","row_id"],
    access: "scope",
    resource: "tables",
    action: "read",
    module: "tables",
    status: 200,
    readOnly: true,
    request: null,
    query: schemas.ListHistoryQuery,
    callers: [],
    handler: listHistoryHandler,
  },
  {
    service: "data.v1.Tables",
    method: "ListTables",
    path: [],
    access: "scope",
    resource: "tables",
    action: "read",
    module: "tables",
    status: 200,
    readOnly: true,
    request: null,
    query: schemas.ListTablesQuery,
    callers: [],
    handler: listTablesHandler,
  },
  {
    service: "data.v1.Tables",
    method: "CreateTable",
    path: [],
    access: "scope",
    resource: "tables",
    action: "write",
    module: "tables",
    status: 201,
    readOnly: false,
    request: schemas.NewTable,
    query: null,
    callers: [],
    handler: createTableHandler,
  },
  {
    service: "data.v1.Tables",
    method: "GetTable",
    path: ["table_id"],
    access: "scope",
    resource: "tables",
    action: "read",
    module: "tables",
    status: 200,
    readOnly: true,
    request: null,
    query: null,
    callers: [],
    handler: getTableHandler,
  },
  {
    service: "data.v1.Views",
    method: "ListViews",
    path: ["table_id"],
    access: "scope",
    resource: "tables",
    action: "read",
    module: "tables",
    status: 200,
    readOnly: true,
    request: null,
    query: schemas.ListViewsQuery,
    callers: [],
    handler: listViewsHandler,
  },
  {
    service: "data.v1.Views",
    method: "CreateView",
    path: ["table_id"],
    access: "scope",
    resource: "tables",
    action: "write",
    module: "tables",
    status: 201,
    readOnly: false,
    request: schemas.NewView,
    query: null,
    unknownMember: "field_not_whitelisted",
    callers: [],
    handler: createViewHandler,
  },
  {
    service: "data.v1.Views",
    method: "GetView",
    path: ["table_id","view_id"],
    access: "scope",
    resource: "tables",
    action: "read",
    module: "tables",
    status: 200,
    readOnly: true,
    request: null,
    query: schemas.GetViewQuery,
    callers: [],
    handler: getViewHandler,
  },
  {
    service: "data.v1.Views",
    method: "UpdateView",
    path: ["table_id","view_id"],
    access: "scope",
    resource: "tables",
    action: "write",
    module: "tables",
    status: 200,
    readOnly: false,
    request: schemas.ViewPatch,
    query: null,
    unknownMember: "field_not_whitelisted",
    callers: [],
    handler: updateViewHandler,
  },
  {
    service: "data.v1.Views",
    method: "DeleteView",
    path: ["table_id","view_id"],
    access: "scope",
    resource: "tables",
    action: "delete",
    module: "tables",
    status: 200,
    readOnly: false,
    request: null,
    query: null,
    callers: [],
    handler: deleteViewHandler,
  },
];
