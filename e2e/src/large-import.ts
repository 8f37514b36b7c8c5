import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { fleet } from "./fleet.ts";

/** Rows that the table has before the import: half of them as the file has them, and half with another title. */
export const PRESENT = 600;
const KINDS = ["raw", "part", "good", "tool", "none"];

export const columns = [
  { name: "sku", type: "text", unique: true },
  { name: "title", type: "text", required: true },
  { name: "size", type: "number" },
  { name: "made", type: "date" },
  { name: "kind", type: "select", options: { options: KINDS.map((value) => ({ value })) } },
];
export const NAMES = columns.map(({ name }) => name);

const soundLine = (n: number): string[] => [
  ...[`k${n}`, `Title, "${n}"`, `${n}.25`],
  ...[day(n), KINDS[n % KINDS.length] ?? ""],
];

/** Returns a line of the file; one in a hundred has a fault, of five kinds in turn. */
function lineOf(n: number): string[] {
  const line = soundLine(n);
  if (n % 100 !== 57) return line;
  const faults = [
    () => line.splice(1, 1, " "),
    () => line.splice(2, 1, "many"),
    () => line.splice(3, 1, "2026-02-30"),
    () => line.splice(4, 1, "unknown"),
    () => line.splice(0, 1, `k${n - 1}`),
  ];
  faults[Math.floor(n / 100) % faults.length]?.();
  return line;
}

const day = (n: number): string => new Date(Date.UTC(2020, 0, 1 + (n % 2_000))).toISOString().slice(0, 10);

/** Returns the text of a file with so many rows. */
export function largeFile(rows: number): string {
  const lines = Array.from({ length: rows }, (_, n) => lineOf(n).map(quoted).join(","));
  return `${[NAMES.join(","), ...lines].join("\r\n")}\r\n`;
}

const quoted = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** Returns the rows that the table has before the import. */
export function presentRows(): { data: Record<string, unknown> }[] {
  return Array.from({ length: PRESENT }, (_, n) => {
    const [sku = "", title = "", size, made, kind] = soundLine(n);
    return { data: { sku, title: n % 2 === 0 ? title : `Former ${n}`, size: Number(size), made, kind } };
  });
}

/** Verdict on a row: its number, the verdict, and the columns with a fault. */
export type RowVerdict = [row: number, verdict: string, faulty: string[]];

/** Reads a file as Python does, without any of our code. */
const PYTHON = `
import csv, datetime, json, sys

present = {row["data"]["sku"]: row["data"] for row in json.load(open(sys.argv[2], encoding="utf-8"))}
kinds = set("${KINDS.join(" ")}".split())
taken = set()

def is_number(text):
    try:
        float(text)
        return True
    except ValueError:
        return False

def is_day(text):
    try:
        datetime.date.fromisoformat(text)
        return True
    except ValueError:
        return False

for number, row in enumerate(csv.DictReader(open(sys.argv[1], encoding="utf-8", newline="")), 1):
    faulty = []
    before = present.get(row["sku"])
    if before and not row["title"].strip(): row["title"] = before["title"]
    if not row["title"].strip(): faulty.append("title")
    if not is_number(row["size"]): faulty.append("size")
    if not is_day(row["made"]): faulty.append("made")
    if row["kind"] not in kinds: faulty.append("kind")
    if row["sku"] in taken: faulty.append("sku")
    if faulty:
        print(json.dumps([number, "reject", faulty]))
        continue
    taken.add(row["sku"])
    row["size"] = float(row["size"])
    print(json.dumps([number, "create" if before is None else "unchanged" if before == row else "update", []]))
`;

/** Returns the verdicts of Python on a file, given the rows of the table. */
export async function verdictsOfPython(file: string, present: string): Promise<RowVerdict[]> {
  const run = promisify(execFile);
  const { stdout } = await run("python3", ["-c", PYTHON, file, present], { maxBuffer: 64 * 1024 * 1024 });
  return stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as RowVerdict);
}

/** Returns the memory of a component in MiB. */
export function memoryOf(component: string): number {
  const pid = fleet().components[component]?.pid;
  assert.ok(pid, `the fleet has no component ${component}`);
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1_024;
}
