import { isTooWide, keepPicture, noBrowser, testBrowser, violationsOf } from "@jst/testing/browser";
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { fill, press } from "../src/console-acts.ts";
import { assertNoFault, atConsole } from "../src/console.ts";
import { newTeam } from "../src/fleet.ts";
import { teamApi } from "../src/team-api.ts";

/** Several invitations at once, in a real browser (console.members). */
const openPage = testBrowser();
const skip = noBrowser;

let team = "";
let token = "";
before(async () => {
  ({ slug: team, token } = await newTeam("inviting"));
});
const { listed } = teamApi(() => token);
const FIELD = "E-mail addresses of new members";

test("of several addresses each has its result, and a refused one stays in the field", { skip }, async () => {
  const owner = await atConsole(await openPage(), team, "owner");
  const { page } = owner;
  await page.setViewportSize({ width: 390, height: 844 });
  await owner.go("/members");
  await fill(
    page,
    FIELD,
    "Ada Ode <ada@one.test>, bea@one.test;nobody\ncy@one.test ADA@one.test\tfay@one.test",
  );
  await page.getByRole("combobox", { name: "Role of the new members" }).selectOption("viewer");
  await press(page, "Add 5 and invite by e-mail");
  await page.getByText(/^4 people are now members.* fay@one\.test\.$/).waitFor();
  await page.getByText("This address was not added.").waitFor();
  await page.locator("ul.failure > li", { hasText: "nobody" }).waitFor();
  assert.equal(await page.getByLabel(FIELD).inputValue(), "nobody");
  assert.deepEqual(await violationsOf(page), []);
  assert.equal(await isTooWide(page), false);
  await keepPicture(page, "journey inviting several");
  const members = await listed<{ email: string; name: string | null }>("members?role=viewer", "members");
  assert.equal(members.find(({ email }) => email === "ada@one.test")?.name, "Ada Ode");
  const emails = members.map(({ email }) => email.toLowerCase()).toSorted();
  assert.deepEqual(
    emails,
    ["ada", "bea", "cy", "fay"].map((name) => `${name}@one.test`),
  );
  assertNoFault(owner);
});

test(
  "more than 50 addresses are not sent, and a member's own address is named as known",
  { skip },
  async () => {
    const owner = await atConsole(await openPage(), team, "owner", "many");
    const { page } = owner;
    await owner.go("/members");
    const many = Array.from({ length: 51 }, (_, place) => `n${place}@many.test`);
    await fill(page, FIELD, many.join(";"));
    await page.getByText("These are 51 addresses.").waitFor();
    assert.equal(await page.getByRole("button", { name: "Add 51 and invite" }).isDisabled(), true);
    await fill(page, FIELD, `owner.many@${team}.test`);
    await press(page, "Add and invite by e-mail");
    await page.getByText("A member already has this e-mail address").waitFor();
    assert.deepEqual(await listed("members?q=many.test", "members"), []);
    assertNoFault(owner);
  },
);
