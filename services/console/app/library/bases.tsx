import { answered } from "@jst/client";
import { Link } from "wouter";
import { api } from "../api.ts";
import { Detail } from "../parts/detail.tsx";
import { Listing, type At } from "../parts/listing.tsx";
import { Moment } from "../parts/moment.tsx";
import { Page } from "../parts/page.tsx";
import { ThingsTable } from "../parts/things-table.tsx";

/** The team's knowledge bases. */
export function Bases() {
  return (
    <Page title="Bases">
      <Listing
        queryKey={["bases"]}
        read={(at) => answered(api.GET("/api/v1/bases", { params: { query: at } }))}
        items={({ bases }) => bases}
        none={<p>There is no base yet. An agent keeps what it learns in one: POST /api/v1/bases.</p>}
      >
        {(bases) => (
          <ThingsTable
            name="Bases"
            things={bases}
            columns={{
              Name: ({ id, name }) => <Link to={`/bases/${id}`}>{name}</Link>,
              Description: ({ description }) => description,
              Blocks: ({ block_count: count }) => count,
              Changed: ({ updated_at: at }) => <Moment at={at} />,
            }}
          />
        )}
      </Listing>
    </Page>
  );
}

/** A base with its blocks, in the order in which they were appended. */
export function Base({ id }: { id: string }) {
  const path = { base_id: id };
  const blocks = (at: At) =>
    answered(api.GET("/api/v1/bases/{base_id}/blocks", { params: { path, query: at } }));
  return (
    <Detail
      kind="Base"
      queryKey={["base", id]}
      read={() => answered(api.GET("/api/v1/bases/{base_id}", { params: { path } }))}
      title={({ name }) => name}
    >
      {({ description }) => (
        <>
          {description !== null && <p>{description}</p>}
          <Listing
            queryKey={["blocks", id]}
            read={blocks}
            items={(page) => page.blocks}
            none={<p>The base is empty.</p>}
          >
            {(shown) => (
              <ol className="cards" aria-label="Blocks">
                {shown.map((block) => (
                  <li key={block.id} className="card text">
                    {block.text ?? block.url ?? block.file_id ?? block.type}
                  </li>
                ))}
              </ol>
            )}
          </Listing>
        </>
      )}
    </Detail>
  );
}
