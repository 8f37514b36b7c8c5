import assert from "node:assert/strict";
import { test } from "node:test";
import type { Caller } from "@jst/caller";
import { testCaller } from "@jst/testing";
import { isSameJson } from "../same-json.ts";
import type { Subject } from "./subject.ts";

interface Listed {
  id: string;
}

/** Lists: narrowed by each parameter, paged without a gap, and of one's own team alone. */
export function describeLists<Deps>(subject: Subject<Deps>): void {
  if (!subject.has("List") || !subject.has("Create")) return;
  const { name: plural, members, isUnfiltered = false, sorts } = subject.facts;
  const idsOf = async (caller: Caller, query: string): Promise<string[]> => {
    const reply = await subject.list(caller, query);
    assert.equal(reply.status, 200, `${query}: ${JSON.stringify(reply.body)}`);
    return (reply.body[plural] as Listed[]).map(({ id }) => id);
  };

  test("a list parameter leaves the items that have its value, and a filter by the member the same", async () => {
    const caller = testCaller();
    const samples = await subject.samples(caller);
    for (const { name, isListed } of members) {
      const [one, other] = samples.get(name) ?? [];
      if (isListed !== true || isSameJson(one, other)) continue;
      const least = await subject.least(caller);
      const { id } = (await subject.create(caller, { ...least, [name]: one })).body as Listed;
      await subject.create(caller, { ...least, [name]: other });
      const found = await idsOf(caller, `${name}=${encodeURIComponent(String(one))}`);
      assert.ok(found.includes(id), name);
      const filter = encodeURIComponent(JSON.stringify({ field: name, op: "eq", value: one }));
      if (isUnfiltered) assert.equal((await subject.list(caller, `filter=${filter}`)).status, 400);
      else assert.deepEqual(await idsOf(caller, `filter=${filter}`), found, name);
      const all = (await subject.list(caller, "limit=500")).body[plural] as Record<string, unknown>[];
      const expected = all.filter((item) => isSameJson(item[name], one)).map((item) => item["id"]);
      assert.deepEqual(found, expected, name);
    }
  });

  test("several list parameters leave what has all of their values", async () => {
    const caller = testCaller();
    const samples = await subject.samples(caller);
    const [one, two] = members.filter(({ name, kind, isListed }) => {
      const [first, second] = samples.get(name) ?? [];
      return isListed === true && kind !== "text" && !isSameJson(first, second);
    });
    if (one === undefined || two === undefined) return;
    const least = await subject.least(caller);
    const valueOf = (name: string, at: 0 | 1) => samples.get(name)?.[at];
    const made: string[] = [];
    for (const [first, second] of [
      [0, 0],
      [0, 1],
      [1, 0],
    ] as const) {
      const body = { ...least, [one.name]: valueOf(one.name, first), [two.name]: valueOf(two.name, second) };
      made.push(((await subject.create(caller, body)).body as Listed).id);
    }
    const query = [one, two].map(({ name }) => `${name}=${encodeURIComponent(String(valueOf(name, 0)))}`);
    assert.deepEqual(await idsOf(caller, query.join("&")), made.slice(0, 1));
  });

  test("every member that has an order can be sorted by, every one that is searched is found by q", async () => {
    const caller = testCaller();
    const samples = await subject.samples(caller);
    const searched = members.filter((member) => member.isSearched);
    for (const [n, { name, isSearched }] of searched.entries()) {
      const given = (await subject.options.given?.(caller))?.[name]?.[0];
      const value = typeof given === "string" ? given : `needle in ${name}`;
      const body = { ...(await subject.least(caller, n + 1)), [name]: value };
      const { id } = (await subject.create(caller, body)).body as Listed;
      assert.ok(
        isSearched && (await idsOf(caller, `q=${encodeURIComponent(value.toUpperCase())}`)).includes(id),
        name,
      );
    }
    for (const name of samples.keys()) {
      const { kind } = members.find((member) => member.name === name) ?? {};
      const hasOrder = !["free", "object", "objects", "texts", "uuids"].includes(kind ?? "");
      const isSortable = sorts?.includes(name) ?? hasOrder;
      const { status } = await subject.list(caller, `sort=${name}:desc`);
      assert.equal(status, isSortable ? 200 : 400, name);
    }
  });

  test("pages neither skip nor repeat, newest first, and a cursor is good for the same list alone", async () => {
    const caller = testCaller();
    const made: string[] = [];
    for (let n = 1; n <= 5; n += 1)
      made.push(((await subject.create(caller, await subject.least(caller, n))).body as Listed).id);
    const seen: string[] = [];
    const order = subject.options.hasOwnOrder === true ? "sort=created_at:desc&" : "";
    let cursor: string | null = "";
    while (cursor !== null) {
      const { body } = await subject.list(
        caller,
        `${order}limit=2${cursor === "" ? "" : `&cursor=${cursor}`}`,
      );
      seen.push(...(body[plural] as Listed[]).map(({ id }) => id));
      assert.equal(body.has_more, body.next_cursor !== null);
      cursor = body.next_cursor as string | null;
    }
    assert.deepEqual(seen, made.toReversed());
    const { next_cursor } = (await subject.list(caller, "limit=2")).body;
    const samples = await subject.samples(caller);
    const narrowed = members
      .filter(({ isListed }) => isListed)
      .map(({ name }) => `${name}=${encodeURIComponent(String(samples.get(name)?.[0]))}`);
    for (const query of ["sort=created_at:asc", "updated_since=2020-01-01T00:00:00Z", ...narrowed]) {
      const reply = await subject.list(caller, `${query}&limit=2&cursor=${next_cursor}`);
      assert.deepEqual([reply.status, reply.body.code], [400, "invalid_cursor"], query);
    }
    assert.deepEqual(await idsOf(caller, "updated_since=2999-01-01T00:00:00Z"), []);
    assert.deepEqual(await idsOf(testCaller(), ""), []);
  });

  test("a list leaves out what is too large to be shown of many, and nothing else", async () => {
    const caller = testCaller();
    const { body: made } = await subject.create(caller, await subject.least(caller));
    const details = members.filter(({ isDetail }) => isDetail).map(({ name }) => name);
    const shown = Object.entries(made as object).filter(([name]) => !details.includes(name));
    assert.deepEqual((await subject.list(caller)).body[plural], [Object.fromEntries(shown)]);
  });

  test("what a list does not understand is 400", async () => {
    const listed = members.filter(({ isListed }) => isListed).map(({ name }) => `${name}=`);
    const filter = encodeURIComponent(JSON.stringify({ field: "search", op: "empty" }));
    const bad = ["sort=search:asc", "limit=0", "moon=1", "updated_since=now", "cursor=x", `filter=${filter}`];
    for (const query of [...bad, ...listed])
      assert.equal((await subject.list(testCaller(), query)).status, 400, query);
  });
}
