import { AppError } from "@jst/errors";
import { DirectoryStore } from "./directory-store.ts";
import type { FileStore } from "./file-store.ts";
import type { S3Bucket } from "./s3-store.ts";

/** Access settings of a bucket besides its address. */
export type BucketAccess = Omit<S3Bucket, "url">;

/** Opens the store that FILES_STORE names; throws where it names none, and is not empty. */
export async function openStore(setting: string, access: BucketAccess): Promise<FileStore> {
  if (setting === "") return noStore;
  const [kind, place] = split(setting);
  if (kind === "directory" && place !== "") return new DirectoryStore(place);
  if (kind === "s3") return bucketStore({ ...access, url: bucketUrl(place, access) });
  throw new Error(
    "FILES_STORE must be a folder, such as directory:/var/files, or a bucket, such as s3:https://s3.example.com/files.",
  );
}

function split(setting: string): [kind: string, place: string] {
  const at = setting.indexOf(":");
  return [setting.slice(0, at), setting.slice(at + 1)];
}

/** A deployment without a bucket does not load the S3 client. */
async function bucketStore(bucket: S3Bucket): Promise<FileStore> {
  const { S3Store } = await import("./s3-store.ts");
  return new S3Store(bucket);
}

/** The address is not repeated in what is thrown: somebody may have put a password into it. */
function bucketUrl(place: string, { accessKeyId, secretAccessKey }: BucketAccess): URL {
  const url = URL.parse(place);
  const isBucket = url !== null && /^https?:$/.test(url.protocol) && /^\/[^/]+$/.test(url.pathname);
  if (!isBucket || url.username !== "" || url.password !== "" || url.search !== "")
    throw new Error(
      "FILES_STORE must be s3: and the URL of a bucket, such as s3:https://s3.example.com/files.",
    );
  if ([accessKeyId, secretAccessKey].some((one) => one.reveal() === ""))
    throw new Error("A bucket takes FILES_S3_ACCESS_KEY_ID and FILES_S3_SECRET_ACCESS_KEY.");
  return url;
}

function unavailable(): Promise<never> {
  return Promise.reject(
    new AppError(
      "unavailable",
      "Files cannot be stored here, because a file store is not configured. Ask your administrator.",
    ),
  );
}

/** Store of a deployment that names none: it refuses uploads, so it has nothing to read or remove. */
const noStore: FileStore = {
  put: unavailable,
  read: unavailable,
  remove: () => Promise.resolve(),
  teams: () => Promise.resolve([]),
  olderThan: () => Promise.resolve([]),
  clear: () => Promise.resolve(),
  close: () => Promise.resolve(),
};
