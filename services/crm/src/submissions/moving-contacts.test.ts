import { testCaller, until, withClient } from "@jst/testing";
import assert from "node:assert/strict";
import { test } from "node:test";
import { testCrm } from "../testing/test-crm.ts";
import { testForms } from "../testing/test-forms.ts";

const crm = await testCrm();
const { door, database } = crm;
const { newForm, submit } = testForms(crm);

test("a contact whose address became another while the submission waited for it is left alone", async () => {
  const caller = testCaller();
  const slug = await newForm(caller);
  const held = await door.call("CreateContact", { caller, body: { email: "ada@x.test" } });
  const id = held.body.id as string;
  const begun = await withClient(database.superuserUrl, async (holder) => {
    await holder.query("begin");
    // Without the undo record, which asks who writes.
    await holder.query("set local session_replication_role = replica");
    await holder.query(
      "update crm.contacts set email = 'grace@x.test', email_key = 'grace@x.test' where id = $1",
      [id],
    );
    await holder.query("delete from crm.contact_keys where contact_id = $1", [id]);
    const reply = submit(caller, slug, { email: "ada@x.test", name: "Ada" });
    await until("the submission waits for the contact", 10_000, async () => {
      const { rowCount } = await holder.query(
        "select from pg_locks l join pg_stat_activity a using (pid) where not l.granted and a.datname = current_database()",
      );
      return rowCount === 0 ? undefined : true;
    });
    await holder.query("commit");
    return { reply };
  });
  const { status, body } = await begun.reply;
  assert.equal(status, 201, JSON.stringify(body));
  assert.notEqual(body.contact_id, id);
  const { body: other } = await door.call("GetContact", { caller, path: { contact_id: id } });
  assert.deepEqual([other.email, other.first_name], ["grace@x.test", null]);
  const { body: made } = await door.call("GetContact", { caller, path: { contact_id: body.contact_id } });
  assert.deepEqual([made.email, made.first_name], ["ada@x.test", "Ada"]);
});
