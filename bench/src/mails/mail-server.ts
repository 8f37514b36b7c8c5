import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

/** A mail server that counts what it takes. */
export interface MailServer {
  port: number;
  /** Mails so far. */
  count: () => number;
  /** When the mail with this subject came, by performance.now(). */
  arrivedAt: (subject: string) => number | undefined;
  close: () => Promise<void>;
}

/** Starts a real mail server on loopback; mails whose subject begins with `watched` are remembered. */
export async function startMailServer(watched: string): Promise<MailServer> {
  let count = 0;
  const arrivals = new Map<string, number>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    closeTimeout: 1,
    onData: (stream, _session, done) => {
      const parts: Buffer[] = [];
      stream.on("data", (part: Buffer) => parts.push(part));
      stream.on("end", () => {
        count += 1;
        const subject = /^Subject: (.*)$/im.exec(Buffer.concat(parts).toString("latin1"))?.[1]?.trim() ?? "";
        if (subject.startsWith(watched)) arrivals.set(subject, performance.now());
        done();
      });
    },
  });
  server.on("error", () => undefined);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.server.address() as AddressInfo).port,
    count: () => count,
    arrivedAt: (subject) => arrivals.get(subject),
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
