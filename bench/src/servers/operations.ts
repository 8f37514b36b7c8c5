import { createHash } from "node:crypto";

/** A GraphQL document the peer knows by its id, as it recommends for production. */
export interface Operation {
  id: string;
  document: string;
}

const members = "rowId teamId customer status amount orderedOn note createdAt updatedAt version";

/** Operations of the peer; each answers what ours answers to the same request. */
export const operations = {
  row: operation(`query Row($id: UUID!) { orderByRowId(rowId: $id) { ${members} } }`),
  list: operation(`query List($status: String!, $first: Int!) {
    allOrders(condition: { status: $status }, orderBy: [CREATED_AT_DESC, ROW_ID_DESC], first: $first) {
      nodes { ${members} } pageInfo { hasNextPage endCursor } } }`),
  listByColumn: operation(`query ListByColumn($status: String!, $first: Int!) {
    allOrders(condition: { status: $status }, orderBy: [AMOUNT_DESC, ROW_ID_DESC], first: $first) {
      nodes { ${members} } pageInfo { hasNextPage endCursor } } }`),
  insert: operation(`mutation Insert($order: OrderInput!) {
    createOrder(input: { order: $order }) { order { ${members} } } }`),
  insertRecorded: operation(`mutation InsertRecorded($order: RecordedOrderInput!) {
    createRecordedOrder(input: { recordedOrder: $order }) { recordedOrder { ${members} } } }`),
} as const satisfies Record<string, Operation>;

/** Name of one of the operations. */
export type OperationName = keyof typeof operations;

function operation(document: string): Operation {
  return { id: createHash("sha256").update(document).digest("hex"), document };
}
