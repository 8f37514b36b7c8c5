import { Readable } from "node:stream";
import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import type { Secret } from "@jst/config";
import { AppError } from "@jst/errors";
import type { BlobKey, ByteRange, FileStore } from "./file-store.ts";
import { Spool, type Spooled } from "./spool.ts";

/** A bucket, and what lets us in. */
export interface S3Bucket {
  /** Address of the endpoint with the bucket as its path. */
  url: URL;
  region: string;
  accessKeyId: Secret;
  secretAccessKey: Secret;
  /** Folder where bytes wait until it is known how many they are. */
  spool: string;
}

/** An upload is sent so often; the SDK itself repeats only what it can read again. */
const ATTEMPTS = 3;
const REMOVED_AT_ONCE = 16;
const SPOOL_BYTES_MAX = 4_294_967_296;
/** Downloads hold one each for as long as they take. */
const SOCKETS_MAX = 512;
const CONNECTING_MS = 3_000;
/** Nothing moved for so long. */
const STILL_MS = 60_000;

/** Logger of the SDK that prints nothing: every error is thrown. */
const silent = { trace: quiet, debug: quiet, info: quiet, warn: quiet, error: quiet };

/**
 * A bucket of anything that speaks S3, with an object `<team>/<id>` for each key. An object is there whole or not at
 * all, and its bytes are held against their SHA-256 by the bucket. Whatever the bucket fails in is a 503.
 */
export class S3Store implements FileStore {
  readonly #client: S3Client;
  readonly #bucket: string;
  readonly #spool: Spool;

  constructor({ url, region, accessKeyId, secretAccessKey, spool }: S3Bucket) {
    this.#bucket = decodeURIComponent(url.pathname.slice(1));
    this.#spool = new Spool(spool, SPOOL_BYTES_MAX);
    this.#client = new S3Client({
      endpoint: url.origin,
      region,
      logger: silent,
      forcePathStyle: true,
      credentials: { accessKeyId: accessKeyId.reveal(), secretAccessKey: secretAccessKey.reveal() },
      // Not everything that speaks S3 knows the newer checksums; ours goes with each object.
      requestChecksumCalculation: "WHEN_REQUIRED",
      responseChecksumValidation: "WHEN_REQUIRED",
      requestHandler: {
        connectionTimeout: CONNECTING_MS,
        socketTimeout: STILL_MS,
        httpAgent: { maxSockets: SOCKETS_MAX },
        httpsAgent: { maxSockets: SOCKETS_MAX },
      },
    });
  }

  async put(key: BlobKey, bytes: AsyncIterable<Buffer>): Promise<void> {
    const spooled = await this.#spool.take(bytes);
    try {
      for (let attempt = 1; !(await this.#sent(key, spooled, attempt === ATTEMPTS));) attempt += 1;
    } finally {
      await spooled.close();
    }
  }

  async read(key: BlobKey, { start, end }: ByteRange): Promise<Readable> {
    const command = new GetObjectCommand({ ...this.#placeOf(key), Range: `bytes=${start}-${end}` });
    const { Body } = await this.#client.send(command).catch(unreachable);
    return Readable.from(guarded(Body as Readable), { objectMode: false });
  }

  async remove(keys: readonly BlobKey[]): Promise<void> {
    const left = keys.values();
    const worker = async (): Promise<void> => {
      for (const key of left)
        await this.#client.send(new DeleteObjectCommand(this.#placeOf(key))).catch(unreachable);
    };
    await Promise.all(Array.from({ length: Math.min(REMOVED_AT_ONCE, keys.length) }, worker));
  }

  async teams(): Promise<string[]> {
    const teams: string[] = [];
    for await (const { CommonPrefixes = [] } of this.#listed({ Delimiter: "/" }))
      teams.push(...CommonPrefixes.map(({ Prefix = "" }) => Prefix.slice(0, -1)));
    return teams;
  }

  async olderThan(teamId: string, time: Date): Promise<BlobKey[]> {
    const keys: BlobKey[] = [];
    for await (const { Contents = [] } of this.#listed({ Prefix: `${teamId}/` }))
      for (const { Key = "", LastModified } of Contents)
        if (LastModified !== undefined && LastModified < time)
          keys.push({ teamId, id: Key.slice(teamId.length + 1) });
    return keys;
  }

  /** An upload that never ended has left nothing in the bucket. */
  clear(): Promise<void> {
    return Promise.resolve();
  }

  close(): Promise<void> {
    this.#client.destroy();
    return Promise.resolve();
  }

  /** Whether the bucket has taken the object; throws where that is not worth another try, or the last was made. */
  async #sent(key: BlobKey, { size, sha256, read }: Spooled, isLast: boolean): Promise<boolean> {
    const checked = { ContentLength: size, ChecksumSHA256: sha256.toString("base64") };
    const Body = size === 0 ? Buffer.alloc(0) : read();
    try {
      await this.#client.send(new PutObjectCommand({ ...this.#placeOf(key), ...checked, Body }));
      return true;
    } catch (thrown) {
      if (isLast || isRefusal(thrown)) unreachable(thrown);
      return false;
    } finally {
      if (Body instanceof Readable) Body.destroy();
    }
  }

  async *#listed(how: { Prefix?: string; Delimiter?: string }) {
    try {
      yield* paginateListObjectsV2({ client: this.#client }, { Bucket: this.#bucket, ...how });
    } catch (thrown) {
      unreachable(thrown);
    }
  }

  #placeOf({ teamId, id }: BlobKey): { Bucket: string; Key: string } {
    return { Bucket: this.#bucket, Key: `${teamId}/${id}` };
  }
}

function quiet(): void {
  // Nothing.
}

async function* guarded(bytes: Readable): AsyncGenerator<Buffer> {
  try {
    yield* bytes as AsyncIterable<Buffer>;
  } catch (thrown) {
    unreachable(thrown);
  }
}

/** Tests whether the bucket's error is final: a retry would fail too, unless the bucket asked to slow down. */
function isRefusal(thrown: unknown): boolean {
  const status = statusOf(thrown);
  return status >= 400 && status < 500 && status !== 408 && status !== 429;
}

function statusOf(thrown: unknown): number {
  if (!(thrown instanceof Error) || !("$metadata" in thrown)) return 0;
  return (thrown.$metadata as { httpStatusCode?: number }).httpStatusCode ?? 0;
}

/**
 * Throws 503; bytes that should be there and are not, as they came. The log gets name and sentence: an error of the SDK
 * has the whole request with it.
 */
function unreachable(thrown: unknown): never {
  if (thrown instanceof NoSuchKey) throw new Error("The bucket has no such object.");
  const { name, message } = thrown instanceof Error ? thrown : new Error(String(thrown));
  const cause = new Error(`${name}: ${message}`);
  throw new AppError("unavailable", "The file store cannot be reached. Try again.", { cause });
}
