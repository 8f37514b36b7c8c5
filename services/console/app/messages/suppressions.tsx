import { answered } from "@jst/client";
import { api, type Schemas } from "../api.ts";
import { Act } from "../parts/act.tsx";
import type { Field } from "../parts/fields.ts";
import { useFinding } from "../parts/finding.tsx";
import { Listing, type At } from "../parts/listing.tsx";
import { Moment } from "../parts/moment.tsx";
import { New } from "../parts/new.tsx";
import { Page } from "../parts/page.tsx";
import { mayDo, useSession } from "../session/session.ts";
import { MESSAGES, SUPPRESSIONS } from "../words/messages.ts";
import { TITLES } from "../words/places.ts";

const { fields: labels, reasons } = SUPPRESSIONS;
const { email, sms, whatsapp } = MESSAGES.channels;
const channels = { email, sms, whatsapp };
const key = ["suppressions"] as const;

const read = (address: string) => (at: At) =>
  answered(
    api.GET("/api/v1/comms/suppressions", {
      params: { query: { ...(address === "" ? {} : { address }), ...at } },
    }),
  );

/** Addresses that nothing is sent to: why, since when, and an end to it. */
export function Suppressions() {
  const session = useSession();
  const { q, find } = useFinding(SUPPRESSIONS.find, { isWhole: true });
  return (
    <Page title={TITLES.suppressions} actions={mayDo(session, "comms", "write") && <NewSuppression />}>
      {find}
      <Listing
        key={q}
        queryKey={[...key, q]}
        file={{ path: "/api/v1/comms/suppressions", query: q === "" ? {} : { address: q } }}
        read={read(q)}
        items={({ suppressions }) => suppressions}
        none={<p>{q === "" ? SUPPRESSIONS.none : SUPPRESSIONS.noneOf}</p>}
      >
        {(suppressions) => (
          <ul className="cards" aria-label={SUPPRESSIONS.list}>
            {suppressions.map((one) => (
              <Suppressed key={one.id} of={one} mayLift={mayDo(session, "comms", "admin")} />
            ))}
          </ul>
        )}
      </Listing>
    </Page>
  );
}

function Suppressed({ of, mayLift }: { of: Schemas["Suppression"]; mayLift: boolean }) {
  const { id, address, channel, reason, note, created_at: at } = of;
  const path = { suppression_id: id };
  return (
    <li className="card">
      <h2>{address}</h2>
      <p className="aside">
        {channels[channel]}; {reasons[reason]}; {SUPPRESSIONS.since} <Moment at={at} />
      </p>
      {note !== null && <p>{note}</p>}
      {mayLift && (
        <Act
          words={SUPPRESSIONS.lift(address)}
          of={of}
          touches={[key]}
          send={(header) =>
            answered(api.DELETE("/api/v1/comms/suppressions/{suppression_id}", { params: { path, header } }))
          }
        />
      )}
    </li>
  );
}

const fields: readonly Field<Schemas["SuppressionCreate"]>[] = [
  { name: "address", kind: "text", label: labels.address, isRequired: true },
  { name: "channel", kind: "choice", label: labels.channel, choices: channels },
  { name: "note", kind: "long", label: labels.note },
];

function NewSuppression() {
  return (
    <New
      words={SUPPRESSIONS}
      fields={fields}
      touches={[key]}
      send={(body: Schemas["SuppressionCreate"], header) =>
        answered(api.POST("/api/v1/comms/suppressions", { params: { header }, body }))
      }
    />
  );
}
