import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { isChoice } from "./member-names.ts";
import { hoursInWords, valueWord } from "./values.ts";

/** Schema of the API, as far as values of members go. */
interface Schema {
  $ref?: string;
  enum?: readonly string[];
  items?: Schema;
  anyOf?: readonly Schema[];
  properties?: Readonly<Record<string, Schema>>;
}

const { schemas } = (
  JSON.parse(readFileSync(new URL("../../../agent/gen/openapi.json", import.meta.url), "utf8")) as {
    components: { schemas: Readonly<Record<string, Schema>> };
  }
).components;

/** Lists the members of a schema and of those inside of it, with each value of theirs that is a word of the API. */
function wordsIn(
  { $ref, items, anyOf = [], properties = {}, ...schema }: Schema,
  member: string,
): string[][] {
  const inside = [...anyOf, ...(items === undefined ? [] : [items])];
  const named = $ref === undefined ? undefined : schemas[$ref.replace(/^.*\//, "")];
  return [
    ...(schema.enum ?? []).map((value) => [member, value]),
    ...[...inside, ...(named === undefined ? [] : [named])].flatMap((one) => wordsIn(one, member)),
    ...Object.entries(properties).flatMap(([name, one]) => wordsIn(one, name)),
  ];
}

test("each value of a rule, an event type and a document is a word that people know", () => {
  for (const record of ["ApprovalRule", "EventType", "Invoice", "Quote", "Subscription"])
    for (const [member = "", value = ""] of wordsIn(schemas[record] ?? {}, record)) {
      // Types of actors are shown by the names of the actors.
      if (member === "type") continue;
      const shown = valueWord(member, value) ?? (isChoice(member) ? value.replaceAll("_", " ") : value);
      assert.ok(!shown.includes("_"), `${record}.${member}: ${value}`);
      const isRule = ["actor_types", "doors", "resources", "ops", "roles", "outcome"].includes(member);
      assert.ok(!isRule || valueWord(member, value) !== undefined, `${record}.${member}: ${value}`);
    }
});

test("hours are days where they are whole days", () => {
  assert.deepEqual([336, 24, 36, 1].map(hoursInWords), ["14 days", "1 day", "36 hours", "1 hour"]);
});

test("a value that the API does not have for the member stays as it is", () => {
  assert.equal(valueWord("outcome", "toString"), undefined);
  assert.equal(valueWord("nothing", "queue"), undefined);
});
