import { mkdir, open } from "node:fs/promises";
import path from "node:path";

/** Folders whose names are on the disk: a file in a folder is there after a crash only when both are. */
export class Folders {
  readonly #made = new Map<string, Promise<void>>();
  readonly #next = new Map<string, Promise<void>>();
  readonly #running = new Map<string, Promise<void>>();

  /** Creates the folder if it does not exist. Resolves once it is on the disk, even if another call created it. */
  async made(folder: string): Promise<void> {
    const known = this.#made.get(folder);
    if (known !== undefined) return known;
    const made = this.#make(folder);
    this.#made.set(folder, made);
    try {
      await made;
    } catch (thrown) {
      this.#made.delete(folder);
      throw thrown;
    }
  }

  /** Resolves once all names that the folder had before the call are on the disk. Who waits shares the next sync. */
  synced(folder: string): Promise<void> {
    const next = this.#next.get(folder) ?? this.#syncedAfter(this.#running.get(folder), folder);
    this.#next.set(folder, next);
    return next;
  }

  async #make(folder: string): Promise<void> {
    await mkdir(folder, { recursive: true });
    await this.synced(path.dirname(folder));
  }

  async #syncedAfter(running: Promise<void> | undefined, folder: string): Promise<void> {
    await running?.catch(() => undefined);
    // A call from here on may be too late for this one.
    const own = this.#next.get(folder) as Promise<void>;
    this.#next.delete(folder);
    this.#running.set(folder, own);
    try {
      await sync(folder);
    } finally {
      if (this.#running.get(folder) === own) this.#running.delete(folder);
    }
  }
}

async function sync(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
