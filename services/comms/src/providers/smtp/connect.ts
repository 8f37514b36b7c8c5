import { connect, type Socket } from "node:net";
import { UrlRefused, type UrlGuard } from "@jst/jobs/outbound";

/** Milliseconds until a server that does not answer is given up. */
const CONNECT_MS_MAX = 20_000;

/** Opens a connection to a mail server, or throws UrlRefused where a team may not name its address. */
export type Connect = (server: SmtpServer) => Promise<Socket>;

/**
 * Connects to the public internet, and to loopback in a developer's deployment. The name is resolved once, each of its
 * addresses is checked, and the checked one is connected to (comms.smtp).
 */
export function guardedConnect(guard: UrlGuard): Connect {
  return async (server) => {
    const url = checkedUrl(server);
    const { address } = await guard.pin(url);
    const socket = await opened(address, server.port);
    if (guard.permits(url, socket.remoteAddress)) return socket;
    socket.destroy();
    throw new UrlRefused("The address is not public.");
  };
}

/** Connects to the mail server of the fleet, which its operator names: it may have a private address. */
export const directConnect: Connect = ({ host, port }) => opened(host, port);

/** As the guard reads addresses. It knows the ports of web servers; those of mail servers are others. */
function checkedUrl({ host, port, isLoopback }: SmtpServer): string {
  if (isLoopback) return `http://${host}:${port}`;
  return `https://${host.includes(":") ? `[${host}]` : host}`;
}

function opened(host: string, port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port });
    const fail = (error: Error): void => {
      socket.destroy();
      reject(error);
    };
    socket.setTimeout(CONNECT_MS_MAX, () =>
      fail(new Error("The mail server does not answer. Check its address.")),
    );
    socket.once("error", fail);
    socket.once("connect", () => {
      socket.setTimeout(0);
      socket.removeListener("error", fail);
      resolve(socket);
    });
  });
}

/** A mail server as a team names it (comms.smtp): smtp(s)://[user:password@]host[:port]. */
export interface SmtpServer {
  host: string;
  port: number;
  /** TLS from the first byte; else by STARTTLS, which is required but on loopback. */
  isTls: boolean;
  /** The one address that a developer's machine is reached at. */
  isLoopback: boolean;
  auth: { user: string; pass: string } | undefined;
}

const CHARS_MAX = 2_048;
const SUBMISSION_PORT = 587;
const TLS_PORT = 465;
/** Blanks, control and invisible characters, and the backslash: a parser drops them or takes them for others. */
const hidden = /[\s\\\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u;

/** Parses the server of a URL; undefined for an invalid URL, or one with more than server and account. */
export function smtpServerOf(text: string): SmtpServer | undefined {
  if (text.length > CHARS_MAX || hidden.test(text) || !/^smtps?:\/\/[^/?#]/i.test(text)) return undefined;
  if (!URL.canParse(text)) return undefined;
  const { protocol, hostname, port, username, password, pathname, search, hash } = new URL(text);
  if (hostname === "" || !["", "/"].includes(pathname) || search !== "" || hash !== "") return undefined;
  if ((username === "") !== (password === "")) return undefined;
  const isTls = protocol === "smtps:";
  const auth = username === "" ? undefined : account(username, password);
  if (auth === null) return undefined;
  return {
    host: hostname.replace(/^\[|\]$/g, "").toLowerCase(),
    port: port === "" ? (isTls ? TLS_PORT : SUBMISSION_PORT) : Number(port),
    isTls,
    isLoopback: hostname === "127.0.0.1",
    auth,
  };
}

/** Name and password as they were before the URL; null for what cannot be decoded. */
function account(user: string, pass: string): SmtpServer["auth"] | null {
  try {
    const decoded = { user: decodeURIComponent(user), pass: decodeURIComponent(pass) };
    return /\p{Cc}/u.test(decoded.user + decoded.pass) ? null : decoded;
  } catch {
    return null;
  }
}
