import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { Caller } from "@jst/caller";
import { testCaller, withClient, type TestReply } from "@jst/testing";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { Subject } from "./subject.ts";

/** Event as the outbox has it. */
interface Event {
  type: string;
  changeset_id: string;
  data: { object: Record<string, unknown>; previous?: Record<string, unknown> };
}

const file = join(import.meta.dirname, "../../../events/gen/event-schemas.json");
const schemas = JSON.parse(readFileSync(file, "utf8")) as Record<string, object>;
const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);

/** Events of each write: created, updated, deleted, restored, and by an undo (events.types, events.body). */
export function describeEvents<Deps>(subject: Subject<Deps>): void {
  const { events, members, name: plural } = subject.facts;
  const details = members.filter(({ isDetail }) => isDetail === true).map(({ name }) => name);
  const type = (verb: string) => `${events.noun}.${verb}`;

  /** Types that the write published, each in its schema; `object` is the item as the list shows it. */
  async function published(caller: Caller, reply: TestReply): Promise<Event[]> {
    const changeset = reply.headers["x-changeset-id"];
    const found = (await eventsOf(subject, caller)).filter((one) => one.changeset_id === changeset);
    for (const event of found) {
      const isValid = ajv.validate(schemas[event.type] ?? false, event);
      assert.ok(isValid, `${event.type}: ${ajv.errorsText()} ${JSON.stringify(event)}`);
      const shown = [event.data.object, event.data.previous ?? {}].flatMap((part) => Object.keys(part));
      assert.deepEqual(
        shown.filter((name) => details.includes(name)),
        [],
      );
    }
    return found;
  }
  const typesOf = (found: readonly Event[]) => found.map((event) => event.type);
  const has = (verb: (typeof events.verbs)[number]) => events.verbs.includes(verb);

  test("a create and a patch publish one event each, with the item of the list and the former values", async () => {
    const caller = testCaller();
    const made = await subject.create(caller, await subject.least(caller));
    const [created] = await published(caller, made);
    assert.equal(created?.type, type("created"));
    const listed = (await subject.list(caller)).body[plural] as Record<string, unknown>[];
    const isMoving = subject.options.isMoving === true;
    if (!isMoving) assert.deepEqual(created.data, { object: listed.find(({ id }) => id === made.body.id) });
    if (!subject.has("Update")) return;
    const [, value] = (await subject.patches(caller)).get(subject.naming) ?? [];
    if (value === undefined || value === made.body[subject.naming]) return;
    const patched = await subject.update(caller, made.body.id, { [subject.naming]: value });
    const [updated, ...others] = await published(caller, patched);
    assert.deepEqual([updated?.type, typesOf(others)], [type("updated"), []]);
    assert.equal(updated?.data.previous?.[subject.naming], made.body[subject.naming]);
    assert.ok(
      !("version" in (updated?.data.previous ?? {})) && !("updated_at" in (updated?.data.previous ?? {})),
    );
    const same = await subject.update(caller, made.body.id, { [subject.naming]: value });
    assert.deepEqual(await published(caller, same), []);
    const stale = await subject.update(
      caller,
      made.body.id,
      { [subject.naming]: made.body[subject.naming] },
      { headers: { "if-match": '"1"' } },
    );
    assert.equal(stale.status, 412);
    assert.equal(
      (await eventsOf(subject, caller)).filter(({ type: one }) => one.startsWith(`${events.noun}.`)).length,
      2,
    );
  });

  if (has("deleted") && (subject.has("Delete") || subject.has("Archive")))
    test("what ends one publishes it as it was, and what brings it back says so", async () => {
      const caller = testCaller();
      const { body } = await subject.create(caller, await subject.least(caller));
      const [ended] = [
        await (subject.has("Archive") ? subject.archive(caller, body.id) : subject.delete(caller, body.id)),
      ];
      const gone = (await published(caller, ended)).at(-1);
      if (subject.options.isDeactivated === true) {
        assert.equal(gone?.type, type("updated"));
        return;
      }
      assert.equal(gone?.type, type("deleted"));
      assert.deepEqual([gone.data.object["version"], gone.data.object["id"]], [1, body.id]);
      assert.equal(gone.data.object["archived_at"] ?? gone.data.object["deleted_at"] ?? null, null);
      if (!has("restored")) return;
      const undone = await subject.undo(caller, ended);
      if (undone.status !== 200) return;
      const back = (await undoneEvents(subject, caller)).at(-1);
      assert.equal(back?.type, type("restored"), JSON.stringify(undone.body));
    });

  if (has("deleted") && subject.options.isFinal !== true && has("restored"))
    test("the undo of a create publishes that it is gone, the undo of a change the change", async () => {
      const caller = testCaller();
      const made = await subject.create(caller, await subject.least(caller));
      const [, value] = (await subject.patches(caller)).get(subject.naming) ?? [];
      if (subject.has("Update") && value !== made.body[subject.naming]) {
        const patched = await subject.update(caller, made.body.id, { [subject.naming]: value });
        assert.equal((await subject.undo(caller, patched)).status, 200);
        const changed = (await undoneEvents(subject, caller)).at(-1);
        assert.deepEqual([changed?.type, changed?.data.previous?.[subject.naming]], [type("updated"), value]);
      }
      assert.equal((await subject.undo(caller, made, true)).status, 200);
      const gone = (await undoneEvents(subject, caller)).at(-1);
      assert.deepEqual([gone?.type, gone?.data.object["id"]], [type("deleted"), made.body.id]);
    });
}

/** Events of the team in the order in which they were stored. */
function eventsOf<Deps>(subject: Subject<Deps>, { team_id }: Caller): Promise<Event[]> {
  const [schema = ""] = subject.facts.table.split(".");
  return withClient(subject.options.database.superuserUrl, async (client) => {
    const text = `select payload from ${schema}.outbox where team_id = $1 and payload -> 'api_version' is not null order by seq`;
    const { rows } = await client.query<{ payload: Event }>(text, [team_id]);
    return rows.map(({ payload }) => payload);
  });
}

/** Events of the last changeset. */
async function undoneEvents<Deps>(subject: Subject<Deps>, caller: Caller): Promise<Event[]> {
  const all = await eventsOf(subject, caller);
  const last = all.at(-1);
  for (const event of all) {
    const isValid = ajv.validate(schemas[event.type] ?? false, event);
    assert.ok(isValid, `${event.type}: ${ajv.errorsText()} ${JSON.stringify(event)}`);
  }
  return all.filter(({ changeset_id: id }) => id === last?.changeset_id);
}
