import assert from "node:assert/strict";
import { test } from "node:test";
import { parseFragment, type DefaultTreeAdapterTypes } from "parse5";
import { renderMarkdown } from "./render-markdown.ts";

type Node = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;

/** Ways to have a reader's browser run, load or restyle something, in Markdown and in HTML. */
const disguises = [
  "<script>alert(1)</script>",
  "<SCRIPT SRC=//evil.test/x.js></SCRIPT>",
  "<scr<script>ipt>alert(1)</scr</script>ipt>",
  "<script\n>alert(1)</script\n>",
  "<script/x>alert(1)</script/x>",
  "<<script>alert(1)//<</script>",
  "<svg onload=alert(1)>",
  "<svg><script>alert(1)</script></svg>",
  "<svg><animate onbegin=alert(1) attributeName=x></svg>",
  '<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>',
  '<math><a xlink:href="javascript:alert(1)">x</a></math>',
  '<math><mtext><table><mglyph><style><img src=x onerror="alert(1)"></style></mglyph></table></mtext></math>',
  "<img src=x onerror=alert(1)>",
  "<img/src=x/onerror=alert(1)>",
  '<img src="x`" onerror="alert(1)">',
  '<img src="javascript:alert(1)">',
  '<img src="data:image/svg+xml,<svg onload=alert(1)>">',
  '<img srcset="https://evil.test/x 1x" src=x>',
  "<body onload=alert(1)>",
  "<input autofocus onfocus=alert(1)>",
  "<details open ontoggle=alert(1)>",
  "<video><source onerror=alert(1)></video>",
  "<audio src=x onerror=alert(1)>",
  "<marquee onstart=alert(1)>x</marquee>",
  '<iframe src="javascript:alert(1)"></iframe>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="javascript:alert(1)"></object>',
  '<embed src="javascript:alert(1)">',
  '<form action="javascript:alert(1)"><button>x</button></form>',
  '<button formaction="javascript:alert(1)">x</button>',
  '<isindex action="javascript:alert(1)" type=image>',
  '<link rel=stylesheet href="https://evil.test/x.css">',
  '<meta http-equiv=refresh content="0;url=javascript:alert(1)">',
  '<base href="javascript:alert(1)//">',
  "<style>@import 'https://evil.test/x.css'; body{background:url(javascript:alert(1))}</style>",
  '<p style="background:url(javascript:alert(1))">x</p>',
  '<p style="position:fixed;inset:0">x</p>',
  '<td style="text-align:center;background:url(https://evil.test)">x</td>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href=" javascript:alert(1)">x</a>',
  '<a href="java\nscript:alert(1)">x</a>',
  '<a href="java&#10;script:alert(1)">x</a>',
  '<a href="java&Tab;script&colon;alert(1)">x</a>',
  '<a href="&#x6A;avascript:alert(1)">x</a>',
  '<a href="&#0000106avascript:alert(1)">x</a>',
  '<a href="\u0001javascript:alert(1)">x</a>',
  '<a href="JaVaScRiPt:alert(1)">x</a>',
  '<a href="vbscript:msgbox(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<a href="data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==">x</a>',
  '<a href="//evil.test" target=_blank onclick=alert(1)>x</a>',
  '<a href="https://ok.test" rel="opener" target="_blank" ping="https://evil.test">x</a>',
  '<a href="file:///etc/passwd">x</a>',
  '<a id="constructor" name="attributes" href="blob:https://x">x</a>',
  "[x](javascript:alert(1))",
  "[x](JAVASCRIPT:alert(1))",
  "[x](java&#x73;cript:alert(1))",
  "[x](<javascript:alert(1)>)",
  "[x]( javascript:alert(1) )",
  "[x](data:text/html,<script>alert(1)</script>)",
  '[x](https://ok.test "onclick=alert(1)")',
  '[x](https://ok.test"onmouseover="alert(1))',
  "[x]: javascript:alert(1)\n\n[x]",
  "<javascript:alert(1)>",
  "![x](javascript:alert(1))",
  '![x"onerror="alert(1)](https://ok.test/x.png)',
  '![x](https://ok.test/x.png"onerror="alert(1))',
  "![x](data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9YWxlcnQoMSk+)",
  '```js" onmouseover="alert(1)\nx\n```',
  "```<script>alert(1)</script>\nx\n```",
  "<!--<img src=x onerror=alert(1)>-->",
  "<!--><script>alert(1)</script>-->",
  "<![CDATA[<script>alert(1)</script>]]>",
  "<?xml-stylesheet href='javascript:alert(1)'?>",
  "<!DOCTYPE x [<!ENTITY a '<script>alert(1)</script>'>]>&a;",
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  "<textarea><script>alert(1)</script></textarea>",
  "<title><img src=x onerror=alert(1)></title>",
  "<template><script>alert(1)</script></template>",
  "<xmp><script>alert(1)</script></xmp>",
  "<plaintext><script>alert(1)</script>",
  '<p title="`<img src=x onerror=alert(1)>`">x</p>',
  '<div class="x" data-x="y" itemscope onpointerenter=alert(1)>x</div>',
  "| a |\n| - |\n| <img src=x onerror=alert(1)> |",
  "# <img src=x onerror=alert(1)>",
  "> <svg/onload=alert(1)>",
  "- <iframe src=javascript:alert(1)>",
  "&lt;script&gt;alert(1)&lt;/script&gt;",
  "\\<script>alert(1)\\</script>",
  "`<script>alert(1)</script>`",
];

const tags =
  "p br hr h1 h2 h3 h4 h5 h6 blockquote pre code em strong b i u s del ins sub sup kbd mark small abbr ul ol li dl dt dd " +
  "details summary figure figcaption span div table caption thead tbody tfoot tr th td a img input";
const allowed = new Set(tags.split(" "));
const attributes = new Set(
  "href title rel src alt width height start align colspan rowspan class type disabled checked".split(" "),
);

/** Lists the parts of some HTML that a browser would act upon, once it has parsed it. */
function dangersIn(html: string): string[] {
  const found: string[] = [];
  const open: Node[] = [...parseFragment(html).childNodes];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (!("tagName" in node)) {
      if (node.nodeName !== "#text") found.push(node.nodeName);
      continue;
    }
    found.push(...dangersOf(node));
    for (const child of node.childNodes) open.push(child);
  }
  return found;
}

/** True for an address of web or mail, as a browser reads it, and for one of the site that shows the article. */
function isSafe(address: string): boolean {
  const { origin, protocol } = new URL(address, "https://site.test/blog/");
  return origin === "https://site.test" || ["http:", "https:", "mailto:", "tel:"].includes(protocol);
}

function dangersOf({ tagName: tag, attrs }: Element): string[] {
  const found = allowed.has(tag) ? [] : [`<${tag}>`];
  for (const { name, value } of attrs) {
    const isAddress = name === "href" || name === "src";
    const isKept = isAddress ? isSafe(value) : attributes.has(name);
    const isClass = name === "class" && !/^language-\S*$/.test(value);
    if (!isKept || isClass) found.push(`${tag}.${name}=${value}`);
  }
  if (tag === "input" && !attrs.some(({ name, value }) => name === "type" && value === "checkbox"))
    found.push("input that takes something");
  const isLoose =
    tag === "a" && !attrs.some(({ name, value }) => name === "rel" && value === "nofollow noopener");
  return isLoose ? [...found, "a without rel"] : found;
}

test("nothing of a body runs, loads or restyles, in whatever disguise of Markdown or HTML", () => {
  for (const disguise of disguises) {
    for (const body of [
      disguise,
      `Text ${disguise} text`,
      `<div>\n${disguise}\n</div>`,
      `* a\n\n  ${disguise}`,
    ])
      assert.deepEqual(dangersIn(renderMarkdown(body)), [], `${body}\n${renderMarkdown(body)}`);
  }
  const together = disguises.join("\n\n");
  assert.deepEqual(dangersIn(renderMarkdown(together)), []);
});

test("what is left of a body is what it says: text, tables, links and pictures of the web", () => {
  const body =
    "# A\n\n| a | b |\n|:-:|---|\n| 1 | 2 |\n\n[x](https://ok.test) ![y](https://ok.test/y.png) <kbd>K</kbd> ~~z~~";
  const html = renderMarkdown(body);
  for (const part of [
    "<h1>A</h1>",
    '<th align="center">a</th>',
    '<a href="https://ok.test" rel="nofollow noopener">x</a>',
    '<img alt="y" src="https://ok.test/y.png" />',
    "<kbd>K</kbd>",
    "<s>z</s>",
  ])
    assert.ok(html.includes(part), `${part} in ${html}`);
});

test("links and pictures keep addresses of the site, of public files and of telephones, and no disguised ones", () => {
  const linked = [
    "/p/files/9f2c",
    "other-article",
    "./other",
    "../a/b?c=d#e",
    "#part",
    "?page=2",
    "tel:+4930901820",
  ];
  for (const address of linked) {
    const a = `<a href="${address}" rel="nofollow noopener">x</a>`;
    assert.ok(renderMarkdown(`[x](${address})`).includes(a), renderMarkdown(`[x](${address})`));
    assert.ok(renderMarkdown(`<a href="${address}">x</a>`).includes(a), address);
  }
  assert.ok(renderMarkdown("![y](/p/files/9f2c)").includes('<img alt="y" src="/p/files/9f2c" />'));
  const foreign = [
    "//evil.test",
    "/\\evil.test",
    "\\\\evil.test",
    "/&#9;/evil.test",
    " //evil.test",
    "&#10;//evil.test",
    "x:y",
    "data:,x",
    "java&#9;script:alert(1)",
  ];
  for (const address of foreign)
    assert.ok(!renderMarkdown(`<a href="${address}">x</a><img src="${address}">`).includes("evil"), address);
  for (const address of ["/api/v1/contacts", "x.png", "/p/files/../x", "//evil.test/p/files/x"])
    assert.ok(!renderMarkdown(`![x](${address})`).includes("src="), address);
});

test("an item that begins with a box of a task shows it, and nothing else does", () => {
  const box = (rest: string) => `<input type="checkbox" disabled${rest} />`;
  const html = renderMarkdown("- [ ] open\n- [x] **done**\n1. [X] third\n\n   [ ] not first\n");
  assert.ok(html.includes(`<li>${box("")} open</li>`), html);
  assert.ok(html.includes(`${box(" checked")} <strong>done</strong>`), html);
  assert.ok(html.includes(`${box(" checked")} third`) && html.includes("[ ] not first"), html);
  assert.ok(renderMarkdown("[ ] text\n\n- [y] a\n- \\[ ] b\n- [ ]c").split("<input").length === 1);
});

test("bodies that nest or repeat beyond measure are rendered", () => {
  for (const body of [
    "<div>".repeat(20_000),
    "> ".repeat(20_000),
    "[".repeat(20_000),
    "*".repeat(20_000),
    "![".repeat(10_000) + "](x)".repeat(10_000),
    "<!--".repeat(20_000),
    "`".repeat(20_001),
    "&".repeat(50_000),
  ])
    assert.deepEqual(dangersIn(renderMarkdown(body)), []);
});
