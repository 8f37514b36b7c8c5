import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { connect, type AddressInfo, type Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { after } from "node:test";
import type { Readable } from "node:stream";
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from "smtp-server";
import type { Connect } from "../providers/smtp/connect.ts";

/** A message as a mail server got it. */
export interface ReceivedMail {
  from: string;
  to: string[];
  raw: Buffer;
  isSecure: boolean;
  user: string;
  /** When the server took it, by performance.now(). */
  at: number;
}

/** A mail server with STARTTLS and accounts, and everything that it got. */
export interface SmtpReceiver {
  port: number;
  /** Authority of its certificate, which is for mail.example.com. */
  ca: string;
  connections: number;
  mails: ReceivedMail[];
  /** Reaches it under whatever name a team gave it. */
  connect: Connect;
}

/** Refusals by stage: an answer such as "550 5.1.1 no such user"; undefined accepts. */
export interface Refusals {
  from?: (address: string) => string | undefined;
  to?: (address: string) => string | undefined;
  data?: () => string | undefined;
}

/** Starts a real mail server on loopback until the test file ends. The account is `ada` with `p%ss w:rd`. */
export async function startSmtpReceiver(
  refusals: Refusals = {},
  more: SMTPServerOptions = {},
): Promise<SmtpReceiver> {
  const { cert, key, ca } = certificate();
  const receiver: SmtpReceiver = {
    port: 0,
    ca,
    connections: 0,
    mails: [],
    connect: () => connectTo(receiver.port),
  };
  const server = new SMTPServer({
    cert,
    key,
    authOptional: true,
    // A connection that a client leaves open does not delay the test file.
    closeTimeout: 1,
    onConnect: (_session, done) => {
      receiver.connections += 1;
      done();
    },
    onAuth: ({ username, password }, _session, done) => {
      if (username === "ada" && password === "p%ss w:rd") done(null, { user: username });
      else done(refusal(`535 5.7.8 Bad credentials ${String(password)}`));
    },
    onMailFrom: ({ address }, _session, done) => done(refused(refusals.from?.(address))),
    onRcptTo: ({ address }, _session, done) => done(refused(refusals.to?.(address))),
    onData: (stream, session, done) =>
      take(receiver, stream, session, () => refused(refusals.data?.()), done),
    ...more,
  });
  // An error of a client's connection concerns the client alone.
  server.on("error", () => undefined);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  receiver.port = (server.server.address() as AddressInfo).port;
  after(() => new Promise<void>((resolve) => server.close(resolve)));
  return receiver;
}

function connectTo(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: "127.0.0.1", port });
    socket.once("error", reject);
    socket.once("connect", () => {
      socket.removeListener("error", reject);
      resolve(socket);
    });
  });
}

/** Keeps what was sent, unless it is refused after its last byte. */
function take(
  { mails }: SmtpReceiver,
  stream: Readable,
  { envelope, secure, user }: SMTPServerSession,
  refusal: () => Error | null,
  done: (error: Error | null) => void,
): void {
  const parts: Buffer[] = [];
  stream.on("data", (part: Buffer) => parts.push(part));
  stream.on("end", () => {
    const fault = refusal();
    const from = envelope.mailFrom === false ? "" : envelope.mailFrom.address;
    const to = envelope.rcptTo.map(({ address }) => address);
    if (fault === null)
      mails.push({
        ...{ from, to, raw: Buffer.concat(parts), isSecure: secure, user: String(user ?? "") },
        at: performance.now(),
      });
    done(fault);
  });
}

function refused(answer: string | undefined): Error | null {
  return answer === undefined ? null : refusal(answer);
}

function refusal(answer: string): Error {
  return Object.assign(new Error(answer.slice(4)), { responseCode: Number(answer.slice(0, 3)) });
}

function certificate(): { cert: string; key: string; ca: string } {
  const folder = mkdtempSync(path.join(tmpdir(), "jst-smtp-"));
  const [cert, key] = [path.join(folder, "tls.crt"), path.join(folder, "tls.key")];
  const options = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=mail";
  const names = ["-addext", "subjectAltName=DNS:mail.example.com"];
  execFileSync("openssl", [...options.split(" "), ...names, "-out", cert, "-keyout", key], { stdio: "pipe" });
  const [certText, keyText] = [readFileSync(cert, "utf8"), readFileSync(key, "utf8")];
  rmSync(folder, { recursive: true });
  return { cert: certText, key: keyText, ca: certText };
}
