import assert from "node:assert/strict";
import { test } from "node:test";
import { parsePart, renderPart, type Part } from "./liquid.ts";

const TEXT_MAX = 100_000;

const parsed = (source: string, part: Part = "text") => {
  const result = parsePart(part, source);
  if ("code" in result) throw new Error(result.message);
  return result;
};
const rendered = (source: string, variables: object = {}, part: Part = "text") =>
  renderPart(parsed(source, part), variables as Record<string, unknown>, TEXT_MAX);

test("every missing variable is named, but for those that an if asks for or default stands in for", () => {
  const source = "{{ a }} {{ b.c }} {% if d %}{{ d }}{% endif %}{{ e | default: 'none' }} {{ f.g }}";
  assert.deepEqual(rendered(source, { b: {}, f: {} }), { missing: ["a", "b.c", "f.g"] });
  assert.deepEqual(rendered(source, { a: 1, b: { c: 2 }, f: { g: 3 } }), { text: "1 2 none 3" });
});

test("variables are escaped in the html part alone, unless raw says otherwise", () => {
  const name = "<b>&</b>";
  assert.deepEqual(rendered("{{ name }}|{{ name | raw }}", { name }, "html"), {
    text: `&lt;b&gt;&amp;&lt;/b&gt;|${name}`,
  });
  assert.deepEqual(rendered("{{ name }}", { name }), { text: name });
});

test("a variable is data: Liquid in it is not read again", () => {
  assert.deepEqual(rendered("{{ a }}", { a: "{{ b }}", b: 1 }), { text: "{{ b }}" });
});

test("own properties of variables alone are read", () => {
  for (const name of ["constructor", "__proto__", "toString", "hasOwnProperty"]) {
    assert.deepEqual(rendered(`{{ ${name} }}`), { missing: [name] });
    assert.deepEqual(rendered(`{{ a.${name} }}`, { a: {} }), { missing: [`a.${name}`] });
  }
  assert.equal("polluted" in {}, false);
});

test("a template that would take much time or memory, or yield too long a text, ends without one", () => {
  const bombs: [source: string, variables?: object][] = [
    ["{% for i in (1..100000000) %}x{% endfor %}"],
    [
      "{% for a in l %}{% for b in l %}{% for c in l %}x{% endfor %}{% endfor %}{% endfor %}",
      { l: Array(2000).fill(1) },
    ],
    [`{% for i in (1..9999) %}${"x".repeat(90_000)}{% endfor %}`],
    ["{% assign s = 'xxxxxxxxxx' %}" + "{% assign s = s | append: s %}".repeat(40) + "{{ s }}"],
    ["{{ text }}", { text: "x".repeat(TEXT_MAX + 1) }],
  ];
  for (const [source, variables] of bombs)
    assert.deepEqual(rendered(source, variables), { isTooLarge: true }, source.slice(0, 60));
});

test("tags that read other templates, and filters that nobody has, are refused", () => {
  for (const source of [
    "{% include 'x' %}",
    "{% render '/etc/passwd' %}",
    "{% layout 'x' %}",
    "{% block x %}{% endblock %}",
    "{{ a | shell }}",
    "{% if %}",
    "{% for %}{% endfor %}",
    "{{",
  ])
    assert.ok("code" in parsePart("text", source), source);
});

test("a deeply nested template ends with an answer", () => {
  for (const depth of [1_000, 20_000]) {
    const source = "{% if a %}".repeat(depth) + "x" + "{% endif %}".repeat(depth);
    const result = parsePart("text", source);
    if ("code" in result) assert.equal(result.code, "template_invalid");
    else assert.ok(!("missing" in renderPart(result, { a: true }, TEXT_MAX)));
  }
});
