import LineBreaker from "linebreak";

/** A script that writes words without blanks between them. */
const UNSPACED = /[\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
const words = new Intl.Segmenter("th", { granularity: "word" });

/** Splits a paragraph into the pieces between which a line may end. */
export function piecesOf(paragraph: string): string[] {
  const breaker = new LineBreaker(paragraph);
  const pieces: string[] = [];
  let start = 0;
  for (let next = breaker.nextBreak(); next !== null; next = breaker.nextBreak()) {
    const piece = paragraph.slice(start, next.position);
    start = next.position;
    if (UNSPACED.test(piece)) pieces.push(...Array.from(words.segment(piece), ({ segment }) => segment));
    else if (piece !== "") pieces.push(piece);
  }
  return pieces;
}
