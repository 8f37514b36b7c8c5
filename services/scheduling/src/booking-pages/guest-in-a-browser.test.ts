import type { FactPayload } from "@jst/events";
import { isTooWide, keepPicture, noBrowser, testBrowser, violationsOf } from "@jst/testing/browser";
import assert from "node:assert/strict";
import { test } from "node:test";
import { notified } from "../testing/notified.ts";
import { at, bookingsOf } from "../testing/test-bookings.ts";
import { testPages } from "../testing/test-pages.ts";
import { testScheduling } from "../testing/test-scheduling.ts";

const scheduling = await testScheduling();
const { newTeam, newPage } = testPages(scheduling);
const { book, get } = bookingsOf(scheduling.door);
const openPage = testBrowser();

/** A booking with a guest, and the address of the guest's page. */
async function invited() {
  const team = newTeam();
  const type = await newPage(team, {
    name: "First consultation",
    location_type: "in_person",
    location_detail: "Main Street 1",
  });
  const { body } = await book(team.caller, type.id, at(3, "10:00"), { guests: ["bo@example.org"] });
  const [row] = await scheduling.sql<{ payload: FactPayload<"booking.changed"> }>(
    "select payload::json as payload from scheduling.outbox where team_id = $1 and type = 'booking.changed'",
    [team.caller.team_id],
  );
  const mail = notified(row?.payload).mails.find(({ to }) => to === "bo@example.org");
  const path = /\/p\/bookings\/[\w-]{43}/.exec(mail?.text ?? "")?.[0] ?? "";
  const now = async () => (await get(team.caller, body.id as string)).body as Record<string, unknown>;
  return { url: `${scheduling.door.httpUrl}${path}`, now };
}

test(
  "a guest reads where and when, and declines with one button, on a phone and at a desk",
  { skip: noBrowser },
  async () => {
    for (const width of [360, 1_280]) {
      const { url, now } = await invited();
      const page = await openPage({ width, javaScript: false });
      const check = async (name: string) => {
        assert.equal(await page.locator("h1").count(), 1);
        await keepPicture(page, `booking guest-${name}-${width}`);
      };
      await page.goto(url);
      assert.equal(await page.getByRole("status").innerText(), "You are invited to this.");
      assert.match(await page.locator("dl").innerText(), /Main Street 1/);
      assert.equal(await page.getByText(/Move|Cancel/).count(), 0);
      await check("invited");
      await page.getByRole("button", { name: "Decline" }).click();
      await page.getByText("You have declined.").waitFor();
      assert.equal(await page.getByRole("button").count(), 0);
      await check("declined");
      const { status, guest_states: states } = await now();
      assert.deepEqual([status, (states as { status: string }[])[0]?.status], ["booked", "declined"]);
    }
  },
);

test("a guest's page fits a phone and a desk, and axe finds nothing wrong", { skip: noBrowser }, async () => {
  for (const width of [320, 1_280]) {
    const { url } = await invited();
    const page = await openPage({ width });
    await page.goto(url);
    for (const name of ["invited", "declined"]) {
      assert.deepEqual(await violationsOf(page), [], `${name} at ${width}`);
      assert.equal(await isTooWide(page), false, `${name} at ${width}`);
      if (name === "invited") await page.getByRole("button", { name: "Decline" }).click();
      await page.getByRole("status").waitFor();
    }
  }
});
