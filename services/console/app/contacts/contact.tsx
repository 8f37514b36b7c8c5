import { answered } from "@jst/client";
import { api, type Schemas } from "../api.ts";
import { PendingProposals } from "../approvals/pending-proposals.tsx";
import { RecordChanges } from "../approvals/record-changes.tsx";
import { Comments } from "../comments/comments.tsx";
import { Act } from "../parts/act.tsx";
import { Detail } from "../parts/detail.tsx";
import { Edit } from "../parts/edit.tsx";
import type { Field } from "../parts/fields.ts";
import { Members } from "../parts/members.tsx";
import { New } from "../parts/new.tsx";
import { mayDo, useSession } from "../session/session.ts";
import { CONTACTS } from "../words/contacts.ts";
import { PARTS } from "../words/parts.ts";
import { contactFields } from "./contact-fields.ts";

type Contact = Schemas["Contact"];

const pathTo = (contact: Contact) => ({ contact_id: contact.id });
const touched = ({ id }: Contact) => [["contacts"], ["contact", id]];

/** One contact with all that is known, to be changed and deleted. */
export function Contact({ id }: { id: string }) {
  const session = useSession();
  const path = { contact_id: id };
  return (
    <Detail
      kind={CONTACTS.kind}
      queryKey={["contact", id]}
      read={() => answered(api.GET("/api/v1/contacts/{contact_id}", { params: { path } }))}
      title={({ display_name: name, email }) => name ?? email ?? CONTACTS.kind}
      actions={(contact) =>
        contact.archived_at === null
          ? mayDo(session, "contacts", "delete") && <Delete contact={contact} />
          : mayDo(session, "contacts", "write") && <Restore contact={contact} />
      }
    >
      {(contact) => (
        <>
          <PendingProposals id={contact.id} />
          {contact.archived_at !== null && <p role="status">{CONTACTS.deleted}</p>}
          {contact.archived_at === null && mayDo(session, "contacts", "write") && (
            <div className="actions">
              <EditContact contact={contact} />
              <MergeContact contact={contact} />
            </div>
          )}
          <Members of={contact} without={["archived_at"]} />
          <Comments resource="contact" id={contact.id} />
          <RecordChanges resource="contacts" id={contact.id} />
        </>
      )}
    </Detail>
  );
}

function EditContact({ contact }: { contact: Contact }) {
  return (
    <Edit
      of={contact}
      fields={contactFields}
      touches={touched(contact)}
      send={(body: Schemas["ContactPatch"], header) =>
        answered(
          api.PATCH("/api/v1/contacts/{contact_id}", { params: { path: pathTo(contact), header }, body }),
        )
      }
    />
  );
}

const { merge } = CONTACTS;

const merging: readonly Field<Schemas["ContactMerge"]>[] = [
  { name: "source_id", kind: "contact", label: PARTS.contact },
  { name: "prefer", kind: "choice", label: merge.prefer, isRequired: true, choices: merge.prefers },
];

function MergeContact({ contact }: { contact: Contact }) {
  return (
    <New<Schemas["ContactMerge"], object>
      words={merge}
      fields={merging}
      touches={touched(contact)}
      send={(body, header) => {
        const params = { path: pathTo(contact), header };
        return answered(api.POST("/api/v1/contacts/{contact_id}/merge", { params, body }));
      }}
    >
      <p>{merge.says}</p>
    </New>
  );
}

function Delete({ contact }: { contact: Contact }) {
  return (
    <Act
      words={CONTACTS.delete}
      of={contact}
      touches={touched(contact)}
      send={(header) =>
        answered(api.DELETE("/api/v1/contacts/{contact_id}", { params: { path: pathTo(contact), header } }))
      }
    />
  );
}

function Restore({ contact }: { contact: Contact }) {
  const body = { action: "restore" as const };
  return (
    <Act
      words={CONTACTS.restore}
      of={contact}
      touches={touched(contact)}
      send={(header) =>
        answered(
          api.PATCH("/api/v1/contacts/{contact_id}", { params: { path: pathTo(contact), header }, body }),
        )
      }
    />
  );
}
