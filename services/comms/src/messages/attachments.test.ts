import assert from "node:assert/strict";
import { randomBytes, randomUUID } from "node:crypto";
import { after, test } from "node:test";
import { testCaller } from "@jst/testing";
import PostalMime from "postal-mime";
import { Smtp } from "../providers/smtp/smtp.ts";
import { smtpServerOf } from "../providers/smtp/connect.ts";
import { startSmtpReceiver } from "../testing/smtp-receiver.ts";
import { testComms } from "../testing/test-comms.ts";
import { becomes, testSender } from "../testing/test-sender.ts";

let stop = (): Promise<void> => Promise.resolve();
after(() => stop());
const receiver = await startSmtpReceiver();
const server = smtpServerOf(`smtp://ada:p%25ss%20w%3Ard@mail.example.com:${receiver.port}`);
assert.ok(server !== undefined);
const smtp = new Smtp({ server, connect: receiver.connect, ca: receiver.ca });
const comms = await testComms();
const { door, files, data } = comms;
const routing = { routeOf: () => Promise.resolve({ provider: smtp, from: "Acme <hello@acme.example>" }) };
const sender = testSender(comms.database, { routing, data: comms.reached.data });
stop = async () => {
  await sender.stop();
  smtp.close();
};

function put(bytes: Buffer, name = "a.bin", mime_type = "application/octet-stream"): string {
  const id = randomUUID();
  files.set(id, { name, mime_type, bytes });
  return id;
}
const send = (caller: ReturnType<typeof testCaller>, attachments: string[], more: object = {}) => {
  const body = { to: "ada@example.com", subject: "Files", text: "Here.", attachments, ...more };
  return door.call("SendMessage", { caller, body });
};

test("files go with a mail to the byte, under their names, and are shown with it", async () => {
  const caller = testCaller();
  const [bytes, text] = [randomBytes(2_500_000), Buffer.from("zażółć\r\n")];
  const named = 'Rechnung "Ü" 1.pdf';
  const ids = [
    put(bytes, named, "application/pdf"),
    put(text, "note.txt", "text/plain"),
    put(Buffer.alloc(0)),
  ];
  const reply = await send(
    caller,
    ids.map((id) => id.toUpperCase()),
  );
  assert.equal(reply.status, 202, JSON.stringify(reply.body));
  assert.deepEqual(reply.body.attachments[0], {
    filename: named,
    content_type: "application/pdf",
    size_bytes: 2_500_000,
    file_id: ids[0],
  });
  await becomes(comms, caller, reply.body.id, "sent");
  const mail = await PostalMime.parse(receiver.mails.at(-1)?.raw ?? "");
  assert.deepEqual(
    mail.attachments.map(({ filename, mimeType, content }) => [
      filename,
      mimeType,
      Buffer.from(content as ArrayBuffer),
    ]),
    [
      [named, "application/pdf", bytes],
      ["note.txt", "text/plain", text],
      ["a.bin", "application/octet-stream", Buffer.alloc(0)],
    ],
  );
});

test("what cannot go with a message is refused where it stands, and nothing is queued", async () => {
  const caller = testCaller();
  const [one, large] = [put(Buffer.from("x")), put(Buffer.alloc(10_485_761))];
  const refused = async (attachments: string[], more: object = {}) => {
    const { status, body } = await send(caller, attachments, more);
    assert.equal(status, 422, JSON.stringify(body));
    return (body.errors as { field: string; code: string }[]).map(({ field, code }) => [field, code]);
  };
  const unknown = randomUUID();
  assert.deepEqual(await refused([one, unknown, one]), [
    ["attachments.1", "not_found"],
    ["attachments.2", "duplicate"],
  ]);
  assert.deepEqual(await refused([large]), [["attachments", "too_large"]]);
  const inApp = { to: randomUUID(), channel: "in_app", subject: undefined };
  assert.deepEqual(await refused([one], inApp), [["attachments", "not_allowed"]]);
  assert.deepEqual(await refused([unknown], { subject: undefined }), [
    ["subject", "required"],
    ["attachments.0", "not_found"],
  ]);
  assert.deepEqual((await door.call("ListMessages", { caller })).body.messages, []);
});

test("a refused consent comes before the files: nobody looks them up", async () => {
  const caller = testCaller();
  const before = data.asked.length;
  const reply = await send(caller, [randomUUID()], { purpose: "marketing" });
  assert.deepEqual([reply.status, reply.body.code], [422, "consent_missing"]);
  assert.equal(data.asked.length, before);
});

test("a file that is deleted before the mail leaves fails it; the server is not asked", async () => {
  const caller = testCaller();
  const id = put(Buffer.from("x"));
  const { connections } = receiver;
  const mails = receiver.mails.length;
  // The sender meets the message once the file is gone.
  const later = new Date(Date.now() + 1_500).toISOString();
  const { body } = await send(caller, [id], { send_at: later });
  files.delete(id);
  const message = await becomes(comms, caller, body.id, "failed");
  assert.equal((message["error"] as { code: string }).code, "attachment_gone");
  assert.deepEqual([receiver.mails.length, receiver.connections], [mails, connections]);
});
