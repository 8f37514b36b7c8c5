import { answered } from "@jst/client";
import { Link } from "wouter";
import { api } from "../api.ts";
import { useHosts } from "../calendar/hosts.ts";
import { Listing } from "../parts/listing.tsx";
import { New } from "../parts/new.tsx";
import { Page } from "../parts/page.tsx";
import { ThingsTable } from "../parts/things-table.tsx";
import { PATHS, pathOf } from "../paths.ts";
import { mayDo, useSession } from "../session/session.ts";
import { TITLES } from "../words/places.ts";
import { RULES } from "../words/rules.ts";
import { ruleTexts, type RuleCreate } from "./draft.ts";
import { sentencesOf } from "./sentences.ts";
import { useRule } from "./use-rule.tsx";

const { columns } = RULES;

/** The page of approval rules, as they are tried. */
export function Rules() {
  const emails = useHosts();
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
        read={(at) =>
          answered(api.GET("/api/v1/approval-rules", { params: { query: { ...at, sort: "position:asc" } } }))
        }
        items={({ approval_rules: rules }) => rules}
        none={<p>{RULES.none}</p>}
      >
        {(rules) => (
          <ThingsTable
            name={TITLES.rules}
            things={rules}
            columns={{
              [columns.name]: ({ id, name }) => <Link to={pathOf("rules", id)}>{name}</Link>,
              [columns.what]: (rule) => sentencesOf(rule, emails),
              [columns.state]: ({ enabled }) => (enabled ? RULES.on : RULES.off),
            }}
          />
        )}
      </Listing>
    </Page>
  );
}

function NewRule() {
  const form = useRule();
  return (
    <New
      words={RULES}
      fields={ruleTexts}
      complete={(written: RuleCreate) => form.create(written)}
      touches={[["rules"]]}
      send={(body, header) => answered(api.POST("/api/v1/approval-rules", { params: { header }, body }))}
      at={{ list: "rules", id: ({ id }) => id }}
    >
      {form.fields}
    </New>
  );
}
