import { AppError } from "@jst/errors";
import assert from "node:assert/strict";
import { test } from "node:test";
import { Rendering } from "./rendering.ts";

/** Takes a minute and more where nothing stops it. */
const endless = "<b>".repeat(300_000);
const refused = (error: unknown) => error instanceof AppError && error.code === "limit_reached";

test("a body that takes too long is refused; this thread goes on meanwhile, and the next body is rendered", async () => {
  const rendering = new Rendering(1_000);
  const long = assert.rejects(rendering.render("a", endless), refused).then(() => "refused");
  const turn = new Promise((resolve) => setImmediate(resolve, "turned"));
  assert.equal(await Promise.race([long, turn]), "turned");
  assert.equal(await rendering.render("b", "**x**"), "<p><strong>x</strong></p>\n");
  assert.equal(await long, "refused");
});

test("a body that makes more HTML, or more of anything, than there is room for is refused", async () => {
  const rendering = new Rendering();
  for (const uses of [100, 100_000]) {
    const body = `[a]: https://a.test/${"x".repeat(200_000)}\n\n${"[a] ".repeat(uses)}`;
    await assert.rejects(rendering.render("a", body), refused);
  }
  await assert.rejects(rendering.render("a", "- a\n".repeat(100_000)), refused);
  assert.equal(await rendering.render("a", "x"), "<p>x</p>\n");
});

test("of one team some bodies wait and further ones are refused; another team's is rendered in turn", async () => {
  const rendering = new Rendering(500);
  const order: string[] = [];
  const render = (team: string, text: string) =>
    rendering.render(team, text).then(
      () => order.push(`${team} rendered`),
      (error: unknown) => order.push(`${team} ${(error as AppError).code}`),
    );
  const all = Array.from({ length: 6 }, () => render("a", endless));
  await Promise.all([...all, render("b", "x")]);
  const late = "a limit_reached";
  assert.deepEqual(order, ["a rate_limited", late, late, "b rendered", late, late, late]);
});
