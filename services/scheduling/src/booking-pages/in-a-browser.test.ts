import {
  isTooWide,
  keepPicture,
  noBrowser,
  testBrowser,
  violationsOf,
  type Locator,
  type Page,
} from "@jst/testing/browser";
import assert from "node:assert/strict";
import { test } from "node:test";
import { bookingsOf, soon } from "../testing/test-bookings.ts";
import { testPages } from "../testing/test-pages.ts";
import { testScheduling } from "../testing/test-scheduling.ts";

const scheduling = await testScheduling();
const { newTeam, newPage, bookings } = testPages(scheduling);
const { get } = bookingsOf(scheduling.door);
const openPage = testBrowser();
const url = (path: string) => `${scheduling.door.httpUrl}${path}`;

const TABS_MAX = 120;

/** Goes on with Tab alone until the control has the focus, as who has no mouse does. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let tabs = 0; tabs < TABS_MAX; tabs += 1) {
    if ((await target.and(page.locator(":focus")).count()) === 1) return;
    await page.keyboard.press("Tab");
  }
  assert.fail(`no Tab leads to ${String(target)}`);
}

/** Goes on to the link or button of this name and presses it. */
async function press(page: Page, name: string): Promise<void> {
  await tabTo(
    page,
    page
      .locator("a, button")
      .getByText(name, { exact: true })
      .or(page.getByRole("button", { name, exact: true }))
      .first(),
  );
  await page.keyboard.press("Enter");
}

/** Goes on to the field and types. */
async function type(page: Page, field: string, text: string): Promise<void> {
  await tabTo(page, page.locator(field));
  await page.keyboard.press("Control+A");
  await page.keyboard.type(text);
}

test(
  "somebody in another zone books, moves and cancels, with the keyboard alone and without JavaScript",
  { skip: noBrowser },
  async () => {
    const team = newTeam();
    const { path } = await newPage(
      team,
      { description: "We look at your plans." },
      { timezone: "America/New_York" },
    );
    const page = await openPage({ javaScript: false });
    await page.goto(url(`${path}?date=${soon(40)}`));
    await type(page, "#f-timezone", "Asia/Kolkata");
    await press(page, "Show times of this zone");
    await page.getByText("Times are those of Asia/Kolkata.").waitFor();
    const [hour = ""] = await page.locator('a[href*="start="]').allInnerTexts();
    assert.match(hour, /^\d\d:30$/);
    await press(page, hour);
    await page.getByRole("button", { name: "Book" }).waitFor();
    await type(page, "#f-name", "Ada Lovelace");
    await type(page, "#f-email", "ada@example.com");
    await press(page, "Book");
    await page.waitForURL("**/p/bookings/*");
    assert.equal(await page.getByRole("status").innerText(), "This is booked.");
    assert.match(await page.locator("dl").innerText(), new RegExp(`${hour} to .*Asia/Kolkata, UTC\\+05:30`));
    const manage = page.url();

    await press(page, "Move to another time");
    await page.waitForURL("**/reschedule");
    // On its last days this month has no second day that is free.
    await tabTo(page, page.getByRole("navigation", { name: "Other months" }).getByRole("link").last());
    await page.keyboard.press("Enter");
    await page.waitForURL("**/reschedule?month=*");
    await tabTo(page, page.locator('a[href*="date="]').nth(1));
    await page.keyboard.press("Enter");
    await page.waitForURL("**/reschedule?date=*");
    await tabTo(page, page.locator("#f-start"));
    await page.keyboard.press("ArrowDown");
    await press(page, "Move the booking");
    await page.waitForURL(manage);
    assert.match(await page.getByRole("status").innerText(), /was moved/);

    await type(page, "#f-reason", "Ill");
    await press(page, "Cancel the booking");
    await page.getByText("This is cancelled.").waitFor();
    const [booking] = await bookings(team);
    const { body } = await get(team.caller, String(booking?.["id"]));
    assert.deepEqual(
      [body.status, body.cancel_reason, body.timezone, body.ical_sequence],
      ["cancelled", "Ill", "Asia/Kolkata", 2],
    );
  },
);

test("every page fits 320 pixels and a desk, and axe finds nothing wrong", { skip: noBrowser }, async () => {
  const long = "W".repeat(110);
  const team = newTeam();
  const { path } = await newPage(team, { name: "Consultation", description: "We look at your plans." });
  const odd = await newPage(team, {
    name: long,
    location_type: "attendee_choice",
    slot_interval_minutes: 15,
    description: long,
  });
  const empty = await newPage(team, { name: "Nothing" }, { weekly: [] });
  for (const width of [320, 1_280]) {
    const page = await openPage({ width });
    const check = async (name: string) => {
      assert.deepEqual(await violationsOf(page), [], `${name} at ${width}`);
      assert.equal(await isTooWide(page), false, `${name} at ${width}`);
      await keepPicture(page, `booking ${name}-${width}`);
    };
    const day = soon(width === 320 ? 3 : 4);
    const shown = {
      list: `/p/book/${team.slug}`,
      chooser: path,
      "chooser-odd": odd.path,
      "chooser-empty": empty.path,
      "chooser-zone": `${path}?timezone=Nowhere`,
      form: `${path}?start=${day}T10:00:00Z&timezone=UTC`,
      "form-odd": `${odd.path}?start=${day}T13:00:00Z`,
      absent: "/p/bookings/nothing",
    };
    for (const [name, one] of Object.entries(shown)) {
      await page.goto(url(one));
      await check(name);
    }
    await page.goto(url(shown.form));
    await page.getByRole("button", { name: "Book" }).click();
    await page.getByRole("alert").waitFor();
    await check("form-refused");
    await page.locator("#f-name").fill("Ada Lovelace");
    await page.locator("#f-email").fill("ada@example.com");
    await page.getByRole("button", { name: "Book" }).click();
    await page.waitForURL("**/p/bookings/*");
    const manage = page.url();
    await check("booked");
    await page.goto(url(shown.form.replace("10:00:00Z", "11:00:00Z")));
    await page.locator("#f-name").fill("Bo");
    await page.locator("#f-email").fill("bo@example.com");
    await page.evaluate(`document.querySelector("[name=start]").value = "${day}T10:00:00Z"`);
    await page.getByRole("button", { name: "Book" }).click();
    await page.getByRole("alert").waitFor();
    await check("form-taken");
    await page.goto(`${manage}/reschedule`);
    await check("move");
    await page.goto(manage);
    await page.getByRole("button", { name: "Cancel the booking" }).click();
    await page.getByText("This is cancelled.").waitFor();
    await check("cancelled");
    await page.goto(`${manage}/reschedule`);
    await check("not-moved");
  }
});
