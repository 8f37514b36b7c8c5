import { AppError } from "@jst/errors";
import { DirectoryStore } from "./directory-store.ts";
import type { FileStore } from "./file-store.ts";

/** Opens the store that FILES_STORE names; throws where it names none, and is not empty. */
export function openStore(setting: string): FileStore {
  if (setting === "") return noStore;
  const [kind, place] = split(setting);
  if (kind === "directory" && place !== "") return new DirectoryStore(place);
  throw new Error("FILES_STORE must be directory: and the path of a folder.");
}

function split(setting: string): [kind: string, place: string] {
  const at = setting.indexOf(":");
  return [setting.slice(0, at), setting.slice(at + 1)];
}

function unavailable(): Promise<never> {
  return Promise.reject(new AppError("unavailable", "This deployment has no store for files."));
}

/** Of a deployment that names none: nothing is taken in, so there is nothing to read or to remove. */
const noStore: FileStore = {
  put: unavailable,
  read: unavailable,
  remove: () => Promise.resolve(),
  teams: () => Promise.resolve([]),
  olderThan: () => Promise.resolve([]),
  clear: () => Promise.resolve(),
  close: () => Promise.resolve(),
};
