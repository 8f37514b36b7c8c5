import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { median } from "../spread.ts";
import { verdict, type Verdict } from "../verdicts.ts";
import type { PlainServer } from "./plain-server.ts";
import { download, put, uploadForm, type Uploaded } from "./transfer.ts";

const run = promisify(execFile);

/** Parts of the runs. */
export interface FilesBench {
  /** URL of the fleet's gateway. */
  baseUrl: string;
  token: string;
  /** Server of one file of `fileBytes`. */
  plain: PlainServer;
  rounds: number;
  /** Ends the service data and resolves once a new process answers. */
  restartData: () => Promise<void>;
  /** Bytes that the service data holds in memory. */
  dataBytes: () => number;
}

/** One line of the report: what was measured, and what is asked of it. */
export interface FilesLine {
  text: string;
  verdict: Verdict;
}

/** Runs that are measured on files; each is run when it is named. */
export const fileRuns: Readonly<Record<string, (bench: FilesBench) => Promise<FilesLine>>> = {
  "files-download": measureDownload,
  "files-upload": measureUpload,
  "files-memory": measureMemory,
  "files-zip": measureZip,
};

const mib = 1024 * 1024;
/** Size of the file that is sent to and fro. */
export const fileBytes = 50 * mib;
const uploadsAtOnce = 20;
const growthMax = 64 * mib;
const sampleEveryMs = 20;
const entryCount = 1_000;
const entryBytes = 100 * 1024;

/** One file through the whole path beside the same bytes through a gateway that only passes them on. */
async function measureDownload({ baseUrl, token, plain, rounds }: FilesBench): Promise<FilesLine> {
  const name = "bench.bin";
  const sent = await uploadForm(`${baseUrl}/api/v1/files`, token, { name, bytes: randomBytes(fileBytes) });
  const address = `${baseUrl}/api/v1/files/${idOf(sent)}`;
  const ours = () => download(address, token, fileBytes);
  const theirs = () => download(plain.behindGateway, token, fileBytes);
  return beside("download of 50 MiB", await inTurn(ours, theirs, rounds), 0.6);
}

/** One file through the whole path beside a plain server that stores the same bytes. */
async function measureUpload({ baseUrl, token, plain, rounds }: FilesBench): Promise<FilesLine> {
  const bytes = randomBytes(fileBytes);
  const ours = async () => {
    const sent = await uploadForm(`${baseUrl}/api/v1/files`, token, { name: "bench.bin", bytes });
    idOf(sent);
    return sent.ms;
  };
  const theirs = async () => (await put(plain.direct, bytes)).ms;
  return beside("upload of 50 MiB", await inTurn(ours, theirs, rounds), 0.4);
}

/**
 * Measures the most memory that a process holds during many uploads at once, above what it held before. The first
 * uploads after a start fill V8's room for young objects and for bytes outside its heap, as any load does (ADR 41). The
 * report shows the first uploads and judges the next ones.
 */
async function measureMemory({ baseUrl, token, restartData, dataBytes }: FilesBench): Promise<FilesLine> {
  const bytes = randomBytes(fileBytes);
  const upload = async (name: string, of: Buffer) =>
    idOf(await uploadForm(`${baseUrl}/api/v1/files`, token, { name, bytes: of }));
  const uploads = () =>
    Promise.all(Array.from({ length: uploadsAtOnce }, (_, n) => upload(`${n}.bin`, bytes)));
  await restartData();
  await upload("first.bin", bytes.subarray(0, mib));
  const first = await growthDuring(uploads, dataBytes);
  const before = dataBytes();
  const growth = await growthDuring(uploads, dataBytes);
  const inMib = (value: number) => (value / mib).toFixed(0);
  const after = `after as many that filled a fresh process (${inMib(first)} MiB)`;
  const text = `${uploadsAtOnce} uploads of 50 MiB at once: data holds ${inMib(before)} MiB, at most ${inMib(growth)} MiB more, ${after}`;
  return { text, verdict: verdict(growth <= growthMax, `${text}, asked for <= ${inMib(growthMax)} MiB`) };
}

/** How far memory rises above what it was before the work. */
async function growthDuring(work: () => Promise<unknown>, bytesNow: () => number): Promise<number> {
  const before = bytesNow();
  let most = before;
  const sampler = setInterval(() => (most = Math.max(most, bytesNow())), sampleEveryMs);
  try {
    await work();
  } finally {
    clearInterval(sampler);
  }
  return most - before;
}

/** An archive that is sent and unpacked beside `unzip` of the same. */
async function measureZip({ baseUrl, token, rounds }: FilesBench): Promise<FilesLine> {
  const directory = await mkdtemp(path.join(tmpdir(), "bench-zip-"));
  try {
    const bytes = await makeArchive(directory);
    let count = 0;
    const ours = async () => {
      const name = `${(count += 1)}.zip`;
      const sent = await uploadForm(`${baseUrl}/api/v1/files`, token, { name, bytes });
      const { extracted } = bodyOf(sent) as { extracted: unknown[] };
      if (extracted.length !== entryCount) throw new Error(`${extracted.length} entries were unpacked.`);
      return sent.ms;
    };
    const theirs = async () => {
      const startMs = performance.now();
      await run("unzip", ["-q", "all.zip", "-d", `out-${(count += 1)}`], { cwd: directory });
      return performance.now() - startMs;
    };
    return beside("unpacking 1,000 entries of 100 KiB", await inTurn(ours, theirs, rounds), 1 / 3);
  } finally {
    await rm(directory, { recursive: true });
  }
}

/** Texts that shrink to about a sixth, as notes and tables do: the archive itself stays below the limit of a file. */
async function makeArchive(directory: string): Promise<Buffer> {
  const names = Array.from({ length: entryCount }, (_, n) => `${n}.txt`);
  for (const name of names) {
    const text = randomBytes(entryBytes / 8).toString("hex");
    await writeFile(path.join(directory, name), text.repeat(entryBytes / text.length));
  }
  await run("zip", ["-q", "all.zip", ...names], { cwd: directory });
  return readFile(path.join(directory, "all.zip"));
}

interface Times {
  ours: number[];
  theirs: number[];
}

/** Both once unmeasured, then in turn, so that whatever else happens on the machine happens to both. */
async function inTurn(
  ours: () => Promise<number>,
  theirs: () => Promise<number>,
  rounds: number,
): Promise<Times> {
  await ours();
  await theirs();
  const times: Times = { ours: [], theirs: [] };
  for (let round = 0; round < rounds; round += 1) {
    if (round % 2 === 0) times.ours.push(await ours());
    times.theirs.push(await theirs());
    if (round % 2 === 1) times.ours.push(await ours());
  }
  return times;
}

function beside(title: string, { ours, theirs }: Times, atLeast: number): FilesLine {
  const ratio = median(ours.map((ms, round) => (theirs[round] ?? Number.NaN) / ms));
  const each = `ours ${median(ours).toFixed(0)} ms, plain ${median(theirs).toFixed(0)} ms`;
  const text = `${title}: ${each}, ${(ratio * 100).toFixed(0)} % of the plain rate`;
  const asked = `${text}, asked for >= ${(atLeast * 100).toFixed(0)} %`;
  return { text, verdict: verdict(ratio >= atLeast, asked) };
}

function bodyOf({ status, text }: Uploaded): unknown {
  if (status !== 201) throw new Error(`The upload was answered ${status} ${text}`);
  return JSON.parse(text);
}

function idOf(sent: Uploaded): string {
  return (bodyOf(sent) as { id: string }).id;
}
