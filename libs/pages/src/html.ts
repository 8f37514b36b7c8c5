/** Content of a template: texts and numbers, which are escaped, other templates, lists, and nothing. */
export type Content = Html | string | number | false | null | undefined | readonly Content[];

/** HTML in which every text is escaped: only `html` makes it. */
export class Html {
  readonly #text: string;

  private constructor(text: string) {
    this.#text = text;
  }

  /** The template with its values; throws for a value whose attribute lacks its quotes. */
  static of(parts: readonly string[], values: readonly Content[]): Html {
    const [first = "", ...rest] = parts;
    const texts = rest.map((part, place) => {
      if (/=\s*$/.test(parts[place] ?? ""))
        throw new Error(`Put quotes around the value behind ${parts[place]}`);
      return `${escaped(values[place])}${part}`;
    });
    return new Html(first + texts.join(""));
  }

  /** As it is sent. */
  toString(): string {
    return this.#text;
  }
}

/** A template of HTML: html`<p>${text}</p>` shows the text as it is, whatever is in it. */
export function html(parts: TemplateStringsArray, ...values: Content[]): Html {
  return Html.of(parts, values);
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escaped(value: Content): string {
  if (value instanceof Html) return value.toString();
  if (Array.isArray(value)) return (value as readonly Content[]).map(escaped).join("");
  if (value === undefined || value === null || value === false) return "";
  return String(value).replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign);
}
