import { answered } from "@jst/client";
import { useState } from "react";
import { Link } from "wouter";
import { api } from "../api.ts";
import { Listing } from "../parts/listing.tsx";
import { Moves } from "../parts/moves.tsx";
import { New } from "../parts/new.tsx";
import type { Positions } from "../parts/order.ts";
import { Outcome } from "../parts/outcome.tsx";
import { Page } from "../parts/page.tsx";
import { placer } from "../parts/placer.ts";
import { ThingsTable } from "../parts/things-table.tsx";
import { useOrder } from "../parts/use-order.ts";
import { ifVersion, type WriteKey } from "../parts/writing.ts";
import { PATHS, pathOf } from "../paths.ts";
import { mayDo, useSession } from "../session/session.ts";
import { TITLES } from "../words/places.ts";
import { RULES } from "../words/rules.ts";
import { ruleTexts, type Rule, type RuleCreate } from "./draft.ts";
import { NeverApplies } from "./use-rules.tsx";
import { sentenceOf } from "./sentences.ts";
import { useRule } from "./use-rule.tsx";
import { readRules, tablesWithColumns, useRuleNames } from "./use-rules.tsx";

const { columns } = RULES;

/** The page of approval rules, as they are tried. */
export function Rules() {
  if (!mayDo(useSession(), "config", "admin"))
    return (
      <Page title={TITLES.rules}>
        <p>{RULES.others}</p>
      </Page>
    );
  return (
    <Page title={TITLES.rules} actions={<NewRule />}>
      <p className="aside">
        {RULES.says} <Link to={PATHS.settings}>{RULES.settings}</Link>
      </p>
      <Listing
        queryKey={["rules"]}
        read={readRules}
        items={({ approval_rules: rules }) => rules}
        none={<p>{RULES.none}</p>}
      >
        {(rules) => <List rules={rules} />}
      </Listing>
    </Page>
  );
}

/** The rules numbered in their order, which buttons change. */
function List({ rules }: { rules: readonly Rule[] }) {
  const names = useRuleNames(tablesWithColumns(rules));
  const [store] = useState(() => rulePlacer());
  const { ordered, move, saving } = useOrder<Rule>({
    ...{ read: rules, store, turn: "order of rules" },
    touches: [["rules"], ["rule"]],
  });
  return (
    <>
      <ThingsTable<Rule>
        name={TITLES.rules}
        things={ordered}
        columns={{
          [columns.name]: (rule) => (
            <>
              {ordered.indexOf(rule) + 1}. <Link to={pathOf("rules", rule.id)}>{rule.name}</Link>
            </>
          ),
          [columns.what]: (rule) => (
            <>
              {sentenceOf(rule, names)} <NeverApplies rules={ordered} id={rule.id} />
            </>
          ),
          [columns.state]: ({ enabled }) => (enabled ? RULES.on : RULES.off),
          [columns.order]: (rule) => (
            <Moves
              what={rule.name}
              index={ordered.indexOf(rule)}
              isLast={rule === ordered.at(-1)}
              onMove={(to) => move(ordered.indexOf(rule), to)}
            />
          ),
        }}
      />
      <Outcome of={saving}>{() => <p role="status">{RULES.orderSaved}</p>}</Outcome>
    </>
  );
}

/** Positions of rules in the API. */
const POSITIONS: Positions = { least: 1, most: 1_000_000 };

/** Returns what stores the order of the rules. */
function rulePlacer() {
  const place = placer<Rule>(POSITIONS);
  return (ordered: readonly Rule[], key: WriteKey) =>
    place(ordered, key, ({ id, version }, position, header) => {
      const params = {
        path: { approval_rule_id: id },
        header: { ...header, ...ifVersion(version) },
      };
      return answered(api.PATCH("/api/v1/approval-rules/{approval_rule_id}", { params, body: { position } }));
    });
}

function NewRule() {
  const form = useRule();
  return (
    <New
      words={RULES}
      fields={ruleTexts}
      complete={(written: RuleCreate) => form.create(written)}
      touches={[["rules"]]}
      beside={form.beside}
      send={(body, header) =>
        form.watched(answered(api.POST("/api/v1/approval-rules", { params: { header }, body })))
      }
      at={{ list: "rules", id: ({ id }) => id }}
    >
      {form.fields}
    </New>
  );
}
