import { loadFileDescriptorSetFromBuffer, type ServiceDefinition } from "@grpc/proto-loader";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { GrpcFault, GrpcStatus } from "./grpc/status.ts";
import { bytesField, numberField } from "./grpc/wire.ts";
import { grpcReply } from "./outgoing.ts";
import { requestReader } from "./wire-request.ts";

// Reference of reader and writer: the encoder and the decoder of @grpc/proto-loader.
const set = readFileSync(new URL("../../../services/data/gen/descriptor.binpb", import.meta.url));
const rows = loadFileDescriptorSetFromBuffer(set, { keepCase: true })["data.v1.Rows"] as ServiceDefinition;
const updateRow = rows["UpdateRow"];
assert.ok(updateRow);
const { field: fields } = updateRow.requestType.type as { field: { name: string; number: number }[] };
const read = requestReader(fields);

test("a request is read as any other encoder wrote it", () => {
  const data = Buffer.from('{"data":{"name":"Zoë ☃"}}');
  const sent = { table_id: "Größe ☃", body: { content_type: "application/json", data } };
  assert.deepEqual(read(updateRow.requestSerialize(sent)), {
    path: { table_id: "Größe ☃" },
    body: { contentType: "application/json", data },
  });
  assert.deepEqual(read(updateRow.requestSerialize({ row_id: "1" })), {
    path: { row_id: "1" },
    body: undefined,
  });
  assert.deepEqual(read(Buffer.alloc(0)), { path: {}, body: undefined });
});

test("unknown fields are skipped, and of a field that comes twice the last counts", () => {
  const table = fields.find(({ name }) => name === "table_id")?.number ?? 0;
  const message = [
    numberField(900, 1),
    bytesField(table, "first"),
    bytesField(901, "x"),
    bytesField(table, "last"),
  ];
  assert.deepEqual(read(Buffer.concat(message)).path, { table_id: "last" });
});

test("a message cut off at any byte, or of random bytes, is read or is INTERNAL and never anything else", () => {
  const body = { content_type: "application/json", data: Buffer.from("{}") };
  const whole = updateRow.requestSerialize({ table_id: "t", row_id: "r", body });
  const random = (length: number) =>
    Buffer.from(Array.from({ length }, () => Math.floor(Math.random() * 256)));
  const messages = [
    ...Array.from(whole, (_, length) => whole.subarray(0, length)),
    ...Array.from({ length: 500 }, (_, index) => random(1 + (index % 40))),
  ];
  for (const message of messages) {
    try {
      read(message);
    } catch (fault) {
      assert.ok(fault instanceof GrpcFault && fault.code === GrpcStatus.INTERNAL, message.toString("hex"));
    }
  }
});

for (const [name, body] of [
  ["nothing", ""],
  ["text", '{"name":"Zoë ☃"}'],
  ["bytes", [Buffer.from([0, 255]), Buffer.from([128])]],
  ["more than is copied", "ü".repeat(70_000)],
  ["many bytes", [Buffer.alloc(200_000, 7), Buffer.from([8])]],
] as const) {
  test(`a body of ${name} is written as any other decoder reads it`, () => {
    const reply = grpcReply({ status: 201, headers: { etag: '"1"' }, contentType: "application/json", body });
    assert.deepEqual(reply.headers, { "x-http-status": "201", etag: '"1"' });
    const frame = Buffer.concat(reply.frame);
    assert.deepEqual([frame[0], frame.readUInt32BE(1)], [0, frame.length - 5]);
    const read = updateRow.responseDeserialize(frame.subarray(5)) as unknown as Record<string, unknown>;
    assert.equal(read["content_type"], "application/json");
    const bytes = typeof body === "string" ? Buffer.from(body) : Buffer.concat(body);
    assert.ok(bytes.equals((read["data"] as Buffer | undefined) ?? Buffer.alloc(0)));
  });
}
