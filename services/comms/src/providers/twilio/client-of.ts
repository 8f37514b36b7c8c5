import { type Connections, type UrlGuard, post } from "@jst/jobs/outbound";
import twilio from "twilio";

/** How the API is reached. */
export interface Outbound {
  guard: UrlGuard;
  connections: Connections;
}

/** How one request reaches it: whose it is, and until when it may take. */
export interface Reached extends Outbound {
  teamId: string;
  signal: AbortSignal;
}

const TIMEOUT_MS = 20_000;
/** A message as the API shows it has about a kilobyte. */
const ANSWER_BYTES_MAX = 65_536;

type Client = InstanceType<typeof twilio.RequestClient>;

/** The SDK for one message of an account, over connections that the guard lets through. */
export function clientOf(
  { accountSid, authToken, apiUrl }: { accountSid: string; authToken: string; apiUrl: string },
  reached: Reached,
): InstanceType<typeof twilio.Twilio> {
  const httpClient = new GuardedClient(new URL(apiUrl).origin, reached);
  return new twilio.Twilio(accountSid, authToken, { httpClient });
}

/**
 * Takes requests of the SDK to `origin`, in place of the host that the SDK knows, each to an address that was checked.
 * Redirects and proxies of the environment have no say.
 */
class GuardedClient extends twilio.RequestClient {
  readonly #origin: string;
  readonly #reached: Reached;

  constructor(origin: string, reached: Reached) {
    super();
    this.#origin = origin;
    this.#reached = reached;
  }

  /** See RequestClient. An answer that is not a JSON object has an empty body. */
  override async request(options: Parameters<Client["request"]>[0]) {
    const { teamId, signal, guard, connections } = this.#reached;
    const { method, uri, username = "", password = "", headers = {}, data = {} } = options;
    if (method !== "post") throw new Error(`The SDK is used for messages alone, not to ${method}.`);
    const url = `${this.#origin}${new URL(uri).pathname}`;
    const account = Buffer.from(`${username}:${password}`).toString("base64");
    const { status, body } = await post(
      {
        recipient: `twilio ${teamId}`,
        url,
        target: await guard.pin(url),
        headers: { ...headers, authorization: `Basic ${account}` },
        body: Buffer.from(new URLSearchParams(data as Record<string, string>).toString()),
        timeoutMs: TIMEOUT_MS,
        answerBytesMax: ANSWER_BYTES_MAX,
        signal,
      },
      guard,
      connections,
    );
    // The SDK reads a text as JSON, and takes it for whatever its caller expects.
    return {
      statusCode: status,
      body: objectIn(body) as never,
      headers: {},
      toString: () => `HTTP ${status}`,
    };
  }
}

function objectIn(answer: Buffer): string {
  const text = answer.toString();
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return text;
  } catch {
    // Falls through: the API did not answer.
  }
  return "{}";
}
