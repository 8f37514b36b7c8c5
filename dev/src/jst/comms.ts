import { callOperator, type OperatorRpc } from "../operator.ts";
import { teamIdOf } from "../teams.ts";
import type { Command } from "./command.ts";
import { withOperator } from "./operator-door.ts";
import { required } from "./parse.ts";
import { resealCommand } from "./reseal.ts";

/** An internal rpc of comms. */
export function commsRpc(method: string): OperatorRpc {
  return { owner: "comms", service: "comms.v1.Operator", method };
}

interface Captured {
  channel: string;
  to: string;
  subject: string | null;
  text: string | null;
  html: string | null;
  sent_at: string;
}

const capture: Command = {
  name: "comms capture",
  usage: "--team SLUG",
  summary: "Shows the newest captured messages of a team: what it would have sent.",
  words: [0, 0],
  options: ["team"],
  isForClusters: true,
  async run(context) {
    const team = required(context.options, "team");
    const json = await withOperator(context, async (fleet) =>
      callOperator(fleet, commsRpc("ListCaptured"), { team_id: await teamIdOf(fleet, team) }),
    );
    const messages = json["messages"] as Captured[];
    const text = messages.map(shown).join("\n\n");
    return { json, text: text === "" ? `${team} has no captured messages.` : text };
  },
};

/** After another key became `current` in endpoint-secret-keys.json: then nothing needs the former ones. */
const reseal = resealCommand({
  name: "comms reseal",
  summary:
    "Seals the secrets of all teams' settings under the current key, so that former keys can be removed.",
  rpc: commsRpc("ResealSecrets"),
  sealed: "secrets",
  remedy: "set the secret again",
});

export const commsCommands: readonly Command[] = [capture, reseal];

function shown({ sent_at: at, channel, to, subject, text, html }: Captured): string {
  const head = `${at}  ${channel} to ${to}${subject === null ? "" : `: ${subject}`}`;
  const body = text ?? html ?? "";
  return `${head}\n${body.replace(/^/gm, "  ")}`;
}
