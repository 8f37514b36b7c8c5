import { ProblemError } from "@jst/client";
import assert from "node:assert/strict";
import { test } from "node:test";
import { OwnActs } from "./own-acts.ts";

const DONE = { waiting: [], refused: [] };
const REFUSED = new ProblemError(409, undefined);
const NO_ANSWER = new TypeError("fetch failed");

/** Undoes the last act, and returns its changes. */
const undo = (acts: OwnActs, name: string): readonly string[] | undefined => {
  acts.take(name);
  return acts.answer(name, DONE)?.ids;
};

function redo(acts: OwnActs): readonly string[] {
  const ids = acts.toRedo;
  acts.redo();
  return ids;
}

function written(...ids: string[]): OwnActs {
  const acts = new OwnActs();
  for (const id of ids) acts.write([id], false);
  return acts;
}

test("several undos go back one act each, and several redos do them again in turn (console.grid-undo)", () => {
  const acts = written("a", "b", "c");
  assert.deepEqual([undo(acts, "1"), undo(acts, "2"), undo(acts, "3")], [["c"], ["b"], ["a"]]);
  assert.equal(undo(acts, "4"), undefined);
  assert.deepEqual(redo(acts), ["a"]);
  acts.write(["a again"], true);
  assert.deepEqual(redo(acts), ["b"]);
  // The answer to a redo may come after the next one was pressed.
  assert.deepEqual(redo(acts), ["c"]);
  acts.write(["b again"], true);
  acts.write(["c again"], true);
  assert.deepEqual(acts.toRedo, []);
  assert.deepEqual(undo(acts, "5"), ["c again"]);
});

test("a write ends what can be done again, and can be undone itself (console.grid-undo)", () => {
  const acts = written("a", "b");
  undo(acts, "1");
  acts.write(["c"], false);
  assert.deepEqual(acts.toRedo, []);
  assert.deepEqual([undo(acts, "2"), undo(acts, "3")], [["c"], ["a"]]);
});

test("an undo without an answer stays, and is repeated under its key (console.grid-undo)", () => {
  const acts = written("a", "b");
  const first = acts.take("1");
  acts.fail("1", NO_ANSWER);
  assert.deepEqual(acts.toRedo, []);
  const repeated = acts.take("2");
  assert.deepEqual(repeated, first);
  assert.deepEqual(acts.take("2"), repeated, "another request of the undo is of the same act");
  acts.answer("2", DONE);
  assert.deepEqual(acts.toRedo, ["b"]);
  assert.deepEqual(undo(acts, "3"), ["a"]);
});

test("a refused undo does not stay, and is not done again (console.grid-undo)", () => {
  const acts = written("a", "b");
  acts.take("1");
  acts.fail("1", REFUSED);
  assert.deepEqual(undo(acts, "2"), ["a"]);
  const parts = written("c");
  parts.take("3");
  parts.answer("3", { waiting: [], refused: [{ id: "c", error: REFUSED }] });
  assert.deepEqual(parts.toRedo, []);
});

test("a proposal takes the place of those that it replaces (console.grid-proposals)", () => {
  const acts = written("a");
  acts.propose("p", []);
  acts.propose("q", ["p"]);
  assert.deepEqual(acts.take("1")?.ids, ["q"]);
  acts.answer("1", DONE);
  assert.deepEqual(acts.toRedo, [], "a withdrawn proposal is not done again");
  assert.deepEqual(undo(acts, "2"), ["a"]);
});
