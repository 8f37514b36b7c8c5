import { Agent as PlainAgent } from "node:http";
import { Agent as TlsAgent } from "node:https";

/**
 * A connection at rest is closed after this long. Servers that close theirs do so later (Node after 5 s, gunicorn after
 * 2 s), so that hardly a POST meets one that is just being closed.
 */
const restMs = 1_000;
/** As many as a recipient is sent POSTs at once. */
const restingMax = 4;
const options = { keepAlive: true, maxFreeSockets: restingMax, timeout: restMs };

/** Key for reusing a connection: the same recipient, and the address that was checked for this POST. */
export interface ConnectionUse {
  recipient: string;
}

const nameFor = (use: object | undefined, name: string) =>
  `${use !== undefined && "recipient" in use ? String(use.recipient) : "none"} ${name}`;

class RecipientPlainAgent extends PlainAgent {
  override getName(use?: Parameters<PlainAgent["getName"]>[0]): string {
    return nameFor(use, super.getName(use));
  }
}

class RecipientTlsAgent extends TlsAgent {
  override getName(use?: Parameters<TlsAgent["getName"]>[0]): string {
    return nameFor(use, super.getName(use));
  }
}

/** Connections to recipients, kept for a moment after a POST; recipients never share one (events.connection). */
export class Connections {
  readonly plain: PlainAgent = new RecipientPlainAgent(options);
  readonly tls: TlsAgent = new RecipientTlsAgent(options);

  /** Closes those at rest. */
  close(): void {
    this.plain.destroy();
    this.tls.destroy();
  }
}
