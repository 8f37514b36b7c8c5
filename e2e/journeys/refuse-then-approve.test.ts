import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { mintPersonal, newTeam } from "../src/fleet.ts";
import { done, eachOf, listAs, sendAs, type HandOfRequest } from "../src/member-api.ts";
import { signedIn, type SignedIn } from "../src/sessions.ts";

/** Rounds of all teams together; the drill has more of them. */
const ROUNDS = Number(process.env.E2E_ROUNDS ?? 40);
const TEAMS = 4;
const AT_ONCE = 4;

/** Way of saving a rule that refuses from then on, and of taking it back; both answer once that is saved. */
interface Way {
  title: string;
  save: (owner: SignedIn) => Promise<unknown>;
  takeBack: (owner: SignedIn) => Promise<unknown>;
}

interface Saved {
  id: string;
}

const contactsAndRows = { resources: ["contacts", "rows"] };
const nothing = { resources: ["webhooks"] };
const rule = (name: string, more: object) => ({ name, outcome: "refuse", when: contactsAndRows, ...more });
const post = (owner: SignedIn, body: object) => done<Saved>(owner, "POST", "approval-rules", body);
const patch = (owner: SignedIn, { id }: Saved, body: object) =>
  done(owner, "PATCH", `approval-rules/${id}`, body);

/** Makes the rules of a team that each way changes; none refuses yet. */
async function waysOf(owner: SignedIn): Promise<Way[]> {
  const disabled = await post(owner, rule("Disabled", { position: 1, enabled: false }));
  const narrow = await post(owner, rule("Narrow", { position: 2, when: nothing }));
  const running = await post(owner, rule("Running", { position: 8, outcome: "run" }));
  await post(owner, rule("First", { position: 10, outcome: "run" }));
  const last = await post(owner, rule("Last", { position: 11 }));
  let made: Saved | undefined;
  return [
    {
      title: "created",
      save: async () => (made = await post(owner, rule("Created", { position: 4 }))),
      takeBack: () => done(owner, "DELETE", `approval-rules/${made?.id}`),
    },
    {
      title: "enabled",
      save: () => patch(owner, disabled, { enabled: true }),
      takeBack: () => patch(owner, disabled, { enabled: false }),
    },
    {
      title: "widened",
      save: () => patch(owner, narrow, { when: contactsAndRows }),
      takeBack: () => patch(owner, narrow, { when: nothing }),
    },
    {
      title: "given another outcome",
      save: () => patch(owner, running, { outcome: "refuse" }),
      takeBack: () => patch(owner, running, { outcome: "run" }),
    },
    {
      title: "moved forward",
      save: () => patch(owner, last, { position: 5 }),
      takeBack: () => patch(owner, last, { position: 11 }),
    },
  ];
}

/** Approves alone or among many; answers the status and the code of a refusal. */
async function approve(hand: HandOfRequest, id: string, n: number): Promise<string> {
  const isAlone = n % 2 === 0;
  const answer = isAlone
    ? await sendAs(hand, "POST", `changesets/${id}/approve`, {})
    : await sendAs(hand, "POST", "changesets:decide", { decision: "approve", items: [{ id }] });
  if (isAlone) return `${answer.status} ${(answer.body as { code?: string }).code}`;
  const { results } = answer.body as { results?: { status: number; problem?: { code: string } }[] };
  const [first] = results ?? [];
  return `${first?.status} ${first?.problem?.code}`;
}

describe("approvals that are sent once a rule is saved", { concurrency: TEAMS }, () => {
  for (let one = 0; one < TEAMS; one += 1)
    test(
      `team ${one}: the rule refuses ${ROUNDS / TEAMS} of them, and lets each pass once it is taken back`,
      { timeout: 1_200_000 },
      async (context) => {
        const wrong: string[] = [];
        let refused = 0;
        const { slug, token } = await newTeam("refuse");
        const owner = await signedIn(slug, "owner", "lead");
        const deciders = [
          owner,
          await signedIn(slug, "admin", "ada"),
          await mintPersonal(slug, "human:admin:bo"),
        ];
        const proposer = await mintPersonal(slug, "human:member:agent");
        const columns = [{ name: "name", type: "text" }];
        const table = { name: "things", display_name: "Things", columns };
        const { id: tableId } = await done<{ id: string }>(token, "POST", "data/tables", table);
        const ids: string[] = [];
        await eachOf([...Array(ROUNDS / TEAMS).keys()], AT_ONCE, async (n) => {
          const [path, body] =
            n % 3 === 0
              ? [`data/tables/${tableId}/rows`, { data: { name: `Thing ${n}` } }]
              : ["contacts", { first_name: `Thing ${n}` }];
          const { changeset_id: id } = await done<{ changeset_id: string }>(proposer, "POST", path, body);
          ids[n] = id;
        });
        const ways = await waysOf(owner);
        for (const [n, id] of ids.entries()) {
          const way = ways[n % ways.length] ?? assert.fail();
          const decider = deciders[n % deciders.length] ?? assert.fail();
          await way.save(owner);
          const first = await approve(decider, id, n);
          const { status } = await done<{ status: string }>(token, "GET", `changesets/${id}`);
          if (first === "403 rule_refused" && status === "queued") refused += 1;
          else wrong.push(`round ${n}, a rule that is ${way.title}: ${first}, ${status}`);
          await way.takeBack(owner);
          const second = await approve(decider, id, n);
          if (!second.startsWith("200")) wrong.push(`round ${n}, no longer ${way.title}: ${second}`);
        }
        context.diagnostic(`${refused} refused, ${wrong.length} wrong`);
        assert.deepEqual(wrong, []);
        const contacts = await listAs<{ first_name: string }>(token, "contacts", "contacts");
        const rows = await listAs<{ data: { name: string } }>(token, `data/tables/${tableId}/rows`, "rows");
        const names = [...contacts.map((found) => found.first_name), ...rows.map(({ data }) => data.name)];
        assert.deepEqual(names.sort(), ids.map((_, n) => `Thing ${n}`).sort());
      },
    );
});
