import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { before, describe, test } from "node:test";
import { agentDoors, callAt } from "../src/agent-doors.ts";
import { jst, mintToken, newTeam } from "../src/fleet.ts";
import { codeOf, send, type Answer } from "../src/http.ts";
import { placed } from "../src/placed.ts";
import { nameOf, registry, withAbsentIds, type Rpc } from "../src/registry.ts";
import { sampleOf } from "../src/samples.ts";

/** Every member of a body that names a thing of another resource (tokens.references), from the registry. */
const references = registry.flatMap((rpc) =>
  rpc.resource === "*" ? [] : rpc.references.map((reference) => ({ rpc, reference })),
);
/** Members of samples that name another thing, or do not go with one. */
const linking = { index: 0, to: { new: { name: "a", type: "relation", relation: {} } } };
const parts = [{ index: 0, target: { kind: "table" }, columns: [linking] }];
const plain: Readonly<Record<string, object>> = {
  "crm.v1.ContactImports/CreateContactImport": { target: { kind: "table" }, parts },
  "crm.v1.ContactImports/UpdateContactImport": { parts },
  "comms.v1.EmailRules/CreateEmailRule": { actions: [{ type: "notify" }] },
  "data.v1.Bases/AppendBlocks": { blocks: [{ type: "file_ref" }] },
};
const every = ["read", "write", "delete", "admin"];

let slug = "";
before(async () => {
  const team = await newTeam("references");
  slug = team.slug;
  for (const key of ["emr.enabled", "wellness.enabled", "mcp_export"])
    await jst("config", "set", "--team", slug, `modules.${key}`, "true");
});

/** A token of the rpc's own scope, which has every action, and of these scopes. */
const tokenFor = ({ resource }: Rpc, ...more: object[]): Promise<string> =>
  mintToken(slug, [{ resource, actions: every }, ...more]);

function ask(rpc: Rpc, body: unknown, token: string): Promise<Answer> {
  const [binding] = rpc.bindings;
  assert.ok(binding !== undefined);
  return send({ method: binding.verb, path: withAbsentIds(binding.path), token, body });
}

/** A refusal without what differs from one request to the next. */
function problemOf({ status, body }: Answer): object {
  return { ...(body as object), status, request_id: undefined, trace_id: undefined };
}

test("the registry knows references to files, contacts and tables", () => {
  const named = new Set(references.map(({ reference: { resource, action } }) => `${resource}:${action}`));
  for (const right of ["files:read", "contacts:read", "contacts:write", "tables:write"])
    assert.ok(named.has(right), right);
  assert.ok(references.length >= 15, `${references.length}`);
});

for (const { rpc, reference } of references) {
  const { path, resource, action, ofType } = reference;
  const field = path.map((part) => (part === "*" ? "0" : part)).join(".");
  const bodyWith = (id: unknown) =>
    placed({ ...(sampleOf(rpc) as object), ...plain[nameOf(rpc)] }, path, id, ofType);

  describe(`${nameOf(rpc)} ${field}`, () => {
    test(`takes ${resource}:${action}, before anybody looks for the thing`, async () => {
      const others = every.filter((one) => one !== action);
      const token = await tokenFor(rpc, { resource, actions: others });
      const [one, another] = [
        await ask(rpc, bodyWith(randomUUID()), token),
        await ask(rpc, bodyWith(randomUUID()), token),
      ];
      assert.deepEqual(problemOf(one), problemOf(another));
      const { status, code, required_scope, field: place } = problemOf(one) as Record<string, unknown>;
      assert.deepEqual(
        [status, code, required_scope, place],
        [403, "insufficient_scope", `${resource}:${action}`, field],
      );
    });

    test("is looked for with that right", async () => {
      const token = await tokenFor(rpc, { resource, actions: [action] });
      const answer = await ask(rpc, bodyWith(randomUUID()), token);
      assert.notEqual(codeOf(answer), "insufficient_scope", JSON.stringify(answer.body));
    });

    if (rpc.tool !== null)
      test("takes it at every door of agents", async () => {
        const token = await tokenFor(rpc);
        const names = [...(rpc.bindings[0]?.path ?? "").matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? "");
        const ids = Object.fromEntries(names.map((name) => [name, randomUUID()]));
        for (const door of agentDoors) {
          const values = { ...(bodyWith(randomUUID()) as object), ...ids };
          const outcome = await callAt(door, { name: rpc.tool ?? "", values, token });
          assert.deepEqual(outcome, { code: "insufficient_scope" }, door);
        }
      });
  });
}
