import assert from "node:assert/strict";
import { test } from "node:test";
import { OAuthError } from "./oauth-error.ts";
import { Turns } from "./turns.ts";

/** Requests for one thing: each is answered by the next of the endings, and notes how many went at once. */
function requests(endings: (string | Error)[]) {
  const turns = new Turns();
  const seen = { made: 0, running: 0, most: 0 };
  const work = async (): Promise<string> => {
    seen.made += 1;
    seen.running += 1;
    seen.most = Math.max(seen.most, seen.running);
    const ending = endings[seen.made - 1] ?? assert.fail("More work was done than there is.");
    await new Promise(setImmediate);
    seen.running -= 1;
    if (ending instanceof Error) throw ending;
    return ending;
  };
  const atOnce = async (count: number, of = "one") => {
    const all = Array.from({ length: count }, () => turns.take(of, work));
    return (await Promise.allSettled(all)).map((one) =>
      one.status === "fulfilled" ? one.value : one.reason,
    );
  };
  return { turns, seen, work, atOnce };
}

const invalid = new OAuthError("invalid_grant", "No.");

test("of those at once one has it, the second is refused, and the rest are told so without work", async () => {
  const { seen, atOnce } = requests(["won", invalid, invalid]);
  assert.deepEqual(await atOnce(50), ["won", ...Array<Error>(49).fill(invalid)]);
  assert.deepEqual(seen, { made: 2, running: 0, most: 1 });
  assert.deepEqual(await atOnce(1), [invalid]);
  assert.equal(seen.made, 3);
});

test("where one fails, each of the others tries by itself, and one of them has it", async () => {
  const fault = new Error("The database is away.");
  const { seen, atOnce } = requests([fault, "won", invalid, invalid]);
  assert.deepEqual(await atOnce(4), [fault, "won", invalid, invalid]);
  assert.equal(seen.made, 4);
});

test("a refusal of one request does not refuse the others", async () => {
  const scope = new OAuthError("invalid_scope", "Too much.");
  const { atOnce } = requests([scope, "won"]);
  assert.deepEqual(await atOnce(2), [scope, "won"]);
});

test("those who want something else do not wait", async () => {
  const { turns, seen, work } = requests(["a", "b"]);
  assert.deepEqual(await Promise.all([turns.take("one", work), turns.take("other", work)]), ["a", "b"]);
  assert.equal(seen.most, 2);
});
