import { readFile, stat } from "node:fs/promises";
import { OperatorError } from "../operator-error.ts";
import { callOperator, type OperatorRpc } from "../operator.ts";
import { teamIdOf } from "../teams.ts";
import type { Command } from "./command.ts";
import { withOperator } from "./operator-door.ts";
import { required } from "./parse.ts";

/** Largest file that is taken, in bytes. */
const FILE_MAX = 64 * 1024 * 1024;
/** Longest time an import may take. */
const IMPORT_MS = 300_000;

/** An internal rpc of emr. */
function emrRpc(method: string): OperatorRpc {
  return { owner: "emr", service: "emr.v1.Operator", method };
}

interface ImportReport {
  counts: Record<string, number>;
  resources: ImportedResource[];
}

interface ImportedResource {
  index: number;
  resource_type: string | null;
  outcome: string;
  reason?: string;
  issues?: { path: string; code: string }[];
}

/** One line for the outcome that has a reason, and one for each member that was not read as it stands. */
function linesOf({ index, resource_type: type, outcome, reason, issues = [] }: ImportedResource): string[] {
  const left = reason === undefined ? [] : [`entry ${index} (${type ?? "nothing"}): ${outcome}, ${reason}`];
  return [...left, ...issues.map(({ path, code }) => `entry ${index}, ${path}: ${code}`)];
}

const importBundle: Command = {
  name: "emr import",
  usage: "--team SLUG [--enroll] FILE",
  summary: "Takes a FHIR R4 Bundle into a team's charts, all of it or nothing, and reports on each resource.",
  words: [1, 1],
  options: ["team"],
  flags: ["enroll"],
  isForClusters: true,
  async run(context) {
    const team = required(context.options, "team");
    const bundle = await textIn(context.words[0] ?? "");
    const enroll = context.options["enroll"] !== undefined;
    const report = (await withOperator(context, async (fleet) => {
      const team_id = await teamIdOf(fleet, team);
      return callOperator(fleet, emrRpc("ImportBundle"), { team_id, bundle, enroll }, IMPORT_MS);
    })) as unknown as ImportReport;
    const counts = Object.entries(report.counts).map(([outcome, count]) => `${outcome} ${count}`);
    const lines = report.resources.flatMap(linesOf);
    return { json: report, text: [counts.join(", "), ...lines].join("\n") };
  },
};

async function textIn(file: string): Promise<string> {
  try {
    const { size } = await stat(file);
    if (size > FILE_MAX) throw new OperatorError(`${file} has more than ${FILE_MAX} bytes.`);
    return await readFile(file, "utf8");
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    throw new OperatorError(`${file} cannot be read: ${String(error)}`, { cause: error });
  }
}

const rosterSet: Command = {
  name: "emr roster set",
  usage: "--team SLUG --patient ID [--status pending|active|inactive|removed] [--contact ID|none]",
  summary: "Moves a patient on the roster, in force at once, or says which contact the patient is.",
  words: [0, 0],
  options: ["team", "patient", "status", "contact"],
  isForClusters: true,
  async run(context) {
    const { status, contact } = context.options;
    const team = required(context.options, "team");
    const patient_id = required(context.options, "patient");
    const move = {
      patient_id,
      ...(status === undefined ? {} : { status }),
      ...(contact === undefined ? {} : { contact_id: contact === "none" ? null : contact }),
    };
    const moved = await withOperator(context, async (fleet) =>
      callOperator(fleet, emrRpc("SetRosterStatus"), { team_id: await teamIdOf(fleet, team), ...move }),
    );
    const { id, status: now } = moved;
    return { json: { id, status: now }, text: `${String(id)} is ${String(now)}.` };
  },
};

/** Commands on charts. */
export const emrCommands: readonly Command[] = [importBundle, rosterSet];
