import { answered } from "@jst/client";
import { Link } from "wouter";
import { api } from "../api.ts";
import { Detail } from "../parts/detail.tsx";
import { Listing } from "../parts/listing.tsx";
import { Members } from "../parts/members.tsx";
import { Moment } from "../parts/moment.tsx";
import { Page } from "../parts/page.tsx";
import { ThingsTable } from "../parts/things-table.tsx";

/** The team's articles. */
export function Articles() {
  return (
    <Page title="Articles">
      <Listing
        queryKey={["articles"]}
        read={(at) => answered(api.GET("/api/v1/articles", { params: { query: at } }))}
        items={({ articles }) => articles}
        none={<p>There is no article yet. An app or an agent writes one with POST /api/v1/articles.</p>}
      >
        {(articles) => (
          <ThingsTable
            name="Articles"
            things={articles}
            columns={{
              Title: ({ id, title }) => <Link to={`/articles/${id}`}>{title}</Link>,
              State: ({ status }) => status,
              Tags: ({ tags }) => tags.join(", "),
              Changed: ({ updated_at: at }) => <Moment at={at} />,
            }}
          />
        )}
      </Listing>
    </Page>
  );
}

/** An article as it was written. */
export function Article({ id }: { id: string }) {
  return (
    <Detail
      kind="Article"
      queryKey={["article", id]}
      read={() =>
        answered(api.GET("/api/v1/articles/{article_id}", { params: { path: { article_id: id } } }))
      }
      title={({ title }) => title}
    >
      {(article) => (
        <>
          <pre className="card text">{article.body}</pre>
          <Members of={article} without={["title", "body"]} />
        </>
      )}
    </Detail>
  );
}
