import assert from "node:assert/strict";
import { test } from "node:test";
import { resultText, type ResultKind } from "./result-text.ts";

/** Members of a result's text, with any of them cut. */
type Members = Record<string, unknown>;

/** Numbers that are the same in every run. */
function numbers(seed: number): (most: number) => number {
  let state = seed;
  return (most) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state % (most + 1);
  };
}

/** A large member of one of the shapes that replies have: text of any characters, lists, objects, deep ones. */
function large(next: (most: number) => number, bytes: number): unknown {
  const text = ["x", "ä", '"', "\u0001", "😀", "a\n"][next(5)] ?? "x";
  const many = <T>(count: number, make: (index: number) => T) =>
    Array.from({ length: count }, (_, at) => make(at));
  switch (next(5)) {
    case 0:
      return many(1 + next(600), () => text.repeat(1 + next(bytes / 300)));
    case 1:
      return Object.fromEntries(many(1 + next(200), (at) => [`c${at}`, text.repeat(next(bytes / 50))]));
    case 2:
      return {
        note: text.repeat(bytes),
        tags: many(next(50), String),
        level: Object.fromEntries(many(next(20), (at) => [`m${at}`, at])),
      };
    case 3:
      return many(1 + next(500), (at) => ({ at, note: text.repeat(next(bytes / 100)) }));
    case 4:
      return Object.fromEntries(many(next(8_000), (at) => [`k${at}`, at]));
    default:
      return text.repeat(bytes);
  }
}

/** Runs a guarantee on many results, each made from other numbers; `make` gives what has to be whole, and the rest. */
function onMany(kind: ResultKind, make: (part: () => unknown, next: (most: number) => number) => Members) {
  return (holds: (whole: Members, text: Members) => void) => {
    let cuts = 0;
    for (let seed = 1; seed <= 40; seed += 1) {
      const next = numbers(seed);
      const whole = make(() => large(next, 1 + next(40_000)), next);
      const json = JSON.stringify(whole);
      const text = resultText(json, kind, "nothing");
      assert.ok(Buffer.byteLength(text) <= 65_536, `seed ${seed}`);
      const said = JSON.parse(text) as Members;
      assert.ok(!text.includes("\\ud83d") && !text.includes("\ufffd"), "a pair of surrogates is cut in two");
      if (Buffer.byteLength(json) <= 65_536) assert.equal(text, json);
      else {
        cuts += 1;
        assert.equal(said["truncated"], true);
        assert.ok((said["cut"] as string[]).length > 0, `seed ${seed}`);
        holds(whole, said);
      }
    }
    assert.ok(cuts > 10, `${cuts} of 40 were large enough to be cut`);
  };
}

function assertSame(text: unknown, whole: unknown, names: readonly string[]): void {
  const picked = (from: unknown) => names.map((name) => (from as Members)[name]);
  assert.deepEqual(picked(text), picked(whole));
}

const changeset = { changeset_id: "data_1", changeset_url: "http://gateway.test/api/v1/changesets/data_1" };

function assertNoRepeat({ hint }: Members): void {
  assert.match(String(hint), /do not send it again/);
  assert.doesNotMatch(String(hint), /ask again|limit|fields/i);
}

test("an executed write says what was changed, where that is found, and never to repeat it", () => {
  const changed = [{ resource: "rows", id: "r1", op: "create" }];
  const make = onMany("write", (part) => ({
    queued: false,
    result: { id: "r1", version: 7, data: part() },
    changed,
    ...changeset,
    replayed: true,
  }));
  make((whole, text) => {
    assertSame(text, whole, ["queued", "changed", "changeset_id", "changeset_url", "replayed"]);
    assertSame(text["result"], whole["result"], ["id", "version"]);
    assertNoRepeat(text);
  });
});

test("a queued write says that it is queued, what waits for approval, and never to repeat it", () => {
  const operation = { resource: "rows", id: "r1", op: "update" };
  const make = onMany("write", (part) => ({
    queued: true,
    ...changeset,
    expires_at: "2026-01-01T00:00:00.000Z",
    preview: [{ ...operation, before: part(), after: part() }],
  }));
  make((whole, text) => {
    assertSame(text, whole, ["queued", "changeset_id", "changeset_url", "expires_at"]);
    assertSame((text["preview"] as unknown[])[0], operation, ["resource", "id", "op"]);
    assertNoRepeat(text);
  });
});

const problem = {
  type: "http://gateway.test/errors/confirmation_required",
  title: "Confirmation required",
  status: 409,
  detail: "Show the user the preview; then call again with the same arguments and this confirm_token.",
  code: "confirmation_required",
  request_id: "r",
};

test("a refusal keeps its code and what confirms it, in an envelope and without one", () => {
  const more = { confirm_token: "t".repeat(300), expires_in: 300 };
  const refused = (part: () => unknown) => ({
    ...problem,
    summary: part(),
    preview: [{ op: "delete", before: part() }],
    ...more,
  });
  const names = [...Object.keys(problem), ...Object.keys(more)];
  onMany("refusal", refused)((whole, text) => assertSame(text, whole, names));
  onMany("refusal", (part) => ({ error: refused(part) }))((whole, text) =>
    assertSame(text["error"], whole["error"], names),
  );
});

test("a refusal of many members keeps its code and lists the first of them", () => {
  const make = onMany("refusal", (_part, next) => ({
    error: {
      ...problem,
      errors: Array.from({ length: 100 }, (_, at) => ({
        field: `c${at}`,
        code: "x",
        message: "m".repeat(next(2_000)),
      })),
    },
  }));
  make((whole, text) => {
    assertSame(text["error"], whole["error"], Object.keys(problem));
    const [said, all] = [text, whole].map(({ error }) => (error as { errors: unknown[] }).errors);
    assert.ok(said !== undefined && said.length > 0);
    assert.deepEqual(said, all?.slice(0, said.length));
  });
});

test("a page shows its first items, says that more follow, and how to come to them", () => {
  const make = onMany("read", (part, next) => ({
    rows: Array.from({ length: 1 + next(20) }, (_, id) => ({ id, data: part() })),
    next_cursor: next(1) === 0 ? null : "c",
    has_more: next(1) === 0,
    total: 9,
  }));
  make((whole, text) => {
    const [said, all] = [text["rows"], whole["rows"]] as [Members[], Members[]];
    assert.ok(said.length > 0);
    assertSame(said[0], all[0], ["id"]);
    assert.deepEqual(said.slice(1), all.slice(1, said.length));
    assert.equal(text["total"], 9);
    if (said.length === all.length) assertSame(text, whole, ["next_cursor", "has_more"]);
    else {
      assert.deepEqual([text["has_more"], "next_cursor" in text], [true, false]);
      assert.match(String(text["hint"]), new RegExp(`limit ${said.length} `));
    }
  });
});

test("a single object keeps its small members and the beginning of its long ones", () => {
  onMany("read", (part) => ({ id: "r1", version: 7, data: part() }))((whole, text) => {
    assertSame(text, whole, ["id", "version"]);
    assert.ok("data" in text);
  });
  const note = "x".repeat(100_000);
  const text = JSON.parse(
    resultText(JSON.stringify({ id: "r", data: { note, open: true } }), "read", "nothing"),
  ) as {
    data: { note: string; open: boolean };
    cut: string[];
  };
  assert.deepEqual(text.cut, ["data.note"]);
  assert.match(text.data.note, /^x{50000,}…$/);
  assert.equal(text.data.open, true);
});

test("a page whose list had no room says how to come to all of its items", () => {
  const others = Array.from({ length: 1_500 }, (_, at): [string, unknown] => [`m${at}`, "x".repeat(300)]);
  const page = { rows: [{ note: "y".repeat(150) }], next_cursor: "c", ...Object.fromEntries(others) };
  const text = JSON.parse(resultText(JSON.stringify(page), "read", "nothing")) as Members;
  assert.deepEqual([text["rows"], text["has_more"], "next_cursor" in text], [undefined, true, false]);
  assert.match(String(text["hint"]), /first 0 of 1 items fit 64 KiB. Ask again with limit 1 /);
});
