import assert from "node:assert/strict";
import { request } from "node:http";
import { test } from "node:test";
import { until } from "@jst/testing";
import { testComms } from "../../testing/test-comms.ts";
import { testInbound } from "../../testing/test-inbound.ts";

const MAIL_BYTES_MAX = 26_214_400;
const comms = await testComms();
const { newTeam, bring } = testInbound(comms);

/**
 * Begins to send a mail of the largest size whose last byte does not come, again whenever it is refused; nobody knows
 * yet whether its signature holds.
 */
function sendEndless(signal: AbortSignal): void {
  const sent = request(`${comms.door.httpUrl}/api/v1/comms/inbound/mime`, {
    method: "POST",
    signal,
    headers: {
      "content-type": "message/rfc822",
      "content-length": MAIL_BYTES_MAX,
      "x-inbound-signature": `t=${Math.floor(Date.now() / 1_000)},v1=${"0".repeat(64)}`,
    },
  });
  sent.on("error", () => undefined);
  sent.on("response", () => {
    sent.destroy();
    sendEndless(signal);
  });
  sent.write(Buffer.alloc(MAIL_BYTES_MAX - 1, "a"));
}

test("strangers' mails under way take no more than their room: others are 503 with Retry-After, and taken afterwards", async () => {
  const team = await newTeam();
  const mail = ["From: ada@example.com", "Message-ID: <1@example.com>", "", "Hello".repeat(100)].join("\r\n");
  const strangers = new AbortController();
  for (let n = 0; n < 4; n += 1) sendEndless(strangers.signal);
  const refused = await until("there is no more room", 30_000, async () => {
    const answer = await bring(team, mail);
    return answer.status === 503 ? answer : undefined;
  });
  assert.deepEqual([refused.body.code, refused.body.retry_after_seconds], ["unavailable", 5]);
  strangers.abort();
  await until("there is room again", 30_000, async () =>
    (await bring(team, mail)).status === 200 ? true : undefined,
  );
});
