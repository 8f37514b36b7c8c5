import { ElementType, parseDocument } from "htmlparser2";
import { createElement, Fragment, type ReactNode } from "react";
import { Link } from "wouter";
import { pathOf } from "../paths.ts";
import { ARTICLES } from "../words/library.ts";

type Node = ReturnType<typeof parseDocument>["childNodes"][number];
type Element = Extract<Node, { attribs: object }>;

/** Elements of text, which are shown as they are. Other elements show their content alone. */
const SHOWN: ReadonlySet<string> = new Set(
  (
    "p blockquote pre code em strong b i u s del ins sub sup kbd mark small abbr ul ol li dl dt dd " +
    "details summary figure figcaption span div caption thead tbody tfoot tr th td"
  ).split(" "),
);
/** Elements without content. */
const EMPTY: ReadonlySet<string> = new Set(["br", "hr"]);
/** Elements that ignore blanks between their elements. */
const LISTING: ReadonlySet<string> = new Set(["table", "thead", "tbody", "tfoot", "tr", "ul", "ol", "dl"]);
const HEADING = /^h([1-6])$/;
const LEVEL_MAX = 6;

const ARTICLE = /^\/articles\/([^/?#]+)/;
const FILE = /^\/api\/v1\/files\/([^/?#]+)/;
const OUTSIDE = /^(?:https?|mailto|tel):/i;
/** Pictures that the policy of this page lets in: those of this host. */
const PICTURE = /^\/p\/files\//;

interface RenderedOf {
  /** HTML of a text, which the API has sanitised. */
  html: string;
  /** Heading of the page: the text does not repeat it as its first line. */
  title?: string;
  /** Whether it stands in a card already. */
  isInCard?: boolean;
}

/** A text with its headings, tables, links and pictures, built of elements: nothing of it can run. */
export function Rendered({ html, title = "", isInCard = false }: RenderedOf) {
  const nodes = parseDocument(html).childNodes.filter((node) => !isBlank(node));
  const [first] = nodes;
  const isRepeated = first !== undefined && tagOf(first) === "h1" && textOf(first).trim() === title.trim();
  return (
    <div className={isInCard ? "rendered" : "card rendered"}>
      {shown(isRepeated ? nodes.slice(1) : nodes)}
    </div>
  );
}

const isElement = (node: Node): node is Element => "attribs" in node;
const tagOf = (node: Node): string | undefined => (isElement(node) ? node.name : undefined);
const isBlank = (node: Node): boolean => node.type === ElementType.Text && node.data.trim() === "";

function textOf(node: Node): string {
  if (node.type === ElementType.Text) return node.data;
  return "childNodes" in node ? node.childNodes.map(textOf).join("") : "";
}

const shown = (nodes: readonly Node[]): ReactNode =>
  nodes.map((node, place) => <Fragment key={place}>{shownNode(node)}</Fragment>);

function shownNode(node: Node): ReactNode {
  if (node.type === ElementType.Text) return node.data;
  return isElement(node) ? shownElement(node) : null;
}

function shownElement(element: Element): ReactNode {
  const { name, attribs, childNodes } = element;
  const content = shown(LISTING.has(name) ? childNodes.filter((node) => !isBlank(node)) : childNodes);
  const level = HEADING.exec(name)?.[1];
  // The page has the first heading.
  if (level !== undefined) return createElement(`h${Math.min(Number(level) + 1, LEVEL_MAX)}`, {}, content);
  if (EMPTY.has(name)) return createElement(name);
  if (SHOWN.has(name)) return createElement(name, attributesOf(element), content);
  if (name === "table") return <Wide>{content}</Wide>;
  if (name === "a") return <Linked to={attribs["href"] ?? ""}>{content}</Linked>;
  if (name === "img") return <Picture src={attribs["src"] ?? ""} alt={attribs["alt"] ?? ""} />;
  if (name === "input") return <Task isDone={"checked" in attribs} />;
  return content;
}

/** Returns the attributes of an element that are numbers or a side. */
function attributesOf({ attribs: { start, align, colspan, rowspan } }: Element): object {
  const given = { start: numberIn(start), colSpan: numberIn(colspan), rowSpan: numberIn(rowspan), align };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

const numberIn = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,4}$/.test(text) ? Number(text) : undefined;

function Wide({ children }: { children: ReactNode }) {
  return (
    <div className="wide" role="region" aria-label={ARTICLES.table} tabIndex={0}>
      <table>{children}</table>
    </div>
  );
}

/** Link to an article or a file here, or to another site; other addresses lead nowhere, and are text. */
function Linked({ to, children }: { to: string; children: ReactNode }) {
  const [, article] = ARTICLE.exec(to) ?? [];
  if (article !== undefined) return <Link to={pathOf("articles", article)}>{children}</Link>;
  const [, file] = FILE.exec(to) ?? [];
  if (file !== undefined) return <Link to={pathOf("files", file)}>{children}</Link>;
  if (!OUTSIDE.test(to)) return children;
  return (
    <a href={to} rel="nofollow noopener noreferrer">
      {children}
    </a>
  );
}

/** Picture of this host; one of another site is a link, because no page here loads from elsewhere. */
function Picture({ src, alt }: { src: string; alt: string }) {
  if (PICTURE.test(src)) return <img src={src} alt={alt} loading="lazy" />;
  return <Linked to={src}>{alt === "" ? src : alt}</Linked>;
}

const Task = ({ isDone }: { isDone: boolean }) => (
  <input type="checkbox" disabled checked={isDone} aria-label={ARTICLES.tasks[isDone ? "done" : "open"]} />
);
