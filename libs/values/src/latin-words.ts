import { composed } from "./composed.ts";

/** Letters that have no decomposition, in letters of a to z: of Latin, of Cyrillic, of Greek. */
const LETTERS = new Map(
  `ß:ss æ:ae œ:oe ø:o đ:d ð:d þ:th ł:l ı:i ħ:h ŋ:ng ŧ:t ə:e ɓ:b ɗ:d ɛ:e ɔ:o ƙ:k ƒ:f ĸ:k ŀ:l
а:a б:b в:v г:g ґ:g д:d е:e ё:e є:ye ж:zh з:z и:i й:y і:i ї:yi к:k л:l м:m н:n о:o п:p р:r с:s т:t у:u ў:u ф:f х:kh
ц:ts ч:ch ш:sh щ:shch ъ: ы:y ь: э:e ю:yu я:ya ђ:dj ј:j љ:lj њ:nj ћ:c џ:dz ѓ:g ќ:k ѕ:dz
α:a β:v γ:g δ:d ε:e ζ:z η:i θ:th ι:i κ:k λ:l μ:m ν:n ξ:x ο:o π:p ρ:r σ:s ς:s τ:t υ:y φ:f χ:ch ψ:ps ω:o`
    .split(/\s+/)
    .map((pair) => pair.split(":") as [string, string]),
);
/** A sign behind a letter at the end of a word, as in the names of languages. */
const SIGNS = /(?<=\p{L}\+*)\+(?![\p{L}\p{N}])|(?<=\p{L})#(?![\p{L}\p{N}])/gu;

/**
 * Reads the words of a text in letters a to z and digits (conventions.slugs). Accents are dropped, letters of Latin,
 * Cyrillic and Greek are written out, and `C++` differs from `C#`. Empty if nothing of the text is left.
 */
export function latinWords(text: string): string[] {
  const spelled = composed(text)
    .toLowerCase()
    .replaceAll(SIGNS, (sign) => (sign === "+" ? " plus" : " sharp"));
  return (
    Array.from(spelled, latin)
      .join("")
      .match(/[a-z0-9]+/g) ?? []
  );
}

function latin(letter: string): string {
  const known = LETTERS.get(letter);
  if (known !== undefined) return known;
  const plain = letter.normalize("NFKD").replaceAll(/\p{M}/gu, "");
  return LETTERS.get(plain) ?? plain.toLowerCase();
}
