import { mkdir, readdir, readFile, rm } from "node:fs/promises";
import path from "node:path";
import PostalMime from "postal-mime";
import { replaceFile } from "../state.ts";

/** A mail that the fleet on this machine has sent. */
export interface CaughtMail {
  /** RFC 3339. */
  at: string;
  to: string;
  subject: string;
  text: string;
}

/** Mails that stay; the oldest goes first. */
const KEPT_MAX = 200;
const NAME = /^\d{13}-\d+\.eml$/;

/** Stores mails in a folder as they came, and reads them. */
export class Mailbox {
  readonly #folder: string;
  #count = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Stores a mail, readable by its owner alone. */
  async store(raw: Buffer): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    this.#count += 1;
    const name = `${Date.now()}-${String(this.#count).padStart(6, "0")}.eml`;
    await replaceFile(path.join(this.#folder, name), raw);
    const names = await this.#names();
    for (const old of names.slice(0, -KEPT_MAX)) await rm(path.join(this.#folder, old), { force: true });
  }

  /** Reads the newest mails, the newest first; those to one address alone where it is given. */
  async newest(count: number, to?: string): Promise<CaughtMail[]> {
    const found: CaughtMail[] = [];
    for (const name of (await this.#names()).reverse()) {
      if (found.length === count) break;
      const mail = await this.#read(name);
      if (mail === undefined) continue;
      if (to === undefined || mail.to.toLowerCase() === to.toLowerCase()) found.push(mail);
    }
    return found;
  }

  /** Reads a mail; undefined if newer mails have displaced it meanwhile. */
  async #read(name: string): Promise<CaughtMail | undefined> {
    const raw = await readFile(path.join(this.#folder, name)).catch(orGone);
    if (raw === undefined) return undefined;
    const { to, subject = "", text = "" } = await PostalMime.parse(raw);
    const at = new Date(Number(name.slice(0, 13))).toISOString();
    return { at, to: to?.[0]?.address ?? "", subject, text: text.replaceAll("\r\n", "\n").trim() };
  }

  async #names(): Promise<string[]> {
    const names = await readdir(this.#folder).catch(() => []);
    return names.filter((name) => NAME.test(name)).sort();
  }
}

function orGone(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT") throw error;
}
