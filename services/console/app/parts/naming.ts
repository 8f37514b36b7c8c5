import { latinWords } from "@jst/values";

const LONGEST = 50;

/** A name as the API takes one, of what people call a thing, distinctly: What is your age? is what_is_your_age. */
export function nameFor(label: string, taken: ReadonlySet<string>, nameless: string): string {
  const name =
    latinWords(label)
      .join("_")
      .replace(/^[^a-z]+/, "")
      .slice(0, LONGEST) || nameless;
  for (let n = 1; ; n += 1) {
    const one = n === 1 ? name : `${name}_${n}`;
    if (!taken.has(one)) return one;
  }
}
