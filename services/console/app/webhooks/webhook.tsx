import { answered, isQueued } from "@jst/client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Button } from "react-aria-components";
import { useLocation } from "wouter";
import { api, type Schemas } from "../api.ts";
import { Ask } from "../parts/ask.tsx";
import { Detail } from "../parts/detail.tsx";
import { Failure } from "../parts/failure.tsx";
import { Members } from "../parts/members.tsx";
import { Moment } from "../parts/moment.tsx";
import { Queued } from "../parts/queued.tsx";
import { ThingsTable } from "../parts/things-table.tsx";
import { mayDo, useSession } from "../session/session.ts";

/** An endpoint with its latest deliveries: what failed is sent again, an event is tried, the endpoint removed. */
export function Webhook({ id }: { id: string }) {
  const session = useSession();
  const acting = useActing(id);
  const mayWrite = mayDo(session, "webhooks", "write");
  const path = { webhook_id: id };
  return (
    <Detail
      kind="Endpoint"
      queryKey={["webhook", id]}
      read={() => answered(api.GET("/api/v1/webhooks/{webhook_id}", { params: { path } }))}
      title={({ url }) => url}
      everyMs={4_000}
      actions={() => (
        <>
          {mayDo(session, "webhooks", "delete") && <Remove onYes={() => acting.mutate({ verb: "remove" })} />}
          {mayWrite && <Button onPress={() => acting.mutate({ verb: "test" })}>Send a test event</Button>}
        </>
      )}
    >
      {(webhook) => (
        <>
          {acting.error !== null && <Failure error={acting.error} />}
          {acting.data !== undefined && isQueued(acting.data) && <Queued />}
          <h2>Deliveries</h2>
          <Deliveries
            of={webhook.deliveries}
            onRedeliver={mayWrite ? (delivery) => acting.mutate({ verb: "redeliver", delivery }) : undefined}
          />
          <h2>The endpoint</h2>
          <Members of={webhook} without={["deliveries", "url"]} />
        </>
      )}
    </Detail>
  );
}

type Act = { verb: "test" } | { verb: "redeliver"; delivery: string } | { verb: "remove" };

function useActing(id: string) {
  const queries = useQueryClient();
  const [, go] = useLocation();
  const params = { path: { webhook_id: id } };
  return useMutation({
    mutationFn: (act: Act): Promise<object> => {
      switch (act.verb) {
        case "test":
          return answered(api.POST("/api/v1/webhooks/{webhook_id}/test", { params, body: {} }));
        case "redeliver": {
          const body = { delivery_id: act.delivery };
          return answered(api.POST("/api/v1/webhooks/{webhook_id}/redeliver", { params, body }));
        }
        case "remove":
          return answered(api.DELETE("/api/v1/webhooks/{webhook_id}", { params }));
      }
    },
    onSuccess: (result, { verb }) => {
      if (verb === "remove" && !isQueued(result)) go("/webhooks");
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ["webhook", id] }),
  });
}

function Remove({ onYes }: { onYes: () => void }) {
  return (
    <Ask opens="Remove" title="Remove this endpoint?" does="Remove" isDangerous onYes={onYes}>
      <p>Nothing more is posted to it, and what still waits is dropped. The feed keeps every event.</p>
    </Ask>
  );
}

interface DeliveriesOf {
  of: readonly Schemas["Delivery"][];
  onRedeliver: ((id: string) => void) | undefined;
}

function Deliveries({ of, onRedeliver }: DeliveriesOf) {
  if (of.length === 0)
    return <p className="empty">Nothing was posted yet. Send a test event to see one arrive.</p>;
  return (
    <ThingsTable
      name="Deliveries"
      things={of}
      columns={{
        Event: ({ type }) => type,
        State: ({ status }) => status,
        Attempts: ({ attempts }) => attempts,
        Answer: ({ last_status_code: code }) => code,
        Made: ({ created_at: at }) => <Moment at={at} />,
        Again: ({ id, status }) =>
          status === "failed" &&
          onRedeliver !== undefined && <Button onPress={() => onRedeliver(id)}>Send again</Button>,
      }}
    />
  );
}
