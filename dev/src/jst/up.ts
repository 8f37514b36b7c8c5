import { demoSignInLink } from "../demo.ts";
import { openRunning, up } from "../fleet.ts";
import { fleetPaths } from "../state.ts";
import type { Command } from "./command.ts";

/** Answers with where the fleet is; the tokens stay in their file. */
export const upCommand: Command = {
  name: "up",
  usage: "",
  summary: "Starts everything and waits until a request through the gateway is answered.",
  words: [0, 0],
  async run({ settings, progress }) {
    const { base_url, team } = await up(settings, progress);
    const signIn = await demoSignInLink(await openRunning(settings));
    const { fleetFile } = fleetPaths(settings.stateDir);
    const text = [
      "",
      `The fleet is up at ${base_url}, with the team "${team.slug}". Try:`,
      "",
      '  eval "$(./jst env)"',
      '  curl -s "$BASE_URL/api/v1/data/tables" -H "Authorization: Bearer $TOKEN"',
      "",
      `The console is at ${base_url}/console. This signs its owner in there, once within 15 minutes:`,
      "",
      `  ${signIn}`,
      "",
      `The sign-in page ${base_url}/p/sign-in and invitations send mails, which stay on this machine. This shows their links:`,
      "",
      "  ./jst mail",
      "",
      `Tokens and addresses: ${fleetFile}. Health: make status. Logs: make logs SVC=crm. Stop: make down.`,
    ].join("\n");
    return { json: { base_url, team, fleet: fleetFile, sign_in: signIn }, text };
  },
};
