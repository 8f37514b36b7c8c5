import assert from "node:assert/strict";
import { placed } from "./placed.ts";
import { nameOf, registry, type Rpc } from "./registry.ts";
import { sampleOf } from "./samples.ts";
import type { teamApi } from "./team-api.ts";

type Call = ReturnType<typeof teamApi>["call"];

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

/** Posts the body and resolves to the id of what it made. */
export async function made(call: Call, path: string, body: object): Promise<string> {
  const answer = await call("POST", path, body);
  assert.ok(answer.status < 300, `${path} ${JSON.stringify(answer.body)}`);
  return (answer.body as { id: string }).id;
}

/** Makes what the paths of these rpcs name, by its variable. */
async function pathIds(call: Call, slug: string, contact_id: string): Promise<Record<string, string>> {
  const line_items = [{ description: "Work", unit_amount: 1000 }];
  const fields = [{ id: "email", label: "Your e-mail", type: "email" }];
  await made(call, "forms", { title: "Visit", slug, status: "published", fields });
  return {
    slug,
    asset_id: await made(call, "data/tables/assets/rows", { data: { name: "Drill" } }),
    task_id: await made(call, "tasks", { title: "Call" }),
    invoice_id: await made(call, "commerce/invoices", {
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

/** Two contacts of which the source is named by every rpc that takes a contact. */
export interface NamedContacts {
  target: string;
  source: string;
  /** Paths that answer what names the source. */
  places: string[];
}

/** Makes two contacts, and names the source by every rpc that takes a contact. `name` is in slugs and addresses. */
export async function nameContacts(call: Call, name: string): Promise<NamedContacts> {
  const [target, source] = [
    await made(call, "contacts", { first_name: "Ada", email: `ada@${name}.test` }),
    await made(call, "contacts", { first_name: "Ada", email: `a.king@${name}.test` }),
  ];
  const ids = await pathIds(call, name, target);
  const places: string[] = [];
  for (const { rpc, reference } of references) {
    const [binding] = rpc.bindings;
    assert.ok(binding !== undefined);
    const path = binding.path.replace("/api/v1/", "").replaceAll(/\{([^}]+)\}/g, (_, variable: string) => {
      const id = ids[variable];
      assert.ok(id !== undefined, `pathIds has no ${variable}, which ${nameOf(rpc)} needs`);
      return id;
    });
    const sample = binding.verb === "PATCH" ? {} : sampleOf(rpc);
    const body = placed(sample, reference.path, source, reference.ofType) as object;
    const answer = await call(binding.verb, path, body);
    assert.ok(answer.status < 300, `${nameOf(rpc)} ${JSON.stringify(answer.body)}`);
    places.push(readAt(rpc, path, (answer.body as { id: string }).id));
  }
  return { target, source, places };
}
