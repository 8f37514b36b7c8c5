import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { SECRET_PAGES } from "@jst/pages";
import { registry } from "../src/registry.ts";

/** Every address in a reply of the API, and the right that an act on its page needs; null if nobody acts there. */
const ADDRESSES: Readonly<Record<string, string | null>> = {
  "Invoice.hosted_url": "commerce:write",
  "Quote.hosted_url": "commerce:write",
  "Checkout.url": "commerce:write",
  // A shop's own pages.
  "Checkout.success_url": null,
  "Checkout.cancel_url": null,
  // Routes of the API, which take a token.
  "ActionOutcome.changeset_url": null,
  "QueuedWrite.changeset_url": null,
  "ConnectedExtension.base_url": null,
  // The text that a person typed.
  "Block.url": null,
  "BookedLocation.join_url": null,
  "Webhook.url": null,
  "CreatedWebhook.url": null,
  "WebhookDetail.url": null,
  "UpdatedWebhook.url": null,
  // A file is read there, which files:read allows.
  "StoredFile.public_url": null,
  "CreatedStoredFile.public_url": null,
  "FileAddress.url": null,
};

interface Schema {
  $ref?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
}

interface Response {
  $ref?: string;
  content?: Record<string, { schema?: Schema }>;
}

const root = path.resolve(import.meta.dirname, "../..");
const description = JSON.parse(readFileSync(path.join(root, "services/agent/gen/openapi.json"), "utf8")) as {
  paths: Record<string, Record<string, { responses?: Record<string, Response> }>>;
  components: { schemas: Record<string, Schema>; responses?: Record<string, Response> };
};

/** Addresses below a schema: the message and member of each, and its dotted path. */
function addressesIn(schema: Schema, at: readonly string[], outer: readonly string[]): [string, string][] {
  const name = schema.$ref?.split("/").at(-1);
  if (name !== undefined) {
    const target = description.components.schemas[name];
    return target === undefined || outer.includes(name) ? [] : addressesIn(target, at, [...outer, name]);
  }
  const parts = [
    ...(schema.anyOf ?? []),
    ...(schema.oneOf ?? []),
    ...(schema.allOf ?? []),
    ...(schema.items === undefined ? [] : [schema.items]),
  ];
  const members = Object.entries(schema.properties ?? {}).flatMap(([member, value]): [string, string][] => {
    const here: [string, string][] = /(^|_)(url|uri|link|href)s?$/.test(member)
      ? [[`${outer.at(-1) ?? ""}.${member}`, [...at, member].join(".")]]
      : [];
    return [...here, ...addressesIn(value, [...at, member], outer)];
  });
  return [...members, ...parts.flatMap((part) => addressesIn(part, at, outer))];
}

const replies = Object.entries(description.paths).flatMap(([template, operations]) =>
  Object.entries(operations).flatMap(([verb, { responses = {} }]) =>
    Object.values(responses).flatMap((response) => {
      const name = response.$ref?.split("/").at(-1);
      const found = name === undefined ? response : description.components.responses?.[name];
      const schema = found?.content?.["application/json"]?.schema;
      const addresses = schema === undefined ? [] : addressesIn(schema, [], []);
      return addresses.map(([member, at]) => ({ template, verb: verb.toUpperCase(), member, at }));
    }),
  ),
);

test("each address in a reply is known, and that of a page on which somebody acts states the right to act there", () => {
  assert.deepEqual(
    [...new Set(replies.map(({ member }) => member))].sort(),
    Object.keys(ADDRESSES).sort(),
    "A new address goes into ADDRESSES; a page on which somebody acts also needs shown_to in its proto.",
  );
  for (const { template, verb, member, at } of replies) {
    const rpc = registry.find(({ bindings }) =>
      bindings.some((one) => one.verb === verb && one.path === template),
    );
    assert.ok(rpc, `${verb} ${template}`);
    assert.equal(rpc.shownTo[at] ?? null, ADDRESSES[member], `${verb} ${template} ${at}`);
  }
});

test("a text hides the secret of every page whose address ends in one", () => {
  const kinds = registry
    .flatMap(({ bindings }) => bindings.map((binding) => binding.path))
    .flatMap((template) => /^\/p\/([^/]+)\/\{(?:secret|address)\}/.exec(template)?.[1] ?? []);
  assert.deepEqual([...new Set(kinds)].sort(), [...SECRET_PAGES].sort());
});
