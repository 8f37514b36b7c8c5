import { NOWHERE } from "@jst/search";
import { testEmbedders, testIndexer } from "@jst/search/testing";
import { testCaller, until, withClient } from "@jst/testing";
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { testCrm } from "../testing/test-crm.ts";
import { searchSources } from "./sources.ts";

const { database, door } = await testCrm();
const embedders = testEmbedders();
const { caughtUp } = testIndexer(searchSources, database, embedders);
const embed = embedders.embed.bind(embedders);
let caller = testCaller();
beforeEach(() => {
  caller = testCaller();
  embedders.teams = [];
  embedders.sent.length = 0;
  embedders.isAway = false;
  delete embedders.refused;
  embedders.embed = embed;
});

interface Made {
  vectors: string[];
  waiting: number;
}

/** Counts the team's vectors. */
function made(): Promise<Made> {
  return withClient(database.superuserUrl, async (client) => {
    const { rows } = await client.query<Made>(
      `select (select coalesce(array_agg(id::text order by id), '{}') from crm.search_vectors where team_id = $1) as vectors,
        (select count(*)::int from crm.search_unembedded where team_id = $1) as waiting`,
      [caller.team_id],
    );
    return rows[0] ?? assert.fail();
  });
}

async function contact(first_name: string): Promise<string> {
  const reply = await door.call("CreateContact", { caller, body: { first_name } });
  assert.equal(reply.status, 201);
  return (reply.body as { id: string }).id;
}

const say = (embedder: string) => {
  embedders.teams = [{ team_id: caller.team_id, embedder }];
};
const has = (ids: readonly string[], waiting = 0) =>
  until("the vectors are made", 30_000, async () => {
    const now = await made();
    return now.waiting === waiting && now.vectors.join() === [...ids].sort().join() ? true : undefined;
  });
const textsOfTeam = () =>
  embedders.sent.filter(({ teamId }) => teamId === caller.team_id).flatMap(({ texts }) => texts);

test("of a team that has not said so no text is sent", async () => {
  await contact("Ada");
  await caughtUp();
  const before = caller;
  caller = testCaller();
  const bo = await contact("Bo");
  say("one");
  await has([bo]);
  caller = before;
  assert.deepEqual(textsOfTeam(), []);
  assert.deepEqual((await made()).vectors, []);
});

test("what was there before has a vector, and so has what is written after; what is archived has none any more", async () => {
  const ids = [await contact("Ada"), await contact("Bo")];
  await caughtUp();
  say("one");
  await has(ids);
  ids.push(await contact("Cy"));
  await has(ids);
  const [first = ""] = ids;
  const reply = await door.call("ArchiveContact", { caller, path: { contact_id: first } });
  assert.equal(reply.status, 200, JSON.stringify(reply.body));
  await has(ids.slice(1));
});

test("another embedder makes all vectors again, and a team that disables it has none left", async () => {
  const ids = [await contact("Ada"), await contact("Bo")];
  await caughtUp();
  say("one");
  await has(ids);
  say("two");
  await until("all is sent again", 30_000, () =>
    Promise.resolve(textsOfTeam().length === 4 ? true : undefined),
  );
  await has(ids);
  embedders.teams = [];
  await has([]);
});

test("while its address is away a team's texts wait, and are made once it is back", async () => {
  embedders.isAway = true;
  say("one");
  const id = await contact("Ada");
  await until("it was tried", 30_000, () => Promise.resolve(textsOfTeam().length > 0 ? true : undefined));
  assert.deepEqual([(await made()).vectors, (await made()).waiting], [[], 1]);
  embedders.isAway = false;
  await has([id]);
});

test("a text that the address refuses keeps no other one waiting", async () => {
  embedders.refused = "Unspeakable";
  const ids = [await contact("Ada"), await contact("Bo")];
  await contact("Unspeakable");
  await caughtUp();
  say("one");
  await has(ids);
});

test("while an address refuses everything the texts wait, as it is not for what they say", async () => {
  embedders.refused = "";
  const id = await contact("Ada");
  await caughtUp();
  say("one");
  await until("it was tried", 30_000, () => Promise.resolve(textsOfTeam().length > 1 ? true : undefined));
  assert.deepEqual(await made(), { vectors: [], waiting: 1 });
  delete embedders.refused;
  await has([id]);
});

test("what a team takes back goes at once, however many others wait for addresses that hang", async () => {
  const leaver = caller;
  const id = await contact("Ada");
  say("one");
  await has([id]);
  const { promise: released, resolve: release } = Promise.withResolvers<undefined>();
  embedders.embed = async (teamId, texts) => {
    await released;
    return embed(teamId, texts);
  };
  const others = [];
  for (const first_name of ["Bo", "Cy", "Di", "Ed", "Fay"]) {
    caller = testCaller();
    await contact(first_name);
    others.push({ team_id: caller.team_id, embedder: "one" });
  }
  await caughtUp();
  caller = leaver;
  embedders.teams = others;
  try {
    await has([]);
  } finally {
    release(undefined);
  }
});

async function change(id: string, body: object): Promise<void> {
  const reply = await door.call("UpdateContact", { caller, path: { contact_id: id }, body });
  assert.equal(reply.status, 200, JSON.stringify(reply.body));
}

test("a text that has changed is sent again", async () => {
  const id = await contact("Ada");
  await caughtUp();
  say("one");
  await has([id]);
  await change(id, { company: "Engines" });
  await until("it is sent", 30_000, () =>
    Promise.resolve(textsOfTeam().some((text) => text.includes("Engines")) ? true : undefined),
  );
  await has([id]);
});

test("a text that says the same words in another order is sent again, and one that is the same is not", async () => {
  const id = await contact("Ada");
  await change(id, { notes: "paid not, shipped" });
  await caughtUp();
  say("one");
  await has([id]);
  await change(id, { timezone: "Europe/Paris" });
  await caughtUp();
  await change(id, { notes: "not paid, shipped" });
  await until("it is sent", 30_000, () =>
    Promise.resolve(textsOfTeam().some((text) => text.includes("not paid")) ? true : undefined),
  );
  await has([id]);
  assert.equal(textsOfTeam().length, 2);
});

const state = async () =>
  (await door.operate("GetIndexState", { team_id: caller.team_id })).body.vectors as object | undefined;
const fails = () =>
  until("its address fails", 30_000, async () =>
    JSON.stringify((await state()) ?? {}).includes("Z") ? true : undefined,
  );

test("how far vectors have come is told, and since when the address fails (context.progress)", async () => {
  await contact("Ada");
  await caughtUp();
  assert.equal(await state(), undefined);
  embedders.isAway = true;
  say("one");
  await fails();
  assert.deepEqual({ ...(await state()), failed_at: "" }, { made: 0, waiting: 1, failed_at: "" });
  embedders.isAway = false;
  await until("it is made", 30_000, async () => ((await made()).vectors.length === 1 ? true : undefined));
  assert.deepEqual(await state(), { made: 1, waiting: 0, failed_at: null });
});

test("an address fails until it has answered, whatever of the team turns out to need no vector", async () => {
  embedders.isAway = true;
  await contact("Ada");
  await caughtUp();
  say("one");
  await fails();
  const seen: string[] = [];
  let times = 0;
  embedders.embed = async (teamId, texts) => {
    times += 1;
    if (times === 1) await addGone();
    else seen.push(JSON.stringify(await state()));
    return embed(teamId, texts);
  };
  const [first] = await until("it is asked again", 30_000, () =>
    Promise.resolve(seen.length > 0 ? seen : undefined),
  );
  assert.match(first ?? "", /"waiting":1,"failed_at":".*Z"/);
});

/** An entry of the index that is there no more. */
const addGone = () =>
  withClient(database.superuserUrl, (client) =>
    client.query(
      `with gone as (
        insert into crm.search_entries (team_id, kind, parent_id, id, words, length)
          values ($1, 'contacts', $2, gen_random_uuid(), '', 0) returning team_id, kind, parent_id, id
      ) insert into crm.search_unembedded (team_id, kind, parent_id, id) select * from gone`,
      [caller.team_id, NOWHERE],
    ),
  );
