// Generated from protos/ by `make gen`; edits are lost.

import type { RpcDefinition } from "@jst/rpc";
import { readFileSync } from "node:fs";
import type { Deps } from "../src/deps.ts";
import { listEvents } from "../src/events/list-events.ts";
import { getBacklog } from "../src/operator/get-backlog.ts";
import { redeliverFailed } from "../src/operator/redeliver-failed.ts";
import { resealSecrets } from "../src/operator/reseal-secrets.ts";
import { listWebhooks } from "../src/webhooks/list-webhooks.ts";
import { createWebhook } from "../src/webhooks/create-webhook.ts";
import { getWebhook } from "../src/webhooks/get-webhook.ts";
import { updateWebhook } from "../src/webhooks/update-webhook.ts";
import { deleteWebhook } from "../src/webhooks/delete-webhook.ts";
import { redeliverWebhook } from "../src/webhooks/redeliver-webhook.ts";
import { testWebhook } from "../src/webhooks/test-webhook.ts";
import type { Handler, InternalHandler } from "./rpc.ts";
import * as schemas from "./schemas.ts";

const listEventsHandler: Handler<"ListEvents"> = listEvents;
const getBacklogHandler: InternalHandler<"GetBacklog"> = getBacklog;
const redeliverFailedHandler: InternalHandler<"RedeliverFailed"> = redeliverFailed;
const resealSecretsHandler: InternalHandler<"ResealSecrets"> = resealSecrets;
const listWebhooksHandler: Handler<"ListWebhooks"> = listWebhooks;
const createWebhookHandler: Handler<"CreateWebhook"> = createWebhook;
const getWebhookHandler: Handler<"GetWebhook"> = getWebhook;
const updateWebhookHandler: Handler<"UpdateWebhook"> = updateWebhook;
const deleteWebhookHandler: Handler<"DeleteWebhook"> = deleteWebhook;
const redeliverWebhookHandler: Handler<"RedeliverWebhook"> = redeliverWebhook;
const testWebhookHandler: Handler<"TestWebhook"> = testWebhook;

/** Wire messages of these rpcs. */
export const descriptor = readFileSync(new URL("./descriptor.binpb", import.meta.url));

/** Every rpc this service answers. */
export const rpcs: readonly RpcDefinition<Deps>[] = [
  {
    service: "webhooks.v1.Events",
    method: "ListEvents",
    path: [],
    access: "scope",
    resource: "webhooks",
    action: "read",
    module: "webhooks",
    status: 200,
    readOnly: true,
    trust: "matrix",
    bodyOptional: false,
    request: null,
    query: schemas.ListEventsQuery,
    callers: [],
    handler: listEventsHandler,
  },
  {
    service: "webhooks.v1.Operator",
    method: "GetBacklog",
    path: [],
    access: "internal",
    resource: "",
    action: "read",
    module: "",
    status: 200,
    readOnly: true,
    trust: "matrix",
    bodyOptional: false,
    request: schemas.BacklogQuestion,
    query: null,
    callers: ["operator"],
    handler: getBacklogHandler,
  },
  {
    service: "webhooks.v1.Operator",
    method: "RedeliverFailed",
    path: [],
    access: "internal",
    resource: "",
    action: "write",
    module: "",
    status: 200,
    readOnly: false,
    trust: "matrix",
    bodyOptional: false,
    request: schemas.FailedDeliveries,
    query: null,
    callers: ["operator"],
    handler: redeliverFailedHandler,
  },
  {
    service: "webhooks.v1.Operator",
    method: "ResealSecrets",
    path: [],
    access: "internal",
    resource: "",
    action: "write",
    module: "",
    status: 200,
    readOnly: false,
    trust: "matrix",
    bodyOptional: false,
    request: schemas.SecretsAfter,
    query: null,
    callers: ["operator"],
    handler: resealSecretsHandler,
  },
  {
    service: "webhooks.v1.Webhooks",
    method: "ListWebhooks",
    path: [],
    access: "scope",
    resource: "webhooks",
    action: "read",
    module: "webhooks",
    status: 200,
    readOnly: true,
    trust: "matrix",
    bodyOptional: false,
    request: null,
    query: schemas.ListWebhooksQuery,
    callers: [],
    handler: listWebhooksHandler,
  },
  {
    service: "webhooks.v1.Webhooks",
    method: "CreateWebhook",
    path: [],
    access: "scope",
    resource: "webhooks",
    action: "write",
    module: "webhooks",
    status: 201,
    readOnly: false,
    trust: "matrix",
    bodyOptional: false,
    request: schemas.NewWebhook,
    query: null,
    secrets: ["secret"],
    callers: [],
    handler: createWebhookHandler,
  },
  {
    service: "webhooks.v1.Webhooks",
    method: "GetWebhook",
    path: ["webhook_id"],
    access: "scope",
    resource: "webhooks",
    action: "read",
    module: "webhooks",
    status: 200,
    readOnly: true,
    trust: "matrix",
    bodyOptional: false,
    request: null,
    query: null,
    callers: [],
    handler: getWebhookHandler,
  },
  {
    service: "webhooks.v1.Webhooks",
    method: "UpdateWebhook",
    path: ["webhook_id"],
    access: "scope",
    resource: "webhooks",
    action: "write",
    module: "webhooks",
    status: 200,
    readOnly: false,
    trust: "matrix",
    bodyOptional: false,
    request: schemas.WebhookPatch,
    query: null,
    secrets: ["secret"],
    callers: [],
    handler: updateWebhookHandler,
  },
  {
    service: "webhooks.v1.Webhooks",
    method: "DeleteWebhook",
    path: ["webhook_id"],
    access: "scope",
    resource: "webhooks",
    action: "delete",
    module: "webhooks",
    status: 200,
    readOnly: false,
    trust: "matrix",
    bodyOptional: false,
    request: null,
    query: null,
    callers: [],
    handler: deleteWebhookHandler,
  },
  {
    service: "webhooks.v1.Webhooks",
    method: "RedeliverWebhook",
    path: ["webhook_id"],
    access: "scope",
    resource: "webhooks",
    action: "write",
    module: "webhooks",
    status: 202,
    readOnly: false,
    trust: "direct",
    bodyOptional: false,
    request: schemas.Redelivery,
    query: null,
    callers: [],
    handler: redeliverWebhookHandler,
  },
  {
    service: "webhooks.v1.Webhooks",
    method: "TestWebhook",
    path: ["webhook_id"],
    access: "scope",
    resource: "webhooks",
    action: "write",
    module: "webhooks",
    status: 202,
    readOnly: false,
    trust: "direct",
    bodyOptional: true,
    request: schemas.TestEvent,
    query: null,
    callers: [],
    handler: testWebhookHandler,
  },
];
