import { fieldTypes } from "@jst/answers";
import { testCaller } from "@jst/testing";
import assert from "node:assert/strict";
import { test } from "node:test";
import type { FactPayload } from "@jst/events";
import { notified } from "../testing/notified.ts";
import { at, bookingsOf, faults } from "../testing/test-bookings.ts";
import { ada, testPages } from "../testing/test-pages.ts";
import { testScheduling } from "../testing/test-scheduling.ts";

const scheduling = await testScheduling();
const { door, made } = scheduling;
const { typeOf, book, get } = bookingsOf(door);
const { newTeam, newPage, ask, send, bookings } = testPages(scheduling);
const start = at(3, "10:00");
const topic = { id: "topic", label: "Topic", type: "short_text", required: true };
const size = { id: "size", label: "Size", type: "single_choice", options: ["S", "M"] };

test("an event type asks questions of every type but file and section, and PATCH replaces them as a whole", async () => {
  const caller = testCaller();
  const types = Object.keys(fieldTypes).filter((type) => type !== "file" && type !== "section");
  const questions = types.map((type) => ({
    id: type,
    label: type,
    type,
    required: false,
    ...(type.endsWith("choice") ? { options: ["x", "y"] } : {}),
  }));
  const type = await typeOf(caller, { questions });
  const path = { event_type_id: type.id };
  const shown = async () => (await door.call("GetEventType", { caller, path })).body.questions as unknown;
  assert.deepEqual(await shown(), questions);
  const patch = (body: object) => door.call("UpdateEventType", { caller, path, body });
  assert.equal((await patch({ questions: [topic] })).status, 200);
  assert.deepEqual(await shown(), [topic]);
  assert.equal((await patch({ name: "Other" })).status, 200);
  assert.deepEqual(await shown(), [topic]);
  assert.equal((await patch({ questions: null })).status, 200);
  assert.deepEqual(await shown(), []);
});

test("questions are held by the check of a form's fields, and every fault is told", async () => {
  const caller = testCaller();
  const host_id = "0198f0a0-0000-7000-8000-000000000000";
  const post = (questions: unknown) =>
    door.call("CreateEventType", { caller, body: { name: "A", host_id, questions } });
  const question = { id: "a", label: "A", type: "short_text" };
  for (const [given, expected] of [
    [[question, question], ["questions.1.id duplicate"]],
    [[{ ...question, type: "single_choice" }], ["questions.0.options required"]],
    [[{ ...question, type: "date", max: 3 }], ["questions.0.max invalid_value"]],
    [[{ ...question, pattern: "(" }], ["questions.0.pattern invalid_format"]],
    [[{ ...question, id: "constructor" }], ["questions.0.id reserved"]],
    [[{ ...question, type: "file" }], ["questions.0.type invalid_value"]],
    [[{ ...question, type: "section" }], ["questions.0.type invalid_value"]],
    [[{ ...question, maps_to: "email" }], ["questions.0.maps_to unknown_field"]],
    [Array.from({ length: 21 }, (_, n) => ({ ...question, id: `q${n}` })), ["questions too_many"]],
  ] as const) {
    const reply = await post(given);
    assert.equal(reply.status, 422, JSON.stringify(given));
    assert.deepEqual(faults(reply), expected);
  }
});

test("a booking keeps its answers as they were given, and nothing where none were", async () => {
  const caller = testCaller();
  const { id } = await typeOf(caller, {
    questions: [topic, size, { id: "age", label: "Age", type: "number" }],
  });
  const { status, body } = await book(caller, id, start, {
    answers: { topic: " Plans ", size: "M", age: null },
  });
  assert.equal(status, 201, JSON.stringify(body));
  assert.deepEqual(body.answers, { topic: " Plans ", size: "M" });
  assert.deepEqual((await get(caller, body.id)).body.answers, { topic: " Plans ", size: "M" });
  const [fact] = await scheduling.sql<{ payload: FactPayload<"booking.changed"> }>(
    "select payload from scheduling.outbox where team_id = $1 and type = 'booking.changed'",
    [caller.team_id],
  );
  const texts = notified(fact?.payload).mails.map(({ text }) =>
    /Answers:\n {2}Topic: Plans\n {2}Size: M\n/.test(text),
  );
  assert.deepEqual(texts, [false, true], "the host alone reads them");
  const plain = await typeOf(caller);
  const other = await book(caller, plain.id, start);
  assert.deepEqual(other.body.answers, {});
});

test("every wrong answer is told, also where answers are left out, and such a booking leaves nothing behind", async () => {
  const caller = testCaller();
  const { id } = await typeOf(caller, { questions: [topic, size] });
  const before = made().length;
  for (const [answers, expected] of [
    [undefined, ["answers.topic required"]],
    [{}, ["answers.topic required"]],
    [{ topic: null }, ["answers.topic required"]],
    [{ topic: "\u200b" }, ["answers.topic required"]],
    [
      { topic: 1, size: "L", other: "x" },
      ["answers.other unknown_field", "answers.topic type_mismatch", "answers.size invalid_option"],
    ],
    [{ topic: "x", constructor: "x" }, ["answers.constructor unknown_field"]],
  ] as const) {
    const reply = await book(caller, id, start, answers === undefined ? {} : { answers });
    assert.equal(reply.status, 422, JSON.stringify(answers));
    assert.deepEqual(faults(reply), expected);
  }
  for (const answers of [null, [], "x"])
    assert.equal((await book(caller, id, start, { answers })).status, 422);
  assert.equal(made().length, before);
  assert.equal((await book(caller, id, start, { answers: { topic: "x" } })).status, 201);
});

test("the page asks the questions, reads texts as their types and fills hidden ones from the address", async () => {
  const team = newTeam();
  const questions = [
    topic,
    { id: "age", label: "Age <years>", type: "number", help: "In years." },
    { id: "extras", label: "Extras", type: "multi_choice", options: ["a", "b", "c"] },
    { id: "agree", label: "I agree", type: "consent", required: true },
    { id: "campaign", label: "Campaign", type: "hidden" },
  ];
  const { path } = await newPage(team, { questions });
  const form = await ask(`${path}?start=${start}&answers.campaign=spring&answers.topic=filled`);
  assert.equal(form.status, 200);
  assert.match(form.text, /Age &lt;years&gt;/);
  assert.match(form.text, /type="hidden" name="answers.campaign" value="spring"/);
  const wrong = await send(path, { ...ada, start, "answers.age": "old", "answers.topic": " " });
  assert.equal(wrong.status, 422);
  for (const id of ["topic", "age", "agree"]) {
    assert.ok(wrong.text.includes(`id="f-answers.${id}-error"`), id);
    assert.ok(wrong.text.includes(`<a href="#f-answers.${id}">`), id);
  }
  assert.ok(wrong.text.includes('value="old"') && wrong.text.includes('value="Ada Lovelace"'));
  const good = {
    "answers.topic": "Plans",
    "answers.age": "36.5",
    "answers.agree": "true",
    "answers.campaign": "spring",
  };
  const sent = await send(path, { ...ada, start, ...good, "answers.extras": "b" });
  assert.equal(sent.status, 303, sent.text);
  const [booking] = await bookings(team);
  assert.deepEqual(booking?.["answers"], {
    topic: "Plans",
    age: 36.5,
    extras: ["b"],
    agree: true,
    campaign: "spring",
  });
  assert.doesNotMatch((await ask(sent.location)).text, /Plans|36\.5/);
  const forged = await send(path, { ...ada, start: at(3, "12:00"), ...good, "answers.other": "x" });
  assert.equal(forged.status, 422);
});
