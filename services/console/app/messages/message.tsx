import { answered } from "@jst/client";
import { api, type Schemas } from "../api.ts";
import { Act } from "../parts/act.tsx";
import { Detail } from "../parts/detail.tsx";
import { Members } from "../parts/members.tsx";
import { mayDo, useSession } from "../session/session.ts";
import { MESSAGES } from "../words/messages.ts";

const EVERY_MS = 4_000;

/** States in which a message has not left yet. */
const WAITING = ["queued", "scheduled"];

const titleOf = ({ subject, kind }: Pick<Schemas["Message"], "subject" | "kind">) =>
  subject ?? kind.replaceAll("_", " ");

/** A message with its text and its delivery state, which updates while the page is open. */
export function Message({ id }: { id: string }) {
  const mayWrite = mayDo(useSession(), "comms", "write");
  const path = { message_id: id };
  return (
    <Detail
      kind={MESSAGES.kind}
      queryKey={["message", id]}
      read={() => answered(api.GET("/api/v1/comms/messages/{message_id}", { params: { path } }))}
      title={titleOf}
      everyMs={EVERY_MS}
      actions={(message) =>
        mayWrite &&
        WAITING.includes(message.status) && (
          <Act
            words={MESSAGES.cancel(titleOf(message))}
            isDangerous
            touches={[["messages"], ["message", id]]}
            send={(header) => {
              const params = { path, header };
              return answered(api.POST("/api/v1/comms/messages/{message_id}/cancel", { params }));
            }}
          />
        )
      }
    >
      {({ attempts, attachments, ...message }) => (
        <>
          {message.status === "captured" && <p role="status">{MESSAGES.captured}</p>}
          {message.text !== null && <pre className="card text">{message.text}</pre>}
          <Members
            of={{ ...message, attachments: attachments.map(({ filename }) => filename) }}
            without={["subject", "text", "html"]}
          />
          <h2>{MESSAGES.attempts}</h2>
          {attempts.length === 0 && <p className="empty">{MESSAGES.noAttempts}</p>}
          {attempts.map((attempt, index) => (
            <Members key={index} of={attempt} />
          ))}
        </>
      )}
    </Detail>
  );
}
