import { domainToASCII } from "node:url";
import SMTPConnection from "nodemailer/lib/smtp-connection";
import type { OutgoingMessage } from "../provider.ts";

/** Options of a connection as the library takes them. */
type ConnectionOptions = ConstructorParameters<typeof SMTPConnection>[0];

/** Characters that a mail server takes only if it announces SMTPUTF8 (RFC 6531). */
const BEYOND_ASCII = /[\u0080-\u{10ffff}]/u;

/** Tells whether an address of the message has a local part beyond ASCII; a domain has a form in ASCII. */
export const needsUtf8 = ({ from, to, replyTo }: Pick<OutgoingMessage, "from" | "to" | "replyTo">): boolean =>
  [bare(from), to, replyTo].some((address) => BEYOND_ASCII.test(localPartOf(address ?? "")));

/** Writes the domain of an address in ASCII. */
export function withAsciiDomain(address: string): string {
  const at = address.lastIndexOf("@");
  return `${address.slice(0, at + 1)}${domainToASCII(address.slice(at + 1)) || address.slice(at + 1)}`;
}

/** Asks a mail server whether it announces SMTPUTF8, over a connection of its own. Rejects as an attempt does. */
export function announcesUtf8(options: ConnectionOptions): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const connection = new SMTPConnection(options);
    connection.once("error", reject);
    connection.connect((error) => {
      if (error) {
        reject(error);
        return;
      }
      // The library keeps what it read of the greeting in this member; without it no server announces anything.
      const { _supportedExtensions: extensions } = connection as unknown as {
        _supportedExtensions?: string[];
      };
      resolve(extensions?.includes("SMTPUTF8") === true);
      connection.quit();
    });
  });
}

/** The address of `Name <a@b>` or `a@b`. */
const bare = (sender: string | null): string => /<([^<>]*)>\s*$/.exec(sender ?? "")?.[1] ?? sender ?? "";

const localPartOf = (address: string): string => address.slice(0, Math.max(address.lastIndexOf("@"), 0));
