import { answered } from "@jst/client";
import { useState } from "react";
import { api } from "../api.ts";
import { Listing, type At } from "../parts/listing.tsx";
import { APPROVALS } from "../words/approvals.ts";
import { ChangeLine } from "./change-line.tsx";
import { Glance } from "./glance.tsx";

interface RecordChangesOf {
  /** Kind of the record, as operations name it. */
  resource: string;
  id: string;
}

/** A fold with the changes of a record, newest first, each with its values and its undo (console.record-changes). */
export function RecordChanges({ resource, id }: RecordChangesOf) {
  const [isOpen, setOpen] = useState(false);
  const read = (at: At) => {
    const query = { resource, resource_id: id, ...at };
    return answered(api.GET("/api/v1/changesets", { params: { query } }));
  };
  return (
    <details className="details" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{APPROVALS.recordChanges}</summary>
      {isOpen && (
        <Listing
          queryKey={["changesets", "of", resource, id]}
          read={read}
          items={({ changesets }) => changesets}
          none={<p>{APPROVALS.noChanges}</p>}
        >
          {(changesets) => (
            <ul className="lines">
              {changesets.map((changeset) => (
                <ChangeLine key={changeset.id} changeset={changeset}>
                  <Glance of={changeset} />
                </ChangeLine>
              ))}
            </ul>
          )}
        </Listing>
      )}
    </details>
  );
}
