import { answered } from "@jst/client";
import { api, type Schemas } from "../api.ts";
import { Act } from "../parts/act.tsx";
import { Detail } from "../parts/detail.tsx";
import { Edit } from "../parts/edit.tsx";
import type { Field } from "../parts/fields.ts";
import { Members } from "../parts/members.tsx";
import { mayDo, useSession } from "../session/session.ts";
import { EVENT_TYPES } from "../words/calendar.ts";
import { eventTypeFields } from "./event-type-fields.ts";
import { useHosts } from "./hosts.ts";

type EventType = Schemas["EventType"];

/** One event type, to be changed and deleted. */
export function EventType({ id }: { id: string }) {
  const session = useSession();
  const path = { event_type_id: id };
  return (
    <Detail
      kind={EVENT_TYPES.kind}
      queryKey={["event-type", id]}
      read={() => answered(api.GET("/api/v1/scheduling/event-types/{event_type_id}", { params: { path } }))}
      title={({ name }) => name}
      actions={(type) =>
        mayDo(session, "scheduling", "delete") && (
          <Act
            words={EVENT_TYPES.remove}
            of={type}
            touches={[["event-types"]]}
            onDone={() => globalThis.history.back()}
            send={(header) => {
              const params = { path, header };
              return answered(api.DELETE("/api/v1/scheduling/event-types/{event_type_id}", { params }));
            }}
          />
        )
      }
    >
      {(type) => (
        <>
          {type.public && type.active && (
            <p>
              {EVENT_TYPES.bookedAt}{" "}
              <a href={`/p/book/${session.team.slug}/${type.slug}`}>{EVENT_TYPES.itsPage}</a>.
            </p>
          )}
          {mayDo(session, "scheduling", "write") && <EditEventType type={type} />}
          <Members of={type} without={["name"]} />
        </>
      )}
    </Detail>
  );
}

function EditEventType({ type }: { type: EventType }) {
  const hosts = useHosts();
  const path = { event_type_id: type.id };
  const active: Field<Schemas["EventTypePatch"]> = {
    name: "active",
    kind: "check",
    label: EVENT_TYPES.fields.active,
  };
  return (
    <Edit
      of={type}
      fields={[...eventTypeFields(hosts), active]}
      touches={[["event-types"], ["event-type", type.id]]}
      send={(body: Schemas["EventTypePatch"], header) => {
        const params = { path, header };
        return answered(api.PATCH("/api/v1/scheduling/event-types/{event_type_id}", { params, body }));
      }}
    />
  );
}
