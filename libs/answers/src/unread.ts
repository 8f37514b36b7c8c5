import type { Fault } from "@jst/values";

/** A text of a page that cannot be read as its type, with the reader's fault; to whom asks for JSON it is the text. */
export class Unread {
  readonly #text: string;
  readonly fault: Fault;

  constructor(text: string, fault: Fault) {
    this.#text = text;
    this.fault = fault;
  }

  toJSON(): string {
    return this.#text;
  }
}
