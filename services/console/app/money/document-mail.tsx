import { answered } from "@jst/client";
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { api, type Schemas } from "../api.ts";
import { CopyButton } from "../parts/copy-button.tsx";
import { pathOf } from "../paths.ts";
import { mayDo, useSession } from "../session/session.ts";
import { useModules } from "../session/modules.ts";
import { DOCUMENT_MAIL } from "../words/money.ts";

/** How often a mail that has not left is read again. */
const EVERY_MS = 3_000;
/** So many messages of an address are looked through. */
const MESSAGES_MAX = 200;

type Mail = Schemas["ListedMessage"];

interface DocumentMailOf {
  of: Pick<Schemas["Invoice"], "id" | "created_at" | "bill_to" | "hosted_url">;
}

/** Outcome of the e-mail of an invoice or a quote, and the link to send by hand if none has left. */
export function DocumentMail({ of }: DocumentMailOf) {
  const mail = useMailOf(of);
  if (mail === undefined) return null;
  const says = DOCUMENT_MAIL[outcomeOf(mail)](mail.to);
  return (
    <div className="actions" role="status">
      <p>
        {says} <Link to={pathOf("messages", mail.id)}>{DOCUMENT_MAIL.message}</Link>
      </p>
      {outcomeOf(mail) !== "sent" && of.hosted_url !== null && (
        <CopyButton text={of.hosted_url} copies={DOCUMENT_MAIL.copy} />
      )}
    </div>
  );
}

/** Reads the last message about a document; undefined if it was not mailed, or may not be known. */
function useMailOf({ id, created_at: from, bill_to: payer, hosted_url: page }: DocumentMailOf["of"]) {
  const isRead = mayDo(useSession(), "comms", "read");
  const { comms = false } = useModules();
  const to = payer.email ?? "";
  const { data } = useQuery({
    queryKey: ["messages", "of", id],
    queryFn: () => {
      const query = { to, created_from: from, sort: "created_at:desc", limit: MESSAGES_MAX };
      return answered(api.GET("/api/v1/comms/messages", { params: { query } }));
    },
    enabled: isRead && comms && to !== "" && page !== null,
    refetchInterval: EVERY_MS,
  });
  return data?.messages.find(({ source }) => source?.id === id);
}

const SENT: readonly Mail["status"][] = ["sent", "delivered"];
const UNDER_WAY: readonly Mail["status"][] = ["queued", "scheduled", "sending"];

function outcomeOf({ status }: Mail): "sent" | "underWay" | "captured" | "failed" {
  if (SENT.includes(status)) return "sent";
  if (UNDER_WAY.includes(status)) return "underWay";
  return status === "captured" ? "captured" : "failed";
}
