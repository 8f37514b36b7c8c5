import { until } from "@jst/testing";
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { mintPersonal, newTeam } from "../src/fleet.ts";
import { send } from "../src/http.ts";

/** From a decision to its entry in the log: outbox, relay, broker, writer. */
const ARRIVAL_MS = 40_000;

interface Entry {
  action: string;
  outcome: string;
  resource_id: string;
  changeset_id?: string;
  actor: { type: string; id: string };
}

let service = "";
let agent = "";
let owner = "";
before(async () => {
  const team = await newTeam("audit");
  service = team.token;
  agent = await mintPersonal(team.slug, "human:admin");
  owner = await mintPersonal(team.slug, "human:owner");
});

/** Entries about a changeset, oldest first. */
async function entriesOf(id: string): Promise<Entry[]> {
  const answer = await send({ method: "GET", path: "/api/v1/audit?resource=changesets", token: service });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  const { audit } = answer.body as { audit: Entry[] };
  return audit.filter((entry) => entry.resource_id === id).reverse();
}

const proposals = [
  { of: "a contact", path: "/api/v1/contacts", body: { first_name: "Ada" } },
  { of: "a table", path: "/api/v1/data/tables", body: { name: "audited", display_name: "Audited" } },
  {
    of: "an endpoint",
    path: "/api/v1/webhooks",
    body: { url: "https://example.com/hook", events: ["contact.created"] },
  },
];

for (const { of, path, body } of proposals) {
  test(`GET /audit shows who proposed ${of} and who approved it`, async () => {
    const proposed = await send({ method: "POST", path, token: agent, body });
    assert.equal(proposed.status, 202, JSON.stringify(proposed.body));
    const { changeset_id: id } = proposed.body as { changeset_id: string };
    const approval = `/api/v1/changesets/${id}/approve`;
    const approved = await send({ method: "POST", path: approval, token: owner });
    assert.equal(approved.status, 200, JSON.stringify(approved.body));
    const entries = await until("both entries are in the log", ARRIVAL_MS, async () => {
      const found = await entriesOf(id);
      return found.length >= 2 ? found : undefined;
    });
    assert.deepEqual(
      entries.map(({ action, outcome, changeset_id }) => [action, outcome, changeset_id]),
      [
        ["changeset.propose", "success", id],
        ["changeset.approve", "success", id],
      ],
    );
    const { proposed_by, decided_by } = approved.body as { proposed_by: unknown; decided_by: unknown };
    assert.deepEqual(
      entries.map(({ actor }) => actor),
      [proposed_by, decided_by],
    );
  });
}
