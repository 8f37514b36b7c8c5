import MarkdownIt from "markdown-it";
import sanitizeHtml from "sanitize-html";

/** CommonMark with tables; raw HTML passes and is sanitised with the rest. */
const markdown = new MarkdownIt("commonmark", { html: true, maxNesting: 50 }).enable([
  "table",
  "strikethrough",
]);

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

/** The Markdown as HTML that runs nothing wherever it is shown: no script, no style, only addresses of web and mail. */
export function renderMarkdown(text: string): string {
  return sanitizeHtml(markdown.render(text), rules);
}

function absolute(address: string | undefined, name: string): Record<string, string> {
  return address !== undefined && /^(https?|mailto):/i.test(address) ? { [name]: address } : {};
}

/** The alignment of a column comes as a style, which is never kept. */
function alignedCell(tagName: string, attributes: Record<string, string>): sanitizeHtml.Tag {
  const side = /^text-align:(left|center|right)$/.exec(attributes["style"] ?? "")?.[1];
  return { tagName, attribs: { ...attributes, ...(side === undefined ? {} : { align: side }) } };
}
