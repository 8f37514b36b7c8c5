import { Database, isConstraint } from "@jst/db";
import { relaying } from "@jst/fleet";
import { notesMigrations, teamContext, testDatabase } from "@jst/testing";
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { after, test } from "node:test";
import {
  eventTypes,
  factCatalogue,
  handleFacts,
  publish,
  publishersFor,
  publishFact,
  eventTypeOf,
  type DeliveredEvent,
  type EventType,
  type Fact,
  type FactHandlers,
} from "./index.ts";
import { outboxType } from "./outbox-type.ts";

const { url } = await testDatabase("crm", { migrations: notesMigrations });
const database = new Database({
  connectionString: url,
  poolSize: 1,
  applicationName: "test",
  changesetPrefix: "crm",
});
after(() => database.close());

interface Stored {
  id: string;
  type: string;
  payload: object;
}
const outbox = { text: "select id, type, payload from outbox order by seq", values: [] };
const data = { merged_into: null, version: 2 };
const fact = { from: "crm", type: "contact.merged", id: "c1", data } as const;

test("a fact is stored with the write that caused it, among the events, in their order, under an id of its own", async () => {
  const context = teamContext({ actorType: "human", actorId: "m1" });
  const { changesetId } = await database.write(context, (tx) => {
    publish(tx, { type: "contact.created", id: "c1", object: { id: "c1" } });
    publishFact(tx, fact, new Date("2026-01-02T03:04:05.678Z"));
    return Promise.resolve();
  });
  const [event, stored] = await database.read<Stored & Record<string, never>>(context, outbox);
  assert.ok(event && stored);
  assert.deepEqual([event.type, stored.type], ["contact.created", "contact.merged"]);
  assert.deepEqual(stored.payload, {
    fact_id: stored.id,
    type: "contact.merged",
    id: "c1",
    team_id: context.teamId,
    created_at: "2026-01-02T03:04:05.678Z",
    actor: { type: "human", id: "m1" },
    changeset_id: changesetId,
    data,
  });
});

test("a write that fails leaves no fact, and a fact that is too large fails the write", async () => {
  const context = teamContext();
  const note = { text: "insert into notes (title) values ('a')", values: [] };
  await database.write(context, (tx) => tx.query(note));
  const failing = database.write(context, async (tx) => {
    publishFact(tx, fact);
    await tx.query(note);
  });
  await assert.rejects(failing, (error) => isConstraint(error, "notes_title_taken"));
  const large = database.write(context, (tx) => {
    publishFact(tx, { ...fact, data: { ...data, merged_into: "é".repeat(131_072) } });
    return Promise.resolve();
  });
  await assert.rejects(large, /too large/);
  assert.deepEqual(await database.read(context, outbox), []);
});

test("events and facts of one name stay apart, so that no endpoint can ask for a fact", () => {
  for (const type of Object.keys(eventTypes) as EventType[])
    assert.equal(eventTypeOf({ type: outboxType(type), payload: "{}" }), type);
  for (const type of Object.keys(factCatalogue))
    assert.equal(eventTypeOf({ type, payload: "{}" }), undefined);
});

test("a handler gets the facts of all its types in their order, and nothing gets other events", async () => {
  const teamId = "t1";
  const types = ["quote.sent", "contact.created", "invoice.sent", "consent.given", "quote.sent"];
  const events = types.map((type, at): DeliveredEvent => {
    const payload = JSON.stringify({ fact_id: `f${at}`, type, id: `o${at}`, data: {} });
    return { teamId, id: `f${at}`, type, payload, traceparent: `trace ${at}` };
  });
  const calls: unknown[] = [];
  const noting =
    (name: string) => (team: string, facts: readonly { id: string; traceparent?: string | undefined }[]) => {
      calls.push([name, team, ...facts.map(({ id, traceparent }) => `${id} ${traceparent}`)]);
      return Promise.resolve();
    };
  const mails = noting("mails");
  const handlers: FactHandlers<"comms"> = {
    "booking.changed": mails,
    "invoice.sent": mails,
    "member.added": mails,
    "quote.sent": mails,
    "consent.given": noting("consents"),
    "consent.imported": noting("imported"),
    "address.given": noting("addresses"),
    "contact.merged": noting("merges"),
  };
  await handleFacts(handlers, teamId, events, () => Promise.resolve());
  assert.deepEqual(calls, [
    ["mails", teamId, "o0 trace 0", "o2 trace 2", "o4 trace 4"],
    ["consents", teamId, "o3 trace 3"],
  ]);
});

test("the types let a service publish its own facts alone, and handle exactly the facts with an effect in it", () => {
  const ofCommerce: Fact = { ...fact, from: "crm" };
  // @ts-expect-error The fact is of crm.
  const ofAnother: Fact = { ...fact, from: "commerce" };
  // @ts-expect-error The data are of another fact.
  const otherData: Fact = { ...fact, data: { sealed: "" } };
  const handle = (): Promise<void> => Promise.resolve();
  const handlers: FactHandlers<"crm"> = { "consent.changed": handle };
  // @ts-expect-error The handler of consent.changed is missing.
  const missing: FactHandlers<"crm"> = {};
  // @ts-expect-error The fact has no effect in crm.
  const unlisted: FactHandlers<"crm"> = { "consent.changed": handle, "quote.sent": handle };
  assert.equal([ofCommerce, ofAnother, otherData, handlers, missing, unlisted].length, 6);
});

/** Sources of the folders that match, with the first part of their paths: the name of the service or library. */
function sourcesOf(folder: string, pattern: string): { owner: string; text: string }[] {
  const cwd = path.resolve(import.meta.dirname, "../../..", folder);
  return globSync(pattern, { cwd })
    .filter((file) => !/\.test\.ts$|\/testing\//.test(file))
    .map((file) => ({
      owner: file.split(path.sep, 1)[0] ?? "",
      text: readFileSync(path.join(cwd, file), "utf8"),
    }));
}

const namesIn = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name]) => name ?? "");
const isOfLibrary = (publishers: readonly string[]) => publishers === relaying;

test("each service publishes and reads what the catalogue lists for it, and names itself", () => {
  const found = new Set<string>();
  const misnamed: string[] = [];
  for (const { owner, text } of sourcesOf("services", "*/src/**/*.ts")) {
    const readers = namesIn(text, /startFacts\(\s*"([\w-]+)"/g);
    const published = /(?:publish(?:Fact|Mails)|factStatement)\(/.test(text)
      ? namesIn(text, /\bfrom: "(\w+)"/g)
      : [];
    const noticing = namesIn(text, /(?:wantNotice\(tx, |endNotices\(tx, |noticeStatement\()"(\w+)"/g);
    misnamed.push(...readers.filter((name) => name.split("-", 1)[0] !== owner));
    misnamed.push(...[...published, ...noticing].filter((name) => name !== owner));
    for (const type of Object.keys(factCatalogue))
      if (published.length > 0 && text.includes(`"${type}"`)) found.add(`${owner} publishes ${type}`);
    for (const reader of readers) found.add(`${reader} reads`);
  }
  assert.deepEqual(misnamed, []);
  // A part of each service with proposals, from the library.
  for (const { text } of sourcesOf("libs", "service/src/*.ts"))
    for (const reader of namesIn(text, /startFacts\(\s*"([\w-]+)"/g)) found.add(`${reader} reads`);
  const listed = Object.entries(factCatalogue).flatMap(([type, { publishers, effects }]) => [
    ...(isOfLibrary(publishers) ? [] : publishers.map((service) => `${service} publishes ${type}`)),
    ...Object.keys(effects).map((reader) => `${reader} reads`),
  ]);
  assert.deepEqual([...found].sort(), [...new Set(listed)].sort());
});

test("the facts that every service publishes are those of libs/changes, so that a new service needs no entry", () => {
  const calls = sourcesOf("libs", "changes/src/**/*.ts").flatMap(({ text }) =>
    namesIn(text, /\b(wantNotice|endNotices)\(tx, /g),
  );
  assert.deepEqual([...new Set(calls)].sort(), ["endNotices", "wantNotice"]);
  const shared = Object.entries(factCatalogue).filter(([, { publishers }]) => isOfLibrary(publishers));
  assert.deepEqual(
    shared.map(([type]) => type),
    ["notice.over", "notice.wanted"],
  );
});

test("a service reads the topics of the services whose facts have an effect in it, also of the release before", () => {
  assert.deepEqual(publishersFor("crm"), ["comms"]);
  assert.deepEqual(publishersFor("comms").sort(), ["auth", "commerce", "crm", "scheduling"]);
  assert.deepEqual(publishersFor("comms-notices"), relaying);
  assert.deepEqual(publishersFor("proposals"), ["auth"]);
});
