import MarkdownIt from "markdown-it";
import sanitizeHtml from "sanitize-html";

/** CommonMark with tables; raw HTML passes and is sanitised with the rest. */
const markdown = new MarkdownIt("commonmark", { html: true, maxNesting: 50 }).enable([
  "table",
  "strikethrough",
]);

/** Largest number of tokens of one body; each takes some 200 bytes of memory while it is rendered. */
const TOKENS_MAX = 400_000;
/** Characters of HTML. One long address that is referred to again and again would be gigabytes. */
const HTML_MAX = 8_388_608;

/** A body of more parts, or of more HTML, than is rendered. */
export class TooMuchMarkup extends Error {}

const spent = { tokens: 0, attributes: 0 };

function spend(what: keyof typeof spent, count: number, most: number): void {
  spent[what] += count;
  if (spent[what] > most) throw new TooMuchMarkup();
}

markdown.block.State = class extends markdown.block.State {
  override push(...part: Parameters<InstanceType<typeof markdown.block.State>["push"]>) {
    spend("tokens", 1, TOKENS_MAX);
    return super.push(...part);
  }
};
markdown.inline.State = class extends markdown.inline.State {
  override push(...part: Parameters<InstanceType<typeof markdown.inline.State>["push"]>) {
    spend("tokens", 1, TOKENS_MAX);
    return super.push(...part);
  }
};
const attributesOf = markdown.renderer.renderAttrs.bind(markdown.renderer);
markdown.renderer.renderAttrs = (token) => {
  const text = attributesOf(token);
  spend("attributes", text.length, HTML_MAX);
  return text;
};

/** Mark of a task at the beginning of an item of a list. */
const TASK = /^\[([ xX])\](?=\s)/;

markdown.core.ruler.before("text_join", "tasks", ({ tokens, Token }) => {
  for (const [at, { type, children }] of tokens.entries()) {
    const first = children?.[0];
    const isItem = type === "inline" && tokens[at - 2]?.type === "list_item_open" && first?.type === "text";
    const mark = isItem ? TASK.exec(first.content)?.[1] : undefined;
    if (mark === undefined || first === undefined) continue;
    const box = new Token("html_inline", "", 0);
    box.content = `<input type="checkbox" disabled${mark === " " ? "" : " checked"}>`;
    first.content = first.content.slice(3);
    children?.unshift(box);
  }
});

const textTags =
  "p br hr h1 h2 h3 h4 h5 h6 blockquote pre code em strong b i u s del ins sub sup kbd mark small abbr " +
  "ul ol li dl dt dd details summary figure figcaption span div table caption thead tbody tfoot tr th td";

/** Addresses of a link: of web, mail and telephone, and those that stay on the site that shows the article. */
const LINKED = /^(?:(?:https?|mailto|tel):|(?!\/\/)[^\s\\:/?#]*(?:[/?#][^\s\\]*)?$)/i;
/** Addresses of a picture: of the web, and of a public file. */
const SHOWN = /^(?:https?:|\/p\/files\/[\w-]+$)/i;

const rules: sanitizeHtml.IOptions = {
  allowedTags: [...textTags.split(" "), "a", "img", "input"],
  allowedAttributes: {
    input: ["type", "disabled", "checked"],
    a: ["href", "title", "rel"],
    img: ["src", "alt", "title", "width", "height"],
    ol: ["start"],
    th: ["align", "colspan", "rowspan"],
    td: ["align", "colspan", "rowspan"],
  },
  allowedClasses: { code: ["language-*"] },
  allowedSchemes: ["http", "https", "mailto", "tel"],
  allowedSchemesByTag: { img: ["http", "https"] },
  allowProtocolRelative: false,
  parseStyleAttributes: false,
  nestingLimit: 100,
  transformTags: {
    a: (tagName, { href, ...attributes }) => ({
      tagName,
      attribs: { ...attributes, ...kept("href", href, LINKED), rel: "nofollow noopener" },
    }),
    img: (tagName, { src, ...attributes }) => ({
      tagName,
      attribs: { ...attributes, ...kept("src", src, SHOWN) },
    }),
    // The box of a task, which nothing but the body changes.
    input: (tagName, { checked }) => ({
      tagName,
      attribs: { type: "checkbox", disabled: "", ...(checked === undefined ? {} : { checked: "" }) },
    }),
    td: alignedCell,
    th: alignedCell,
  },
};

/**
 * Renders Markdown as HTML that runs nothing on any page: no script, no style, only addresses that are safe
 * (knowledge.render).
 * Throws TooMuchMarkup before it takes much memory; what it takes of time is for the caller to bound.
 */
export function renderMarkdown(text: string): string {
  Object.assign(spent, { tokens: 0, attributes: 0 });
  const html = sanitizeHtml(markdown.render(text), rules);
  if (html.length > HTML_MAX) throw new TooMuchMarkup();
  return html;
}

function kept(name: string, address: string | undefined, pattern: RegExp): Record<string, string> {
  return address !== undefined && pattern.test(address) ? { [name]: address } : {};
}

/** The alignment of a column comes as a style, which is never kept. */
function alignedCell(tagName: string, attributes: Record<string, string>): sanitizeHtml.Tag {
  const side = /^text-align:(left|center|right)$/.exec(attributes["style"] ?? "")?.[1];
  return { tagName, attribs: { ...attributes, ...(side === undefined ? {} : { align: side }) } };
}
