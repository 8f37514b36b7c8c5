import { answered } from "@jst/client";
import { api, type Schemas } from "../api.ts";
import { Detail } from "../parts/detail.tsx";
import type { Field } from "../parts/fields.ts";
import { Listing, type At } from "../parts/listing.tsx";
import { New } from "../parts/new.tsx";
import { mayDo, useSession } from "../session/session.ts";
import { BASES } from "../words/library.ts";

/** A base with its blocks, in the order in which they were appended. */
export function Base({ id }: { id: string }) {
  const mayWrite = mayDo(useSession(), "bases", "write");
  const path = { base_id: id };
  const blocks = (at: At) =>
    answered(api.GET("/api/v1/bases/{base_id}/blocks", { params: { path, query: at } }));
  return (
    <Detail
      kind={BASES.kind}
      queryKey={["base", id]}
      read={() => answered(api.GET("/api/v1/bases/{base_id}", { params: { path } }))}
      title={({ name }) => name}
      actions={() => mayWrite && <AddBlock id={id} />}
    >
      {({ description }) => (
        <>
          {description !== null && <p>{description}</p>}
          <Listing
            queryKey={["blocks", id]}
            read={blocks}
            items={(page) => page.blocks}
            none={<p>{BASES.empty}</p>}
          >
            {(shown) => (
              <ol className="cards" aria-label={BASES.blocks}>
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

const fields: readonly Field<Schemas["BlockCreate"]>[] = [
  { name: "type", kind: "choice", label: BASES.fields.type, choices: BASES.types, isRequired: true },
  { name: "text", kind: "long", label: BASES.fields.text, isRequired: true },
];

function AddBlock({ id }: { id: string }) {
  const path = { base_id: id };
  return (
    <New
      words={BASES.add}
      fields={fields}
      touches={[["bases"], ["base", id], ["blocks", id]]}
      send={(block: Schemas["BlockCreate"], header) => {
        const body = { blocks: [block] };
        return answered(api.POST("/api/v1/bases/{base_id}/blocks", { params: { path, header }, body }));
      }}
    />
  );
}
