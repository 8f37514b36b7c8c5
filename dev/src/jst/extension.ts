import { readFileSync } from "node:fs";
import { callOperator, type OperatorRpc } from "../operator.ts";
import { OperatorError } from "../operator-error.ts";
import type { Command, CommandContext } from "./command.ts";
import { withOperator } from "./operator-door.ts";
import { required } from "./parse.ts";
import { resealCommand } from "./reseal.ts";
import { fileValue } from "./secret-input.ts";

const rpc = (method: string): OperatorRpc => ({
  owner: "account",
  service: "auth.v1.ExtensionOperator",
  method,
});

/** Sends what a command was given, and answers the thing as the API shows it. */
async function ask(context: CommandContext, method: string, text: string, given: object = {}) {
  const { options } = context;
  const body = { team: required(options, "team"), name: required(options, "name"), ...given };
  const json = await withOperator(context, (fleet) => callOperator(fleet, rpc(method), body));
  return { json, text: `${body.name} is ${text}.` };
}

const ruleSet: Command = {
  name: "extension rule set",
  usage: "--team S --name N --host H [--path P] --tool T [--position N] [--disabled]",
  summary: "Makes a rule of the browser extension, or replaces the one of its name.",
  words: [0, 0],
  options: ["team", "name", "host", "path", "tool", "position"],
  flags: ["disabled"],
  isForClusters: true,
  run(context) {
    const { options } = context;
    const { path, position, disabled } = options;
    return ask(context, "SetRule", "set", {
      host: required(options, "host"),
      tool: toolOf(required(options, "tool")),
      ...(path !== undefined && { path }),
      ...(position !== undefined && { position: Number(position) }),
      ...(disabled !== undefined && { enabled: false }),
    });
  },
};

/** A rule of a tool that there is not would offer nothing, and nobody would be told. */
function toolOf(name: string): string {
  const released = readFileSync(new URL("../../../libs/contract/tools.json", import.meta.url), "utf8");
  if (Object.hasOwn(JSON.parse(released) as object, name)) return name;
  throw new OperatorError(`There is no tool ${name}; docs/tools.md lists them.`, { exitCode: 2 });
}

const vaultSet: Command = {
  name: "extension vault set",
  usage: "--team S --name N --kind K [--hint H] --value-file PATH|-",
  summary:
    "Seals a secret of a team; its value is read from a file, or from stdin (-), without the line end, and shown by nothing.",
  words: [0, 0],
  options: ["team", "name", "kind", "hint", "value-file"],
  isForClusters: true,
  run(context) {
    const { options } = context;
    const { hint } = options;
    return ask(context, "SetVaultEntry", "sealed", {
      kind: required(options, "kind"),
      value: fileValue(options, "value-file"),
      ...(hint !== undefined && { hint }),
    });
  },
};

function removal(what: "rule" | "vault", method: string): Command {
  return {
    name: `extension ${what} remove`,
    usage: "--team S --name N",
    summary: what === "rule" ? "Removes a rule of the browser extension." : "Removes a secret of a team.",
    words: [0, 0],
    options: ["team", "name"],
    isForClusters: true,
    run: (context) => ask(context, method, "removed"),
  };
}

/** Commands on the browser extension (extension.operator). */
export const extensionCommands: readonly Command[] = [
  ruleSet,
  removal("rule", "RemoveRule"),
  vaultSet,
  removal("vault", "RemoveVaultEntry"),
  resealCommand({
    name: "extension reseal",
    summary:
      "Seals the secrets of all teams' vaults and sign-in under the current key, so that former keys can be removed.",
    rpc: rpc("ResealVault"),
    sealed: "secrets",
    remedy: "set the secret again",
  }),
];
