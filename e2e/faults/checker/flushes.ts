import type { Write } from "./history.ts";

/** A file that was brought to the disk, by the clock on the wall. */
export interface Flush {
  file: string;
  begunMs: number;
  endedMs: number;
}

/** Members of an acknowledged write that these checks read, by the same clock. */
export type Acknowledged = Pick<Write, "marker" | "sentMs" | "endedMs">;

/**
 * Finds acknowledged writes whose log PostgreSQL did not flush to the disk: no flush of a file of pg_wal began after
 * the request and ended before the answer.
 */
export function unflushed(writes: readonly Acknowledged[], flushes: readonly Flush[]): Acknowledged[] {
  const ofLog = flushes.filter(({ file }) => file.includes("/pg_wal/"));
  return writes.filter(
    ({ sentMs, endedMs }) => !ofLog.some((flush) => flush.begunMs >= sentMs && flush.endedMs <= endedMs),
  );
}

const call =
  /^(?:\[pid +(\d+)\] )?(\d+\.\d+) (?:fdatasync|fsync)\(\d+<(.+?)>(?:\) += 0 <([\d.]+)>| <unfinished \.\.\.>)/;
const end = /^(?:\[pid +(\d+)\] )?(\d+\.\d+) <\.\.\. (?:fdatasync|fsync) resumed>\) += 0 /;

/** Reads flushes from the output of strace (-f -ttt -T -y), line by line; a failed one does not count. */
export class FlushReader {
  readonly flushes: Flush[] = [];
  readonly #begun = new Map<string, { file: string; begunMs: number }>();

  read(line: string): void {
    const [, pid = "", at, file, tookS] = call.exec(line) ?? [];
    if (file !== undefined) {
      const begunMs = Number(at) * 1_000;
      if (tookS === undefined) this.#begun.set(pid, { file, begunMs });
      else this.flushes.push({ file, begunMs, endedMs: begunMs + Number(tookS) * 1_000 });
      return;
    }
    const [, endingPid = "", endedAt] = end.exec(line) ?? [];
    const begun = this.#begun.get(endingPid);
    if (endedAt === undefined || begun === undefined) return;
    this.#begun.delete(endingPid);
    this.flushes.push({ ...begun, endedMs: Number(endedAt) * 1_000 });
  }
}
