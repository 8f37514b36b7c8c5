import { AppError } from "@jst/errors";
import assert from "node:assert/strict";
import { test } from "node:test";
import { askServices, isAway } from "./ask-services.ts";

/** Lists the warnings about a service that is away when the caller may have left. */
async function toldOf(departure: AbortSignal): Promise<string[]> {
  const told: string[] = [];
  const away = () => Promise.reject(new AppError("unavailable", "The service cannot be reached."));
  const { missing } = await askServices([{ service: "crm" }], away, {
    hop: { requestId: "r", deadline: Date.now() + 20_000, departure: () => departure },
    grace: () => Promise.resolve(),
    isMissing: isAway,
    onMissing: (service) => void told.push(service),
  });
  assert.deepEqual(missing, ["crm"]);
  return told;
}

test("a service that is away is told to the operator, unless it was the caller who left", async () => {
  assert.deepEqual(await toldOf(new AbortController().signal), ["crm"]);
  assert.deepEqual(await toldOf(AbortSignal.abort()), []);
});
