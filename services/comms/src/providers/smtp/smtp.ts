import { isIP, type Socket } from "node:net";
import { createTransport } from "nodemailer";
import {
  calendarMethod,
  type OutgoingFile,
  type OutgoingMessage,
  type Provider,
  type SendResult,
  oneLine,
} from "../provider.ts";
import type { Connect, SmtpServer } from "./connect.ts";
import { announcesUtf8, needsUtf8, withAsciiDomain } from "./utf8.ts";
import { UrlRefused } from "@jst/jobs/outbound";

const NO_UTF8 =
  "The mail server does not support SMTPUTF8, so it does not accept addresses with letters beyond ASCII before the @. Write to another address of the recipient.";
/** Connections to one team's server, kept open between messages. */
const CONNECTIONS_MAX = 5;
/** Milliseconds in which a server greets, and in which it says anything at all. */
const GREETING_MS_MAX = 20_000;
const SILENCE_MS_MAX = 60_000;
const IDLE_MS_MAX = 10_000;

/** Fields that a signature covers where a message has them; RFC 8058 wants those of List-Unsubscribe among them. */
const signedFields = [
  "From:Sender:Reply-To:Subject:Date:Message-ID:To:Cc:MIME-Version:Content-Type:Content-Transfer-Encoding",
  "List-Unsubscribe:List-Unsubscribe-Post",
].join(":");

/** Key of a sender's domain that signs messages (comms.dkim). */
export interface DkimKey {
  domain: string;
  selector: string;
  /** PEM. */
  privateKey: string;
}

/** Takes a connection that is open, or why there is none. */
type Opened = (error: Error | null, options: { connection: Socket } | false) => void;

/** Options of a team's mail server. */
export interface SmtpOptions {
  server: SmtpServer;
  connect: Connect;
  dkim?: DkimKey | undefined;
  /** Authority of the server's certificate, if it is not a public one. */
  ca?: string | undefined;
}

/**
 * Hands mail to one team's server (comms.smtp): encrypted but on loopback, over connections that are kept, each to an
 * address that was checked. A message has its Message-ID at each attempt.
 */
export class Smtp implements Provider {
  readonly name = "smtp";
  readonly #transport: ReturnType<typeof pool>;
  readonly #options: SmtpOptions;
  readonly #secrets: readonly string[];
  #underWay = 0;
  #isRetired = false;

  constructor(options: SmtpOptions) {
    const { auth } = options.server;
    this.#options = options;
    this.#secrets = auth === undefined ? [] : [auth.pass, Buffer.from(auth.pass).toString("base64")];
    this.#transport = pool(options);
  }

  async send(message: OutgoingMessage, signal: AbortSignal): Promise<SendResult> {
    if (signal.aborted) return { outcome: "temporary" };
    // Refused where messages are taken; no other way in gets past.
    if (linesOf(message).some((line) => /[\r\n\0]/.test(line)))
      return { outcome: "permanent", code: "malformed", detail: "A field of one line has more than one." };
    this.#underWay += 1;
    try {
      if (needsUtf8(message) && !(await this.#takesUtf8()))
        return { outcome: "permanent", code: "smtputf8_missing", detail: NO_UTF8 };
      const { "Message-ID": messageId, Date: date, ...headers } = message.headers;
      const { messageId: providerId } = (await this.#transport.sendMail({
        from: message.from ?? "",
        // An object is one address, whatever it looks like.
        to: { name: "", address: withAsciiDomain(message.to) },
        subject: message.subject ?? "",
        ...(message.replyTo === null
          ? {}
          : { replyTo: { name: "", address: withAsciiDomain(message.replyTo) } }),
        ...(message.text === null ? {} : { text: message.text }),
        ...(message.html === null ? {} : { html: message.html }),
        ...(messageId === undefined ? {} : { messageId }),
        ...(date === undefined ? {} : { date }),
        headers,
        ...filesOf(message),
        signal,
      })) as { messageId: string };
      return { outcome: "accepted", providerId };
    } catch (error) {
      return resultOf(error, this.#secrets);
    } finally {
      this.#underWay -= 1;
      if (this.#isRetired && this.#underWay === 0) this.close();
    }
  }

  async #takesUtf8(): Promise<boolean> {
    const connection = await this.#options.connect(this.#options.server);
    return announcesUtf8({ ...connecting(this.#options), connection });
  }

  /** Closes the connections once what is under way has ended; nothing more is sent over them. */
  retire(): void {
    this.#isRetired = true;
    if (this.#underWay === 0) this.close();
  }

  /** Closes the connections; what is under way fails as temporary. */
  close(): void {
    this.#transport.close();
  }
}

/** Answers what goes with the text: a calendar's entry as another form of it and as a file, and other files. */
function filesOf({ attachments }: OutgoingMessage) {
  const entry = attachments.find(({ contentType }) => calendarMethod(contentType) !== undefined);
  const others = attachments.filter((file) => file !== entry);
  const files = others.map(attachmentOf);
  if (entry === undefined) return { attachments: files };
  const { name: filename, contentType, content } = entry;
  const method = calendarMethod(contentType)?.toUpperCase();
  return { attachments: files, icalEvent: { filename, method, content } };
}

/** Makes an attachment whose fields have its name as RFC 2231 wants it; the library would write an encoded word. */
function attachmentOf({ name, contentType, content }: OutgoingFile) {
  const quoted = name.replaceAll(/[\p{Cc}]/gu, " ").replaceAll(/["\\]/g, String.raw`\$&`);
  return {
    filename: false as const,
    contentType: `${contentType}; name="${quoted}"`,
    contentDisposition: `attachment; filename="${quoted}"`,
    content,
  };
}

/** How the server is connected to, by the pool and alone. */
function connecting({ server: { host, port, isTls, isLoopback }, ca }: SmtpOptions) {
  return {
    host,
    port,
    secure: isTls,
    requireTLS: !isLoopback,
    tls: {
      servername: isIP(host) === 0 ? host : "",
      minVersion: "TLSv1.2" as const,
      // Nobody else listens on loopback: a certificate that one has made is good enough there.
      rejectUnauthorized: !isLoopback,
      ...(ca === undefined ? {} : { ca }),
    },
    greetingTimeout: GREETING_MS_MAX,
    socketTimeout: SILENCE_MS_MAX,
  };
}

/** Connections to the server, which the library keeps. */
function pool(options: SmtpOptions) {
  const { server, connect, dkim } = options;
  const { auth } = server;
  return createTransport({
    pool: true,
    ...connecting(options),
    ...(auth === undefined ? {} : { auth }),
    getSocket: (_options: unknown, done: Opened) => {
      connect(server).then(
        (connection) => done(null, { connection }),
        (error: unknown) => done(error as Error, false),
      );
    },
    maxConnections: CONNECTIONS_MAX,
    maxRequeues: 1,
    idleTimeout: IDLE_MS_MAX,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(dkim === undefined ? {} : { dkim: signing(dkim) }),
  });
}

function signing({ domain, selector, privateKey }: DkimKey) {
  return { domainName: domain, keySelector: selector, privateKey, headerFieldNames: signedFields };
}

/** Makes the header fields of a message, without line ends. */
function linesOf({ from, to, subject, replyTo, headers }: OutgoingMessage): string[] {
  return [from ?? "", to, subject ?? "", replyTo ?? "", ...Object.entries(headers).flat()];
}

/** Error of the library for a failed attempt. */
interface SmtpFault {
  /** Reply code of the server; absent where there was no reply. */
  responseCode?: number;
  /** The reply, with its enhanced status where it has one. */
  response?: string;
  /** Command that was replied to. */
  command?: string;
  /** Why there was no reply, as the library names it. */
  code?: string;
}

/** Commands before there is a message: their refusal is about the server or the account, which the team can mend. */
const BEFORE_MESSAGE = /^(?:CONN|EHLO|HELO|STARTTLS|AUTH)/;
/** Commands whose refusal is about the recipient or the content. */
const OF_MESSAGE = /^(?:RCPT TO|DATA)/;
const CODE = /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/;

/**
 * How an attempt ended that threw: a reply of 5xx to the message is permanent, every other end is temporary
 * (comms.smtp-replies). What is told has neither line ends nor `secrets`.
 */
export function resultOf(error: unknown, secrets: readonly string[]): SendResult {
  if (error instanceof UrlRefused) return { outcome: "permanent", code: "refused", detail: error.message };
  const { responseCode, response = "", command = "", code } = (error ?? {}) as SmtpFault;
  if (responseCode === undefined || responseCode < 400 || code === "ETLS")
    return { outcome: "temporary", detail: unanswered(code) };
  const status = CODE.exec(response)?.[1] ?? String(responseCode);
  const told = {
    code: status,
    detail: oneLine(response, secrets),
    ...(OF_MESSAGE.test(command) ? { isOfMessage: true } : {}),
  };
  const isTemporary = responseCode < 500 || BEFORE_MESSAGE.test(command);
  return { outcome: isTemporary ? "temporary" : "permanent", ...told };
}

function unanswered(code: string | undefined): string {
  if (code === "ETLS") return "The mail server does not offer TLS, or its certificate is not trusted.";
  return "The mail server cannot be reached, or did not answer.";
}
