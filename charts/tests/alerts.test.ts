import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { chartFacts } from "../../dev/src/charts/facts.ts";
import { chartsDir, named, objectsOf, ofKind } from "./helm.ts";

interface Rule {
  alert: string;
  expr: string;
  annotations: { summary: string; runbook_url: string };
}

const repository = path.join(chartsDir, "..");
const rules = ofKind(objectsOf("shared"), "PrometheusRule").flatMap(({ spec }) =>
  (spec?.["groups"] as { rules: Rule[] }[]).flatMap((group) => group.rules),
);
const dashboards = named(objectsOf("shared"), "ConfigMap", "jst-dashboards").data ?? {};

/**
 * Names under which Prometheus sees the instruments of our code, without `_bucket` and the like; no unit is appended.
 */
function instruments(): string[] {
  const created = /create(Counter|Gauge|Histogram|ObservableGauge|ObservableCounter)\(\s*"([\w.]+)"/g;
  const files = ["libs/*/src/**/*.ts", "services/*/src/**/*.ts"].flatMap((pattern) =>
    globSync(pattern, { cwd: repository }),
  );
  return files.flatMap((file) =>
    [...readFileSync(path.join(repository, file), "utf8").matchAll(created)].map(
      ([, kind = "", name = ""]) => name.replaceAll(".", "_") + (kind.endsWith("Counter") ? "_total" : ""),
    ),
  );
}

/** Metrics an expression asks for: every name in front of a brace. */
function metricsOf(expression: string): string[] {
  return [...expression.matchAll(/([a-z_][a-z0-9_]*)\{/g)].map(([, name = ""]) => name);
}

test("every alert and every panel asks for a metric that exists", () => {
  const ours = instruments();
  const ofOthers = /^(?:envoy_|kube_|up$)/;
  const panels = Object.values(dashboards).flatMap(
    (text) => (JSON.parse(text) as { panels: { targets: { expr: string }[] }[] }).panels,
  );
  const expressions = [...rules, ...panels.flatMap(({ targets }) => targets)].map(({ expr }) => expr);
  const asked = new Set(expressions.flatMap(metricsOf).filter((name) => !ofOthers.test(name)));
  const unknown = [...asked].filter(
    (name) => !ours.includes(name) && !ours.includes(name.replace(/_(?:bucket|count|sum)$/, "")),
  );
  assert.ok(asked.size > 5);
  assert.deepEqual(unknown, []);
});

test("every alert has a runbook under its name, and every runbook an alert", () => {
  const document = readFileSync(path.join(repository, "docs/operate/alerts.md"), "utf8");
  const headings = [...document.matchAll(/^## (\w+)$/gm)].map(([, heading]) => heading);
  assert.deepEqual(headings.toSorted(), rules.map(({ alert }) => alert).toSorted());
  for (const { alert, annotations } of rules)
    assert.equal(annotations.runbook_url.split("#")[1], alert.toLowerCase());
});

test("an alert watches its own namespace alone, and knows how many services relay", async () => {
  for (const { alert, expr } of rules) {
    assert.doesNotMatch(expr, /NAMESPACE|RELAYS/, alert);
    for (const [, labels = ""] of expr.matchAll(/\{([^}]*)\}/g))
      assert.match(labels, /namespace="default"/, alert);
  }
  const { services } = await chartFacts();
  const relays = Object.values(services).filter(({ settings }) =>
    settings.some(({ variable }) => variable === "RELAY_DATABASE_URL"),
  );
  const nobody = rules.find(({ alert }) => alert === "JstNobodyRelays");
  assert.match(nobody?.expr ?? "", new RegExp(`< ${relays.length}$`));
});

test("an alert about what nobody does any more has a value also where no series is left", () => {
  const expressionOf = (name: string) => rules.find(({ alert }) => alert === name)?.expr ?? "";
  assert.match(expressionOf("JstNobodyRelays"), /^\(count\(.*\) or vector\(0\)\) < /);
  assert.match(
    expressionOf("JstDeliveriesWait"),
    / or absent\(max\(webhooks_backlog_oldest_age\{[^}]*\}\)\)$/,
  );
});
