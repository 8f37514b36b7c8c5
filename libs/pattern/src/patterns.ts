import { LRUCache } from "lru-cache";
import { RE2JS, RE2JSException } from "re2js";
import { patternSize } from "./pattern-size.ts";

/** Cost of a pattern besides its instructions, in instructions. */
const OWN_SIZE = 20;

/** How large patterns may be. */
export interface PatternBounds {
  /** Characters of one. */
  charsMax: number;
  /** Instructions of one, as its text says. */
  sizeMax: number;
  /** Instructions of those that are ready at a time: one takes some 200 bytes. */
  readyMax: number;
}

/** Patterns that are ready to be used: compiled once, and let go when others need their room. */
export class Patterns {
  readonly #bounds: PatternBounds;
  /** Patterns by their text; an invalid text has no regex. */
  readonly #ready: LRUCache<string, { size: number; regex?: RE2JS }>;

  constructor(bounds: PatternBounds) {
    this.#bounds = bounds;
    this.#ready = new LRUCache({ maxSize: bounds.readyMax, sizeCalculation: ({ size }) => size + OWN_SIZE });
  }

  /** Instructions of the patterns that are ready. */
  get readySize(): number {
    return this.#ready.calculatedSize;
  }

  /**
   * Returns the pattern; undefined for one that is invalid or too large. `made` are the instructions that this call
   * compiled, 0 for a known pattern.
   */
  get(pattern: string): { regex: RE2JS | undefined; made: number } {
    const { charsMax, sizeMax } = this.#bounds;
    if (pattern.length > charsMax) return { regex: undefined, made: 0 };
    const known = this.#ready.get(pattern);
    if (known !== undefined) return { regex: known.regex, made: 0 };
    const size = patternSize(pattern);
    const regex = size <= sizeMax ? compiled(pattern) : undefined;
    this.#ready.set(pattern, regex === undefined ? { size: 0 } : { size, regex });
    return { regex, made: size <= sizeMax ? size : 0 };
  }

  /** Tests whether the whole text matches; undefined for a pattern that is invalid or too large. */
  isWhole(pattern: string, text: string): boolean | undefined {
    // By a matcher: asked the regex itself, the engine would keep megabytes for each pattern.
    return this.get(pattern).regex?.matcher(text).matches();
  }
}

function compiled(pattern: string): RE2JS | undefined {
  try {
    return RE2JS.compile(pattern);
  } catch (error) {
    if (error instanceof RE2JSException) return undefined;
    throw error;
  }
}
