import { answered } from "@jst/client";
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { api } from "../api.ts";
import { Failure } from "../parts/failure.tsx";
import { Waiting } from "../parts/waiting.tsx";
import { pathOf } from "../paths.ts";
import { useModules } from "../session/modules.ts";
import { mayDo, useSession } from "../session/session.ts";
import { HOME } from "../words/approvals.ts";

const EVERY_MS = 30_000;
const SHOWN = 10;

/** Something that does not work, and the page that shows why. */
interface Fault {
  to: string;
  text: string;
}

/** What does not work: endpoints that events do not reach, messages that did not leave. */
export function Broken() {
  const session = useSession();
  const modules = useModules();
  const sees = (resource: string, module: string) =>
    mayDo(session, resource, "read") && modules[module] === true;
  const [ofWebhooks, ofMessages] = [sees("webhooks", "webhooks"), sees("comms", "comms")];
  const { data, error } = useQuery({
    queryKey: ["broken", ofWebhooks, ofMessages],
    queryFn: async () => {
      const found = await Promise.all([
        ofWebhooks ? failingEndpoints() : [],
        ofMessages ? failedMessages() : [],
      ]);
      return found.flat();
    },
    refetchInterval: EVERY_MS,
  });
  return (
    <section className="card" aria-label={HOME.broken}>
      <h2>{HOME.broken}</h2>
      {error !== null && <Failure error={error} />}
      {data === undefined && error === null && <Waiting />}
      {data?.length === 0 && <p className="empty">{HOME.nothingBroken}</p>}
      <ul className="lines">
        {data?.map(({ to, text }) => (
          <li key={to}>
            <Link to={to}>{text}</Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

async function failingEndpoints(): Promise<Fault[]> {
  const { webhooks = [] } = await answered(
    api.GET("/api/v1/webhooks", { params: { query: { limit: 200 } } }),
  );
  return webhooks.flatMap(({ id, url, enabled, stats: { failed } }): Fault[] => {
    const to = pathOf("webhooks", id);
    if (!enabled) return [{ to, text: HOME.off(url) }];
    return failed > 0 ? [{ to, text: HOME.failing(url, failed) }] : [];
  });
}

async function failedMessages(): Promise<Fault[]> {
  const query = { status: "failed" as const, limit: SHOWN };
  const { messages } = await answered(api.GET("/api/v1/comms/messages", { params: { query } }));
  return messages.map(({ id, to }) => ({ to: pathOf("messages", id), text: HOME.unsent(to) }));
}
