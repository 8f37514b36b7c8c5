// A mail server for the fleet on this machine: it delivers nothing, and stores each mail in a folder.
import { SMTPServer } from "smtp-server";
import { host } from "../ports.ts";
import { Mailbox } from "./mailbox.ts";

const [port = "", folder = ""] = process.argv.slice(2);
const mailbox = new Mailbox(folder);
const server = new SMTPServer({
  authOptional: true,
  // A connection that comms has open does not delay its end.
  closeTimeout: 500,
  // Nobody else listens on loopback, and there is no certificate.
  disabledCommands: ["STARTTLS"],
  onData: (stream, _session, done) => {
    const parts: Buffer[] = [];
    stream.on("data", (part: Buffer) => parts.push(part));
    stream.on("end", () => {
      mailbox.store(Buffer.concat(parts)).then(() => done(), done);
    });
  },
});
server.on("error", (error) => process.stderr.write(`${String(error)}\n`));
server.listen(Number(port), host);
process.once("SIGTERM", () => server.close(() => process.exit(0)));
