import assert from "node:assert/strict";
import { test } from "node:test";
import { parseRanges, UrlGuard, UrlRefused } from "@jst/jobs/outbound";
import { startSmtpReceiver } from "../../testing/smtp-receiver.ts";
import { guardedConnect, smtpServerOf } from "./connect.ts";

const receiver = await startSmtpReceiver();
const answers: Record<string, string[]> = {
  "private.example.com": ["10.0.0.7"],
  "loop.example.com": ["127.0.0.1"],
  "mixed.example.com": ["93.184.215.14", "127.0.0.1"],
  "six.example.com": ["::ffff:127.0.0.1"],
  "platform.example.com": ["168.63.129.16"],
};
const connectWith = (allowsLoopback: boolean) =>
  guardedConnect(
    new UrlGuard({ allowsLoopback, refusedHosts: [], refusedRanges: parseRanges("") }, (host) =>
      Promise.resolve(answers[host] ?? []),
    ),
  );
const serverOf = (host: string) => {
  const server = smtpServerOf(`smtp://${host}:${receiver.port}`);
  assert.ok(server, host);
  return server;
};

test("a server that is not of the public internet is refused and never connected to", async () => {
  for (const host of [
    ...Object.keys(answers),
    ...["127.0.0.1", "localhost", "0.0.0.0", "10.0.0.1", "169.254.169.254", "[::1]", "[::ffff:127.0.0.1]"],
    ...["metadata.google.internal", "postgres", "db.svc", "mail.test", "mail.invalid", "2130706433", "127.1"],
  ])
    await assert.rejects(connectWith(false)(serverOf(host)), UrlRefused, host);
  for (const host of ["localhost", "10.0.0.1", "127.0.0.2", "loop.example.com", "[::1]"])
    await assert.rejects(connectWith(true)(serverOf(host)), UrlRefused, host);
  assert.equal(receiver.connections, 0);
});

test("a developer's machine reaches its own", async () => {
  const socket = await connectWith(true)(serverOf("127.0.0.1"));
  assert.equal(socket.remoteAddress, "127.0.0.1");
  socket.destroy();
});
