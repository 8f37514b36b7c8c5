import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { until } from "../process/until.ts";
import { findFreeBase, host } from "../ports.ts";
import { Mailbox } from "./mailbox.ts";

const folder = mkdtempSync(path.join(tmpdir(), "jst-mail-"));
after(() => rmSync(folder, { recursive: true }));

/** Sends one mail over a connection of its own, a line after each reply. */
async function deliver(port: number, to: string, content: string): Promise<void> {
  const lines = ["EHLO test", "MAIL FROM:<a@jst.test>", `RCPT TO:<${to}>`, "DATA", `${content}\r\n.`, "QUIT"];
  const socket = connect(port, host).setEncoding("utf8");
  socket.on("data", (reply: string) => {
    // The last line of a reply has a blank after its code.
    if (/^[23]\d\d [^\r]*\r\n$/m.test(reply)) socket.write(`${lines.shift() ?? ""}\r\n`);
    else if (/^[45]/.test(reply)) socket.destroy(new Error(reply));
  });
  await once(socket, "close");
  assert.deepEqual(lines, []);
}

test("what the mail server takes is read with its links, the newest first, those to one address alone if asked", async () => {
  const port = await findFreeBase();
  const mailbox = new Mailbox(folder);
  assert.deepEqual(await mailbox.newest(5), []);
  const server = spawn(process.execPath, [path.join(import.meta.dirname, "main.ts"), String(port), folder]);
  try {
    await until(
      () =>
        once(
          connect(port, host).on("error", () => undefined),
          "data",
        ).then(
          () => true,
          () => false,
        ),
      20_000,
    );
    const url = "http://127.0.0.1:8080/p/sign-in/0123456789";
    for (const to of ["ada@demo.test", "bo@demo.test"]) {
      const head = `From: jst <a@jst.test>\r\nTo: <${to}>\r\nSubject: =?utf-8?q?F=C3=BCr_${to.slice(0, 2)}?=`;
      const type = "Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable";
      await deliver(
        port,
        to,
        `${head}\r\n${type}\r\n\r\nSign in:\r\n${url.slice(0, 30)}=\r\n${url.slice(30)}`,
      );
    }
    const wanted = `Sign in:\n${url}`;
    const shown = (await mailbox.newest(5)).map(({ to, subject, text }) => ({ to, subject, text }));
    assert.deepEqual(shown, [
      { to: "bo@demo.test", subject: "Für bo", text: wanted },
      { to: "ada@demo.test", subject: "Für ad", text: wanted },
    ]);
    assert.deepEqual(
      (await mailbox.newest(5, "ADA@demo.test")).map(({ to }) => to),
      ["ada@demo.test"],
    );
    assert.equal((await mailbox.newest(1)).length, 1);
  } finally {
    server.kill();
    await once(server, "exit");
  }
});
