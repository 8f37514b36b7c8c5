// Generated from protos/ by `make gen`; edits are lost.

import type { RpcDefinition } from "@jst/rpc";
import { readFileSync } from "node:fs";
import type { Deps } from "../src/deps.ts";
import { getOutbox } from "../src/outbox/get-outbox.ts";
import { replayOutbox } from "../src/outbox/replay-outbox.ts";
import type { InternalHandler } from "./rpc.ts";
import * as schemas from "./schemas.ts";

const getOutboxHandler: InternalHandler<"GetOutbox"> = getOutbox;
const replayOutboxHandler: InternalHandler<"ReplayOutbox"> = replayOutbox;

/** Wire messages of these rpcs. */
export const descriptor = readFileSync(new URL("./descriptor.binpb", import.meta.url));

/** Every rpc this service answers. */
export const rpcs: readonly RpcDefinition<Deps>[] = [
  {
    service: "service.v1.Outbox",
    method: "GetOutbox",
    path: [],
    access: "internal",
    resource: "",
    action: "read",
    module: "",
    status: 200,
    readOnly: true,
    trust: "matrix",
    bodyOptional: false,
    request: schemas.OutboxQuestion,
    query: null,
    callers: ["operator"],
    handler: getOutboxHandler,
  },
  {
    service: "service.v1.Outbox",
    method: "ReplayOutbox",
    path: [],
    access: "internal",
    resource: "",
    action: "write",
    module: "",
    status: 200,
    readOnly: false,
    trust: "matrix",
    bodyOptional: false,
    request: schemas.OutboxReplay,
    query: null,
    callers: ["operator"],
    handler: replayOutboxHandler,
  },
];
