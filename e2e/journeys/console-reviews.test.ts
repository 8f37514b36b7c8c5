import {
  isTooWide,
  keepPicture,
  noBrowser,
  testBrowser,
  violationsOf,
  type Page,
} from "@jst/testing/browser";
import { until } from "@jst/testing";
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { actUnawares, addWords, choice, dialog, fill, isTitled, press } from "../src/console-acts.ts";
import { assertNoFault, atConsole, isSettled, SCRIPT, type AtConsole } from "../src/console.ts";
import { jst, newTeam } from "../src/fleet.ts";
import { send } from "../src/http.ts";
import { consoleHeaders, signedIn } from "../src/sessions.ts";
import { teamApi } from "../src/team-api.ts";

/** A review at the console, in a real browser: written, answered and signed (review.members). */
const openPage = testBrowser();
const skip = noBrowser;

let team = "";
let token = "";
let owner: AtConsole;
before(async () => {
  if (skip !== false) return;
  ({ slug: team, token } = await newTeam("console-reviews"));
  await jst("config", "set", "--team", team, "modules.review", "true");
  owner = await atConsole(await openPage(), team, "owner");
});

const { call } = teamApi(() => token);
const addressOf = (role: string, name = "console") => `${role}.${name}@${team}.test`;

interface Answers {
  verdicts: { reviewer_name: string; status: string; verdict: string | null; note: string | null }[];
  answer_sheets: { answers: Record<string, unknown>; version: number }[];
  items: { id: string; prompt: string }[];
}
const answersOf = async (id: string) => (await call("GET", `review/packets/${id}/answers`)).body as Answers;
const idOf = (page: Page) => page.url().split("/").at(-1) ?? "";

/** Pictures of the page as a telephone and a desk show it, which everybody can read and none has to push sideways. */
async function lookAt(page: Page, name: string): Promise<void> {
  for (const width of [1_280, 360]) {
    await page.setViewportSize({ width, height: 800 });
    assert.deepEqual(await violationsOf(page), [], `${name} ${width}`);
    assert.equal(await isTooWide(page), false, `${name} ${width}`);
    await keepPicture(page, `${name} ${width}`);
  }
  await page.setViewportSize({ width: 1_280, height: 800 });
}

/** Writes the question of this number in the form of a review. */
async function question(
  page: Page,
  n: number,
  text: string,
  kind: string,
  ...choices: string[]
): Promise<void> {
  await press(page, "Add a question");
  const field = page.getByRole("group", { name: `Question ${n}` });
  await field.getByLabel("Question", { exact: true }).fill(text);
  await field.getByRole("combobox", { name: "Type of answer" }).selectOption(kind);
  await addWords(field, "Choices", ...choices);
}

test(
  "a review is written, answered, signed, bumped and closed, and a script in it is text",
  { skip },
  async () => {
    const { page, go } = owner;
    await go("/reviews");
    await press(page, "New review");
    await fill(page, "Title", `Terms ${SCRIPT}`);
    await fill(page, "What is reviewed", SCRIPT);
    await page.getByLabel(/^Due \(time zone/).fill("2027-03-01T09:30");
    await choice(page, addressOf("owner")).selectOption("required");
    await question(page, 1, `Clear? ${SCRIPT}`, "boolean");
    await page.getByRole("group", { name: "Question 1" }).getByLabel("Must be answered").check();
    await question(page, 2, "Why?", "long_text");
    await question(page, 3, "Which?", "multi_choice", "left", SCRIPT);
    await question(page, 4, "How good?", "rating");
    await lookAt(page, "journey review written");
    await press(page, "Create review");
    await isTitled(page, `Terms ${SCRIPT}`);
    const id = idOf(page);
    await page.getByText("has not signed").waitFor();
    await page.getByText("1 Mar 2027, 09:30").waitFor();

    const waits = page.getByRole("region", { name: "Waiting for your signature" });
    await go("/");
    await waits.getByRole("link", { name: `Terms ${SCRIPT}` }).click();

    await press(page, "Sign");
    await dialog(page).getByText("You cannot change or withdraw it").waitFor();
    await dialog(page).getByRole("button", { name: "Sign", exact: true }).click();
    await page.getByRole("alert").getByText("validation_failed").waitFor({ state: "attached" });
    await choice(page, `Clear? ${SCRIPT} (must be answered to approve)`).selectOption({ label: "yes" });
    await fill(page, "Why?", SCRIPT);
    await page.getByLabel(SCRIPT, { exact: true }).check();
    await choice(page, "How good?").selectOption({ label: "4" });
    await page.getByText("Save your answers before you sign.").waitFor();
    await lookAt(page, "journey review answered");
    await press(page, "Save my answers");
    await page.getByText("Your answers are saved, but not signed yet.").waitFor();
    const { items, answer_sheets: sheets } = await answersOf(id);
    assert.deepEqual(
      items.map((item) => sheets[0]?.answers[item.id]),
      [true, SCRIPT, [SCRIPT], 4],
    );

    await press(page, "Sign");
    await dialog(page).getByLabel("Note (optional, visible to everyone)").fill(SCRIPT);
    assert.deepEqual(await violationsOf(page), []);
    await keepPicture(page, "journey review asks before it is signed");
    await dialog(page).getByRole("button", { name: "Sign", exact: true }).click();
    await page.getByText("You have signed this round.").waitFor();
    await page.getByText("approves").first().waitFor();
    for (const name of ["Sign", "Save my answers"])
      assert.equal(await page.getByRole("button", { name, exact: true }).count(), 0, name);
    await lookAt(page, "journey review signed");
    await go("/");
    await waits.getByText("No review waits for your signature.").waitFor();
    await go(`/reviews/${id}`);

    await press(page, "Edit the review");
    await page.getByText("Someone has signed this round").waitFor();
    await fill(page, "Title", "Another");
    await press(page, "Save");
    await page.getByRole("alert").getByText("invalid_state_transition").waitFor({ state: "attached" });
    await page.keyboard.press("Escape");
    await press(page, "Discard");
    await press(page, "Begin the next round");
    await page.getByText("signed round 1, not this one").waitFor();
    await press(page, "Edit the review");
    await fill(page, "Title", "Terms, second draft");
    await choice(page, addressOf("owner")).selectOption("optional");
    await press(page, "Save");
    await isTitled(page, "Terms, second draft");
    await press(page, "Close");
    await page.getByRole("button", { name: "Open for review" }).waitFor();
    const { verdicts } = await answersOf(id);
    assert.deepEqual(
      [verdicts[0]?.status, verdicts[0]?.verdict, verdicts[0]?.note],
      ["stale", "approve", SCRIPT],
    );
    await go("/reviews");
    await page.getByRole("link", { name: "Terms, second draft" }).waitFor();
    assertNoFault(owner);
  },
);

/** A packet that the member is to answer and sign. */
let maker: ReturnType<typeof signedIn> | undefined;
async function packetFor(reviewer: string): Promise<{ id: string; item: string }> {
  const body = {
    title: "Plan",
    reviewers: [{ email: reviewer }],
    items: [{ prompt: "Why?", type: "text" }],
  };
  maker ??= signedIn(team, "owner", "maker");
  const headers = consoleHeaders(await maker);
  const made = await send({ method: "POST", path: "/api/v1/console/review/packets", headers, body });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  const { id } = made.body as { id: string };
  return { id, item: (await answersOf(id)).items[0]?.id ?? "" };
}

test(
  "what two windows write and sign is written and signed once, and the other is told",
  { skip },
  async () => {
    const first = await atConsole(await openPage(), team, "member", "two");
    const second = { page: await first.page.context().newPage() };
    const { id, item } = await packetFor(addressOf("member", "two"));
    await first.go(`/reviews/${id}`);
    await second.page.goto(first.page.url());
    await isSettled(second.page);
    await fill(first.page, "Why?", "first");
    await fill(second.page, "Why?", "second");
    await press(first.page, "Save my answers");
    await first.page.getByText("Your answers are saved, but not signed yet.").waitFor();
    await press(second.page, "Save my answers");
    await second.page.getByRole("alert").getByText("version_conflict").waitFor({ state: "attached" });
    await press(second.page, "Discard my changes");
    const shown = second.page.getByLabel("Why?");
    await until(
      "what is written is shown",
      20_000,
      async () => (await shown.inputValue()) === "first" || undefined,
    );
    for (const { page } of [first, second]) {
      await press(page, "Sign");
      await dialog(page).waitFor();
    }
    await Promise.all(
      [first, second].map(({ page }) =>
        dialog(page).getByRole("button", { name: "Sign", exact: true }).click(),
      ),
    );
    for (const { page } of [first, second]) await page.getByText("You have signed this round.").waitFor();
    const { body } = await call("GET", `review/packets/${id}`);
    const { version, readiness } = body as { version: number; readiness: { signed: number } };
    assert.deepEqual(
      [version, readiness.signed, (await answersOf(id)).answer_sheets[0]?.answers[item]],
      [2, 1, "first"],
    );
    assertNoFault(first);
  },
);

test("an edit of questions is shown in Approvals, each with what changes of it", { skip }, async () => {
  const { id, item } = await packetFor(addressOf("owner"));
  const items = [
    { prompt: `How? ${SCRIPT}`, type: "text" },
    { id: item, prompt: "Why not?", type: "text" },
  ];
  const headers = { ...consoleHeaders(await signedIn(team, "owner", "maker")), "if-match": '"1"' };
  const path = `/api/v1/console/review/packets/${id}`;
  const edited = await send({ method: "PATCH", path, headers, body: { items } });
  assert.equal(edited.status, 200, JSON.stringify(edited.body));
  const { page, go } = owner;
  await go(`/approvals/${edited.headers.get("x-changeset-id") ?? ""}`);
  const row = (name: string) => page.getByRole("row").filter({ hasText: name });
  await row("Items 2, Prompt").first().waitFor();
  assert.deepEqual(await row("Items 2, Prompt").getByRole("cell").allInnerTexts(), ["Why?", "Why not?"]);
  assert.deepEqual(await row("Items 1, Prompt").getByRole("cell").allInnerTexts(), ["", `How? ${SCRIPT}`]);
  await lookAt(page, "journey review edited");
  assertNoFault(owner);
});

test("a viewer reads a review and has nothing to write it with", { skip }, async () => {
  const viewer = await atConsole(await openPage(), team, "viewer");
  const { id } = await packetFor(addressOf("viewer"));
  await viewer.go("/reviews");
  assert.deepEqual(await viewer.page.locator("main").getByRole("button").allTextContents(), ["Download"]);
  await viewer.go(`/reviews/${id}`);
  await viewer.page.getByText("Why?").waitFor();
  assert.equal(await viewer.page.locator("main").locator("button, input, textarea, select").count(), 0);
  assert.deepEqual(await violationsOf(viewer.page), []);
});

test("a role that is lowered while a review is open signs nothing, and is told so", { skip }, async () => {
  const lowered = await atConsole(await openPage(), team, "member", "lowered");
  const { page } = lowered;
  const email = addressOf("member", "lowered");
  const { id } = await packetFor(email);
  await lowered.go(`/reviews/${id}`);
  await press(page, "Sign");
  await dialog(page).waitFor();
  await actUnawares(
    page,
    () => jst("member", "add", "--team", team, "--email", email, "--role", "viewer"),
    () => dialog(page).getByRole("button", { name: "Sign", exact: true }).click(),
  );
  await page.getByText(`${email}, viewer`).waitFor();
  await page.getByRole("button", { name: "Sign", exact: true }).waitFor({ state: "detached" });
  await page.getByText("You are now viewer").waitFor();
  await page.getByRole("alert").getByText("Owners of the team:").waitFor();
  await keepPicture(page, "journey role lowered");
  await press(page, "Understood");
  assert.equal(await page.getByRole("alert").count(), 0);
  assert.equal((await answersOf(id)).verdicts[0]?.status, "pending");
});

test(
  "what waits for a signature is all there, however much else was changed since: the first on Home, the others a page further",
  { skip },
  async () => {
    const signer = await atConsole(await openPage(), team, "member", "waited");
    const { page, go } = signer;
    const mine: { id: string }[] = [];
    for (let n = 0; n < 11; n += 1) mine.push(await packetFor(addressOf("member", "waited")));
    for (let n = 0; n < 51; n += 1) await packetFor(addressOf("owner"));
    await go("");
    const waits = page.getByRole("region", { name: "Waiting for your signature" });
    await waits.getByRole("link", { name: "Plan" }).first().waitFor();
    assert.equal(await waits.getByRole("link", { name: "Plan" }).count(), 10);
    await lookAt(page, "journey review waits on home");
    await waits.getByRole("link", { name: "All reviews" }).click();
    await isTitled(page, "Reviews");
    const rows = page.getByRole("region", { name: "Reviews" }).getByRole("link", { name: "Plan" });
    await until("all of them are there", 10_000, async () =>
      (await rows.count()) === 11 ? true : undefined,
    );
    const links = await Promise.all((await rows.all()).map((link) => link.getAttribute("href")));
    assert.deepEqual(links.sort(), mine.map(({ id }) => `/console/reviews/${id}`).sort());
    await lookAt(page, "journey reviews that wait");
    await press(page, "All");
    await until("others are there", 10_000, async () => ((await rows.count()) > 11 ? true : undefined));
    assertNoFault(signer);
  },
);
