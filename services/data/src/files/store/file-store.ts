import type { Readable } from "node:stream";

/** Part of some bytes, first and last included. */
export interface ByteRange {
  start: number;
  end: number;
}

/** Key of a blob: the team and the blob's own id, which is the file's. */
export interface BlobKey {
  teamId: string;
  id: string;
}

/** Where the bytes of files are. */
export interface FileStore {
  /**
   * Keeps the bytes under a key that is new. Once it resolves, they outlive the process and the machine; where it
   * rejects, or never ends, nothing is under the key.
   */
  put(key: BlobKey, bytes: AsyncIterable<Buffer>): Promise<void>;
  /** Opens some of the bytes; rejects where there are none under the key. */
  read(key: BlobKey, range: ByteRange): Promise<Readable>;
  /** Lets go of bytes; those that are not there are no fault. */
  remove(keys: readonly BlobKey[]): Promise<void>;
  /** Teams that have bytes, or had some. */
  teams(): Promise<string[]>;
  /** Keys of a team whose bytes were there before that time. */
  olderThan(teamId: string, time: Date): Promise<BlobKey[]>;
  /** Lets go of what was begun before that time and never ended. */
  clear(time: Date): Promise<void>;
  /** Ends what it holds open. */
  close(): Promise<void>;
}
