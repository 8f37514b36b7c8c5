declare module "bidi-js" {
  /** Levels of each UTF-16 unit of a text, by the Unicode bidirectional algorithm. */
  interface Levels {
    levels: Uint8Array;
    paragraphs: { start: number; end: number; level: number }[];
  }
  interface Bidi {
    getEmbeddingLevels(text: string, base?: "ltr" | "rtl" | "auto"): Levels;
    getMirroredCharacter(character: string): string | null;
  }
  export default function bidiFactory(): Bidi;
}

declare module "linebreak" {
  /** Places at which a line may end, by the Unicode line breaking algorithm. */
  export default class LineBreaker {
    constructor(text: string);
    nextBreak(): { position: number; required: boolean } | null;
  }
}
