import { answered, isQueued } from "@jst/client";
import { useState } from "react";
import { Button } from "react-aria-components";
import { useLocation } from "wouter";
import { api, type Schemas } from "../api.ts";
import { Act } from "../parts/act.tsx";
import { Detail } from "../parts/detail.tsx";
import { Members } from "../parts/members.tsx";
import { Moment } from "../parts/moment.tsx";
import { Outcome } from "../parts/outcome.tsx";
import { ThingsTable } from "../parts/things-table.tsx";
import { useWriting } from "../parts/writing.ts";
import { PATHS } from "../paths.ts";
import { mayDo, useSession } from "../session/session.ts";
import { WEBHOOKS } from "../words/developers.ts";

const EVERY_MS = 4_000;

/** An endpoint with its latest deliveries: what failed is sent again, an event is tried, the endpoint removed. */
export function Webhook({ id }: { id: string }) {
  const session = useSession();
  const sending = useSending(id);
  const mayWrite = mayDo(session, "webhooks", "write");
  const path = { webhook_id: id };
  return (
    <Detail
      kind={WEBHOOKS.kind}
      queryKey={["webhook", id]}
      read={() => answered(api.GET("/api/v1/webhooks/{webhook_id}", { params: { path } }))}
      title={({ url }) => url}
      everyMs={EVERY_MS}
      actions={(webhook) => (
        <>
          {mayDo(session, "webhooks", "delete") && <Remove webhook={webhook} />}
          {mayWrite && <Button onPress={() => sending.mutate({})}>{WEBHOOKS.test}</Button>}
        </>
      )}
    >
      {(webhook) => (
        <>
          <Outcome of={sending} />
          {webhook.blocked_by !== null && (
            <Blocked
              by={webhook.blocked_by}
              {...(mayWrite ? { onAct: sending.mutate, isPending: sending.isPending } : {})}
            />
          )}
          <h2>{WEBHOOKS.deliveries}</h2>
          <Deliveries
            of={webhook.deliveries}
            onRedeliver={mayWrite ? (again) => sending.mutate({ again }) : undefined}
          />
          <h2>{WEBHOOKS.theEndpoint}</h2>
          <Members of={webhook} without={["deliveries", "url"]} />
        </>
      )}
    </Detail>
  );
}

interface BlockedOf {
  by: string;
  onAct?: (what: { again: string } | { skip: string }) => void;
  isPending?: boolean;
}

/** Says that a delivery stops the ones behind it: it is tried again or passed over. */
function Blocked({ by, onAct, isPending = false }: BlockedOf) {
  const { blocked } = WEBHOOKS;
  const [isSkipping, setSkipping] = useState(false);
  return (
    <section className="card" aria-label={blocked.title}>
      <p>{isSkipping ? blocked.skips : blocked.says}</p>
      {onAct !== undefined && (
        <div className="actions">
          <Button isPending={isPending} onPress={() => onAct({ again: by })}>
            {blocked.retry}
          </Button>
          {isSkipping ? (
            <Button isPending={isPending} className="danger" onPress={() => onAct({ skip: by })}>
              {blocked.confirm}
            </Button>
          ) : (
            <Button onPress={() => setSkipping(true)}>{blocked.skip}</Button>
          )}
        </div>
      )}
    </section>
  );
}

/** Sends a test event or a delivery again, or passes over one. */
function useSending(id: string) {
  const path = { webhook_id: id };
  return useWriting({
    send: ({ again, skip }: { again?: string; skip?: string }, header): Promise<object> => {
      const params = { path, header };
      if (skip !== undefined)
        return answered(
          api.POST("/api/v1/webhooks/{webhook_id}/skip", { params, body: { delivery_id: skip } }),
        );
      if (again === undefined)
        return answered(api.POST("/api/v1/webhooks/{webhook_id}/test", { params, body: {} }));
      const body = { delivery_id: again };
      return answered(api.POST("/api/v1/webhooks/{webhook_id}/redeliver", { params, body }));
    },
    touches: [["webhook", id]],
  });
}

function Remove({ webhook }: { webhook: Schemas["WebhookDetail"] }) {
  const [, go] = useLocation();
  const path = { webhook_id: webhook.id };
  return (
    <Act
      words={WEBHOOKS.remove(webhook.url)}
      of={webhook}
      isDangerous
      touches={[["webhooks"]]}
      send={(header) => answered(api.DELETE("/api/v1/webhooks/{webhook_id}", { params: { path, header } }))}
      onDone={(result) => {
        if (!isQueued(result)) go(PATHS.webhooks);
      }}
    />
  );
}

interface DeliveriesOf {
  of: readonly Schemas["Delivery"][];
  onRedeliver: ((id: string) => void) | undefined;
}

const { deliveryColumns: columns } = WEBHOOKS;

function Deliveries({ of, onRedeliver }: DeliveriesOf) {
  if (of.length === 0) return <p className="empty">{WEBHOOKS.noDeliveries}</p>;
  return (
    <ThingsTable
      name={WEBHOOKS.deliveries}
      things={of}
      columns={{
        [columns.event]: ({ type }) => type,
        [columns.state]: ({ status }) => status,
        [columns.attempts]: ({ attempts }) => attempts,
        [columns.answer]: ({ last_status_code: code, last_error: error }) =>
          error === null ? code : WEBHOOKS.unanswered[error],
        [columns.made]: ({ created_at: at }) => <Moment at={at} />,
        [columns.again]: ({ id, status }) =>
          status === "failed" &&
          onRedeliver !== undefined && <Button onPress={() => onRedeliver(id)}>{WEBHOOKS.sendAgain}</Button>,
      }}
    />
  );
}
