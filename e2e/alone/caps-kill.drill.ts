// Proves: libs/changes/src/rules libs/changes/src/deciding libs/rpc/src/public-rpc.ts
import assert from "node:assert/strict";
import { test } from "node:test";
import { makeCappedTeam, requireLimits, writeAll, type Attempt } from "../src/cap-drill.ts";
import { mintPersonal } from "../src/fleet.ts";
import { killDuring } from "../src/killing.ts";
import { answered, eachOf, sendUntilKnown } from "../src/member-api.ts";

/** Writes of each kind by each of four members; a limit lets 20 to 40 of them run. */
const WRITES = Number(process.env.E2E_ROUNDS ?? 120);
/** Proposals of each kind by each of them. */
const PROPOSALS = Math.min(WRITES, 48);
const VICTIMS = ["crm", "data", "commerce", "auth", "account"];
const APPROVERS = 3;
const AT_ONCE = 8;
const drill = { timeout: 1_200_000 };

test(
  "64 writers under limits of a day, while services are killed: each limit is reached and never passed",
  drill,
  async (context) => {
    const team = await makeCappedTeam("caps-kill", true);
    const writing = writeAll(team, WRITES);
    const kills = await killDuring(VICTIMS, writing, answered);
    const attempts = await writing;
    assert.deepEqual(
      attempts.filter(({ status }) => status !== 201 && status !== 403),
      [],
    );
    await requireLimits(team, attempts, ({ status }) => status === 201);
    const ran = attempts.filter(({ status }) => status === 201).length;
    context.diagnostic(`${attempts.length} writes, ${ran} ran, kills ${JSON.stringify(kills)}`);
  },
);

test(
  "three approvers approve all proposals of members under limits of a day, while services are killed: the same",
  drill,
  async (context) => {
    const team = await makeCappedTeam("caps-approved", false);
    const approvers: string[] = [];
    for (let n = 0; n < APPROVERS; n += 1) approvers.push(await mintPersonal(team.slug, `human:admin:a${n}`));
    const proposed = await writeAll(team, PROPOSALS);
    assert.deepEqual(
      proposed.filter(({ status }) => status !== 202),
      [],
    );
    const answers = new Map<Attempt, string[]>();
    const approving = Promise.all(
      approvers.map((approver) =>
        eachOf(proposed, AT_ONCE, async (attempt) => {
          const path = `changesets/${attempt.changesetId}/approve`;
          const { status, body } = await sendUntilKnown(approver, "POST", path, {});
          const answer = status === 200 ? "executed" : (body as { code: string }).code;
          answers.set(attempt, [...(answers.get(attempt) ?? []), answer]);
        }),
      ),
    );
    const kills = await killDuring(VICTIMS, approving, answered);
    const hasRun = new Map<Attempt, boolean>();
    await eachOf(proposed, AT_ONCE, async (attempt) => {
      const { body } = await sendUntilKnown(team.token, "GET", `changesets/${attempt.changesetId}`);
      const { status } = body as { status: string };
      const found = answers.get(attempt) ?? [];
      const late =
        status === "executed" ? ["executed", "changeset_not_pending", "rule_refused"] : ["rule_refused"];
      assert.ok(
        found.every((answer) => late.includes(answer)),
        `${attempt.changesetId} is ${status}: ${found.join()}`,
      );
      assert.ok(["executed", "queued"].includes(status), status);
      hasRun.set(attempt, status === "executed");
    });
    await requireLimits(team, proposed, (attempt) => hasRun.get(attempt) === true);
    const ran = [...hasRun.values()].filter(Boolean).length;
    context.diagnostic(`${proposed.length} proposals, ${ran} executed, kills ${JSON.stringify(kills)}`);
  },
);
