import {
  isTooWide,
  keepPicture,
  noBrowser,
  testBrowser,
  violationsOf,
  type Page,
} from "@jst/testing/browser";
import assert from "node:assert/strict";
import { test } from "node:test";
import { testCrm } from "../testing/test-crm.ts";
import { testForms } from "../testing/test-forms.ts";
import { testPages } from "../testing/test-pages.ts";

const crm = await testCrm();
const { newTeam, newPage } = testPages(crm);
const { patchForm } = testForms(crm);
const openPage = testBrowser();
const url = (path: string) => `${crm.door.httpUrl}${path}`;

const options = ["Small", "Medium", "Large"];
const fields = [
  { id: "about", label: "About you", type: "section", help: "We use this to answer you." },
  { id: "name", label: "First name", type: "short_text", required: true, maps_to: "first_name" },
  {
    id: "email",
    label: "E-mail address",
    type: "email",
    required: true,
    maps_to: "email",
    help: "We send no adverts.",
  },
  { id: "phone", label: "Telephone number", type: "phone" },
  { id: "order", label: "Your order", type: "section" },
  { id: "size", label: "Size", type: "single_choice", options, required: true },
  { id: "extras", label: "Extras", type: "multi_choice", options: ["Gift wrap", "Express", "A card"] },
  { id: "stars", label: "How did you like us last time?", type: "rating" },
  { id: "day", label: "Delivery day", type: "date" },
  {
    id: "country",
    label: "Country",
    type: "single_choice",
    options: Array.from({ length: 30 }, (_, n) => `Land ${n}`),
  },
  { id: "note", label: "Anything else?", type: "long_text", help: "Up to 10,000 characters." },
  { id: "agree", label: "I agree to the terms of delivery.", type: "consent", required: true },
];
const orderForm = { title: "Order a box", description: "Fresh every week.\nCancel any time.", fields };

/** Moves on until the element with this id has the focus; fails where the keyboard never comes to it. */
async function tabTo(page: Page, id: string): Promise<void> {
  for (let steps = 0; steps < 60; steps += 1) {
    if ((await page.evaluate<string>("document.activeElement?.id ?? ''")) === id) return;
    await page.keyboard.press("Tab");
  }
  assert.fail(`The keyboard does not reach ${id}.`);
}

test(
  "a form is filled in and sent with the keyboard alone, without JavaScript",
  { skip: noBrowser },
  async () => {
    const team = newTeam();
    const path = await newPage(team, orderForm);
    const [seeing, page] = [await openPage(), await openPage({ javaScript: false })];
    // Only a page with scripts can report the focus; both pages are the same.
    await seeing.goto(url(path));
    await tabTo(seeing, "f-name");
    await page.goto(url(path));
    const type = async (text: string) => {
      await page.keyboard.press("Tab");
      await page.keyboard.type(text);
    };
    await type("Ada");
    await type("ada@example.com");
    await type("+14155550100");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Space");
    await page.keyboard.press("ArrowDown");
    for (const key of ["Tab", "Space", "Tab", "Tab", "Tab"]) await page.keyboard.press(key);
    await page.keyboard.press("ArrowUp");
    await page.locator("#f-note").focus();
    await page.keyboard.type("One\nTwo");
    await type("");
    await page.keyboard.press("Space");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.waitForURL("**?thanks=1");
    assert.equal(await page.locator("main p").textContent(), "Thank you.");
    const { caller } = team;
    const reply = await crm.door.call("ListSubmissions", { caller, path: { slug: "order-a-box" } });
    assert.deepEqual(reply.body.submissions[0].data, {
      ...{
        name: "Ada",
        email: "ada@example.com",
        phone: "+14155550100",
        size: "Medium",
        extras: ["Gift wrap"],
      },
      ...{ stars: 5, note: "One\nTwo", agree: true },
    });
    assert.equal(new URL(page.url()).search, "?thanks=1");
  },
);

test("the keyboard reaches every control and never the trap", { skip: noBrowser }, async () => {
  const page = await openPage();
  await page.goto(url(await newPage(newTeam(), orderForm)));
  const reached = new Set<string>();
  for (let steps = 0; steps < 40; steps += 1) {
    await page.keyboard.press("Tab");
    reached.add(
      await page.evaluate<string>("document.activeElement?.name || document.activeElement?.type || ''"),
    );
  }
  const asked = fields.filter(({ type }) => type !== "section").map(({ id }) => id);
  for (const name of [...asked, "submit"]) assert.ok(reached.has(name), name);
  assert.equal(reached.has("_hp"), false);
  assert.equal(await page.getByRole("textbox", { name: "Leave this empty" }).count(), 0);
});

test("what is wrong is read first, and each link leads to its field", { skip: noBrowser }, async () => {
  const page = await openPage();
  await page.goto(url(await newPage(newTeam(), orderForm)));
  await page.locator("#f-email").fill("nobody");
  await page.getByRole("button").click();
  await page.getByRole("alert").waitFor();
  assert.equal(await page.evaluate("document.activeElement.getAttribute('role')"), "alert");
  await page.getByRole("link", { name: "E-mail address" }).click();
  assert.equal(await page.evaluate("document.activeElement.id"), "f-email");
  assert.equal(await page.locator("#f-email").inputValue(), "nobody");
  assert.match(await page.locator("#f-email-error").innerText(), /Must be an e-mail address/);
  await keepPicture(page, "form errors");
});

test("every page fits 320 pixels and a desk, and axe finds nothing wrong", { skip: noBrowser }, async () => {
  const team = newTeam();
  const { caller } = team;
  const open = await newPage(team, orderForm);
  const closed = await newPage(team, { title: "Closed form" });
  await patchForm(caller, "closed-form", { status: "closed" });
  const long = "W".repeat(150);
  const odd = [
    { id: "a", label: long, help: long, type: "single_choice", options: [long, "b"] },
    { id: "b", label: long, type: "boolean", required: true },
  ];
  const wide = await newPage(team, { title: long, fields: odd });
  const pages: Record<string, string> = {
    form: open,
    thanks: `${open}?thanks=1`,
    closed,
    absent: "/p/forms/nobody/nothing",
    wide,
  };
  for (const width of [320, 1_280]) {
    const page = await openPage({ width });
    for (const [name, path] of Object.entries({ ...pages, refused: open, refusedWide: wide })) {
      await page.goto(url(path));
      if (name.startsWith("refused")) {
        await page.getByRole("button").click();
        await page.getByRole("alert").waitFor();
      }
      assert.deepEqual(await violationsOf(page), [], `${name} at ${width}`);
      assert.equal(await isTooWide(page), false, `${name} at ${width}`);
      await keepPicture(page, `form ${name}-${width}`);
    }
  }
});

test("the policy stops nothing of the page itself, and any script in it", { skip: noBrowser }, async () => {
  const page = await openPage();
  const complaints: string[] = [];
  page.on("console", (message) => complaints.push(message.text()));
  await page.goto(url(await newPage(newTeam(), orderForm)));
  assert.deepEqual(complaints, []);
  const color = "getComputedStyle(document.querySelector('button')).backgroundColor";
  assert.equal(await page.evaluate(color), "rgb(15, 118, 110)");
  await page.evaluate(
    "document.body.append(Object.assign(document.createElement('script'), { text: 'document.title = 1' }))",
  );
  assert.match(complaints.join(), /script/);
  assert.equal(await page.title(), "Order a box – Acme Ltd");
});
