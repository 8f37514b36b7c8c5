import { heldBytes } from "@jst/testing";
import assert from "node:assert/strict";
import { test } from "node:test";
import { testAuth } from "../testing/test-auth.ts";
import { newTokenValue, tokenHash } from "../tokens/token-format.ts";

const tokenCount = 10_000;
const atOnce = 50;
const bytesMax = 64 * 1024 * 1024;

const { newTeam, teamIdOf, askWith, sql } = await testAuth();

test("ten thousand living tokens, each with its signed caller, take at most 64 MB", async (context) => {
  const team = await teamIdOf(await newTeam());
  const values = Array.from({ length: tokenCount }, () => newTokenValue("service"));
  await sql(
    `insert into auth.tokens (team_id, name, type, hash, prefix, last4, scopes)
     select $1, 'app', 'service', hash, 'jst_s', 'last', '[{"resource": "tables", "actions": ["read", "write"]}]'
     from unnest($2::bytea[]) as hash`,
    [team, values.map((value) => Buffer.from(tokenHash(value), "latin1"))],
  );
  const ask = async (tokens: string[]) => {
    for (let start = 0; start < tokens.length; start += atOnce) {
      const answers = await Promise.all(tokens.slice(start, start + atOnce).map((token) => askWith(token)));
      assert.ok(answers.every(({ isAllowed }) => isAllowed));
    }
  };
  // The first requests load and compile code, whose memory must not count as the tokens'.
  await ask(values.slice(0, 500));
  const before = heldBytes();
  await ask(values.slice(500));
  const grown = heldBytes() - before;
  context.diagnostic(
    `${tokenCount} tokens: ${(grown / 1024 / 1024).toFixed(1)} MiB held, ${(process.memoryUsage().rss / 1024 / 1024).toFixed(0)} MiB resident in all`,
  );
  assert.ok(grown <= bytesMax, `${grown} bytes`);
});
