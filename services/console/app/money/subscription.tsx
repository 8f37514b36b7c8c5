import { answered } from "@jst/client";
import { api } from "../api.ts";
import { Act } from "../parts/act.tsx";
import { Detail } from "../parts/detail.tsx";
import type { WriteKey } from "../parts/writing.ts";
import { mayDo, useSession } from "../session/session.ts";
import { SUBSCRIPTIONS } from "../words/money.ts";
import { Document } from "./document.tsx";

/** States from which nothing more comes. */
const ENDED = ["canceled", "incomplete_expired"];

/** One subscription, which can be cancelled. */
export function Subscription({ id }: { id: string }) {
  const mayWrite = mayDo(useSession(), "commerce", "write");
  const path = { subscription_id: id };
  return (
    <Detail
      kind={SUBSCRIPTIONS.kind}
      queryKey={["subscription", id]}
      read={() => answered(api.GET("/api/v1/commerce/subscriptions/{subscription_id}", { params: { path } }))}
      title={({ bill_to: to }) => SUBSCRIPTIONS.of(to.name ?? to.email ?? SUBSCRIPTIONS.aContact)}
      actions={({ status }) => mayWrite && !ENDED.includes(status) && <Cancel id={id} />}
    >
      {(subscription) => <Document of={subscription} lines={subscription.items} />}
    </Detail>
  );
}

function Cancel({ id }: { id: string }) {
  const touches = [["subscriptions"], ["subscription", id]];
  const cancel = (at: "now" | "period_end") => (header: WriteKey) => {
    const params = { path: { running_subscription_id: id }, header };
    return answered(
      api.POST("/api/v1/commerce/subscriptions/{running_subscription_id}/cancel", { params, body: { at } }),
    );
  };
  return (
    <>
      <Act words={SUBSCRIPTIONS.cancelAtEnd} isDangerous touches={touches} send={cancel("period_end")} />
      <Act words={SUBSCRIPTIONS.cancelNow} isDangerous touches={touches} send={cancel("now")} />
    </>
  );
}
