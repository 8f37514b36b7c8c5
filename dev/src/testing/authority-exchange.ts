import { copyFileSync, cpSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { TlsIdentity } from "@jst/config";
import { readTls } from "../operator.ts";

/**
 * Folders of ca.crt, tls.crt and tls.key, by their holders, that take an authority in place of another in three steps.
 */
export class AuthorityExchange {
  readonly #used: string;
  readonly #next: string;
  readonly #former: string;
  readonly #holders: readonly string[];

  /** The folders in use, and those of the new authority. */
  constructor(used: string, next: string, holders: readonly string[]) {
    this.#used = used;
    this.#next = next;
    this.#former = `${next}-former`;
    this.#holders = holders;
    cpSync(used, this.#former, { recursive: true });
  }

  /** Step 1: both authorities are believed. */
  believeBoth(): void {
    for (const holder of this.#holders) {
      const both = [this.#former, this.#next].map((from) => readFileSync(authorityOf(from, holder), "utf8"));
      for (const to of [this.#used, this.#former]) writeFileSync(authorityOf(to, holder), both.join(""));
    }
  }

  /** Step 2: everybody proves himself by the new one. */
  exchange(): void {
    for (const holder of this.#holders)
      for (const file of ["tls.crt", "tls.key"])
        copyFileSync(path.join(this.#next, holder, file), path.join(this.#used, holder, file));
  }

  /** Step 3: the new one alone is believed. */
  removeFormer(): void {
    for (const holder of this.#holders)
      copyFileSync(authorityOf(this.#next, holder), authorityOf(this.#used, holder));
  }

  /**
   * Returns the folder of the holder's former certificate; it trusts both authorities, so a refusal comes from the
   * other side.
   */
  formerFolder(holder: string): string {
    return path.join(this.#former, holder);
  }

  /** The same, read. */
  formerOf(holder: string): TlsIdentity {
    return identityIn(this.formerFolder(holder));
  }
}

/** The certificate in a folder where there is one. */
export function identityIn(folder: string): TlsIdentity {
  const tls = readTls(folder);
  if (tls === undefined) throw new Error(`There is no certificate in ${folder}.`);
  return tls;
}

function authorityOf(folder: string, holder: string): string {
  return path.join(folder, holder, "ca.crt");
}
