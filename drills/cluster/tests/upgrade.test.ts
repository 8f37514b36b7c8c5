import { before, describe, test } from "node:test";
import { helm, newToken } from "./fleets.ts";
import { losesNothing, shared } from "./replacing.ts";

describe("while clients read and write through every service", () => {
  let token = "";
  before(async () => {
    token = await newToken("jst", `upgrade-${Date.now().toString(36)}`);
  });

  test("an upgrade replaces every pod and loses no request", async (t) => {
    const upgrade = ["charts/fleet", "--reuse-values", "--set", "image.tag=0.1.1"];
    const change = (): Promise<string> => helm("jst", "upgrade", ...upgrade, "--wait", "--timeout", "15m");
    await losesNothing(t, shared(token), change, "0.1.1");
  });

  test("a rollback too", async (t) => {
    await losesNothing(
      t,
      shared(token),
      () => helm("jst", "rollback", "--wait", "--timeout", "15m"),
      "0.1.0",
    );
  });
});
