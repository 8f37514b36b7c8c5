import assert from "node:assert/strict";
import { test } from "node:test";
import type { Caller } from "@jst/caller";
import { testCaller } from "@jst/testing";
import { testCrm } from "../testing/test-crm.ts";
import { email, testForms } from "../testing/test-forms.ts";
import { person } from "../testing/test-people.ts";
import { testPages } from "../testing/test-pages.ts";

const crm = await testCrm();
const { door, stored } = crm;
const { newForm, submit } = testForms(crm);
const { newTeam, newPage, send } = testPages(crm);

const phone = { id: "phone", label: "Phone", type: "phone", maps_to: "phone" };
const agree = (id: string, target: string) => ({ id, label: id, type: "consent", maps_to: target });
const fields = [
  ...[email, phone, agree("news", "consent.email.marketing"), agree("texts", "consent.sms.transactional")],
  { id: "terms", label: "Terms", type: "consent" },
];

/** Lists the consent or address events of the team's outbox, oldest first. */
async function told(caller: Caller, wanted = "consent.given"): Promise<Record<string, unknown>[]> {
  const { events } = await stored(caller.team_id);
  return events.filter(({ type }) => type === wanted).map(({ data }) => ({ ...data }));
}

test("a consent that is given is told with the submission: whose address, for what, and what shows it", async () => {
  const caller = testCaller();
  const slug = await newForm(caller, { fields });
  const answers = { email: "Ada@X.test", phone: "+14155550100", news: true, texts: true, terms: true };
  const { status, body } = await submit(caller, slug, answers);
  assert.equal(status, 201, JSON.stringify(body));
  assert.deepEqual(body.data, answers);
  const shown = { submission_id: body.id, form_id: body.form_id, form_version: 1 };
  const said = { basis: "form", source: `form ${slug}`, at: body.submitted_at };
  assert.deepEqual(await told(caller), [
    {
      ...{ address: "Ada@X.test", channel: "email", purpose: "marketing", ...said },
      evidence: { ...shown, field_id: "news" },
    },
    {
      ...{ address: "+14155550100", channel: "sms", purpose: "transactional", ...said },
      evidence: { ...shown, field_id: "texts" },
    },
  ]);
  const types = (await stored(caller.team_id)).events.map(({ type }) => type);
  assert.deepEqual(types, [
    "contact.created",
    "form.submitted",
    "consent.given",
    "consent.given",
    "address.given",
  ]);
});

test("false, no answer, no address and a refused submission tell nothing", async () => {
  const caller = testCaller();
  const slug = await newForm(caller, { fields });
  await door.call("CreateContact", { caller, body: { email: "ada@x.test", phone: "+14155550100" } });
  for (const answers of [
    { email: "ada@x.test", news: false },
    { email: "ada@x.test", news: null },
    { email: "ada@x.test" },
    { phone: "+14155550100", news: true },
    // The number of the contact that the address finds was not answered here.
    { email: "ada@x.test", texts: true },
  ])
    assert.equal((await submit(caller, slug, answers)).status, 201, JSON.stringify(answers));
  for (const news of ["true", 1, "on", {}])
    assert.equal((await submit(caller, slug, { data: { email: "ada@x.test", news } })).status, 422);
  assert.deepEqual(await told(caller), []);
});

test("of a contact that is named, its own address counts where none is answered", async () => {
  const caller = testCaller();
  const slug = await newForm(caller, { fields });
  const made = await door.call("CreateContact", { caller, body: { email: "ada@x.test" } });
  const contact_id = made.body.id as string;
  const data = { news: true, texts: true };
  assert.equal((await submit(caller, slug, { data, contact_id })).status, 201);
  await submit(caller, slug, { data: { ...data, email: "other@x.test" }, contact_id });
  assert.deepEqual(
    (await told(caller)).map(({ address, channel }) => [address, channel]),
    [
      ["ada@x.test", "email"],
      ["other@x.test", "email"],
    ],
  );
});

test("a person's consent is told when the submission is approved, and what is proposed tells nothing", async () => {
  const caller = testCaller();
  const slug = await newForm(caller, { fields });
  const queued = await submit(person(caller.team_id, "member"), slug, { email: "a@x.test", news: true });
  assert.equal(queued.status, 202, JSON.stringify(queued.body));
  assert.deepEqual(await told(caller), []);
  const path = { changeset_id: queued.body.changeset_id as string };
  const admin = person(caller.team_id, "admin");
  assert.equal((await door.call("ApproveChangeset", { caller: admin, path })).status, 200);
  assert.equal((await told(caller)).length, 1);
});

test("a box that is ticked on the page is told once, however often the page is sent", async () => {
  const team = newTeam();
  const path = await newPage(team, { fields });
  const sent = { _once: "one", email: "a@x.test", news: "true" };
  for (let times = 0; times < 3; times += 1) assert.equal((await send(path, sent)).status, 303);
  assert.equal((await send(path, { email: "b@x.test" })).status, 303);
  assert.deepEqual(
    (await told(team.caller)).map(({ address }) => address),
    ["a@x.test"],
  );
});

test("only a consent is mapped to one, each channel and purpose once, and no other is known", async () => {
  const caller = testCaller();
  const faults = async (given: object[]) => {
    const { status, body } = await door.call("CreateForm", { caller, body: { title: "F", fields: given } });
    return status === 201 ? [] : (body.errors as { field: string }[]).map(({ field }) => field);
  };
  const targets = ["email", "sms", "whatsapp"].flatMap((channel) =>
    ["transactional", "marketing"].map((purpose) => `consent.${channel}.${purpose}`),
  );
  assert.deepEqual(await faults(targets.map((target, n) => agree(`a${n}`, target))), []);
  const [first = ""] = targets;
  assert.deepEqual(await faults([agree("a", first), agree("b", first)]), ["fields.1.maps_to"]);
  for (const target of [
    ...["consent.in_app.marketing", "consent.email.sales", "consent.email", "consent", "consent.email."],
    ...["Consent.email.marketing", "consent.email.marketing ", "consent.__proto__.marketing", "email"],
  ])
    assert.deepEqual(await faults([agree("a", target)]), ["fields.0.maps_to"], target);
  for (const type of ["boolean", "short_text", "hidden", "single_choice", "section"]) {
    const options = type === "single_choice" ? { options: ["true"] } : {};
    assert.deepEqual(await faults([{ ...agree("a", first), type, ...options }]), ["fields.0.maps_to"], type);
  }
});

test("where somebody says that they are reached is told with the submission, a number for both of its channels", async () => {
  const caller = testCaller();
  const slug = await newForm(caller, { fields: [email, phone] });
  const { body } = await submit(caller, slug, { email: "ada@x.test", phone: "+14155550100" });
  await submit(caller, slug, {});
  const shown = { submission_id: body.id, form_id: body.form_id, form_version: 1 };
  assert.deepEqual(await told(caller, "address.given"), [
    {
      addresses: [
        { address: "ada@x.test", channel: "email" },
        { address: "+14155550100", channel: "sms" },
        { address: "+14155550100", channel: "whatsapp" },
      ],
      ...{ basis: "form", source: `form ${slug}`, evidence: shown },
    },
  ]);
});

test("who does not tick what a form asks consent to has given no address for it", async () => {
  const caller = testCaller();
  const slug = await newForm(caller, { fields });
  for (const texts of [false, null, undefined])
    await submit(caller, slug, { phone: "+14155550100", ...(texts === undefined ? {} : { texts }) });
  await submit(caller, slug, { phone: "+14155550100", texts: true });
  const channels = (await told(caller, "address.given")).map(({ addresses }) =>
    (addresses as { channel: string }[]).map(({ channel }) => channel).join(" "),
  );
  assert.deepEqual(channels, ["whatsapp", "whatsapp", "whatsapp", "sms whatsapp"]);
});
