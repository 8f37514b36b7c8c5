import { testIndexer } from "@jst/search/testing";
import { testCaller } from "@jst/testing";
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { SearchFound } from "../../gen/rpc.ts";
import { testCrm } from "../testing/test-crm.ts";
import { searchSources } from "./sources.ts";

const { database, door } = await testCrm();
const { caughtUp } = testIndexer(searchSources, database);
const caller = testCaller();
const ids: Record<string, string> = {};

async function search(query: string, by = caller): Promise<SearchFound["passages"]> {
  const body = { team_id: by.team_id, query, limit: 10, kinds: ["contacts"] };
  const reply = await door.callAs("agent", "SearchContacts", body);
  assert.equal(reply.status, 200, JSON.stringify(reply.body));
  return (reply.body as SearchFound).passages;
}

const idsOf = async (query: string, by = caller) => (await search(query, by)).map(({ id }) => id);

before(async () => {
  const people = {
    ada: {
      first_name: "Ada",
      last_name: "Lovelace",
      email: "ada@engines.example",
      company: "Analytical Engines",
      phone: "+4930123456",
    },
    bo: {
      first_name: "Bo",
      last_name: "Diddley",
      tags: ["guitar"],
      notes: "Likes rectangular things",
      title: "Musician",
    },
    cy: { company: "Acme", additional_emails: ["sales@acme.example"], custom: { code: "quicksilver" } },
  };
  for (const [name, body] of Object.entries(people)) {
    const reply = await door.call("CreateContact", { caller, body });
    assert.equal(reply.status, 201, JSON.stringify(reply.body));
    ids[name] = (reply.body as { id: string }).id;
  }
  await caughtUp();
});

test("contacts are found by name, address, number, company, title, tag and notes (context.searched)", async () => {
  for (const words of ["Ada Lovelace", "engines", "lovelase", "+4930123456"])
    assert.deepEqual(await idsOf(words), [ids["ada"]], words);
  for (const words of ["guitar", "rectangular", "musician", "bo"])
    assert.deepEqual(await idsOf(words), [ids["bo"]], words);
  assert.deepEqual(await idsOf("sales"), [ids["cy"]]);
  assert.deepEqual(await idsOf("quicksilver"), []);
});

for (const written of [
  "+49 30 123456",
  "+49 (0)30/123-456",
  "0049 30 123456",
  "030 123456",
  "(030) 12 34 56",
])
  test(`a telephone number is found as people write it: ${written} (context.words)`, async () => {
    assert.deepEqual((await idsOf(`Who called from ${written}?`))[0], ids["ada"]);
  });

test("a passage is titled by the name and has the rest in its snippet (context.answer)", async () => {
  const [passage] = await search("lovelace");
  assert.equal(passage?.title, "Ada Lovelace");
  assert.equal(passage.snippet, "Analytical Engines · ada@engines.example · +4930123456");
  assert.equal(passage.path, `/api/v1/contacts/${ids["ada"]}`);
  assert.equal(passage.parent_id, null);
});

test("an archived contact is not found, at once; restored it is found again (context.live)", async () => {
  const path = { contact_id: ids["bo"] ?? "" };
  await door.call("ArchiveContact", { caller, path });
  assert.deepEqual(await idsOf("guitar"), []);
  await caughtUp();
  assert.deepEqual(await idsOf("guitar"), []);
  await door.call("UpdateContact", { caller, path, body: { archived: false } });
  await caughtUp();
  assert.deepEqual(await idsOf("guitar"), [ids["bo"]]);
});

test("another team finds none of them", async () => {
  for (const words of ["ada", "lovelase", "guit"]) assert.deepEqual(await idsOf(words, testCaller()), []);
});
