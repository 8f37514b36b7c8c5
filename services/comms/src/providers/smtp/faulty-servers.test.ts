import assert from "node:assert/strict";
import { createServer, connect, type AddressInfo, type Socket } from "node:net";
import { after, test } from "node:test";
import { until } from "@jst/testing";
import type { OutgoingMessage } from "../provider.ts";
import { Smtp } from "./smtp.ts";
import { smtpServerOf } from "./connect.ts";

const message: OutgoingMessage = {
  ...{ teamId: "t", id: "m1", channel: "email", purpose: "transactional" },
  ...{
    from: "hello@acme.example",
    to: "ada@example.com",
    subject: "Hi",
    text: "Hi",
    html: null,
    replyTo: null,
  },
  headers: { "Message-ID": "<m1@acme.example>", Date: "Mon, 01 Jan 2029 00:00:00 +0000" },
  attachments: [],
};

/** Answer of a server to each line; undefined is silence, and null drops the connection. */
type Says = (line: string, isText: boolean) => string | null | undefined;

/** A server that speaks as it is told, on loopback, and what it was told. */
async function serverThat(greeting: string | null, says: Says) {
  const [heard, sockets]: [string[], Set<Socket>] = [[], new Set()];
  const server = createServer((socket) => {
    sockets.add(socket);
    let isText = false;
    socket.on("error", () => undefined);
    if (greeting !== null) socket.write(`${greeting}\r\n`);
    socket.on("data", (bytes) => {
      for (const line of bytes.toString().split("\r\n").slice(0, -1)) {
        heard.push(line);
        const answer = isText && line !== "." ? undefined : says(line, isText);
        isText = line === "DATA" || (isText && line !== ".");
        if (answer === null) socket.destroy();
        else if (answer !== undefined) socket.write(`${answer}\r\n`);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const target = smtpServerOf(`smtp://127.0.0.1:${port}`) ?? assert.fail();
  const smtp = new Smtp({
    server: target,
    connect: () =>
      new Promise((resolve) => {
        const socket = connect(port, "127.0.0.1", () => resolve(socket));
      }),
  });
  after(() => smtp.close());
  return { smtp, heard };
}

/** Takes everything but what `otherwise` answers. */
const taking =
  (otherwise: Readonly<Record<string, string | null>>): Says =>
  (line) => {
    const word = line.split(/[ :]/)[0] ?? "";
    if (word in otherwise) return otherwise[word];
    return word === "DATA" ? "354 Go on" : "250 Fine";
  };

test("a connection that is dropped, also after the whole message, does not count as accepted: it is tried again", async () => {
  for (const [word, greeting] of [
    ["EHLO", "220 x"],
    ["MAIL", "220 x"],
    ["DATA", "220 x"],
    [".", "220 x"],
  ] as const) {
    const { smtp } = await serverThat(greeting, taking({ [word]: null, HELO: null }));
    const result = await smtp.send(message, AbortSignal.timeout(20_000));
    assert.deepEqual([result.outcome, result.isOfMessage], ["temporary", undefined], word);
  }
});

test("a server that says nothing, at the start or after the message, holds nobody for longer than the attempt may take", async () => {
  const silent = await serverThat(null, () => undefined);
  const first = new AbortController();
  const attempt = silent.smtp.send(message, first.signal);
  first.abort();
  assert.equal((await attempt).outcome, "temporary");
  assert.ok(!silent.heard.includes("DATA"));
  const late = await serverThat("220 x", taking({ ".": "" }));
  const second = new AbortController();
  const other = late.smtp.send(message, second.signal);
  await until("the message was sent", 15_000, () => Promise.resolve(late.heard.includes(".") || undefined));
  second.abort();
  assert.equal((await other).outcome, "temporary");
});

test("invalid, endless and empty SMTP answers do not count as accepted", async () => {
  for (const [greeting, says] of [
    ["HTTP/1.1 200 OK", () => undefined],
    ["554 No service", () => null],
    ["220 x", taking({ ".": "\0\0\0" })],
    ["220 x", taking({ EHLO: "x".repeat(100_000), HELO: "no" })],
  ] as [string, Says][]) {
    const { smtp } = await serverThat(greeting, says);
    const result = await smtp.send(message, AbortSignal.timeout(3_000));
    assert.notEqual(result.outcome, "accepted", greeting);
  }
});
