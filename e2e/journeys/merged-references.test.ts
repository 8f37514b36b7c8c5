import assert from "node:assert/strict";
import { before, test } from "node:test";
import { until } from "@jst/testing";
import { newTeam } from "../src/fleet.ts";
import { placed } from "../src/placed.ts";
import { nameOf, registry, type Rpc } from "../src/registry.ts";
import { sampleOf } from "../src/samples.ts";
import { teamApi } from "../src/team-api.ts";

const FOLLOWS_MS = 60_000;

/** Members that name a contact and do not follow a merge, with the reason. */
const exempt: Readonly<Record<string, string>> = {
  "comms.v1.Consents/CreateConsent": "each address keeps its own consents (contacts.merged-references)",
};
/** Every member of a body that names a contact (tokens.references), from the registry. */
const references = registry.flatMap((rpc) =>
  rpc.references
    .filter(({ resource, action }) => resource === "contacts" && action === "read")
    .filter(() => exempt[nameOf(rpc)] === undefined)
    .map((reference) => ({ rpc, reference })),
);

let token = "";
const { call } = teamApi(() => token);
before(async () => {
  token = (await newTeam("merged-references")).token;
});

async function made(path: string, body: object): Promise<string> {
  const answer = await call("POST", path, body);
  assert.ok(answer.status < 300, `${path} ${JSON.stringify(answer.body)}`);
  return (answer.body as { id: string }).id;
}

/** Makes what the paths of these rpcs name, by its variable. */
async function pathIds(contact_id: string): Promise<Record<string, string>> {
  const line_items = [{ description: "Work", unit_amount: 1000 }];
  const fields = [{ id: "email", label: "Your e-mail", type: "email" }];
  await made("forms", { title: "Visit", slug: "visit", status: "published", fields });
  return {
    slug: "visit",
    asset_id: await made("data/tables/assets/rows", { data: { name: "Drill" } }),
    task_id: await made("tasks", { title: "Call" }),
    invoice_id: await made("commerce/invoices", {
      contact_id,
      currency: "EUR",
      line_items,
      auto_finalize: false,
    }),
  };
}

/** Where what the rpc has written is read. */
function readAt({ method, bindings }: Rpc, path: string, answered: string): string {
  if (method === "CheckOutAsset") return `data/tables/assets/rows/${answered}`;
  return bindings[0]?.verb === "PATCH" ? path : `${path}/${answered}`;
}

test("whatever a body lets name a contact names the target of a merge, by every rpc that takes a contact", async () => {
  const [target, source] = [
    await made("contacts", { first_name: "Ada", email: "ada@references.test" }),
    await made("contacts", { first_name: "Ada", email: "a.king@references.test" }),
  ];
  const ids = await pathIds(target);
  const places: string[] = [];
  for (const { rpc, reference } of references) {
    const [binding] = rpc.bindings;
    assert.ok(binding !== undefined);
    const path = binding.path.replace("/api/v1/", "").replaceAll(/\{([^}]+)\}/g, (_, name: string) => {
      const id = ids[name];
      assert.ok(id !== undefined, `pathIds has no ${name}, which ${nameOf(rpc)} needs`);
      return id;
    });
    const sample = binding.verb === "PATCH" ? {} : sampleOf(rpc);
    const body = placed(sample, reference.path, source, reference.ofType) as object;
    const answer = await call(binding.verb, path, body);
    assert.ok(answer.status < 300, `${nameOf(rpc)} ${JSON.stringify(answer.body)}`);
    places.push(readAt(rpc, path, (answer.body as { id: string }).id));
  }
  const read = async (place: string) => JSON.stringify((await call("GET", place)).body);
  for (const place of places) assert.ok((await read(place)).includes(source), place);
  assert.equal((await call("POST", `contacts/${target}/merge`, { source_id: source })).status, 200);
  for (const place of places)
    await until(`${place} names the target`, FOLLOWS_MS, async () => {
      const text = await read(place);
      return text.includes(target) && !text.includes(source);
    });
});
