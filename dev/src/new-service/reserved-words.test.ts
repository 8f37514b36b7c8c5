import assert from "node:assert/strict";
import { tmpdir } from "node:os";
import { test } from "node:test";
import { testServer, withClient } from "@jst/testing";
import { addService } from "./add-service.ts";

test("every word that PostgreSQL keeps for itself is refused as the name of a service", async () => {
  const words = await withClient(testServer().href, async (client) => {
    // All but the unreserved: these name no schema, no role or no type without quotes.
    const { rows } = await client.query<{ word: string }>(
      "select word from pg_get_keywords() where catcode <> 'U' and word ~ '^[a-z][a-z0-9]{1,29}$' order by word",
    );
    return rows.map(({ word }) => word);
  });
  assert.ok(words.includes("order") && words.includes("user"), words.join(" "));
  for (const word of words)
    await assert.rejects(addService(tmpdir(), word), {
      message: `The name "${word}" is a word that PostgreSQL keeps for itself: give another. For example: make service NAME=invoices`,
    });
});
