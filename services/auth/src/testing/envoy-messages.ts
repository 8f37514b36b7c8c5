import { bytesField, Fields, numberField } from "@jst/rpc";

/** Request that a test sends as the gateway. */
export interface SentRequest {
  /** Context extensions of the route; null sends none. */
  route?: Readonly<Record<string, string>> | null;
  /** Headers, several of one name allowed. */
  headers?: readonly (readonly [name: string, value: string])[];
  host?: string;
}

/** Route facts as the generated gateway configuration carries them. */
export const listTables = {
  rpc: "data.v1.Tables/ListTables",
  resource: "tables",
  action: "read",
  access: "scope",
  module: "tables",
  surface: "rest",
} as const;

/**
 * Encodes an envoy.service.auth.v3.CheckRequest: the fields in the order in which Envoy writes them, also those that
 * Check skips.
 */
export function checkRequest({ route = listTables, headers = [], host = "127.0.0.1" }: SentRequest): Buffer {
  const peer = bytesField(
    1,
    bytesField(1, Buffer.concat([bytesField(2, "10.0.0.1"), numberField(3, 40_000)])),
  );
  const all = [[":method", "POST"], [":path", "/data.v1.Tables/ListTables"], ...headers] as const;
  const http = Buffer.concat([
    bytesField(1, "5577006791947779410"),
    bytesField(2, "POST"),
    ...all.map(([name, value]) => mapEntry(3, name, value)),
    bytesField(4, "/data.v1.Tables/ListTables"),
    bytesField(5, host),
    bytesField(10, "HTTP/1.1"),
  ]);
  const time = Buffer.concat([numberField(1, 1_800_000_000), numberField(2, 5_000_000)]);
  const attributes = Buffer.concat([
    bytesField(1, peer),
    bytesField(2, peer),
    bytesField(4, Buffer.concat([bytesField(1, time), bytesField(2, http)])),
    ...Object.entries(route ?? {}).map(([key, value]) => mapEntry(10, key, value)),
    bytesField(11, ""),
  ]);
  return bytesField(1, attributes);
}

function mapEntry(field: number, key: string, value: string): Buffer {
  return bytesField(field, Buffer.concat([bytesField(1, key), bytesField(2, Buffer.from(value, "latin1"))]));
}

/** A decoded envoy.service.auth.v3.CheckResponse. */
export interface CheckAnswer {
  isAllowed: boolean;
  /** HTTP status of a denial; 200 when allowed. */
  status: number;
  /** Headers for the service. */
  upstream: Record<string, string>;
  removed: string[];
  /** Headers for the client. */
  headers: Record<string, string>;
  body: string;
}

/** Reads an encoded CheckResponse. */
export function checkAnswer(bytes: Buffer): CheckAnswer {
  const answer: CheckAnswer = {
    isAllowed: false,
    status: 0,
    upstream: {},
    removed: [],
    headers: {},
    body: "",
  };
  let rpcStatus: Buffer | undefined;
  for (const [field, content] of entries(bytes)) {
    if (field === 1) rpcStatus = content;
    else if (field === 2) readDenied(content, answer);
    else if (field === 3) readAllowed(content, answer);
  }
  answer.isAllowed = rpcStatus?.length === 0 && answer.status === 200;
  return answer;
}

function readDenied(bytes: Buffer, answer: CheckAnswer): void {
  for (const [field, content] of entries(bytes)) {
    if (field === 1) answer.status = readNumber(content);
    else if (field === 2) Object.assign(answer.headers, readHeader(content));
    else if (field === 3) answer.body = content.toString();
  }
}

function readAllowed(bytes: Buffer, answer: CheckAnswer): void {
  answer.status = 200;
  for (const [field, content] of entries(bytes)) {
    if (field === 2) Object.assign(answer.upstream, readHeader(content));
    else if (field === 5) answer.removed.push(content.toString());
    else if (field === 6) Object.assign(answer.headers, readHeader(content));
  }
}

/** Reads a HeaderValueOption; ignores an option that would not overwrite. */
function readHeader(bytes: Buffer): Record<string, string> {
  const header = entries(bytes).find(([field]) => field === 1)?.[1] ?? Buffer.alloc(0);
  const parts = new Map(entries(header));
  const isOverwriting = bytes.at(-2) === 24 && bytes.at(-1) === 2;
  return isOverwriting ? { [String(parts.get(1))]: String(parts.get(2)) } : {};
}

/** HttpStatus: one small number. */
function readNumber(bytes: Buffer): number {
  return ((bytes[1] ?? 0) & 127) + (bytes[2] ?? 0) * 128;
}

function entries(bytes: Buffer): [field: number, content: Buffer][] {
  const found: [number, Buffer][] = [];
  const fields = new Fields(bytes, 0, bytes.length);
  while (fields.next()) found.push([fields.field, bytes.subarray(fields.from, fields.to)]);
  return found;
}
