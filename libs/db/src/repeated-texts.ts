/** Texts kept under a name: each costs the server some tens of kilobytes for each connection. */
const NAMED_MAX = 32;
/** Texts remembered after their first use; a text that comes once only is not worth a name. */
const SEEN_MAX = 128;

/** The name to send a text under, and the name that gives way to it. */
export interface NamedText {
  /** Empty on a text's first use. */
  name: string;
  dropped: string | undefined;
}

/**
 * Names the statements of one connection that repeat, and drops the least recently used name first: parsing a list
 * costs PostgreSQL about a fifth of its answer. Statements with a name of their own do not come here.
 */
export class RepeatedTexts {
  readonly #names = new Map<string, string>();
  readonly #seen = new Set<string>();
  #count = 0;

  /** Counts one use of the text. */
  use(text: string): NamedText {
    const known = this.#names.get(text);
    if (known !== undefined) {
      // Inserted again, so that the order of the map is the order of use.
      this.#names.delete(text);
      this.#names.set(text, known);
      return { name: known, dropped: undefined };
    }
    if (!this.#seen.delete(text)) {
      this.#remember(text);
      return { name: "", dropped: undefined };
    }
    this.#count += 1;
    const name = `jst_again_${this.#count}`;
    this.#names.set(text, name);
    return { name, dropped: this.#names.size > NAMED_MAX ? this.#dropOldest() : undefined };
  }

  #remember(text: string): void {
    const oldest = this.#seen.values().next();
    if (this.#seen.size >= SEEN_MAX && !oldest.done) this.#seen.delete(oldest.value);
    this.#seen.add(text);
  }

  #dropOldest(): string | undefined {
    const oldest = this.#names.entries().next();
    if (oldest.done) return undefined;
    const [text, name] = oldest.value;
    this.#names.delete(text);
    return name;
  }
}
