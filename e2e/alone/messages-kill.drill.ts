// Proves: services/comms/src libs/jobs/src libs/events/src libs/db/src dev/src/supervisor
import assert from "node:assert/strict";
import { randomInt } from "node:crypto";
import { test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { until } from "@jst/testing";
import { startSmtpReceiver } from "../../services/comms/src/testing/smtp-receiver.ts";
import { jst, newTeam } from "../src/fleet.ts";
import { allOf, asked, killingTest, killWhile, sendUnlessDown, type Work } from "../src/killing.ts";
import { startWebhookSink } from "../src/webhook-sink.ts";

const KILLS = 50;
const PAUSE_MS = 100;
/** Messages of a dead worker are sent again after 45 seconds. */
const END_MS = 120_000;
/** So no worker repeats what another one has under way: each repeat costs a kill at the very moment. */
const REPEAT_MS = 30_000;
const SENDERS = 3;

interface Message {
  id: string;
  status: string;
  subject: string;
  provider: string;
}

interface Told {
  id: string;
  data: { object: Message };
}

/** Sends one message after another; a subject that was acknowledged is in the list. */
function sending(token: string, acknowledged: Map<string, string>, prefix: string): Work {
  let count = 0;
  return async () => {
    await delay(randomInt(PAUSE_MS));
    const subject = `${prefix} ${++count}`;
    const body = { to: "ada@example.com", subject, text: "It is on its way." };
    const answer = await sendUnlessDown({ method: "POST", path: "/api/v1/comms/send", token, body });
    if (answer === undefined) return false;
    assert.equal(answer.status, 202, JSON.stringify(answer.body));
    acknowledged.set((answer.body as Message).id, subject);
    return true;
  };
}

test(
  "comms is killed while messages are sent: each 202 ends once, with one event, captured or at its server, a repeat under the same Message-ID",
  killingTest,
  async (context) => {
    const receiver = await startSmtpReceiver({}, { disabledCommands: ["STARTTLS", "AUTH"] });
    const sink = await startWebhookSink();
    context.after(() => sink.close());
    const [capturing, mailing] = [await newTeam("messages-kill"), await newTeam("mails-kill")];
    for (const [key, value] of [
      ["from", "Acme <hello@acme.example>"],
      ["smtp_url", `smtp://127.0.0.1:${receiver.port}`],
      ["provider", "smtp"],
    ] as const)
      await jst("config", "set", "--team", mailing.slug, `comms.email.${key}`, value);
    const teams = [
      { token: capturing.token, end: "captured", acknowledged: new Map<string, string>() },
      { token: mailing.token, end: "sent", acknowledged: new Map<string, string>() },
    ];
    for (const { token } of teams)
      await asked(token, "webhooks", { url: sink.url, events: ["message.sent"] });
    const clients = teams.flatMap(({ token, acknowledged }) =>
      Array.from({ length: SENDERS }, (_, n) => sending(token, acknowledged, `s${n}`)),
    );
    const kills = await killWhile("comms", KILLS, clients);

    const ended = await Promise.all(
      teams.map(({ token, end }) =>
        until(`every message is ${end}`, END_MS, async () => {
          const messages = await allOf<Message>(token, "comms/messages", "messages");
          return messages.every(({ status }) => status === end) ? messages : undefined;
        }),
      ),
    );
    for (const [at, { acknowledged }] of teams.entries()) {
      const subjects = new Map(ended[at]?.map(({ id, subject }) => [id, subject]));
      for (const [id, subject] of acknowledged) assert.equal(subjects.get(id), subject);
    }
    const ids = ended.flat().map(({ id }) => id);
    // A delivery may come twice, an event has one id.
    const told = () =>
      new Map(sink.arrived.map(({ body }) => JSON.parse(body) as Told).map((one) => [one.id, one]));
    await until("every event arrives", END_MS, () => (told().size >= ids.length ? true : undefined));
    const objects = [...told().values()].map(({ data }) => data.object.id);
    assert.deepEqual(objects.sort(), [...ids].sort());

    const mails = Map.groupBy(
      receiver.mails.map(({ raw, at }) => ({ text: raw.toString(), at })),
      ({ text }) => /^Message-ID: <(\S+)@acme\.example>\r$/im.exec(text)?.[1],
    );
    assert.deepEqual([...mails.keys()].sort(), ended[1]?.map(({ id }) => id).sort());
    // A worker that was killed before it recorded the server's acceptance sends the same message again, which the
    // server recognizes by the Message-ID.
    for (const [id, copies] of mails) {
      assert.equal(
        new Set(copies.map(({ text }) => text)).size,
        1,
        `all copies of ${String(id)} are the same`,
      );
      for (const [at, copy] of copies.slice(1).entries()) {
        const waited = copy.at - (copies[at]?.at ?? 0);
        assert.ok(waited >= REPEAT_MS, `${String(id)} is repeated after ${waited} ms: by no dead worker`);
      }
    }
    const repeats = receiver.mails.length - mails.size;
    const most = Math.max(...[...mails.values()].map(({ length }) => length));
    context.diagnostic(
      `${kills} kills, ${ids.length} messages, ${mails.size} mails, ${repeats} repeats, ${most} copies at most`,
    );
  },
);
