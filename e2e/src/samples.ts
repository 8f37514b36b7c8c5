/** A valid body for every rpc that takes one; the coverage test fails for an rpc without. */
export const samples: Record<string, unknown> = {
  "data.v1.Tables/CreateTable": { display_name: "Sample" },
  "data.v1.Columns/CreateColumn": { name: "sample", type: "text" },
  "data.v1.Columns/UpdateColumn": { display_name: "Sample" },
  "data.v1.Views/CreateView": { name: "Sample" },
  "data.v1.Views/UpdateView": { favorite: true },
  "data.v1.Rows/CreateRow": { data: {} },
  "data.v1.Rows/UpdateRow": { data: {} },
  "auth.v1.Tokens/CreateToken": { name: "Sample", type: "service" },
  "auth.v1.Tokens/RefreshToken": { refresh_token: "sample" },
  "agent.v1.Mcp/CallMcp": { jsonrpc: "2.0", id: 1, method: "ping" },
  "crm.v1.Contacts/CreateContact": { first_name: "Sample" },
  "crm.v1.Contacts/UpdateContact": { title: "Sample" },
  "webhooks.v1.Webhooks/CreateWebhook": { url: "https://example.com/hook", events: ["contact.created"] },
  "webhooks.v1.Webhooks/RedeliverWebhook": { failed_since: "2026-01-01T00:00:00Z" },
  "webhooks.v1.Webhooks/TestWebhook": {},
  "webhooks.v1.Webhooks/UpdateWebhook": { description: "Sample" },
};
