import { answered } from "@jst/client";
import { Link } from "wouter";
import { api, type Schemas } from "../api.ts";
import { ImportButton } from "../imports/import-button.tsx";
import type { Field } from "../parts/fields.ts";
import { Listing } from "../parts/listing.tsx";
import { Moment } from "../parts/moment.tsx";
import { New } from "../parts/new.tsx";
import { Page } from "../parts/page.tsx";
import { ThingsTable } from "../parts/things-table.tsx";
import { shownList } from "../parts/values.ts";
import { PATHS, pathOf } from "../paths.ts";
import { useModules } from "../session/modules.ts";
import { mayDo, useSession } from "../session/session.ts";
import { ARTICLES } from "../words/library.ts";
import { TITLES } from "../words/places.ts";

const { columns, fields: labels } = ARTICLES;

/** Fields of an article. */
export const articleFields: readonly (Field<Schemas["ArticleCreate"]> & Field<Schemas["ArticlePatch"]>)[] = [
  { name: "title", kind: "text", label: labels.title, isRequired: true },
  { name: "body", kind: "long", label: labels.body },
  { name: "excerpt", kind: "text", label: labels.excerpt },
  { name: "tags", kind: "words", label: labels.tags },
];

/** The team's articles. */
export function Articles() {
  const session = useSession();
  const mayWrite = mayDo(session, "articles", "write");
  const { tables: hasTables } = useModules();
  const mayImport = mayWrite && mayDo(session, "tables", "write") && hasTables === true;
  return (
    <Page
      title={TITLES.articles}
      actions={
        <>
          {mayImport && <Link to={PATHS.imports}>{TITLES.imports}</Link>}
          {mayImport && <ImportButton into="articles" />}
          {mayWrite && <NewArticle />}
        </>
      }
    >
      <Listing
        queryKey={["articles"]}
        file={{ path: "/api/v1/articles" }}
        read={(at) => answered(api.GET("/api/v1/articles", { params: { query: at } }))}
        items={({ articles }) => articles}
        none={<p>{ARTICLES.none}</p>}
      >
        {(articles) => (
          <ThingsTable
            name={TITLES.articles}
            things={articles}
            columns={{
              [columns.title]: ({ id, title }) => <Link to={pathOf("articles", id)}>{title}</Link>,
              [columns.state]: ({ status }) => status,
              [columns.tags]: ({ tags }) => shownList(tags),
              [columns.changed]: ({ updated_at: at }) => <Moment at={at} />,
            }}
          />
        )}
      </Listing>
    </Page>
  );
}

function NewArticle() {
  return (
    <New
      words={ARTICLES}
      fields={articleFields}
      touches={[["articles"]]}
      send={(body: Schemas["ArticleCreate"], header) =>
        answered(api.POST("/api/v1/articles", { params: { header }, body }))
      }
      at={{ list: "articles", id: ({ id }) => id }}
    />
  );
}
