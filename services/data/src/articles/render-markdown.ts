import MarkdownIt from "markdown-it";
import sanitizeHtml from "sanitize-html";

/** CommonMark with tables; raw HTML passes and is sanitised with the rest. */
const markdown = new MarkdownIt("commonmark", { html: true, maxNesting: 50 }).enable([
  "table",
  "strikethrough",
]);

/** What one body may come to: each takes some 200 bytes of memory while it is rendered. */
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

const textTags =
  "p br hr h1 h2 h3 h4 h5 h6 blockquote pre code em strong b i u s del ins sub sup kbd mark small abbr " +
  "ul ol li dl dt dd details summary figure figcaption span div table caption thead tbody tfoot tr th td";

const rules: sanitizeHtml.IOptions = {
  allowedTags: [...textTags.split(" "), "a", "img"],
  allowedAttributes: {
    a: ["href", "title", "rel"],
    img: ["src", "alt", "title", "width", "height"],
    ol: ["start"],
    th: ["align", "colspan", "rowspan"],
    td: ["align", "colspan", "rowspan"],
  },
  allowedClasses: { code: ["language-*"] },
  // An address without a scheme has no meaning: who shows the article is not known.
  allowedSchemes: ["http", "https", "mailto"],
  allowedSchemesByTag: { img: ["http", "https"] },
  allowProtocolRelative: false,
  parseStyleAttributes: false,
  nestingLimit: 100,
  transformTags: {
    a: (tagName, { href, ...attributes }) => ({
      tagName,
      attribs: { ...attributes, ...absolute(href, "href"), rel: "nofollow noopener" },
    }),
    img: (tagName, { src, ...attributes }) => ({
      tagName,
      attribs: { ...attributes, ...absolute(src, "src") },
    }),
    td: alignedCell,
    th: alignedCell,
  },
};

/**
 * The Markdown as HTML that runs nothing wherever it is shown: no script, no style, only addresses of web and mail.
 * Throws TooMuchMarkup before it takes much memory; what it takes of time is for the caller to bound.
 */
export function renderMarkdown(text: string): string {
  Object.assign(spent, { tokens: 0, attributes: 0 });
  const html = sanitizeHtml(markdown.render(text), rules);
  if (html.length > HTML_MAX) throw new TooMuchMarkup();
  return html;
}

function absolute(address: string | undefined, name: string): Record<string, string> {
  return address !== undefined && /^(https?|mailto):/i.test(address) ? { [name]: address } : {};
}

/** The alignment of a column comes as a style, which is never kept. */
function alignedCell(tagName: string, attributes: Record<string, string>): sanitizeHtml.Tag {
  const side = /^text-align:(left|center|right)$/.exec(attributes["style"] ?? "")?.[1];
  return { tagName, attribs: { ...attributes, ...(side === undefined ? {} : { align: side }) } };
}
