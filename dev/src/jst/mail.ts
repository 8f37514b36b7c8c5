import { Mailbox } from "../mail/mailbox.ts";
import { fleetPaths } from "../state.ts";
import type { Command } from "./command.ts";

const SHOWN_MAX = 5;

/** Shows what the mail server of the fleet on this machine has taken, with the links in it. */
export const mailCommand: Command = {
  name: "mail",
  usage: "[--to EMAIL]",
  summary: "Shows the newest mails to members that the fleet on this machine has sent, with their links.",
  words: [0, 0],
  options: ["to"],
  async run({ settings, options }) {
    const mails = await new Mailbox(fleetPaths(settings.stateDir).mailDir).newest(SHOWN_MAX, options["to"]);
    const text = mails
      .map(({ at, to, subject, text: body }) => `${at}  to ${to}: ${subject}\n${body.replace(/^/gm, "  ")}`)
      .join("\n\n");
    return { json: { mails }, text: text === "" ? "No mail was sent to members yet." : text };
  },
};
