import { uuidv7 } from "@jst/db";
import type { Stage, Staged } from "@jst/http";
import { uploadedName } from "../file-name.ts";
import { maxFileBytes } from "../limits.ts";
import type { BlobKey, FileStore } from "../store/file-store.ts";
import { type Aside, putAside } from "./put-aside.ts";
import { type Field, readForm, type TakeFile } from "./read-form.ts";

/** A body that takes longer is refused (files.upload): just before the server itself would cut it, without a word. */
const UPLOAD_MS = 290_000;

/** A form whose files are in the store. */
export interface TakenForm {
  teamId: string;
  asides: readonly Aside[];
  fields: readonly Field[];
  maxBytes: number;
  /** Names bytes that are discarded with those of the form. */
  keeps: (key: BlobKey) => void;
}

interface StagingOptions {
  store: FileStore;
  filesMax: number;
  uploadMs?: number | undefined;
}

/**
 * Reads a multipart body: its files are in the store under ids of their own before the rpc runs, and `whole` makes the
 * body of the rpc. If one of them is refused, nothing of the form stays.
 */
export function stageForm(
  { store, filesMax, uploadMs = UPLOAD_MS }: StagingOptions,
  whole: (form: TakenForm) => Promise<Omit<Staged, "discard">> | Omit<Staged, "discard">,
): Stage {
  return async (request, { team_id: teamId, team }) => {
    const keys: BlobKey[] = [];
    const maxBytes = maxFileBytes(team);
    // The sweep removes a blob that cannot be removed now.
    const discard = (): Promise<void> => store.remove(keys).catch(() => undefined);
    try {
      const asides: Aside[] = [];
      const take: TakeFile = async (bytes, filename) => {
        const key = { teamId, id: uuidv7() };
        const place = keys.push(key) - 1;
        asides[place] = await putAside(store, key, { bytes, name: uploadedName(filename), maxBytes });
      };
      const fields = await readForm(request, take, { patienceMs: uploadMs, filesMax });
      const keeps = (key: BlobKey): void => void keys.push(key);
      return { ...(await whole({ teamId, asides, fields, maxBytes, keeps })), discard };
    } catch (thrown) {
      await discard();
      throw thrown;
    }
  };
}
