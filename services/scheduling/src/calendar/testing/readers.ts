import { execFileSync } from "node:child_process";
import path from "node:path";
import ICAL from "ical.js";
import nodeIcal, { type VEvent } from "node-ical";

/** Fields that the Python package icalendar reads of a file: read_ics.py. */
export interface PythonReading {
  method: string;
  zones: string[];
  uid: string;
  sequence: number;
  status: string;
  summary: string;
  location: string | null;
  url: string;
  organizer: Address;
  attendees: Address[];
  /** Start and end in ms, by the VTIMEZONE of the file alone. */
  own: number[];
  /** The same by the reader's own tzdb. */
  known: number[];
  errors: string[];
}

interface Address {
  address: string;
  parameters: Record<string, string>;
}

/** Reads files with the Python packages of that folder; of the tzdb they have that of the folder, not the machine's. */
export function readByPython(folder: string, files: readonly string[]): PythonReading[] {
  const program = path.join(import.meta.dirname, "read_ics.py");
  const env = { PATH: process.env["PATH"], PYTHONPATH: folder, PYTHONTZPATH: "", PYTHONUTF8: "1" };
  const options = { input: JSON.stringify(files), env, maxBuffer: 64_000_000, encoding: "utf8" } as const;
  return JSON.parse(execFileSync("python3", [program], options)) as PythonReading[];
}

/** Start and end in ms as ical.js, the reader of Thunderbird, has them by the VTIMEZONE of the file alone. */
export function readByThunderbird(file: string): number[] {
  const calendar = new ICAL.Component(ICAL.parse(file) as ConstructorParameters<typeof ICAL.Component>[0]);
  const zone = calendar.getFirstSubcomponent("vtimezone");
  const event = calendar.getFirstSubcomponent("vevent");
  return ["dtstart", "dtend"].map((name) => {
    const property = event?.getFirstProperty(name);
    const time = property?.getFirstValue() as ICAL.Time;
    if (property?.getParameter("tzid") !== undefined) time.zone = new ICAL.Timezone(zone);
    return time.toUnixTime() * 1_000;
  });
}

/** The entry as node-ical has it, which goes by the name of the zone. */
export function readByNodeIcal(file: string): VEvent {
  const found = Object.values(nodeIcal.sync.parseICS(file)).find((one) => one?.type === "VEVENT");
  if (found === undefined) throw new Error(`No entry in ${file}`);
  return found;
}
