import { answered } from "@jst/client";
import { useQuery } from "@tanstack/react-query";
import { RecordChanges } from "../approvals/record-changes.tsx";
import { api, type Schemas } from "../api.ts";
import { Comments } from "../comments/comments.tsx";
import { Act } from "../parts/act.tsx";
import { Detail } from "../parts/detail.tsx";
import { Edit } from "../parts/edit.tsx";
import { Failure } from "../parts/failure.tsx";
import { Members } from "../parts/members.tsx";
import { Waiting } from "../parts/waiting.tsx";
import { mayDo, useSession } from "../session/session.ts";
import { ARTICLES } from "../words/library.ts";
import { articleFields } from "./articles.tsx";
import { Rendered } from "./rendered.tsx";

/** An article, to be changed, published and deleted. */
export function Article({ id }: { id: string }) {
  const session = useSession();
  const mayWrite = mayDo(session, "articles", "write");
  const path = { article_id: id };
  const touches = [["articles"], ["article", id]];
  return (
    <Detail
      kind={ARTICLES.kind}
      queryKey={["article", id]}
      read={() => answered(api.GET("/api/v1/articles/{article_id}", { params: { path } }))}
      title={({ title }) => title}
      actions={(article) => (
        <>
          {mayDo(session, "articles", "delete") && <Remove article={article} />}
          {mayWrite && article.status !== "published" && (
            <Act
              words={ARTICLES.publish}
              touches={touches}
              send={(header) =>
                answered(api.POST("/api/v1/articles/{article_id}/publish", { params: { path, header } }))
              }
            />
          )}
        </>
      )}
    >
      {(article) => (
        <>
          {mayWrite && (
            <Edit
              of={article}
              fields={articleFields}
              touches={touches}
              send={(body: Schemas["ArticlePatch"], header) =>
                answered(api.PATCH("/api/v1/articles/{article_id}", { params: { path, header }, body }))
              }
            />
          )}
          <Body of={article} />
          <Members of={article} without={["title", "body"]} />
          <Comments resource="article" id={article.id} />
          <RecordChanges resource="articles" id={article.id} />
        </>
      )}
    </Detail>
  );
}

/** Text of an article as its readers see it; as it was written where it is not rendered. */
function Body({ of: { id, title, body } }: { of: Schemas["Article"] }) {
  const { data, error } = useQuery({
    queryKey: ["article", id, "html"],
    queryFn: () => {
      const params = { path: { article_id: id }, query: { render: "html" as const } };
      return answered(api.GET("/api/v1/articles/{article_id}", { params }));
    },
  });
  if (data?.html !== undefined) return <Rendered html={data.html} title={title} />;
  if (error === null) return <Waiting />;
  return (
    <>
      <Failure error={error} />
      <pre className="card text">{body}</pre>
    </>
  );
}

function Remove({ article }: { article: Schemas["Article"] }) {
  return (
    <Act
      words={ARTICLES.remove}
      of={article}
      touches={[["articles"]]}
      onDone={() => globalThis.history.back()}
      send={(header) => {
        const params = { path: { article_id: article.id }, header };
        return answered(api.DELETE("/api/v1/articles/{article_id}", { params }));
      }}
    />
  );
}
