// Proves: libs/changes/src/deciding libs/changes/src/rules libs/changes/src/notices.ts services/agent/src/changesets
import assert from "node:assert/strict";
import { test } from "node:test";
import { killDuring } from "../src/killing.ts";
import { answered, eachOf, listAs } from "../src/member-api.ts";
import {
  decide,
  makeVotingTeam,
  propose,
  requireDecided,
  requireUndone,
  type Proposal,
} from "../src/vote-drill.ts";

const PROPOSALS = Number(process.env.E2E_ROUNDS ?? 500);
const AT_ONCE = 4;
const UNDONE = 50;
/** The third approver rejects one of so many. */
const REJECTS = 10;
const VICTIMS = ["data", "crm", "auth", "account", "agent"];

test(
  `three approvers decide on ${PROPOSALS} proposals while every process of it is killed: two approvals each, executed once`,
  { timeout: 1_200_000 },
  async (context) => {
    const team = await makeVotingTeam("votes-kill");
    const proposals: Proposal[] = [];
    const proposing = eachOf([...Array(PROPOSALS).keys()], AT_ONCE, async (n) => {
      proposals.push(await propose(team, `Thing ${n}`, n));
    });
    const before = await killDuring(VICTIMS, proposing, answered);
    const rejectable = new Set(proposals.filter((_, n) => n % REJECTS === 0).map(({ id }) => id));
    const deciding = Promise.all(
      team.approvers.map(({ hand }, at) =>
        eachOf(proposals, AT_ONCE, (proposal, n) =>
          decide(hand, proposal, at === 2 && rejectable.has(proposal.id) ? "reject" : "approve", n),
        ),
      ),
    );
    const kills = await killDuring(VICTIMS, deciding, answered);
    const { executed, rejected } = await requireDecided(team, proposals, rejectable);
    for (const { member } of team.approvers) {
      const waiting = await listAs<{ id: string }>(member, "changesets?decidable=true", "changesets");
      const ours = new Set(proposals.map(({ id }) => id));
      assert.deepEqual(
        waiting.filter(({ id }) => ours.has(id)),
        [],
      );
    }
    await requireUndone(
      team,
      executed.filter((_, n) => n % Math.ceil(executed.length / UNDONE) === 0),
    );
    context.diagnostic(
      `kills while proposing ${JSON.stringify(before)}, while deciding ${JSON.stringify(kills)}`,
    );
    context.diagnostic(`${executed.length} executed, ${rejected} rejected`);
  },
);
