import { createTeam } from "../../../dev/src/teams.ts";
import { mintTokens, post } from "../seed.ts";
import { tenRules } from "../seed-rules.ts";
import { spreadOf } from "../spread.ts";
import { verdict, type Verdict } from "../verdicts.ts";
import { signedInOwner } from "./session.ts";
import { atOnce, type ApprovalsBench } from "./team.ts";

const SIZES = [1_000, 10_000] as const;
const ROUNDS = 5;
/** The time after which a trial stops (rules.try). */
const LIMIT_MS = 10_000;
/** One token may send 10,000 requests a minute. */
const TOKENS = 6;

/** Tries ten rules on the history of a team of 1,000 changesets, and then on 10,000 (rules.try). */
export async function runTryRules({ fleet, progress, print }: ApprovalsBench): Promise<Verdict[]> {
  const { slug } = await createTeam(fleet, { slug: `bench-try-${Date.now().toString(36)}` });
  const tokens = await mintTokens(fleet, slug, TOKENS);
  const owner = await signedInOwner(fleet, slug);
  const verdicts: Verdict[] = [];
  let made = 0;
  for (const size of SIZES) {
    await progress.step(`making ${size} changesets`, async () => {
      await atOnce(size - made, async (n) => {
        const contact = { first_name: `Tried ${made + n}`, email: `tried.${made + n}@example.org` };
        await post(fleet, tokens[n % TOKENS] ?? "", "/api/v1/contacts", contact);
      });
      made = size;
    });
    const times: number[] = [];
    await progress.step(`trying rules on ${size} changesets`, async () => {
      for (let n = 0; n <= ROUNDS; n += 1) times.push(await triedMs(owner, size));
    });
    const { median, spread } = spreadOf(times.slice(1));
    const text = `10 rules tried on ${size} changesets: ${median.toFixed(0)} ms ±${spread.toFixed(0)}`;
    print(`\n${text}`);
    verdicts.push(verdict(median <= LIMIT_MS, `${text}, asked for <= ${LIMIT_MS} ms`));
  }
  return verdicts;
}

/** The time of one trial; throws where it did not judge all of them. */
async function triedMs(owner: Awaited<ReturnType<typeof signedInOwner>>, size: number): Promise<number> {
  const began = performance.now();
  const text = await owner("/api/v1/approval-rules:try", { rules: tenRules() });
  const ms = performance.now() - began;
  const { changesets, complete } = JSON.parse(text) as { changesets: number; complete: boolean };
  if (changesets < size || !complete)
    throw new Error(`A trial judged ${changesets} of ${size} changesets: ${text.slice(0, 400)}`);
  return ms;
}
