import { describeResource } from "@jst/resource/testing";
import { rpcs } from "../../gen/registry.ts";
import { testWebhooks } from "../testing/test-webhooks.ts";
import { webhooks } from "./webhook.ts";

const { door, database } = await testWebhooks();
const given = {
  url: ["https://example.com/one", "https://example.com/two"],
  events: [["contact.created"], ["contact.updated", "contact.created"]],
  filter: [
    { field: "company", op: "eq", value: "a" },
    { field: "company", op: "empty" },
  ],
  changed: [["company"], ["title", "company"]],
  batch: [
    { max: 2, wait_ms: 100 },
    { max: 3, wait_ms: 200 },
  ],
} as const;

describeResource(webhooks, {
  door,
  database,
  rpcs,
  folder: import.meta.dirname,
  given: () => Promise.resolve(given),
  naming: "description",
  besides: ["secret", "deliveries"],
  isMoving: true,
  isFinal: true,
});
