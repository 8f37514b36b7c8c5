import { answered } from "@jst/client";
import { api, type Schemas } from "../api.ts";
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
      title={(subscription) => SUBSCRIPTIONS.of(payerOf(subscription))}
      actions={(subscription) =>
        mayWrite && !ENDED.includes(subscription.status) && <Cancel id={id} payer={payerOf(subscription)} />
      }
    >
      {(subscription) => <Document of={subscription} lines={subscription.items} />}
    </Detail>
  );
}

const payerOf = ({ bill_to: to }: Schemas["Subscription"]) => to.name ?? to.email ?? SUBSCRIPTIONS.aContact;

function Cancel({ id, payer }: { id: string; payer: string }) {
  const touches = [["subscriptions"], ["subscription", id]];
  const cancel = (at: "now" | "period_end") => (header: WriteKey) => {
    const params = { path: { running_subscription_id: id }, header };
    return answered(
      api.POST("/api/v1/commerce/subscriptions/{running_subscription_id}/cancel", { params, body: { at } }),
    );
  };
  return (
    <>
      <Act
        words={SUBSCRIPTIONS.cancelAtEnd(payer)}
        isDangerous
        touches={touches}
        send={cancel("period_end")}
      />
      <Act words={SUBSCRIPTIONS.cancelNow(payer)} isDangerous touches={touches} send={cancel("now")} />
    </>
  );
}
