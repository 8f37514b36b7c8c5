// Generated from protos/ by `make gen`; edits are lost.

import type { RpcDefinition } from "@jst/rpc";
import { readFileSync } from "node:fs";
import type { Deps } from "../src/deps.ts";
import { getChangeset } from "../src/changes/get-changeset.ts";
import { approveChangeset } from "../src/changes/approve-changeset.ts";
import { rejectChangeset } from "../src/changes/reject-changeset.ts";
import { withdrawChangeset } from "../src/changes/withdraw-changeset.ts";
import { undoChangeset } from "../src/changes/undo-changeset.ts";
import { listChangesets } from "../src/changes/list-changesets.ts";
import type { Handler, InternalHandler } from "./rpc.ts";
import * as schemas from "./schemas.ts";

const getChangesetHandler: Handler<"GetChangeset"> = getChangeset;
const approveChangesetHandler: Handler<"ApproveChangeset"> = approveChangeset;
const rejectChangesetHandler: Handler<"RejectChangeset"> = rejectChangeset;
const withdrawChangesetHandler: Handler<"WithdrawChangeset"> = withdrawChangeset;
const undoChangesetHandler: Handler<"UndoChangeset"> = undoChangeset;
const listChangesetsHandler: InternalHandler<"ListChangesets"> = listChangesets;

/** Wire messages of these rpcs. */
export const descriptor = readFileSync(new URL("./descriptor.binpb", import.meta.url));

/** Every rpc this service answers. */
export const rpcs: readonly RpcDefinition<Deps>[] = [
  {
    service: "changes.v1.Changes",
    method: "GetChangeset",
    path: ["changeset_id"],
    access: "authenticated",
    resource: "",
    action: "read",
    module: "",
    status: 200,
    readOnly: true,
    trust: "matrix",
    bodyOptional: false,
    request: null,
    query: null,
    callers: [],
    handler: getChangesetHandler,
  },
  {
    service: "changes.v1.Changes",
    method: "ApproveChangeset",
    path: ["changeset_id"],
    access: "scope",
    resource: "audit",
    action: "admin",
    module: "",
    status: 200,
    readOnly: false,
    trust: "direct",
    bodyOptional: true,
    request: schemas.ChangesetApproval,
    query: null,
    secrets: ["result"],
    callers: [],
    handler: approveChangesetHandler,
  },
  {
    service: "changes.v1.Changes",
    method: "RejectChangeset",
    path: ["changeset_id"],
    access: "scope",
    resource: "audit",
    action: "admin",
    module: "",
    status: 200,
    readOnly: false,
    trust: "direct",
    bodyOptional: true,
    request: schemas.ChangesetRejection,
    query: null,
    secrets: ["result"],
    callers: [],
    handler: rejectChangesetHandler,
  },
  {
    service: "changes.v1.Changes",
    method: "WithdrawChangeset",
    path: ["changeset_id"],
    access: "authenticated",
    resource: "",
    action: "write",
    module: "",
    status: 200,
    readOnly: false,
    trust: "direct",
    bodyOptional: true,
    request: schemas.ChangesetWithdrawal,
    query: null,
    secrets: ["result"],
    callers: [],
    handler: withdrawChangesetHandler,
  },
  {
    service: "changes.v1.Changes",
    method: "UndoChangeset",
    path: ["changeset_id"],
    access: "scope",
    resource: "audit",
    action: "admin",
    module: "",
    status: 200,
    readOnly: false,
    trust: "direct",
    bodyOptional: true,
    request: schemas.ChangesetUndo,
    query: null,
    secrets: ["result"],
    callers: [],
    handler: undoChangesetHandler,
  },
  {
    service: "changes.v1.Changes",
    method: "ListChangesets",
    path: [],
    access: "internal",
    resource: "",
    action: "read",
    module: "",
    status: 200,
    readOnly: true,
    trust: "matrix",
    bodyOptional: false,
    request: schemas.ChangesetsWanted,
    query: null,
    callers: ["agent"],
    handler: listChangesetsHandler,
  },
];
