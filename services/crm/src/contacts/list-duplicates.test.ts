import assert from "node:assert/strict";
import { test } from "node:test";
import type { Caller } from "@jst/caller";
import { testCaller, withClient } from "@jst/testing";
import { testCrm } from "../testing/test-crm.ts";

const { door, database } = await testCrm();

interface Pair {
  reasons: string[];
  contacts: { id: string; first_name: string; archived_at: string | null }[];
}
const create = async (caller: Caller, body: object): Promise<string> => {
  const reply = await door.call("CreateContact", { caller, body });
  assert.equal(reply.status, 201, JSON.stringify(reply.body));
  return reply.body.id as string;
};
const patch = (caller: Caller, contact_id: string, body: object) =>
  door.call("UpdateContact", { caller, path: { contact_id }, body });
const archive = (caller: Caller, contact_id: string) =>
  door.call("ArchiveContact", { caller, path: { contact_id } });
const ask = (caller: Caller, query = "") => door.call("ListDuplicates", { caller, query });
const pairs = async (caller: Caller, query = ""): Promise<Pair[]> => {
  const { status, body } = await ask(caller, query);
  assert.equal(status, 200, JSON.stringify(body));
  return body.duplicates as Pair[];
};
/** Pairs as "A B: email", by first names. */
const shown = async (caller: Caller, query = "") =>
  (await pairs(caller, query)).map(
    ({ reasons, contacts }) =>
      `${contacts.map(({ first_name: name }) => name).join(" ")}: ${reasons.join(" ")}`,
  );

test("a pair stands once with all its reasons, the older contact first, both whole", async () => {
  const caller = testCaller();
  const same = { first_name: "Ada", last_name: "L", company: "Acme" };
  const older = await create(caller, { ...same, email: "ada@x.test", phone: "+14155550100" });
  await create(caller, { first_name: "Nobody", email: "nobody@x.test", last_name: "L", company: "Acme" });
  const newer = await create(caller, {
    first_name: " ADA ",
    last_name: "l",
    company: "acme\t",
    email: "other@x.test",
    additional_emails: ["ADA@x.test"],
    additional_phones: ["+14155550100"],
  });
  const [pair, ...others] = await pairs(caller);
  assert.deepEqual([pair?.reasons, others], [["email", "phone", "name_company"], []]);
  const read = async (contact_id: string) =>
    (await door.call("GetContact", { caller, path: { contact_id } })).body as unknown;
  assert.deepEqual(pair?.contacts, [await read(older), await read(newer)]);
  for (const reason of ["email", "phone", "name_company"])
    assert.deepEqual(await pairs(caller, `reason=${reason}`), [pair]);
  assert.deepEqual(await pairs(testCaller()), []);
});

test("names alike need both, and the company in both or in neither; other look-alikes are not duplicates", async () => {
  const caller = testCaller();
  for (const body of [
    { first_name: "Ada", last_name: "L" },
    { first_name: "Ada", last_name: "L" },
    { first_name: "Ada", company: "Acme" },
    { first_name: "Ada", company: "Acme" },
    { first_name: "Ada", last_name: "L", company: "Acme" },
    { first_name: "Ada L", last_name: "Acme", company: "x" },
    { first_name: "Ad", last_name: "aL", company: "Acme" },
    { first_name: "\u0410da", last_name: "L", company: "Acme" },
    { phone: "+14155550100" },
    { phone: "+14155550101" },
    { email: "a@x.test" },
    { email: "a@xx.test", additional_emails: ["b@xx.test", "B@xx.test"] },
  ])
    await create(caller, body);
  assert.deepEqual(await shown(caller), ["Ada Ada: name_company"]);
});

test("pairs follow what is written: changed, archived, restored, undone", async () => {
  const caller = testCaller();
  const a = await create(caller, { first_name: "A", email: "a@x.test" });
  const b = await create(caller, { first_name: "B", email: "b@x.test", additional_emails: ["a@x.test"] });
  const c = await create(caller, { first_name: "C", email: "c@x.test" });
  assert.deepEqual(await shown(caller), ["A B: email"]);
  await patch(caller, a, { email: "a2@x.test" });
  assert.deepEqual(await shown(caller), []);
  // The older one of a pair may be the later one to share something, and the middle one come last of all.
  await patch(caller, c, { additional_emails: ["a@x.test"] });
  assert.deepEqual(await shown(caller), ["B C: email"]);
  await patch(caller, a, { additional_emails: ["a@x.test"] });
  assert.deepEqual(await shown(caller), ["B C: email", "A C: email", "A B: email"]);
  const archived = await archive(caller, a);
  assert.deepEqual(await shown(caller), ["B C: email"]);
  await archive(caller, b);
  assert.deepEqual(await shown(caller), []);
  await patch(caller, a, { action: "restore" });
  assert.deepEqual(await shown(caller), ["A C: email"]);
  assert.equal(archived.status, 200);
});

test("many contacts of one telephone number are paged without a gap, newest first", async () => {
  const caller = testCaller();
  const names = Array.from({ length: 12 }, (_, n) => `N${n}`);
  for (const first_name of names) await create(caller, { first_name, phone: "+14155550100" });
  const expected = names.flatMap((newer, n) =>
    names
      .slice(0, n)
      .map((older) => ({ newer: n, text: `${older} ${newer}: phone`, older: names.indexOf(older) })),
  );
  expected.sort((one, two) => two.newer - one.newer || two.older - one.older);
  for (const limit of [1, 7, 50, 500]) {
    const seen: string[] = [];
    for (let cursor = ""; ;) {
      const query = `limit=${limit}${cursor}`;
      seen.push(...(await shown(caller, query)));
      const { next_cursor: next, has_more: hasMore } = (await ask(caller, query)).body;
      assert.equal(hasMore, next !== null);
      if (next === null) break;
      cursor = `&cursor=${next}`;
    }
    assert.deepEqual(
      seen,
      expected.map(({ text }) => text),
      String(limit),
    );
  }
});

test("whatever twenty writers do at once, the list has the pairs that a comparison of all contacts finds", async () => {
  const caller = testCaller();
  const phones = ["+14155550100", "+14155550101", "+14155550102"];
  const someone = (n: number) => ({ first_name: `P${n}`, additional_phones: [phones[n % 3]] });
  const ids = await Promise.all(Array.from({ length: 20 }, (_, n) => create(caller, someone(n))));
  await Promise.all(
    ids.flatMap((id, n) => [
      n % 4 === 0 ? archive(caller, id) : patch(caller, id, { additional_phones: [phones[(n * 7) % 3]] }),
      create(caller, someone(n + 20)),
      n % 4 === 0
        ? patch(caller, id, { archived: false, phone: phones[n % 2] })
        : archive(caller, ids[n - 1] ?? id),
    ]),
  );
  const { body } = await door.call("ListContacts", { caller, query: "limit=500&sort=created_at:asc" });
  const all = body.contacts as { id: string; phone: string | null; additional_phones: string[] }[];
  const of = (one: (typeof all)[number]) =>
    [one.phone, ...one.additional_phones].filter((text) => text !== null);
  const expected = all.flatMap((one, n) =>
    all
      .slice(n + 1)
      .flatMap((two) => (of(one).some((text) => of(two).includes(text)) ? [`${one.id} ${two.id}`] : [])),
  );
  const found = (await pairs(caller, "limit=500")).map(({ contacts }) =>
    contacts.map(({ id }) => id).join(" "),
  );
  assert.deepEqual(found.toSorted(), expected.toSorted());
  assert.ok(found.length > 0);
});

test("a cursor is good for the same list alone, and what the list does not understand is 400", async () => {
  const caller = testCaller();
  for (const first_name of ["A", "B", "C"]) await create(caller, { first_name, phone: "+14155550100" });
  const { next_cursor: cursor } = (await ask(caller, "limit=1")).body;
  const other = testCaller();
  for (const [as, query] of [
    [caller, `limit=1&reason=phone&cursor=${cursor}`],
    [other, `limit=1&cursor=${cursor}`],
    [caller, "cursor=x"],
  ] as const) {
    const { status, body } = await ask(as, query);
    assert.deepEqual([status, body.code], [400, "invalid_cursor"], query);
  }
  for (const query of ["reason=name", "reason=", "limit=0", "q=ada", "sort=created_at:asc"])
    assert.equal((await ask(caller, query)).status, 400, query);
});

test("the keys hold no row of an archived contact, and one first row for each", async () => {
  const { rows } = await withClient(database.superuserUrl, (client) =>
    client.query<{ stray: number; firsts: number }>(`select
        count(*) filter (where c.id is null or c.archived_at is not null)::int as stray,
        (select count(*)::int from (
          select from crm.contact_keys group by team_id, reason, key having count(*) filter (where is_first) <> 1) s) as firsts
        from crm.contact_keys k left join crm.contacts c on c.team_id = k.team_id and c.id = k.contact_id`),
  );
  assert.deepEqual(rows, [{ stray: 0, firsts: 0 }]);
});
