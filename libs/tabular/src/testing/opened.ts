import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { openSource, type Cell, type Row, type Source, type SourceOptions } from "../read/index.ts";

/** A source that was read to its end. */
export interface ReadSource extends Omit<Source, "parts" | "close"> {
  parts: { name: string | null; columns: readonly string[]; rows: Row[] }[];
}

/** Writes bytes to a file that is gone once the work with it is done. */
export async function withFile<T>(bytes: Buffer, work: (file: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), "jst-tabular-"));
  try {
    const file = path.join(folder, "source");
    await writeFile(file, bytes);
    return await work(file);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Reads all items. */
export async function allOf<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** Reads bytes as a source, all of it. */
export const readBytes = (bytes: Buffer, options: SourceOptions = {}): Promise<ReadSource> =>
  withFile(bytes, async (path) => {
    const { parts, close, ...facts } = await openSource({ path }, options);
    try {
      const read: ReadSource["parts"] = [];
      for (const { name, columns, rows } of parts) read.push({ name, columns, rows: await allOf(rows()) });
      return { ...facts, parts: read };
    } finally {
      await close();
    }
  });

/** Reads a text as a source of one part: its headers, then its cells. */
export async function tableOf(bytes: Buffer, options: SourceOptions = {}): Promise<Cell[][]> {
  const [part] = (await readBytes(bytes, options)).parts;
  return part === undefined ? [] : [[...part.columns], ...part.rows.map(({ cells }) => cells)];
}
