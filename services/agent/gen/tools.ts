// Generated from protos/ by `make gen`; edits are lost.

import type { Tool } from "../src/tools/tool.ts";

/** Every tool of the contract, by toolset and name. */
export const tools: readonly Tool[] = [
{
  "name": "list_bases",
  "toolset": "bases",
  "title": "List knowledge bases",
  "description": "Lists the team's knowledge bases with their names and sizes. Pass next_cursor as cursor for the next page.",
  "scope": {
    "resource": "bases",
    "action": "read"
  },
  "module": "bases",
  "confirm": false,
  "planned": true,
  "readOnly": true,
  "trust": "matrix",
  "annotations": {
    "title": "List knowledge bases",
    "readOnlyHint": true,
    "destructiveHint": false,
    "idempotentHint": true,
    "openWorldHint": false
  },
  "inputSchema": {
    "type": "object",
    "properties": {
      "q": {
        "type": "string",
        "minLength": 2,
        "maxLength": 200,
        "description": "Text to find in name and description."
      },
      "limit": {
        "type": "integer",
        "minimum": 1,
        "description": "Most items of a page, which ends early at 4 MiB; above 500 it is cut to 500."
      },
      "cursor": {
        "type": "string",
        "minLength": 1,
        "description": "next_cursor of the previous page."
      }
    },
    "additionalProperties": false
  },
  "outputSchema": {
    "type": "object",
    "properties": {
      "bases": {
        "type": "array",
        "items": {
          "type": "object",
          "properties": {
            "id": {
              "type": "string",
              "format": "uuid"
            },
            "name": {
              "type": "string"
            },
            "description": {
              "anyOf": [
                {
                  "type": "string"
                },
                {
                  "type": "null"
                }
              ]
            },
            "block_count": {
              "type": "integer"
            },
            "updated_at": {
              "type": "string",
              "format": "date-time"
            }
          }
        }
      },
      "next_cursor": {
        "anyOf": [
          {
            "type": "string"
          },
          {
            "type": "null"
          }
        ],
        "description": "null on the last page."
      },
      "has_more": {
        "type": "boolean"
      },
      "error": {
        "type": "object",
        "description": "Problem document of a call that was refused."
      },
      "truncated": {
        "type": "boolean",
        "description": "The text of this result was cut; the structured content is whole."
      }
    }
  },
  "arguments": {
    "q": {
      "in": "query",
      "as": "text"
    },
    "limit": {
      "in": "query",
      "as": "text"
    },
    "cursor": {
      "in": "query",
      "as": "text"
    }
  },
  "rpc": {
    "owner": "data",
    "service": "data.v1.Bases",
    "method": "ListBases",
    "path": "",
    "hasBody": false,
    "timeoutMs": 30000
  },
  "changes": null
},
{
  "name": "get_changeset",
  "toolset": "changesets",
  "title": "Get a changeset",
  "description": "Shows one change or proposal with what it changes and where it stands; changeset_id comes with every write.",
  "scope": {
    "resource": "*",
    "action": "read"
  },
  "module": "",
  "confirm": false,
  "planned": false,
  "readOnly": true,
  "trust": "matrix",
  "annotations": {
    "title": "Get a changeset",
    "readOnlyHint": true,
    "destructiveHint": false,
    "idempotentHint": true,
    "openWorldHint": false
  },
  "inputSchema": {
    "type": "object",
    "properties": {
      "changeset_id": {
        "type": "string",
        "minLength": 1
      }
    },
    "required": [
      "changeset_id"
    ],
    "additionalProperties": false
  },
  "outputSchema": {
    "type": "object",
    "properties": {
      "id": {
        "type": "string"
      },
      "status": {
        "type": "string",
        "enum": [
          "queued",
          "executed",
          "rejected",
          "withdrawn",
          "expired",
          "conflicted",
          "failed",
          "undone"
        ]
      },
      "source": {
        "type": "object",
        "description": "Where a change came from.",
        "properties": {
          "door": {
            "anyOf": [
              {
                "type": "string"
              },
              {
                "type": "null"
              }
            ]
          },
          "token_id": {
            "type": "string"
          },
          "token_type": {
            "type": "string"
          }
        }
      },
      "proposed_by": {
        "type": "object",
        "description": "Who did something.",
        "properties": {
          "type": {
            "type": "string",
            "enum": [
              "service",
              "human",
              "break_glass",
              "oauth_app",
              "member",
              "system"
            ]
          },
          "id": {
            "anyOf": [
              {
                "type": "string"
              },
              {
                "type": "null"
              }
            ]
          }
        }
      },
      "summary": {
        "type": "string"
      },
      "operations": {
        "type": "array",
        "items": {
          "type": "object",
          "description": "One resource before and after.",
          "properties": {
            "resource": {
              "type": "string"
            },
            "id": {
              "type": "string",
              "description": "Absent for what does not exist yet."
            },
            "op": {
              "type": "string",
              "enum": [
                "create",
                "update",
                "delete"
              ]
            },
            "before": {},
            "after": {},
            "base_version": {
              "type": "integer",
              "description": "Version of the resource before."
            }
          }
        },
        "description": "The first 200, in a list the first 5, and no more than 4 MiB of them; operation_count is their whole number."
      },
      "operation_count": {
        "type": "integer"
      },
      "reversible": {
        "type": "boolean",
        "description": "True when it is executed and can be undone."
      },
      "created_at": {
        "type": "string",
        "format": "date-time"
      },
      "expires_at": {
        "anyOf": [
          {
            "type": "string",
            "format": "date-time"
          },
          {
            "type": "null"
          }
        ],
        "description": "null for what was never queued."
      },
      "decided_by": {
        "type": "object",
        "description": "Who did something.",
        "properties": {
          "type": {
            "type": "string",
            "enum": [
              "service",
              "human",
              "break_glass",
              "oauth_app",
              "member",
              "system"
            ]
          },
          "id": {
            "anyOf": [
              {
                "type": "string"
              },
              {
                "type": "null"
              }
            ]
          }
        }
      },
      "decided_at": {
        "type": "string",
        "format": "date-time"
      },
      "reason": {
        "type": "string"
      },
      "executed_at": {
        "type": "string",
        "format": "date-time"
      },
      "undone_at": {
        "type": "string",
        "format": "date-time"
      },
      "undo_of": {
        "type": "string"
      },
      "result": {
        "description": "In the reply to an approval alone: what the write answers where it is not proposed. A secret is in it this once."
      },
      "error": {
        "type": "object",
        "description": "Problem document of a call that was refused."
      },
      "truncated": {
        "type": "boolean",
        "description": "The text of this result was cut; the structured content is whole."
      }
    }
  },
  "arguments": {
    "changeset_id": {
      "in": "path"
    }
  },
  "rpc": {
    "owner": "changes",
    "service": "changes.v1.Changes",
    "method": "GetChangeset",
    "path": "/api/v1/changesets/{changeset_id}",
    "hasBody": false,
    "timeoutMs": 30000
  },
  "changes": null
},
{
  "name": "list_changesets",
  "toolset": "changesets",
  "title": "List changesets",
  "description": "Lists changes and proposals, newest first: your own, or the team's where your token may read the audit log.",
  "scope": {
    "resource": "*",
    "action": "read"
  },
  "module": "",
  "confirm": false,
  "planned": false,
  "readOnly": true,
  "trust": "matrix",
  "annotations": {
    "title": "List changesets",
    "readOnlyHint": true,
    "destructiveHint": false,
    "idempotentHint": true,
    "openWorldHint": false
  },
  "inputSchema": {
    "type": "object",
    "properties": {
      "status": {
        "type": "string",
        "enum": [
          "queued",
          "executed",
          "rejected",
          "withdrawn",
          "expired",
          "conflicted",
          "failed",
          "undone"
        ]
      },
      "since": {
        "type": "string",
        "format": "date-time",
        "description": "Only changesets created at or after this time."
      },
      "limit": {
        "type": "integer",
        "minimum": 1,
        "description": "Most items of a page, which ends early at 4 MiB; above 500 it is cut to 500."
      },
      "cursor": {
        "type": "string",
        "minLength": 1,
        "description": "next_cursor of the previous page."
      }
    },
    "additionalProperties": false
  },
  "outputSchema": {
    "type": "object",
    "properties": {
      "changesets": {
        "type": "array",
        "items": {
          "type": "object",
          "properties": {
            "id": {
              "type": "string"
            },
            "status": {
              "type": "string",
              "enum": [
                "queued",
                "executed",
                "rejected",
                "withdrawn",
                "expired",
                "conflicted",
                "failed",
                "undone"
              ]
            },
            "source": {
              "type": "object",
              "description": "Where a change came from.",
              "properties": {
                "door": {
                  "anyOf": [
                    {
                      "type": "string"
                    },
                    {
                      "type": "null"
                    }
                  ]
                },
                "token_id": {
                  "type": "string"
                },
                "token_type": {
                  "type": "string"
                }
              }
            },
            "proposed_by": {
              "type": "object",
              "description": "Who did something.",
              "properties": {
                "type": {
                  "type": "string",
                  "enum": [
                    "service",
                    "human",
                    "break_glass",
                    "oauth_app",
                    "member",
                    "system"
                  ]
                },
                "id": {
                  "anyOf": [
                    {
                      "type": "string"
                    },
                    {
                      "type": "null"
                    }
                  ]
                }
              }
            },
            "summary": {
              "type": "string"
            },
            "operations": {
              "type": "array",
              "items": {
                "type": "object",
                "description": "One resource before and after.",
                "properties": {
                  "resource": {
                    "type": "string"
                  },
                  "id": {
                    "type": "string",
                    "description": "Absent for what does not exist yet."
                  },
                  "op": {
                    "type": "string",
                    "enum": [
                      "create",
                      "update",
                      "delete"
                    ]
                  },
                  "before": {},
                  "after": {},
                  "base_version": {
                    "type": "integer",
                    "description": "Version of the resource before."
                  }
                }
              },
              "description": "The first 200, in a list the first 5, and no more than 4 MiB of them; operation_count is their whole number."
            },
            "operation_count": {
              "type": "integer"
            },
            "reversible": {
              "type": "boolean",
              "description": "True when it is executed and can be undone."
            },
            "created_at": {
              "type": "string",
              "format": "date-time"
            },
            "expires_at": {
              "anyOf": [
                {
                  "type": "string",
                  "format": "date-time"
                },
                {
                  "type": "null"
                }
              ],
              "description": "null for what was never queued."
            },
            "decided_by": {
              "type": "object",
              "description": "Who did something.",
              "properties": {
                "type": {
                  "type": "string",
                  "enum": [
                    "service",
                    "human",
                    "break_glass",
                    "oauth_app",
                    "member",
                    "system"
                  ]
                },
                "id": {
                  "anyOf": [
                    {
                      "type": "string"
                    },
                    {
                      "type": "null"
                    }
                  ]
                }
              }
            },
            "decided_at": {
              "type": "string",
              "format": "date-time"
            },
            "reason": {
              "type": "string"
            },
            "executed_at": {
              "type": "string",
              "format": "date-time"
            },
            "undone_at": {
              "type": "string",
              "format": "date-time"
            },
            "undo_of": {
              "type": "string"
            },
            "result": {
              "description": "In the reply to an approval alone: what the write answers where it is not proposed. A secret is in it this once."
            }
          }
        }
      },
      "next_cursor": {
        "anyOf": [
          {
            "type": "string"
          },
          {
            "type": "null"
          }
        ],
        "description": "null on the last page."
      },
      "has_more": {
        "type": "boolean"
      },
      "incomplete": {
        "type": "array",
        "items": {
          "type": "string"
        },
        "description": "Services that did not answer, by name: their changesets are not on this page. Absent when all services answered."
      },
      "error": {
        "type": "object",
        "description": "Problem document of a call that was refused."
      },
      "truncated": {
        "type": "boolean",
        "description": "The text of this result was cut; the structured content is whole."
      }
    }
  },
  "arguments": {
    "status": {
      "in": "query",
      "as": "text"
    },
    "since": {
      "in": "query",
      "as": "text"
    },
    "limit": {
      "in": "query",
      "as": "text"
    },
    "cursor": {
      "in": "query",
      "as": "text"
    }
  },
  "rpc": {
    "owner": "agent",
    "service": "agent.v1.Changesets",
    "method": "ListChangesets",
    "path": "/api/v1/changesets",
    "hasBody": false,
    "timeoutMs": 30000
  },
  "changes": null
},
{
  "name": "create_checkout",
  "toolset": "commerce",
  "title": "Create a checkout",
  "description": "Creates a page to pay an invoice or a list of items: give line_items and currency, or invoice_id. Needs confirm.",
  "scope": {
    "resource": "commerce",
    "action": "write"
  },
  "module": "commerce",
  "confirm": true,
  "planned": true,
  "readOnly": false,
  "trust": "matrix",
  "annotations": {
    "title": "Create a checkout",
    "readOnlyHint": false,
    "destructiveHint": false,
    "idempotentHint": false,
    "openWorldHint": true
  },
  "inputSchema": {
    "type": "object",
    "properties": {
      "line_items": {
        "type": "array",
        "items": {
          "type": "object",
          "description": "One line to be charged.",
          "properties": {
            "description": {
              "type": "string",
              "minLength": 1,
              "maxLength": 500
            },
            "quantity": {
              "type": "number",
              "exclusiveMinimum": 0,
              "description": "Default 1; up to four decimal places."
            },
            "unit_amount": {
              "type": "integer",
              "maximum": 9007199254740991,
              "minimum": 0,
              "description": "In the smallest unit of the currency."
            },
            "discount_amount": {
              "type": "integer",
              "maximum": 9007199254740991,
              "minimum": 0
            },
            "tax_rate_bps": {
              "type": "integer",
              "maximum": 10000,
              "minimum": 0,
              "description": "Hundredths of a percent."
            },
            "product_ref": {
              "type": "string",
              "maxLength": 200
            }
          },
          "required": [
            "description",
            "unit_amount"
          ],
          "additionalProperties": false
        },
        "minItems": 1,
        "maxItems": 100,
        "description": "Either these or invoice_id."
      },
      "invoice_id": {
        "type": "string",
        "format": "uuid"
      },
      "currency": {
        "type": "string",
        "pattern": "^[A-Z]{3}$",
        "description": "ISO 4217, upper case; needed with line_items."
      },
      "contact_id": {
        "type": "string",
        "format": "uuid"
      },
      "mode": {
        "type": "string",
        "enum": [
          "payment",
          "subscription"
        ],
        "description": "Default payment."
      },
      "success_url": {
        "type": "string",
        "maxLength": 2048,
        "format": "uri",
        "description": "https, public."
      },
      "cancel_url": {
        "type": "string",
        "maxLength": 2048,
        "format": "uri",
        "description": "https, public."
      },
      "expires_in_minutes": {
        "type": "integer",
        "maximum": 1440,
        "minimum": 30,
        "description": "Default 1440."
      },
      "idempotency_key": {
        "type": "string",
        "minLength": 1,
        "maxLength": 255,
        "pattern": "^[ -~]+$",
        "description": "Names this write; sent on as Idempotency-Key."
      },
      "confirm": {
        "type": "boolean",
        "description": "true, once the user has agreed to what the preview shows."
      },
      "confirm_token": {
        "type": "string",
        "description": "confirm_token of the preview the user agreed to."
      }
    },
    "required": [
      "success_url",
      "cancel_url"
    ],
    "additionalProperties": false
  },
  "outputSchema": {
    "type": "object",
    "properties": {
      "queued": {
        "type": "boolean",
        "description": "The change waits for approval and is not in force."
      },
      "result": {
        "type": "object",
        "properties": {
          "id": {
            "type": "string",
            "format": "uuid"
          },
          "url": {
            "type": "string"
          },
          "status": {
            "type": "string",
            "enum": [
              "open",
              "complete",
              "expired"
            ]
          },
          "payment_status": {
            "type": "string",
            "enum": [
              "unpaid",
              "paid",
              "no_payment_required"
            ]
          },
          "mode": {
            "type": "string",
            "enum": [
              "payment",
              "subscription"
            ]
          },
          "expires_at": {
            "type": "string",
            "format": "date-time"
          },
          "invoice_id": {
            "anyOf": [
              {
                "type": "string"
              },
              {
                "type": "null"
              }
            ]
          },
          "contact_id": {
            "anyOf": [
              {
                "type": "string"
              },
              {
                "type": "null"
              }
            ]
          },
          "created_at": {
            "type": "string",
            "format": "date-time"
          },
          "updated_at": {
            "type": "string",
            "format": "date-time"
          },
          "created_by": {
            "type": "object",
            "description": "Who did something.",
            "properties": {
              "type": {
                "type": "string",
                "enum": [
                  "service",
                  "human",
                  "break_glass",
                  "oauth_app",
                  "member",
                  "system"
                ]
              },
              "id": {
                "anyOf": [
                  {
                    "type": "string"
                  },
                  {
                    "type": "null"
                  }
                ]
              }
            }
          },
          "version": {
            "type": "integer"
          }
        }
      },
      "changed": {
        "type": "array",
        "items": {
          "type": "object",
          "properties": {
            "resource": {
              "type": "string"
            },
            "id": {
              "type": "string"
            },
            "op": {
              "type": "string"
            }
          }
        }
      },
      "changeset_id": {
        "type": "string"
      },
      "changeset_url": {
        "type": "string"
      },
      "replayed": {
        "type": "boolean",
        "description": "The result of an earlier call with this idempotency_key."
      },
      "expires_at": {
        "type": "string"
      },
      "preview": {
        "type": "array",
        "items": {
          "type": "object"
        }
      },
      "error": {
        "type": "object",
        "description": "Problem document of a call that was refused."
      },
      "truncated": {
        "type": "boolean",
        "description": "The text of this result was cut; the structured content is whole."
      }
    }
  },
  "arguments": {
    "line_items": {
      "in": "body"
    },
    "invoice_id": {
      "in": "body"
    },
    "currency": {
      "in": "body"
    },
    "contact_id": {
      "in": "body"
    },
    "mode": {
      "in": "body"
    },
    "success_url": {
      "in": "body"
    },
    "cancel_url": {
      "in": "body"
    },
    "expires_in_minutes": {
      "in": "body"
    }
  },
  "rpc": {
    "owner": "commerce",
    "service": "commerce.v1.Checkouts",
    "method": "CreateCheckout",
    "path": "",
    "hasBody": true,
    "timeoutMs": 30000
  },
  "changes": {
    "resource": "checkouts",
    "op": "create"
  }
},
{
  "name": "create_invoice",
  "toolset": "commerce",
  "title": "Create an invoice",
  "description": "Creates an invoice for a contact and, unless auto_finalize is false, finalizes it so that it can be paid. Needs confirm.",
  "scope": {
    "resource": "commerce",
    "action": "write"
  },
  "module": "commerce",
  "confirm": true,
  "planned": true,
  "readOnly": false,
  "trust": "matrix",
  "annotations": {
    "title": "Create an invoice",
    "readOnlyHint": false,
    "destructiveHint": false,
    "idempotentHint": false,
    "openWorldHint": true
  },
  "inputSchema": {
    "type": "object",
    "properties": {
      "contact_id": {
        "type": "string",
        "format": "uuid",
        "description": "Id of the contact who pays."
      },
      "currency": {
        "type": "string",
        "pattern": "^[A-Z]{3}$",
        "description": "ISO 4217, upper case."
      },
      "line_items": {
        "type": "array",
        "items": {
          "type": "object",
          "description": "One line to be charged.",
          "properties": {
            "description": {
              "type": "string",
              "minLength": 1,
              "maxLength": 500
            },
            "quantity": {
              "type": "number",
              "exclusiveMinimum": 0,
              "description": "Default 1; up to four decimal places."
            },
            "unit_amount": {
              "type": "integer",
              "maximum": 9007199254740991,
              "minimum": 0,
              "description": "In the smallest unit of the currency."
            },
            "discount_amount": {
              "type": "integer",
              "maximum": 9007199254740991,
              "minimum": 0
            },
            "tax_rate_bps": {
              "type": "integer",
              "maximum": 10000,
              "minimum": 0,
              "description": "Hundredths of a percent."
            },
            "product_ref": {
              "type": "string",
              "maxLength": 200
            }
          },
          "required": [
            "description",
            "unit_amount"
          ],
          "additionalProperties": false
        },
        "minItems": 1,
        "maxItems": 100
      },
      "due_date": {
        "type": "string",
        "format": "date"
      },
      "days_until_due": {
        "type": "integer",
        "maximum": 365,
        "minimum": 0,
        "description": "Default 30; not together with due_date."
      },
      "memo": {
        "type": "string",
        "maxLength": 2000
      },
      "auto_finalize": {
        "type": "boolean",
        "description": "Default true."
      },
      "metadata": {
        "type": "object",
        "maxProperties": 50,
        "description": "Texts of up to 500 characters by key."
      },
      "idempotency_key": {
        "type": "string",
        "minLength": 1,
        "maxLength": 255,
        "pattern": "^[ -~]+$",
        "description": "Names this write; sent on as Idempotency-Key."
      },
      "confirm": {
        "type": "boolean",
        "description": "true, once the user has agreed to what the preview shows."
      },
      "confirm_token": {
        "type": "string",
        "description": "confirm_token of the preview the user agreed to."
      }
    },
    "required": [
      "contact_id",
      "currency",
      "line_items"
    ],
    "additionalProperties": false
  },
  "outputSchema": {
    "type": "object",
    "properties": {
      "queued": {
        "type": "boolean",
        "description": "The change waits for approval and is not in force."
      },
      "result": {
        "type": "object",
        "properties": {
          "id": {
            "type": "string",
            "format": "uuid"
          },
          "number": {
            "anyOf": [
              {
                "type": "string"
              },
              {
                "type": "null"
              }
            ],
            "description": "Given when it is finalized."
          },
          "status": {
            "type": "string",
            "enum": [
              "draft",
              "open",
              "paid",
              "void",
              "uncollectible"
            ]
          },
          "contact_id": {
            "type": "string",
            "format": "uuid"
          },
          "currency": {
            "type": "string"
          },
          "line_items": {
            "type": "array",
            "items": {
              "type": "object",
              "description": "One line as it was charged.",
              "properties": {
                "description": {
                  "type": "string"
                },
                "quantity": {
                  "type": "number"
                },
                "unit_amount": {
                  "type": "integer"
                },
                "discount_amount": {
                  "type": "integer"
                },
                "tax_rate_bps": {
                  "type": "integer"
                },
                "product_ref": {
                  "type": "string"
                },
                "amount": {
                  "type": "integer",
                  "description": "Quantity times unit_amount, rounded half up, less the discount."
                },
                "tax_amount": {
                  "type": "integer"
                }
              }
            }
          },
          "subtotal": {
            "type": "integer",
            "maximum": 9007199254740991,
            "minimum": 0
          },
          "discount_total": {
            "type": "integer",
            "maximum": 9007199254740991,
            "minimum": 0
          },
          "tax_total": {
            "type": "integer",
            "maximum": 9007199254740991,
            "minimum": 0
          },
          "total": {
            "type": "integer",
            "maximum": 9007199254740991,
            "minimum": 0
          },
          "amount_paid": {
            "type": "integer"
          },
          "amount_due": {
            "type": "integer"
          },
          "due_date": {
            "anyOf": [
              {
                "type": "string",
                "format": "date"
              },
              {
                "type": "null"
              }
            ]
          },
          "memo": {
            "anyOf": [
              {
                "type": "string"
              },
              {
                "type": "null"
              }
            ]
          },
          "footer": {
            "anyOf": [
              {
                "type": "string"
              },
              {
                "type": "null"
              }
            ]
          },
          "metadata": {
            "type": "object"
          },
          "hosted_url": {
            "anyOf": [
              {
                "type": "string"
              },
              {
                "type": "null"
              }
            ]
          },
          "source": {
            "type": "object",
            "description": "What an invoice was made from.",
            "properties": {
              "type": {
                "type": "string",
                "enum": [
                  "api",
                  "quote",
                  "subscription",
                  "checkout"
                ]
              },
              "id": {
                "anyOf": [
                  {
                    "type": "string"
                  },
                  {
                    "type": "null"
                  }
                ]
              }
            }
          },
          "status_transitions": {
            "type": "object",
            "description": "When an invoice came into its states.",
            "properties": {
              "finalized_at": {
                "anyOf": [
                  {
                    "type": "string",
                    "format": "date-time"
                  },
                  {
                    "type": "null"
                  }
                ]
              },
              "paid_at": {
                "anyOf": [
                  {
                    "type": "string",
                    "format": "date-time"
                  },
                  {
                    "type": "null"
                  }
                ]
              },
              "voided_at": {
                "anyOf": [
                  {
                    "type": "string",
                    "format": "date-time"
                  },
                  {
                    "type": "null"
                  }
                ]
              },
              "marked_uncollectible_at": {
                "anyOf": [
                  {
                    "type": "string",
                    "format": "date-time"
                  },
                  {
                    "type": "null"
                  }
                ]
              }
            }
          },
          "created_at": {
            "type": "string",
            "format": "date-time"
          },
          "updated_at": {
            "type": "string",
            "format": "date-time"
          },
          "created_by": {
            "type": "object",
            "description": "Who did something.",
            "properties": {
              "type": {
                "type": "string",
                "enum": [
                  "service",
                  "human",
                  "break_glass",
                  "oauth_app",
                  "member",
                  "system"
                ]
              },
              "id": {
                "anyOf": [
                  {
                    "type": "string"
                  },
                  {
                    "type": "null"
                  }
                ]
              }
            }
          },
          "version": {
            "type": "integer"
          }
        }
      },
      "changed": {
        "type": "array",
        "items": {
          "type": "object",
          "properties": {
            "resource": {
              "type": "string"
            },
            "id": {
              "type": "string"
            },
            "op": {
              "type": "string"
            }
          }
        }
      },
      "changeset_id": {
        "type": "string"
      },
      "changeset_url": {
        "type": "string"
      },
      "replayed": {
        "type": "boolean",
        "description": "The result of an earlier call with this idempotency_key."
      },
      "expires_at": {
        "type": "string"
      },
      "preview": {
        "type": "array",
        "items": {
          "type": "object"
        }
      },
      "error": {
        "type": "object",
        "description": "Problem document of a call that was refused."
      },
      "truncated": {
        "type": "boolean",
        "description": "The text of this result was cut; the structured content is whole."
      }
    }
  },
  "arguments": {
    "contact_id": {
      "in": "body"
    },
    "currency": {
      "in": "body"
    },
    "line_items": {
      "in": "body"
    },
    "due_date": {
      "in": "body"
    },
    "days_until_due": {
      "in": "body"
    },
    "memo": {
      "in": "body"
    },
    "auto_finalize": {
      "in": "body"
    },
    "metadata": {
      "in": "body",
      "freeform": true
    }
  },
  "rpc": {
    "owner": "commerce",
    "service": "commerce.v1.Invoices",
    "method": "CreateInvoice",
    "path": "",
    "hasBody": true,
    "timeoutMs": 30000
  },
  "changes": {
    "resource": "invoices",
    "op": "create"
  }
},
{
  "name": "create_quote",
  "toolset": "commerce",
  "title": "Create a quote",
  "description": "Creates a quote for a contact; accepted, it becomes an invoice or a subscription. Needs confirm.",
  "scope": {
    "resource": "commerce",
    "action": "write"
  },
  "module": "commerce",
  "confirm": true,
  "planned": true,
  "readOnly": false,
  "trust": "matrix",
  "annotations": {
    "title": "Create a quote",
    "readOnlyHint": false,
    "destructiveHint": false,
    "idempotentHint": false,
    "openWorldHint": true
  },
  "inputSchema": {
    "type": "object",
    "properties": {
      "contact_id": {
        "type": "string",
        "format": "uuid",
        "description": "Id of the contact who pays."
      },
      "currency": {
        "type": "string",
        "pattern": "^[A-Z]{3}$",
        "description": "ISO 4217, upper case."
      },
      "line_items": {
        "type": "array",
        "items": {
          "type": "object",
          "description": "One line to be charged.",
          "properties": {
            "description": {
              "type": "string",
              "minLength": 1,
              "maxLength": 500
            },
            "quantity": {
              "type": "number",
              "exclusiveMinimum": 0,
              "description": "Default 1; up to four decimal places."
            },
            "unit_amount": {
              "type": "integer",
              "maximum": 9007199254740991,
              "minimum": 0,
              "description": "In the smallest unit of the currency."
            },
            "discount_amount": {
              "type": "integer",
              "maximum": 9007199254740991,
              "minimum": 0
            },
            "tax_rate_bps": {
              "type": "integer",
              "maximum": 10000,
              "minimum": 0,
              "description": "Hundredths of a percent."
            },
            "product_ref": {
              "type": "string",
              "maxLength": 200
            }
          },
          "required": [
            "description",
            "unit_amount"
          ],
          "additionalProperties": false
        },
        "minItems": 1,
        "maxItems": 100
      },
      "expires_at": {
        "type": "string",
        "format": "date-time",
        "description": "Default: in 30 days."
      },
      "recurring": {
        "type": "object",
        "description": "Makes a subscription of the quote.",
        "properties": {
          "interval": {
            "type": "string",
            "enum": [
              "day",
              "week",
              "month",
              "year"
            ]
          },
          "interval_count": {
            "type": "integer",
            "maximum": 365,
            "minimum": 1,
            "description": "Default 1."
          }
        },
        "required": [
          "interval"
        ],
        "additionalProperties": false
      },
      "memo": {
        "type": "string",
        "maxLength": 2000
      },
      "metadata": {
        "type": "object",
        "maxProperties": 50,
        "description": "Texts of up to 500 characters by key."
      },
      "idempotency_key": {
        "type": "string",
        "minLength": 1,
        "maxLength": 255,
        "pattern": "^[ -~]+$",
        "description": "Names this write; sent on as Idempotency-Key."
      },
      "confirm": {
        "type": "boolean",
        "description": "true, once the user has agreed to what the preview shows."
      },
      "confirm_token": {
        "type": "string",
        "description": "confirm_token of the preview the user agreed to."
      }
    },
    "required": [
      "contact_id",
      "currency",
      "line_items"
    ],
    "additionalProperties": false
  },
  "outputSchema": {
    "type": "object",
    "properties": {
      "queued": {
        "type": "boolean",
        "description": "The change waits for approval and is not in force."
      },
      "result": {
        "type": "object",
        "properties": {
          "id": {
            "type": "string",
            "format": "uuid"
          },
          "number": {
            "anyOf": [
              {
                "type": "string"
              },
              {
                "type": "null"
              }
            ]
          },
          "status": {
            "type": "string",
            "enum": [
              "draft",
              "open",
              "accepted",
              "declined",
              "expired",
              "canceled"
            ]
          },
          "contact_id": {
            "type": "string",
            "format": "uuid"
          },
          "currency": {
            "type": "string"
          },
          "line_items": {
            "type": "array",
            "items": {
              "type": "object",
              "description": "One line as it was charged.",
              "properties": {
                "description": {
                  "type": "string"
                },
                "quantity": {
                  "type": "number"
                },
                "unit_amount": {
                  "type": "integer"
                },
                "discount_amount": {
                  "type": "integer"
                },
                "tax_rate_bps": {
                  "type": "integer"
                },
                "product_ref": {
                  "type": "string"
                },
                "amount": {
                  "type": "integer",
                  "description": "Quantity times unit_amount, rounded half up, less the discount."
                },
                "tax_amount": {
                  "type": "integer"
                }
              }
            }
          },
          "subtotal": {
            "type": "integer",
            "maximum": 9007199254740991,
            "minimum": 0
          },
          "discount_total": {
            "type": "integer",
            "maximum": 9007199254740991,
            "minimum": 0
          },
          "tax_total": {
            "type": "integer",
            "maximum": 9007199254740991,
            "minimum": 0
          },
          "total": {
            "type": "integer",
            "maximum": 9007199254740991,
            "minimum": 0
          },
          "expires_at": {
            "type": "string",
            "format": "date-time"
          },
          "recurring": {
            "type": "object",
            "description": "How often something repeats.",
            "properties": {
              "interval": {
                "type": "string",
                "enum": [
                  "day",
                  "week",
                  "month",
                  "year"
                ]
              },
              "interval_count": {
                "type": "integer",
                "maximum": 365,
                "minimum": 1,
                "description": "Default 1."
              }
            }
          },
          "memo": {
            "anyOf": [
              {
                "type": "string"
              },
              {
                "type": "null"
              }
            ]
          },
          "metadata": {
            "type": "object"
          },
          "hosted_url": {
            "anyOf": [
              {
                "type": "string"
              },
              {
                "type": "null"
              }
            ]
          },
          "result_ref": {
            "type": "object",
            "description": "What it became.",
            "properties": {
              "type": {
                "type": "string",
                "enum": [
                  "invoice",
                  "subscription"
                ]
              },
              "id": {
                "type": "string",
                "format": "uuid"
              }
            }
          },
          "created_at": {
            "type": "string",
            "format": "date-time"
          },
          "updated_at": {
            "type": "string",
            "format": "date-time"
          },
          "created_by": {
            "type": "object",
            "description": "Who did something.",
            "properties": {
              "type": {
                "type": "string",
                "enum": [
                  "service",
                  "human",
                  "break_glass",
                  "oauth_app",
                  "member",
                  "system"
                ]
              },
              "id": {
                "anyOf": [
                  {
                    "type": "string"
                  },
                  {
                    "type": "null"
                  }
                ]
              }
            }
          },
          "version": {
            "type": "integer"
          }
        }
      },
      "changed": {
        "type": "array",
        "items": {
          "type": "object",
          "properties": {
            "resource": {
              "type": "string"
            },
            "id": {
              "type": "string"
            },
            "op": {
              "type": "string"
            }
          }
        }
      },
      "changeset_id": {
        "type": "string"
      },
      "changeset_url": {
        "type": "string"
      },
      "replayed": {
        "type": "boolean",
        "description": "The result of an earlier call with this idempotency_key."
      },
      "expires_at": {
        "type": "string"
      },
      "preview": {
        "type": "array",
        "items": {
          "type": "object"
        }
      },
      "error": {
        "type": "object",
        "description": "Problem document of a call that was refused."
      },
      "truncated": {
        "type": "boolean",
        "description": "The text of this result was cut; the structured content is whole."
      }
    }
  },
  "arguments": {
    "contact_id": {
      "in": "body"
    },
    "currency": {
      "in": "body"
    },
    "line_items": {
      "in": "body"
    },
    "expires_at": {
      "in": "body"
    },
    "recurring": {
      "in": "body"
    },
    "memo": {
      "in": "body"
    },
    "metadata": {
      "in": "body",
      "freeform": true
    }
  },
  "rpc": {
    "owner": "commerce",
    "service": "commerce.v1.Quotes",
    "method": "CreateQuote",
    "path": "",
    "hasBody": true,
    "timeoutMs": 30000
  },
  "changes": {
    "resource": "quotes",
    "op": "create"
  }
},
{
  "name": "create_subscription",
  "toolset": "commerce",
  "title": "Create a subscription",
  "description": "Creates a subscription of a contact: an invoice each period. Needs confirm.",
  "scope": {
    "resource": "commerce",
    "action": "write"
  },
  "module": "commerce",
  "confirm": true,
  "planned": true,
  "readOnly": false,
  "trust": "matrix",
  "annotations": {
    "title": "Create a subscription",
    "readOnlyHint": false,
    "destructiveHint": false,
    "idempotentHint": false,
    "openWorldHint": true
  },
  "inputSchema": {
    "type": "object",
    "properties": {
      "contact_id": {
        "type": "string",
        "format": "uuid",
        "description": "Id of the contact who pays."
      },
      "currency": {
        "type": "string",
        "pattern": "^[A-Z]{3}$",
        "description": "ISO 4217, upper case."
      },
      "items": {
        "type": "array",
        "items": {
          "type": "object",
          "description": "One line to be charged.",
          "properties": {
            "description": {
              "type": "string",
              "minLength": 1,
              "maxLength": 500
            },
            "quantity": {
              "type": "number",
              "exclusiveMinimum": 0,
              "description": "Default 1; up to four decimal places."
            },
            "unit_amount": {
              "type": "integer",
              "maximum": 9007199254740991,
              "minimum": 0,
              "description": "In the smallest unit of the currency."
            },
            "discount_amount": {
              "type": "integer",
              "maximum": 9007199254740991,
              "minimum": 0
            },
            "tax_rate_bps": {
              "type": "integer",
              "maximum": 10000,
              "minimum": 0,
              "description": "Hundredths of a percent."
            },
            "product_ref": {
              "type": "string",
              "maxLength": 200
            }
          },
          "required": [
            "description",
            "unit_amount"
          ],
          "additionalProperties": false
        },
        "minItems": 1,
        "maxItems": 100
      },
      "interval": {
        "type": "string",
        "enum": [
          "day",
          "week",
          "month",
          "year"
        ]
      },
      "interval_count": {
        "type": "integer",
        "maximum": 365,
        "minimum": 1,
        "description": "Default 1."
      },
      "start_at": {
        "type": "string",
        "format": "date-time"
      },
      "trial_days": {
        "type": "integer",
        "maximum": 730,
        "minimum": 0
      },
      "collection_method": {
        "type": "string",
        "enum": [
          "send_invoice",
          "charge_automatically"
        ],
        "description": "Default send_invoice."
      },
      "days_until_due": {
        "type": "integer",
        "maximum": 365,
        "minimum": 0
      },
      "cancel_at": {
        "type": "string",
        "format": "date-time"
      },
      "idempotency_key": {
        "type": "string",
        "minLength": 1,
        "maxLength": 255,
        "pattern": "^[ -~]+$",
        "description": "Names this write; sent on as Idempotency-Key."
      },
      "confirm": {
        "type": "boolean",
        "description": "true, once the user has agreed to what the preview shows."
      },
      "confirm_token": {
        "type": "string",
        "description": "confirm_token of the preview the user agreed to."
      }
    },
    "required": [
      "contact_id",
      "currency",
      "items",
      "interval"
    ],
    "additionalProperties": false
  },
  "outputSchema": {
    "type": "object",
    "properties": {
      "queued": {
        "type": "boolean",
        "description": "The change waits for approval and is not in force."
      },
      "result": {
        "type": "object",
        "properties": {
          "id": {
            "type": "string",
            "format": "uuid"
          },
          "status": {
            "type": "string",
            "enum": [
              "pending",
              "incomplete",
              "incomplete_expired",
              "trialing",
              "active",
              "past_due",
              "unpaid",
              "paused",
              "canceled"
            ]
          },
          "contact_id": {
            "type": "string",
            "format": "uuid"
          },
          "currency": {
            "type": "string"
          },
          "items": {
            "type": "array",
            "items": {
              "type": "object",
              "description": "One line as it was charged.",
              "properties": {
                "description": {
                  "type": "string"
                },
                "quantity": {
                  "type": "number"
                },
                "unit_amount": {
                  "type": "integer"
                },
                "discount_amount": {
                  "type": "integer"
                },
                "tax_rate_bps": {
                  "type": "integer"
                },
                "product_ref": {
                  "type": "string"
                },
                "amount": {
                  "type": "integer",
                  "description": "Quantity times unit_amount, rounded half up, less the discount."
                },
                "tax_amount": {
                  "type": "integer"
                }
              }
            }
          },
          "interval": {
            "type": "string",
            "enum": [
              "day",
              "week",
              "month",
              "year"
            ]
          },
          "interval_count": {
            "type": "integer"
          },
          "collection_method": {
            "type": "string",
            "enum": [
              "send_invoice",
              "charge_automatically"
            ]
          },
          "days_until_due": {
            "anyOf": [
              {
                "type": "integer"
              },
              {
                "type": "null"
              }
            ]
          },
          "current_period_start": {
            "anyOf": [
              {
                "type": "string",
                "format": "date-time"
              },
              {
                "type": "null"
              }
            ]
          },
          "current_period_end": {
            "anyOf": [
              {
                "type": "string",
                "format": "date-time"
              },
              {
                "type": "null"
              }
            ]
          },
          "billing_anchor": {
            "anyOf": [
              {
                "type": "string",
                "format": "date-time"
              },
              {
                "type": "null"
              }
            ]
          },
          "latest_invoice_id": {
            "anyOf": [
              {
                "type": "string"
              },
              {
                "type": "null"
              }
            ]
          },
          "cancel_at": {
            "anyOf": [
              {
                "type": "string",
                "format": "date-time"
              },
              {
                "type": "null"
              }
            ]
          },
          "created_at": {
            "type": "string",
            "format": "date-time"
          },
          "updated_at": {
            "type": "string",
            "format": "date-time"
          },
          "created_by": {
            "type": "object",
            "description": "Who did something.",
            "properties": {
              "type": {
                "type": "string",
                "enum": [
                  "service",
                  "human",
                  "break_glass",
                  "oauth_app",
                  "member",
                  "system"
                ]
              },
              "id": {
                "anyOf": [
                  {
                    "type": "string"
                  },
                  {
                    "type": "null"
                  }
                ]
              }
            }
          },
          "version": {
            "type": "integer"
          }
        }
      },
      "changed": {
        "type": "array",
        "items": {
          "type": "object",
          "properties": {
            "resource": {
              "type": "string"
            },
            "id": {
              "type": "string"
            },
            "op": {
              "type": "string"
            }
          }
        }
      },
      "changeset_id": {
        "type": "string"
      },
      "changeset_url": {
        "type": "string"
      },
      "replayed": {
        "type": "boolean",
        "description": "The result of an earlier call with this idempotency_key."
      },
      "expires_at": {
        "type": "string"
      },
      "preview": {
        "type": "array",
        "items": {
          "type": "object"
        }
      },
      "error": {
        "type": "object",
        "description": "Problem document of a call that was refused."
      },
      "truncated": {
        "type": "boolean",
        "description": "The text of this result was cut; the structured content is whole."
      }
    }
  },
  "arguments": {
    "contact_id": {
      "in": "body"
    },
    "currency": {
      "in": "body"
    },
    "items": {
      "in": "body"
    },
    "interval": {
      "in": "body"
    },
    "interval_count": {
      "in": "body"
    },
    "start_at": {
      "in": "body"
    },
    "trial_days": {
      "in": "body"
    },
    "collection_method": {
      "in": "body"
    },
    "days_until_due": {
      "in": "body"
    },
    "cancel_at": {
      "in": "body"
    }
  },
  "rpc": {
    "owner": "commerce",
    "service": "commerce.v1.Subscriptions",
    "method": "CreateSubscription",
    "path": "",
    "hasBody": true,
    "timeoutMs": 30000
  },
  "changes": {
    "resource": "subscriptions",
    "op": "create"
  }
},
{
  "name": "contact_archive",
  "toolset": "contacts",
  "title": "Archive a contact",
  "description": "Takes a contact out of lists and searches; it can be restored. Needs confirm.",
  "scope": {
    "resource": "contacts",
    "action": "write"
  },
  "module": "contacts",
  "confirm": true,
  "planned": false,
  "readOnly": false,
  "trust": "matrix",
  "annotations": {
    "title": "Archive a contact",
    "readOnlyHint": false,
    "destructiveHint": true,
    "idempotentHint": true,
    "openWorldHint": false
  },
  "inputSchema": {
    "type": "object",
    "properties": {
      "contact_id": {
        "type": "string",
        "minLength": 1,
        "description": "Id of the contact."
      },
      "idempotency_key": {
        "type": "string",
        "minLength": 1,
        "maxLength": 255,
        "pattern": "^[ -~]+$",
        "description": "Names this write; sent on as Idempotency-Key."
      },
      "confirm": {
        "type": "boolean",
        "description": "true, once the user has agreed to what the preview shows."
      },
      "confirm_token": {
        "type": "string",
        "description": "confirm_token of the preview the user agreed to."
      }
    },
    "required": [
      "contact_id"
    ],
    "additionalProperties": false
  },
  "outputSchema": {
    "type": "object",
    "properties": {
      "queued": {
        "type": "boolean",
        "description": "The change waits for approval and is not in force."
      },
      "result": {
        "type": "object",
        "properties": {
          "id": {
            "type": "string",
            "format": "uuid"
          },
          "archived_at": {
            "type": "string",
            "format": "date-time"
          }
        }
      },
      "changed": {
        "type": "array",
        "items": {
          "type": "object",
          "properties": {
            "resource": {
              "type": "string"
            },
            "id": {
              "type": "string"
            },
            "op": {
              "type": "string"
            }
          }
        }
      },
      "changeset_id": {
        "type": "string"
      },
      "changeset_url": {
        "type": "string"
      },
      "replayed": {
        "type": "boolean",
        "description": "The result of an earlier call with this idempotency_key."
      },
      "expires_at": {
        "type": "string"
      },
      "preview": {
        "type": "array",
        "items": {
          "type": "object"
        }
      },
      "error": {
        "type": "object",
        "description": "Problem document of a call that was refused."
      },
      "truncated": {
        "type": "boolean",
        "description": "The text of this result was cut; the structured content is whole."
      }
    }
  },
  "arguments": {
    "contact_id": {
      "in": "path"
    }
  },
  "rpc": {
    "owner": "crm",
    "service": "crm.v1.Contacts",
    "method": "ArchiveContact",
    "path": "/api/v1/contacts/{contact_id}",
    "hasBody": false,
    "timeoutMs": 30000
  },
  "changes": {
    "resource": "contacts",
    "op": "delete"
  }
},
{
  "name": "contact_search",
  "toolset": "contacts",
  "title": "Search contacts",
  "description": "Finds contacts by text, e-mail address, phone number, tag or filter. Pass next_cursor as cursor for the next page.",
  "scope": {
    "resource": "contacts",
    "action": "read"
  },
  "module": "contacts",
  "confirm": false,
  "planned": false,
  "readOnly": true,
  "trust": "matrix",
  "annotations": {
    "title": "Search contacts",
    "readOnlyHint": true,
    "destructiveHint": false,
    "idempotentHint": true,
    "openWorldHint": false
  },
  "inputSchema": {
    "type": "object",
    "properties": {
      "q": {
        "type": "string",
        "minLength": 2,
        "maxLength": 200,
        "description": "Text to find in names, e-mail addresses, phone numbers and company."
      },
      "email": {
        "type": "string",
        "minLength": 1,
        "maxLength": 254,
        "description": "E-mail address, whatever its case."
      },
      "phone": {
        "type": "string",
        "pattern": "^[+ ][1-9][0-9]{1,14}$",
        "description": "E.164. A `+` that is not percent-encoded arrives as a blank and is read as the `+` it was."
      },
      "external_id": {
        "type": "string",
        "minLength": 1,
        "maxLength": 200
      },
      "tag": {
        "type": "string",
        "minLength": 1,
        "maxLength": 100,
        "description": "Contacts that carry this tag."
      },
      "owner_id": {
        "type": "string",
        "format": "uuid"
      },
      "lifecycle_stage": {
        "type": "string",
        "enum": [
          "lead",
          "prospect",
          "customer",
          "former",
          "other"
        ]
      },
      "archived": {
        "type": "string",
        "enum": [
          "false",
          "true",
          "all"
        ],
        "description": "Default false."
      },
      "filter": {
        "type": "object",
        "description": "Filter as JSON: one condition, or conditions under and, or, not."
      },
      "sort": {
        "type": "string",
        "minLength": 1,
        "description": "`<field>:<asc|desc>`, up to five, comma separated."
      },
      "limit": {
        "type": "integer",
        "minimum": 1,
        "description": "Most items of a page, which ends early at 4 MiB; above 500 it is cut to 500."
      },
      "cursor": {
        "type": "string",
        "minLength": 1,
        "description": "next_cursor of the previous page."
      }
    },
    "additionalProperties": false
  },
  "outputSchema": {
    "type": "object",
    "properties": {
      "contacts": {
        "type": "array",
        "items": {
          "type": "object",
          "properties": {
            "id": {
              "type": "string",
              "format": "uuid"
            },
            "first_name": {
              "anyOf": [
                {
                  "type": "string"
                },
                {
                  "type": "null"
                }
              ]
            },
            "last_name": {
              "anyOf": [
                {
                  "type": "string"
                },
                {
                  "type": "null"
                }
              ]
            },
            "display_name": {
              "anyOf": [
                {
                  "type": "string"
                },
                {
                  "type": "null"
                }
              ],
              "description": "Made from the names, company, email or phone unless set."
            },
            "email": {
              "anyOf": [
                {
                  "type": "string"
                },
                {
                  "type": "null"
                }
              ],
              "description": "Unique among the contacts that are not archived, whatever its case."
            },
            "additional_emails": {
              "type": "array",
              "items": {
                "type": "string"
              }
            },
            "phone": {
              "anyOf": [
                {
                  "type": "string"
                },
                {
                  "type": "null"
                }
              ],
              "description": "E.164."
            },
            "additional_phones": {
              "type": "array",
              "items": {
                "type": "string"
              },
              "description": "E.164."
            },
            "company": {
              "anyOf": [
                {
                  "type": "string"
                },
                {
                  "type": "null"
                }
              ]
            },
            "title": {
              "anyOf": [
                {
                  "type": "string"
                },
                {
                  "type": "null"
                }
              ]
            },
            "address": {
              "anyOf": [
                {
                  "type": "object",
                  "properties": {
                    "line1": {
                      "type": "string",
                      "maxLength": 200
                    },
                    "line2": {
                      "type": "string",
                      "maxLength": 200
                    },
                    "city": {
                      "type": "string",
                      "maxLength": 100
                    },
                    "region": {
                      "type": "string",
                      "maxLength": 100
                    },
                    "postal_code": {
                      "type": "string",
                      "maxLength": 20
                    },
                    "country": {
                      "type": "string",
                      "pattern": "^[A-Z]{2}$",
                      "description": "ISO 3166-1 alpha-2."
                    }
                  }
                },
                {
                  "type": "null"
                }
              ]
            },
            "tags": {
              "type": "array",
              "items": {
                "type": "string"
              }
            },
            "lifecycle_stage": {
              "anyOf": [
                {
                  "type": "string",
                  "enum": [
                    "lead",
                    "prospect",
                    "customer",
                    "former",
                    "other"
                  ]
                },
                {
                  "type": "null"
                }
              ]
            },
            "owner_id": {
              "anyOf": [
                {
                  "type": "string",
                  "format": "uuid"
                },
                {
                  "type": "null"
                }
              ],
              "description": "Member of the team who looks after the contact."
            },
            "source": {
              "anyOf": [
                {
                  "type": "string"
                },
                {
                  "type": "null"
                }
              ]
            },
            "external_id": {
              "anyOf": [
                {
                  "type": "string"
                },
                {
                  "type": "null"
                }
              ],
              "description": "Id in another system, unique in the team."
            },
            "timezone": {
              "anyOf": [
                {
                  "type": "string"
                },
                {
                  "type": "null"
                }
              ],
              "description": "IANA zone."
            },
            "locale": {
              "anyOf": [
                {
                  "type": "string"
                },
                {
                  "type": "null"
                }
              ],
              "description": "BCP 47 tag."
            },
            "birth_date": {
              "anyOf": [
                {
                  "type": "string",
                  "format": "date"
                },
                {
                  "type": "null"
                }
              ]
            },
            "notes": {
              "anyOf": [
                {
                  "type": "string"
                },
                {
                  "type": "null"
                }
              ]
            },
            "custom": {
              "type": "object",
              "description": "The team's own members; always replaced as a whole."
            },
            "consent": {
              "type": "object",
              "description": "Status by channel and purpose, as comms knows it."
            },
            "archived_at": {
              "anyOf": [
                {
                  "type": "string",
                  "format": "date-time"
                },
                {
                  "type": "null"
                }
              ]
            },
            "created_at": {
              "type": "string",
              "format": "date-time"
            },
            "updated_at": {
              "type": "string",
              "format": "date-time"
            },
            "created_by": {
              "type": "object",
              "description": "Who did something.",
              "properties": {
                "type": {
                  "type": "string",
                  "enum": [
                    "service",
                    "human",
                    "break_glass",
                    "oauth_app",
                    "member",
                    "system"
                  ]
                },
                "id": {
                  "anyOf": [
                    {
                      "type": "string"
                    },
                    {
                      "type": "null"
                    }
                  ]
                }
              }
            },
            "version": {
              "type": "integer"
            }
          }
        }
      },
      "next_cursor": {
        "anyOf": [
          {
            "type": "string"
          },
          {
            "type": "null"
          }
        ]
      },
      "has_more": {
        "type": "boolean"
      },
      "total": {
        "type": "integer",
        "description": "Only with count=exact."
      },
      "error": {
        "type": "object",
        "description": "Problem document of a call that was refused."
      },
      "truncated": {
        "type": "boolean",
        "description": "The text of this result was cut; the structured content is whole."
      }
    }
  },
  "arguments": {
    "q": {
      "in": "query",
      "as": "text"
    },
    "email": {
      "in": "query",
      "as": "text"
    },
    "phone": {
      "in": "query",
      "as": "text"
    },
    "external_id": {
      "in": "query",
      "as": "text"
    },
    "tag": {
      "in": "query",
      "as": "text"
    },
    "owner_id": {
      "in": "query",
      "as": "text"
    },
    "lifecycle_stage": {
      "in": "query",
      "as": "text"
    },
    "archived": {
      "in": "query",
      "as": "text"
    },
    "filter": {
      "in": "query",
      "as": "json"
    },
    "sort": {
      "in": "query",
      "as": "text"
    },
    "limit": {
      "in": "query",
      "as": "text"
    },
    "cursor": {
      "in": "query",
      "as": "text"
    }
  },
  "rpc": {
    "owner": "crm",
    "service": "crm.v1.Contacts",
    "method": "ListContacts",
    "path": "/api/v1/contacts",
    "hasBody": false,
    "timeoutMs": 30000
  },
  "changes": null
},
{
  "name": "contact_upsert",
  "toolset": "contacts",
  "title": "Create or update a contact",
  "description": "Creates a contact, or changes the one with the same external_id, or without one the same email. Members that are not given stay as they are.",
  "scope": {
    "resource": "contacts",
    "action": "write"
  },
  "module": "contacts",
  "confirm": false,
  "planned": false,
  "readOnly": false,
  "trust": "matrix",
  "annotations": {
    "title": "Create or update a contact",
    "readOnlyHint": false,
    "destructiveHint": false,
    "idempotentHint": true,
    "openWorldHint": false
  },
  "inputSchema": {
    "type": "object",
    "properties": {
      "first_name": {
        "type": "string",
        "maxLength": 100
      },
      "last_name": {
        "type": "string",
        "maxLength": 100
      },
      "display_name": {
        "type": "string",
        "maxLength": 200,
        "description": "Made from the names, company, email or phone unless set."
      },
      "email": {
        "type": "string",
        "maxLength": 254,
        "pattern": "^\\s*[^\\s@]+@[^\\s@]+\\s*$",
        "description": "Unique among the contacts that are not archived, whatever its case; blanks around it are dropped."
      },
      "additional_emails": {
        "type": "array",
        "items": {
          "type": "string",
          "maxLength": 254,
          "pattern": "^\\s*[^\\s@]+@[^\\s@]+\\s*$"
        },
        "maxItems": 10
      },
      "phone": {
        "type": "string",
        "pattern": "^\\+[1-9][0-9]{1,14}$",
        "description": "E.164."
      },
      "additional_phones": {
        "type": "array",
        "items": {
          "type": "string",
          "pattern": "^\\+[1-9][0-9]{1,14}$"
        },
        "maxItems": 10,
        "description": "E.164."
      },
      "company": {
        "type": "string",
        "maxLength": 200
      },
      "title": {
        "type": "string",
        "maxLength": 200
      },
      "address": {
        "type": "object",
        "properties": {
          "line1": {
            "type": "string",
            "maxLength": 200
          },
          "line2": {
            "type": "string",
            "maxLength": 200
          },
          "city": {
            "type": "string",
            "maxLength": 100
          },
          "region": {
            "type": "string",
            "maxLength": 100
          },
          "postal_code": {
            "type": "string",
            "maxLength": 20
          },
          "country": {
            "type": "string",
            "pattern": "^[A-Z]{2}$",
            "description": "ISO 3166-1 alpha-2."
          }
        },
        "additionalProperties": false
      },
      "tags": {
        "type": "array",
        "items": {
          "type": "string",
          "minLength": 1,
          "maxLength": 100
        },
        "maxItems": 50
      },
      "lifecycle_stage": {
        "type": "string",
        "enum": [
          "lead",
          "prospect",
          "customer",
          "former",
          "other"
        ]
      },
      "owner_id": {
        "type": "string",
        "format": "uuid",
        "description": "Member of the team who looks after the contact."
      },
      "source": {
        "type": "string",
        "maxLength": 100
      },
      "external_id": {
        "type": "string",
        "minLength": 1,
        "maxLength": 200,
        "description": "Id in another system, unique in the team."
      },
      "timezone": {
        "type": "string",
        "minLength": 1,
        "maxLength": 64,
        "description": "IANA zone."
      },
      "locale": {
        "type": "string",
        "maxLength": 35,
        "pattern": "^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$",
        "description": "BCP 47 tag."
      },
      "birth_date": {
        "type": "string",
        "format": "date"
      },
      "notes": {
        "type": "string",
        "maxLength": 10000
      },
      "custom": {
        "type": "object",
        "maxProperties": 100,
        "description": "The team's own members; always replaced as a whole."
      },
      "idempotency_key": {
        "type": "string",
        "minLength": 1,
        "maxLength": 255,
        "pattern": "^[ -~]+$",
        "description": "Names this write; sent on as Idempotency-Key."
      }
    },
    "additionalProperties": false
  },
  "outputSchema": {
    "type": "object",
    "properties": {
      "queued": {
        "type": "boolean",
        "description": "The change waits for approval and is not in force."
      },
      "result": {
        "type": "object",
        "properties": {
          "id": {
            "type": "string",
            "format": "uuid"
          },
          "first_name": {
            "anyOf": [
              {
                "type": "string"
              },
              {
                "type": "null"
              }
            ]
          },
          "last_name": {
            "anyOf": [
              {
                "type": "string"
              },
              {
                "type": "null"
              }
            ]
          },
          "display_name": {
            "anyOf": [
              {
                "type": "string"
              },
              {
                "type": "null"
              }
            ],
            "description": "Made from the names, company, email or phone unless set."
          },
          "email": {
            "anyOf": [
              {
                "type": "string"
              },
              {
                "type": "null"
              }
            ],
            "description": "Unique among the contacts that are not archived, whatever its case."
          },
          "additional_emails": {
            "type": "array",
            "items": {
              "type": "string"
            }
          },
          "phone": {
            "anyOf": [
              {
                "type": "string"
              },
              {
                "type": "null"
              }
            ],
            "description": "E.164."
          },
          "additional_phones": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "description": "E.164."
          },
          "company": {
            "anyOf": [
              {
                "type": "string"
              },
              {
                "type": "null"
              }
            ]
          },
          "title": {
            "anyOf": [
              {
                "type": "string"
              },
              {
                "type": "null"
              }
            ]
          },
          "address": {
            "anyOf": [
              {
                "type": "object",
                "properties": {
                  "line1": {
                    "type": "string",
                    "maxLength": 200
                  },
                  "line2": {
                    "type": "string",
                    "maxLength": 200
                  },
                  "city": {
                    "type": "string",
                    "maxLength": 100
                  },
                  "region": {
                    "type": "string",
                    "maxLength": 100
                  },
                  "postal_code": {
                    "type": "string",
                    "maxLength": 20
                  },
                  "country": {
                    "type": "string",
                    "pattern": "^[A-Z]{2}$",
                    "description": "ISO 3166-1 alpha-2."
                  }
                }
              },
              {
                "type": "null"
              }
            ]
          },
          "tags": {
            "type": "array",
            "items": {
              "type": "string"
            }
          },
          "lifecycle_stage": {
            "anyOf": [
              {
                "type": "string",
                "enum": [
                  "lead",
                  "prospect",
                  "customer",
                  "former",
                  "other"
                ]
              },
              {
                "type": "null"
              }
            ]
          },
          "owner_id": {
            "anyOf": [
              {
                "type": "string",
                "format": "uuid"
              },
              {
                "type": "null"
              }
            ],
            "description": "Member of the team who looks after the contact."
          },
          "source": {
            "anyOf": [
              {
                "type": "string"
              },
              {
                "type": "null"
              }
            ]
          },
          "external_id": {
            "anyOf": [
              {
                "type": "string"
              },
              {
                "type": "null"
              }
            ],
            "description": "Id in another system, unique in the team."
          },
          "timezone": {
            "anyOf": [
              {
                "type": "string"
              },
              {
                "type": "null"
              }
            ],
            "description": "IANA zone."
          },
          "locale": {
            "anyOf": [
              {
                "type": "string"
              },
              {
                "type": "null"
              }
            ],
            "description": "BCP 47 tag."
          },
          "birth_date": {
            "anyOf": [
              {
                "type": "string",
                "format": "date"
              },
              {
                "type": "null"
              }
            ]
          },
          "notes": {
            "anyOf": [
              {
                "type": "string"
              },
              {
                "type": "null"
              }
            ]
          },
          "custom": {
            "type": "object",
            "description": "The team's own members; always replaced as a whole."
          },
          "consent": {
            "type": "object",
            "description": "Status by channel and purpose, as comms knows it."
          },
          "archived_at": {
            "anyOf": [
              {
                "type": "string",
                "format": "date-time"
              },
              {
                "type": "null"
              }
            ]
          },
          "created_at": {
            "type": "string",
            "format": "date-time"
          },
          "updated_at": {
            "type": "string",
            "format": "date-time"
          },
          "created_by": {
            "type": "object",
            "description": "Who did something.",
            "properties": {
              "type": {
                "type": "string",
                "enum": [
                  "service",
                  "human",
                  "break_glass",
                  "oauth_app",
                  "member",
                  "system"
                ]
              },
              "id": {
                "anyOf": [
                  {
                    "type": "string"
                  },
                  {
                    "type": "null"
                  }
                ]
              }
            }
          },
          "version": {
            "type": "integer"
          }
        }
      },
      "changed": {
        "type": "array",
        "items": {
          "type": "object",
          "properties": {
            "resource": {
              "type": "string"
            },
            "id": {
              "type": "string"
            },
            "op": {
              "type": "string"
            }
          }
        }
      },
      "changeset_id": {
        "type": "string"
      },
      "changeset_url": {
        "type": "string"
      },
      "replayed": {
        "type": "boolean",
        "description": "The result of an earlier call with this idempotency_key."
      },
      "expires_at": {
        "type": "string"
      },
      "preview": {
        "type": "array",
        "items": {
          "type": "object"
        }
      },
      "error": {
        "type": "object",
        "description": "Problem document of a call that was refused."
      },
      "truncated": {
        "type": "boolean",
        "description": "The text of this result was cut; the structured content is whole."
      }
    }
  },
  "arguments": {
    "first_name": {
      "in": "body"
    },
    "last_name": {
      "in": "body"
    },
    "display_name": {
      "in": "body"
    },
    "email": {
      "in": "body"
    },
    "additional_emails": {
      "in": "body"
    },
    "phone": {
      "in": "body"
    },
    "additional_phones": {
      "in": "body"
    },
    "company": {
      "in": "body"
    },
    "title": {
      "in": "body"
    },
    "address": {
      "in": "body"
    },
    "tags": {
      "in": "body"
    },
    "lifecycle_stage": {
      "in": "body"
    },
    "owner_id": {
      "in": "body"
    },
    "source": {
      "in": "body"
    },
    "external_id": {
      "in": "body"
    },
    "timezone": {
      "in": "body"
    },
    "locale": {
      "in": "body"
    },
    "birth_date": {
      "in": "body"
    },
    "notes": {
      "in": "body"
    },
    "custom": {
      "in": "body",
      "freeform": true
    }
  },
  "rpc": {
    "owner": "crm",
    "service": "crm.v1.Contacts",
    "method": "UpsertContact",
    "path": "/api/v1/contacts:upsert",
    "hasBody": true,
    "timeoutMs": 30000
  },
  "changes": {
    "resource": "contacts",
    "op": "create"
  }
},
{
  "name": "list_forms",
  "toolset": "forms",
  "title": "List forms",
  "description": "Lists the team's forms with their fields. Pass next_cursor as cursor for the next page.",
  "scope": {
    "resource": "forms",
    "action": "read"
  },
  "module": "forms",
  "confirm": false,
  "planned": true,
  "readOnly": true,
  "trust": "matrix",
  "annotations": {
    "title": "List forms",
    "readOnlyHint": true,
    "destructiveHint": false,
    "idempotentHint": true,
    "openWorldHint": false
  },
  "inputSchema": {
    "type": "object",
    "properties": {
      "status": {
        "type": "string",
        "enum": [
          "draft",
          "published",
          "closed",
          "archived"
        ]
      },
      "q": {
        "type": "string",
        "minLength": 2,
        "maxLength": 200,
        "description": "Text to find in title and description."
      },
      "limit": {
        "type": "integer",
        "minimum": 1,
        "description": "Most items of a page, which ends early at 4 MiB; above 500 it is cut to 500."
      },
      "cursor": {
        "type": "string",
        "minLength": 1,
        "description": "next_cursor of the previous page."
      }
    },
    "additionalProperties": false
  },
  "outputSchema": {
    "type": "object",
    "properties": {
      "forms": {
        "type": "array",
        "items": {
          "type": "object",
          "properties": {
            "id": {
              "type": "string",
              "format": "uuid"
            },
            "slug": {
              "type": "string"
            },
            "title": {
              "type": "string"
            },
            "description": {
              "anyOf": [
                {
                  "type": "string"
                },
                {
                  "type": "null"
                }
              ]
            },
            "status": {
              "type": "string",
              "enum": [
                "draft",
                "published",
                "closed",
                "archived"
              ]
            },
            "version": {
              "type": "integer"
            },
            "fields": {
              "type": "array",
              "items": {
                "type": "object",
                "description": "One question of a form.",
                "properties": {
                  "id": {
                    "type": "string"
                  },
                  "label": {
                    "type": "string"
                  },
                  "type": {
                    "type": "string",
                    "enum": [
                      "short_text",
                      "long_text",
                      "email",
                      "phone",
                      "number",
                      "date",
                      "time",
                      "boolean",
                      "single_choice",
                      "multi_choice",
                      "rating",
                      "file",
                      "url",
                      "consent",
                      "hidden",
                      "section"
                    ]
                  },
                  "required": {
                    "type": "boolean"
                  },
                  "options": {
                    "type": "array",
                    "items": {
                      "type": "string"
                    }
                  },
                  "min": {
                    "type": "number"
                  },
                  "max": {
                    "type": "number"
                  },
                  "pattern": {
                    "type": "string"
                  },
                  "max_length": {
                    "type": "integer"
                  },
                  "help": {
                    "type": "string"
                  }
                }
              }
            },
            "settings": {
              "type": "object",
              "description": "When and how often a form may be submitted.",
              "properties": {
                "single_submission_by": {
                  "type": "string",
                  "enum": [
                    "none",
                    "email",
                    "contact"
                  ]
                },
                "opens_at": {
                  "anyOf": [
                    {
                      "type": "string",
                      "format": "date-time"
                    },
                    {
                      "type": "null"
                    }
                  ]
                },
                "closes_at": {
                  "anyOf": [
                    {
                      "type": "string",
                      "format": "date-time"
                    },
                    {
                      "type": "null"
                    }
                  ]
                },
                "max_submissions": {
                  "anyOf": [
                    {
                      "type": "integer"
                    },
                    {
                      "type": "null"
                    }
                  ]
                }
              }
            },
            "submission_count": {
              "type": "integer"
            },
            "created_at": {
              "type": "string",
              "format": "date-time"
            },
            "updated_at": {
              "type": "string",
              "format": "date-time"
            },
            "created_by": {
              "type": "object",
              "description": "Who did something.",
              "properties": {
                "type": {
                  "type": "string",
                  "enum": [
                    "service",
                    "human",
                    "break_glass",
                    "oauth_app",
                    "member",
                    "system"
                  ]
                },
                "id": {
                  "anyOf": [
                    {
                      "type": "string"
                    },
                    {
                      "type": "null"
                    }
                  ]
                }
              }
            }
          }
        }
      },
      "next_cursor": {
        "anyOf": [
          {
            "type": "string"
          },
          {
            "type": "null"
          }
        ],
        "description": "null on the last page."
      },
      "has_more": {
        "type": "boolean"
      },
      "error": {
        "type": "object",
        "description": "Problem document of a call that was refused."
      },
      "truncated": {
        "type": "boolean",
        "description": "The text of this result was cut; the structured content is whole."
      }
    }
  },
  "arguments": {
    "status": {
      "in": "query",
      "as": "text"
    },
    "q": {
      "in": "query",
      "as": "text"
    },
    "limit": {
      "in": "query",
      "as": "text"
    },
    "cursor": {
      "in": "query",
      "as": "text"
    }
  },
  "rpc": {
    "owner": "crm",
    "service": "crm.v1.Forms",
    "method": "ListForms",
    "path": "",
    "hasBody": false,
    "timeoutMs": 30000
  },
  "changes": null
},
{
  "name": "task_complete",
  "toolset": "project_task",
  "title": "Complete a task",
  "description": "Sets the status of a task to done. One that is done stays as it is.",
  "scope": {
    "resource": "project_task",
    "action": "write"
  },
  "module": "project_tasks",
  "confirm": false,
  "planned": false,
  "readOnly": false,
  "trust": "matrix",
  "annotations": {
    "title": "Complete a task",
    "readOnlyHint": false,
    "destructiveHint": false,
    "idempotentHint": true,
    "openWorldHint": false
  },
  "inputSchema": {
    "type": "object",
    "properties": {
      "task_id": {
        "type": "string",
        "minLength": 1,
        "description": "Id of the task."
      },
      "idempotency_key": {
        "type": "string",
        "minLength": 1,
        "maxLength": 255,
        "pattern": "^[ -~]+$",
        "description": "Names this write; sent on as Idempotency-Key."
      }
    },
    "required": [
      "task_id"
    ],
    "additionalProperties": false
  },
  "outputSchema": {
    "type": "object",
    "properties": {
      "queued": {
        "type": "boolean",
        "description": "The change waits for approval and is not in force."
      },
      "result": {
        "type": "object",
        "properties": {
          "id": {
            "type": "string",
            "format": "uuid"
          },
          "title": {
            "type": "string"
          },
          "status": {
            "type": "string",
            "enum": [
              "todo",
              "in_progress",
              "blocked",
              "done",
              "cancelled"
            ]
          },
          "assignee_id": {
            "anyOf": [
              {
                "type": "string"
              },
              {
                "type": "null"
              }
            ],
            "description": "Member of the team whose task it is."
          },
          "due_at": {
            "anyOf": [
              {
                "type": "string",
                "format": "date-time"
              },
              {
                "type": "null"
              }
            ]
          },
          "priority": {
            "type": "string",
            "enum": [
              "low",
              "normal",
              "high"
            ]
          },
          "project": {
            "anyOf": [
              {
                "type": "string"
              },
              {
                "type": "null"
              }
            ]
          },
          "contact_id": {
            "anyOf": [
              {
                "type": "string"
              },
              {
                "type": "null"
              }
            ],
            "description": "Contact it is about; archived or not."
          },
          "completed_at": {
            "anyOf": [
              {
                "type": "string",
                "format": "date-time"
              },
              {
                "type": "null"
              }
            ],
            "description": "When the status became done; null while it is another."
          },
          "created_at": {
            "type": "string",
            "format": "date-time"
          },
          "updated_at": {
            "type": "string",
            "format": "date-time"
          },
          "created_by": {
            "type": "object",
            "description": "Who did something.",
            "properties": {
              "type": {
                "type": "string",
                "enum": [
                  "service",
                  "human",
                  "break_glass",
                  "oauth_app",
                  "member",
                  "system"
                ]
              },
              "id": {
                "anyOf": [
                  {
                    "type": "string"
                  },
                  {
                    "type": "null"
                  }
                ]
              }
            }
          },
          "version": {
            "type": "integer"
          }
        }
      },
      "changed": {
        "type": "array",
        "items": {
          "type": "object",
          "properties": {
            "resource": {
              "type": "string"
            },
            "id": {
              "type": "string"
            },
            "op": {
              "type": "string"
            }
          }
        }
      },
      "changeset_id": {
        "type": "string"
      },
      "changeset_url": {
        "type": "string"
      },
      "replayed": {
        "type": "boolean",
        "description": "The result of an earlier call with this idempotency_key."
      },
      "expires_at": {
        "type": "string"
      },
      "preview": {
        "type": "array",
        "items": {
          "type": "object"
        }
      },
      "error": {
        "type": "object",
        "description": "Problem document of a call that was refused."
      },
      "truncated": {
        "type": "boolean",
        "description": "The text of this result was cut; the structured content is whole."
      }
    }
  },
  "arguments": {
    "task_id": {
      "in": "path"
    }
  },
  "rpc": {
    "owner": "crm",
    "service": "crm.v1.Tasks",
    "method": "CompleteTask",
    "path": "/api/v1/tasks/{task_id}/complete",
    "hasBody": false,
    "timeoutMs": 30000
  },
  "changes": {
    "resource": "tasks",
    "op": "create"
  }
},
{
  "name": "task_create",
  "toolset": "project_task",
  "title": "Create a task",
  "description": "Creates a task. Only title is needed; it can be given to a member, a project, a contact and a due time.",
  "scope": {
    "resource": "project_task",
    "action": "write"
  },
  "module": "project_tasks",
  "confirm": false,
  "planned": false,
  "readOnly": false,
  "trust": "matrix",
  "annotations": {
    "title": "Create a task",
    "readOnlyHint": false,
    "destructiveHint": false,
    "idempotentHint": false,
    "openWorldHint": false
  },
  "inputSchema": {
    "type": "object",
    "properties": {
      "title": {
        "type": "string",
        "minLength": 1,
        "maxLength": 500
      },
      "status": {
        "type": "string",
        "enum": [
          "todo",
          "in_progress",
          "blocked",
          "done",
          "cancelled"
        ]
      },
      "assignee_id": {
        "type": "string",
        "format": "uuid",
        "description": "Member of the team whose task it is."
      },
      "due_at": {
        "type": "string",
        "format": "date-time"
      },
      "priority": {
        "type": "string",
        "enum": [
          "low",
          "normal",
          "high"
        ]
      },
      "project": {
        "type": "string",
        "maxLength": 200,
        "description": "Name of the project it belongs to."
      },
      "contact_id": {
        "type": "string",
        "format": "uuid",
        "description": "Contact it is about."
      },
      "idempotency_key": {
        "type": "string",
        "minLength": 1,
        "maxLength": 255,
        "pattern": "^[ -~]+$",
        "description": "Names this write; sent on as Idempotency-Key."
      }
    },
    "required": [
      "title"
    ],
    "additionalProperties": false
  },
  "outputSchema": {
    "type": "object",
    "properties": {
      "queued": {
        "type": "boolean",
        "description": "The change waits for approval and is not in force."
      },
      "result": {
        "type": "object",
        "properties": {
          "id": {
            "type": "string",
            "format": "uuid"
          },
          "title": {
            "type": "string"
          },
          "status": {
            "type": "string",
            "enum": [
              "todo",
              "in_progress",
              "blocked",
              "done",
              "cancelled"
            ]
          },
          "assignee_id": {
            "anyOf": [
              {
                "type": "string"
              },
              {
                "type": "null"
              }
            ],
            "description": "Member of the team whose task it is."
          },
          "due_at": {
            "anyOf": [
              {
                "type": "string",
                "format": "date-time"
              },
              {
                "type": "null"
              }
            ]
          },
          "priority": {
            "type": "string",
            "enum": [
              "low",
              "normal",
              "high"
            ]
          },
          "project": {
            "anyOf": [
              {
                "type": "string"
              },
              {
                "type": "null"
              }
            ]
          },
          "contact_id": {
            "anyOf": [
              {
                "type": "string"
              },
              {
                "type": "null"
              }
            ],
            "description": "Contact it is about; archived or not."
          },
          "completed_at": {
            "anyOf": [
              {
                "type": "string",
                "format": "date-time"
              },
              {
                "type": "null"
              }
            ],
            "description": "When the status became done; null while it is another."
          },
          "created_at": {
            "type": "string",
            "format": "date-time"
          },
          "updated_at": {
            "type": "string",
            "format": "date-time"
          },
          "created_by": {
            "type": "object",
            "description": "Who did something.",
            "properties": {
              "type": {
                "type": "string",
                "enum": [
                  "service",
                  "human",
                  "break_glass",
                  "oauth_app",
                  "member",
                  "system"
                ]
              },
              "id": {
                "anyOf": [
                  {
                    "type": "string"
                  },
                  {
                    "type": "null"
                  }
                ]
              }
            }
          },
          "version": {
            "type": "integer"
          }
        }
      },
      "changed": {
        "type": "array",
        "items": {
          "type": "object",
          "properties": {
            "resource": {
              "type": "string"
            },
            "id": {
              "type": "string"
            },
            "op": {
              "type": "string"
            }
          }
        }
      },
      "changeset_id": {
        "type": "string"
      },
      "changeset_url": {
        "type": "string"
      },
      "replayed": {
        "type": "boolean",
        "description": "The result of an earlier call with this idempotency_key."
      },
      "expires_at": {
        "type": "string"
      },
      "preview": {
        "type": "array",
        "items": {
          "type": "object"
        }
      },
      "error": {
        "type": "object",
        "description": "Problem document of a call that was refused."
      },
      "truncated": {
        "type": "boolean",
        "description": "The text of this result was cut; the structured content is whole."
      }
    }
  },
  "arguments": {
    "title": {
      "in": "body"
    },
    "status": {
      "in": "body"
    },
    "assignee_id": {
      "in": "body"
    },
    "due_at": {
      "in": "body"
    },
    "priority": {
      "in": "body"
    },
    "project": {
      "in": "body"
    },
    "contact_id": {
      "in": "body"
    }
  },
  "rpc": {
    "owner": "crm",
    "service": "crm.v1.Tasks",
    "method": "CreateTask",
    "path": "/api/v1/tasks",
    "hasBody": true,
    "timeoutMs": 30000
  },
  "changes": {
    "resource": "tasks",
    "op": "create"
  }
},
{
  "name": "task_get",
  "toolset": "project_task",
  "title": "Read a task",
  "description": "Reads one task.",
  "scope": {
    "resource": "project_task",
    "action": "read"
  },
  "module": "project_tasks",
  "confirm": false,
  "planned": false,
  "readOnly": true,
  "trust": "matrix",
  "annotations": {
    "title": "Read a task",
    "readOnlyHint": true,
    "destructiveHint": false,
    "idempotentHint": true,
    "openWorldHint": false
  },
  "inputSchema": {
    "type": "object",
    "properties": {
      "task_id": {
        "type": "string",
        "minLength": 1,
        "description": "Id of the task."
      }
    },
    "required": [
      "task_id"
    ],
    "additionalProperties": false
  },
  "outputSchema": {
    "type": "object",
    "properties": {
      "id": {
        "type": "string",
        "format": "uuid"
      },
      "title": {
        "type": "string"
      },
      "status": {
        "type": "string",
        "enum": [
          "todo",
          "in_progress",
          "blocked",
          "done",
          "cancelled"
        ]
      },
      "assignee_id": {
        "anyOf": [
          {
            "type": "string"
          },
          {
            "type": "null"
          }
        ],
        "description": "Member of the team whose task it is."
      },
      "due_at": {
        "anyOf": [
          {
            "type": "string",
            "format": "date-time"
          },
          {
            "type": "null"
          }
        ]
      },
      "priority": {
        "type": "string",
        "enum": [
          "low",
          "normal",
          "high"
        ]
      },
      "project": {
        "anyOf": [
          {
            "type": "string"
          },
          {
            "type": "null"
          }
        ]
      },
      "contact_id": {
        "anyOf": [
          {
            "type": "string"
          },
          {
            "type": "null"
          }
        ],
        "description": "Contact it is about; archived or not."
      },
      "completed_at": {
        "anyOf": [
          {
            "type": "string",
            "format": "date-time"
          },
          {
            "type": "null"
          }
        ],
        "description": "When the status became done; null while it is another."
      },
      "created_at": {
        "type": "string",
        "format": "date-time"
      },
      "updated_at": {
        "type": "string",
        "format": "date-time"
      },
      "created_by": {
        "type": "object",
        "description": "Who did something.",
        "properties": {
          "type": {
            "type": "string",
            "enum": [
              "service",
              "human",
              "break_glass",
              "oauth_app",
              "member",
              "system"
            ]
          },
          "id": {
            "anyOf": [
              {
                "type": "string"
              },
              {
                "type": "null"
              }
            ]
          }
        }
      },
      "version": {
        "type": "integer"
      },
      "error": {
        "type": "object",
        "description": "Problem document of a call that was refused."
      },
      "truncated": {
        "type": "boolean",
        "description": "The text of this result was cut; the structured content is whole."
      }
    }
  },
  "arguments": {
    "task_id": {
      "in": "path"
    }
  },
  "rpc": {
    "owner": "crm",
    "service": "crm.v1.Tasks",
    "method": "GetTask",
    "path": "/api/v1/tasks/{task_id}",
    "hasBody": false,
    "timeoutMs": 30000
  },
  "changes": null
},
{
  "name": "task_list",
  "toolset": "project_task",
  "title": "List tasks",
  "description": "Lists tasks by status, assignee, project, priority, contact, text or filter. Pass next_cursor as cursor for the next page.",
  "scope": {
    "resource": "project_task",
    "action": "read"
  },
  "module": "project_tasks",
  "confirm": false,
  "planned": false,
  "readOnly": true,
  "trust": "matrix",
  "annotations": {
    "title": "List tasks",
    "readOnlyHint": true,
    "destructiveHint": false,
    "idempotentHint": true,
    "openWorldHint": false
  },
  "inputSchema": {
    "type": "object",
    "properties": {
      "status": {
        "type": "string",
        "enum": [
          "todo",
          "in_progress",
          "blocked",
          "done",
          "cancelled"
        ]
      },
      "assignee_id": {
        "type": "string",
        "format": "uuid",
        "description": "Tasks of this member of the team."
      },
      "project": {
        "type": "string",
        "minLength": 1,
        "maxLength": 200,
        "description": "Tasks of the project of exactly this name."
      },
      "priority": {
        "type": "string",
        "enum": [
          "low",
          "normal",
          "high"
        ]
      },
      "contact_id": {
        "type": "string",
        "format": "uuid",
        "description": "Tasks about this contact."
      },
      "q": {
        "type": "string",
        "minLength": 2,
        "maxLength": 200,
        "description": "Text to find in title and project."
      },
      "filter": {
        "type": "object",
        "description": "Filter as JSON: one condition, or conditions under and, or, not."
      },
      "sort": {
        "type": "string",
        "minLength": 1,
        "description": "`<field>:<asc|desc>`, up to five, comma separated."
      },
      "limit": {
        "type": "integer",
        "minimum": 1,
        "description": "Most items of a page, which ends early at 4 MiB; above 500 it is cut to 500."
      },
      "cursor": {
        "type": "string",
        "minLength": 1,
        "description": "next_cursor of the previous page."
      }
    },
    "additionalProperties": false
  },
  "outputSchema": {
    "type": "object",
    "properties": {
      "tasks": {
        "type": "array",
        "items": {
          "type": "object",
          "properties": {
            "id": {
              "type": "string",
              "format": "uuid"
            },
            "title": {
              "type": "string"
            },
            "status": {
              "type": "string",
              "enum": [
                "todo",
                "in_progress",
                "blocked",
                "done",
                "cancelled"
              ]
            },
            "assignee_id": {
              "anyOf": [
                {
                  "type": "string"
                },
                {
                  "type": "null"
                }
              ],
              "description": "Member of the team whose task it is."
            },
            "due_at": {
              "anyOf": [
                {
                  "type": "string",
                  "format": "date-time"
                },
                {
                  "type": "null"
                }
              ]
            },
            "priority": {
              "type": "string",
              "enum": [
                "low",
                "normal",
                "high"
              ]
            },
            "project": {
              "anyOf": [
                {
                  "type": "string"
                },
                {
                  "type": "null"
                }
              ]
            },
            "contact_id": {
              "anyOf": [
                {
                  "type": "string"
                },
                {
                  "type": "null"
                }
              ],
              "description": "Contact it is about; archived or not."
            },
            "completed_at": {
              "anyOf": [
                {
                  "type": "string",
                  "format": "date-time"
                },
                {
                  "type": "null"
                }
              ],
              "description": "When the status became done; null while it is another."
            },
            "created_at": {
              "type": "string",
              "format": "date-time"
            },
            "updated_at": {
              "type": "string",
              "format": "date-time"
            },
            "created_by": {
              "type": "object",
              "description": "Who did something.",
              "properties": {
                "type": {
                  "type": "string",
                  "enum": [
                    "service",
                    "human",
                    "break_glass",
                    "oauth_app",
                    "member",
                    "system"
                  ]
                },
                "id": {
                  "anyOf": [
                    {
                      "type": "string"
                    },
                    {
                      "type": "null"
                    }
                  ]
                }
              }
            },
            "version": {
              "type": "integer"
            }
          }
        }
      },
      "next_cursor": {
        "anyOf": [
          {
            "type": "string"
          },
          {
            "type": "null"
          }
        ],
        "description": "null on the last page."
      },
      "has_more": {
        "type": "boolean"
      },
      "error": {
        "type": "object",
        "description": "Problem document of a call that was refused."
      },
      "truncated": {
        "type": "boolean",
        "description": "The text of this result was cut; the structured content is whole."
      }
    }
  },
  "arguments": {
    "status": {
      "in": "query",
      "as": "text"
    },
    "assignee_id": {
      "in": "query",
      "as": "text"
    },
    "project": {
      "in": "query",
      "as": "text"
    },
    "priority": {
      "in": "query",
      "as": "text"
    },
    "contact_id": {
      "in": "query",
      "as": "text"
    },
    "q": {
      "in": "query",
      "as": "text"
    },
    "filter": {
      "in": "query",
      "as": "json"
    },
    "sort": {
      "in": "query",
      "as": "text"
    },
    "limit": {
      "in": "query",
      "as": "text"
    },
    "cursor": {
      "in": "query",
      "as": "text"
    }
  },
  "rpc": {
    "owner": "crm",
    "service": "crm.v1.Tasks",
    "method": "ListTasks",
    "path": "/api/v1/tasks",
    "hasBody": false,
    "timeoutMs": 30000
  },
  "changes": null
},
{
  "name": "task_update",
  "toolset": "project_task",
  "title": "Change a task",
  "description": "Changes the members of a task that are given; null clears one. Status done completes it, any other opens it again.",
  "scope": {
    "resource": "project_task",
    "action": "write"
  },
  "module": "project_tasks",
  "confirm": false,
  "planned": false,
  "readOnly": false,
  "trust": "matrix",
  "annotations": {
    "title": "Change a task",
    "readOnlyHint": false,
    "destructiveHint": false,
    "idempotentHint": false,
    "openWorldHint": false
  },
  "inputSchema": {
    "type": "object",
    "properties": {
      "task_id": {
        "type": "string",
        "minLength": 1,
        "description": "Id of the task."
      },
      "title": {
        "type": "string",
        "minLength": 1,
        "maxLength": 500
      },
      "status": {
        "type": "string",
        "enum": [
          "todo",
          "in_progress",
          "blocked",
          "done",
          "cancelled"
        ]
      },
      "assignee_id": {
        "anyOf": [
          {
            "type": "string",
            "format": "uuid"
          },
          {
            "type": "null"
          }
        ],
        "description": "Member of the team whose task it is."
      },
      "due_at": {
        "anyOf": [
          {
            "type": "string",
            "format": "date-time"
          },
          {
            "type": "null"
          }
        ]
      },
      "priority": {
        "type": "string",
        "enum": [
          "low",
          "normal",
          "high"
        ]
      },
      "project": {
        "anyOf": [
          {
            "type": "string",
            "maxLength": 200
          },
          {
            "type": "null"
          }
        ],
        "description": "Name of the project it belongs to."
      },
      "contact_id": {
        "anyOf": [
          {
            "type": "string",
            "format": "uuid"
          },
          {
            "type": "null"
          }
        ],
        "description": "Contact it is about."
      },
      "idempotency_key": {
        "type": "string",
        "minLength": 1,
        "maxLength": 255,
        "pattern": "^[ -~]+$",
        "description": "Names this write; sent on as Idempotency-Key."
      }
    },
    "required": [
      "task_id"
    ],
    "additionalProperties": false
  },
  "outputSchema": {
    "type": "object",
    "properties": {
      "queued": {
        "type": "boolean",
        "description": "The change waits for approval and is not in force."
      },
      "result": {
        "type": "object",
        "properties": {
          "id": {
            "type": "string",
            "format": "uuid"
          },
          "title": {
            "type": "string"
          },
          "status": {
            "type": "string",
            "enum": [
              "todo",
              "in_progress",
              "blocked",
              "done",
              "cancelled"
            ]
          },
          "assignee_id": {
            "anyOf": [
              {
                "type": "string"
              },
              {
                "type": "null"
              }
            ],
            "description": "Member of the team whose task it is."
          },
          "due_at": {
            "anyOf": [
              {
                "type": "string",
                "format": "date-time"
              },
              {
                "type": "null"
              }
            ]
          },
          "priority": {
            "type": "string",
            "enum": [
              "low",
              "normal",
              "high"
            ]
          },
          "project": {
            "anyOf": [
              {
                "type": "string"
              },
              {
                "type": "null"
              }
            ]
          },
          "contact_id": {
            "anyOf": [
              {
                "type": "string"
              },
              {
                "type": "null"
              }
            ],
            "description": "Contact it is about; archived or not."
          },
          "completed_at": {
            "anyOf": [
              {
                "type": "string",
                "format": "date-time"
              },
              {
                "type": "null"
              }
            ],
            "description": "When the status became done; null while it is another."
          },
          "created_at": {
            "type": "string",
            "format": "date-time"
          },
          "updated_at": {
            "type": "string",
            "format": "date-time"
          },
          "created_by": {
            "type": "object",
            "description": "Who did something.",
            "properties": {
              "type": {
                "type": "string",
                "enum": [
                  "service",
                  "human",
                  "break_glass",
                  "oauth_app",
                  "member",
                  "system"
                ]
              },
              "id": {
                "anyOf": [
                  {
                    "type": "string"
                  },
                  {
                    "type": "null"
                  }
                ]
              }
            }
          },
          "version": {
            "type": "integer"
          }
        }
      },
      "changed": {
        "type": "array",
        "items": {
          "type": "object",
          "properties": {
            "resource": {
              "type": "string"
            },
            "id": {
              "type": "string"
            },
            "op": {
              "type": "string"
            }
          }
        }
      },
      "changeset_id": {
        "type": "string"
      },
      "changeset_url": {
        "type": "string"
      },
      "replayed": {
        "type": "boolean",
        "description": "The result of an earlier call with this idempotency_key."
      },
      "expires_at": {
        "type": "string"
      },
      "preview": {
        "type": "array",
        "items": {
          "type": "object"
        }
      },
      "error": {
        "type": "object",
        "description": "Problem document of a call that was refused."
      },
      "truncated": {
        "type": "boolean",
        "description": "The text of this result was cut; the structured content is whole."
      }
    }
  },
  "arguments": {
    "task_id": {
      "in": "path"
    },
    "title": {
      "in": "body"
    },
    "status": {
      "in": "body"
    },
    "assignee_id": {
      "in": "body"
    },
    "due_at": {
      "in": "body"
    },
    "priority": {
      "in": "body"
    },
    "project": {
      "in": "body"
    },
    "contact_id": {
      "in": "body"
    }
  },
  "rpc": {
    "owner": "crm",
    "service": "crm.v1.Tasks",
    "method": "UpdateTask",
    "path": "/api/v1/tasks/{task_id}",
    "hasBody": true,
    "timeoutMs": 30000
  },
  "changes": {
    "resource": "tasks",
    "op": "update"
  }
},
{
  "name": "asset_check_out",
  "toolset": "tables",
  "title": "Check out an asset",
  "description": "Hands an available asset of table assets to a contact, a member or a location. asset_id is the id of its row.",
  "scope": {
    "resource": "tables",
    "action": "write"
  },
  "module": "tables",
  "confirm": false,
  "planned": false,
  "readOnly": false,
  "trust": "matrix",
  "annotations": {
    "title": "Check out an asset",
    "readOnlyHint": false,
    "destructiveHint": false,
    "idempotentHint": false,
    "openWorldHint": false
  },
  "inputSchema": {
    "type": "object",
    "properties": {
      "asset_id": {
        "type": "string",
        "minLength": 1,
        "description": "Id of the asset's row."
      },
      "assignee": {
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "enum": [
              "contact",
              "member",
              "location"
            ]
          },
          "id": {
            "type": "string",
            "minLength": 1,
            "maxLength": 200,
            "description": "Of a contact or member its id; of a location the team's own name for it."
          }
        },
        "required": [
          "type",
          "id"
        ],
        "additionalProperties": false,
        "description": "Who or what has the asset from now on."
      },
      "due_at": {
        "type": "string",
        "format": "date-time",
        "description": "When it is to be back."
      },
      "note": {
        "type": "string",
        "maxLength": 2000,
        "description": "Stays with the asset until it is handed out or taken back again."
      },
      "idempotency_key": {
        "type": "string",
        "minLength": 1,
        "maxLength": 255,
        "pattern": "^[ -~]+$",
        "description": "Names this write; sent on as Idempotency-Key."
      }
    },
    "required": [
      "asset_id",
      "assignee"
    ],
    "additionalProperties": false
  },
  "outputSchema": {
    "type": "object",
    "properties": {
      "queued": {
        "type": "boolean",
        "description": "The change waits for approval and is not in force."
      },
      "result": {
        "type": "object",
        "properties": {
          "id": {
            "type": "string",
            "format": "uuid"
          },
          "table_id": {
            "type": "string",
            "format": "uuid"
          },
          "data": {
            "type": "object",
            "description": "Cells by column name; every column is present, null when empty."
          },
          "computed": {
            "type": "object",
            "description": "Only with computed=1."
          },
          "computed_errors": {
            "type": "object",
            "additionalProperties": {
              "type": "string"
            },
            "description": "Error code of each formula that failed, by column name."
          },
          "created_at": {
            "type": "string",
            "format": "date-time"
          },
          "updated_at": {
            "type": "string",
            "format": "date-time"
          },
          "deleted_at": {
            "anyOf": [
              {
                "type": "string",
                "format": "date-time"
              },
              {
                "type": "null"
              }
            ],
            "description": "Only on a deleted row."
          },
          "version": {
            "type": "integer"
          },
          "created_by": {
            "type": "object",
            "description": "Who did something.",
            "properties": {
              "type": {
                "type": "string",
                "enum": [
                  "service",
                  "human",
                  "break_glass",
                  "oauth_app",
                  "member",
                  "system"
                ]
              },
              "id": {
                "anyOf": [
                  {
                    "type": "string"
                  },
                  {
                    "type": "null"
                  }
                ]
              }
            }
          },
          "format": {
            "type": "object",
            "properties": {
              "row": {
                "type": "object",
                "properties": {
                  "background": {
                    "type": "string",
                    "pattern": "^(#[0-9a-fA-F]{6}|[a-z][a-z0-9_-]{0,31})$",
                    "description": "#rrggbb or the name of a palette colour."
                  },
                  "color": {
                    "type": "string",
                    "pattern": "^(#[0-9a-fA-F]{6}|[a-z][a-z0-9_-]{0,31})$",
                    "description": "#rrggbb or the name of a palette colour."
                  },
                  "bold": {
                    "type": "boolean"
                  },
                  "italic": {
                    "type": "boolean"
                  }
                },
                "description": "Of the whole row."
              },
              "cells": {
                "type": "object",
                "additionalProperties": {
                  "type": "object",
                  "properties": {
                    "background": {
                      "type": "string",
                      "pattern": "^(#[0-9a-fA-F]{6}|[a-z][a-z0-9_-]{0,31})$",
                      "description": "#rrggbb or the name of a palette colour."
                    },
                    "color": {
                      "type": "string",
                      "pattern": "^(#[0-9a-fA-F]{6}|[a-z][a-z0-9_-]{0,31})$",
                      "description": "#rrggbb or the name of a palette colour."
                    },
                    "bold": {
                      "type": "boolean"
                    },
                    "italic": {
                      "type": "boolean"
                    }
                  }
                },
                "description": "By column name."
              }
            },
            "description": "Only in a view, when one of its conditional formats applies."
          }
        }
      },
      "changed": {
        "type": "array",
        "items": {
          "type": "object",
          "properties": {
            "resource": {
              "type": "string"
            },
            "id": {
              "type": "string"
            },
            "op": {
              "type": "string"
            }
          }
        }
      },
      "changeset_id": {
        "type": "string"
      },
      "changeset_url": {
        "type": "string"
      },
      "replayed": {
        "type": "boolean",
        "description": "The result of an earlier call with this idempotency_key."
      },
      "expires_at": {
        "type": "string"
      },
      "preview": {
        "type": "array",
        "items": {
          "type": "object"
        }
      },
      "error": {
        "type": "object",
        "description": "Problem document of a call that was refused."
      },
      "truncated": {
        "type": "boolean",
        "description": "The text of this result was cut; the structured content is whole."
      }
    }
  },
  "arguments": {
    "asset_id": {
      "in": "path"
    },
    "assignee": {
      "in": "body"
    },
    "due_at": {
      "in": "body"
    },
    "note": {
      "in": "body"
    }
  },
  "rpc": {
    "owner": "data",
    "service": "data.v1.Assets",
    "method": "CheckOutAsset",
    "path": "/api/v1/assets/{asset_id}/check_out",
    "hasBody": true,
    "timeoutMs": 30000
  },
  "changes": {
    "resource": "rows",
    "op": "create"
  }
},
{
  "name": "asset_return",
  "toolset": "tables",
  "title": "Return an asset",
  "description": "Takes a checked out asset of table assets back: it is available again. asset_id is the id of its row.",
  "scope": {
    "resource": "tables",
    "action": "write"
  },
  "module": "tables",
  "confirm": false,
  "planned": false,
  "readOnly": false,
  "trust": "matrix",
  "annotations": {
    "title": "Return an asset",
    "readOnlyHint": false,
    "destructiveHint": false,
    "idempotentHint": true,
    "openWorldHint": false
  },
  "inputSchema": {
    "type": "object",
    "properties": {
      "asset_id": {
        "type": "string",
        "minLength": 1,
        "description": "Id of the asset's row."
      },
      "condition": {
        "type": "string",
        "maxLength": 200,
        "description": "What shape the asset is in; kept until another is given."
      },
      "note": {
        "type": "string",
        "maxLength": 2000,
        "description": "Stays with the asset until it is handed out or taken back again."
      },
      "idempotency_key": {
        "type": "string",
        "minLength": 1,
        "maxLength": 255,
        "pattern": "^[ -~]+$",
        "description": "Names this write; sent on as Idempotency-Key."
      }
    },
    "required": [
      "asset_id"
    ],
    "additionalProperties": false
  },
  "outputSchema": {
    "type": "object",
    "properties": {
      "queued": {
        "type": "boolean",
        "description": "The change waits for approval and is not in force."
      },
      "result": {
        "type": "object",
        "properties": {
          "id": {
            "type": "string",
            "format": "uuid"
          },
          "table_id": {
            "type": "string",
            "format": "uuid"
          },
          "data": {
            "type": "object",
            "description": "Cells by column name; every column is present, null when empty."
          },
          "computed": {
            "type": "object",
            "description": "Only with computed=1."
          },
          "computed_errors": {
            "type": "object",
            "additionalProperties": {
              "type": "string"
            },
            "description": "Error code of each formula that failed, by column name."
          },
          "created_at": {
            "type": "string",
            "format": "date-time"
          },
          "updated_at": {
            "type": "string",
            "format": "date-time"
          },
          "deleted_at": {
            "anyOf": [
              {
                "type": "string",
                "format": "date-time"
              },
              {
                "type": "null"
              }
            ],
            "description": "Only on a deleted row."
          },
          "version": {
            "type": "integer"
          },
          "created_by": {
            "type": "object",
            "description": "Who did something.",
            "properties": {
              "type": {
                "type": "string",
                "enum": [
                  "service",
                  "human",
                  "break_glass",
                  "oauth_app",
                  "member",
                  "system"
                ]
              },
              "id": {
                "anyOf": [
                  {
                    "type": "string"
                  },
                  {
                    "type": "null"
                  }
                ]
              }
            }
          },
          "format": {
            "type": "object",
            "properties": {
              "row": {
                "type": "object",
                "properties": {
                  "background": {
                    "type": "string",
                    "pattern": "^(#[0-9a-fA-F]{6}|[a-z][a-z0-9_-]{0,31})$",
                    "description": "#rrggbb or the name of a palette colour."
                  },
                  "color": {
                    "type": "string",
                    "pattern": "^(#[0-9a-fA-F]{6}|[a-z][a-z0-9_-]{0,31})$",
                    "description": "#rrggbb or the name of a palette colour."
                  },
                  "bold": {
                    "type": "boolean"
                  },
                  "italic": {
                    "type": "boolean"
                  }
                },
                "description": "Of the whole row."
              },
              "cells": {
                "type": "object",
                "additionalProperties": {
                  "type": "object",
                  "properties": {
                    "background": {
                      "type": "string",
                      "pattern": "^(#[0-9a-fA-F]{6}|[a-z][a-z0-9_-]{0,31})$",
                      "description": "#rrggbb or the name of a palette colour."
                    },
                    "color": {
                      "type": "string",
                      "pattern": "^(#[0-9a-fA-F]{6}|[a-z][a-z0-9_-]{0,31})$",
                      "description": "#rrggbb or the name of a palette colour."
                    },
                    "bold": {
                      "type": "boolean"
                    },
                    "italic": {
                      "type": "boolean"
                    }
                  }
                },
                "description": "By column name."
              }
            },
            "description": "Only in a view, when one of its conditional formats applies."
          }
        }
      },
      "changed": {
        "type": "array",
        "items": {
          "type": "object",
          "properties": {
            "resource": {
              "type": "string"
            },
            "id": {
              "type": "string"
            },
            "op": {
              "type": "string"
            }
          }
        }
      },
      "changeset_id": {
        "type": "string"
      },
      "changeset_url": {
        "type": "string"
      },
      "replayed": {
        "type": "boolean",
        "description": "The result of an earlier call with this idempotency_key."
      },
      "expires_at": {
        "type": "string"
      },
      "preview": {
        "type": "array",
        "items": {
          "type": "object"
        }
      },
      "error": {
        "type": "object",
        "description": "Problem document of a call that was refused."
      },
      "truncated": {
        "type": "boolean",
        "description": "The text of this result was cut; the structured content is whole."
      }
    }
  },
  "arguments": {
    "asset_id": {
      "in": "path"
    },
    "condition": {
      "in": "body"
    },
    "note": {
      "in": "body"
    }
  },
  "rpc": {
    "owner": "data",
    "service": "data.v1.Assets",
    "method": "ReturnAsset",
    "path": "/api/v1/assets/{asset_id}/return",
    "hasBody": true,
    "timeoutMs": 30000
  },
  "changes": {
    "resource": "rows",
    "op": "create"
  }
},
{
  "name": "insert_row",
  "toolset": "tables",
  "title": "Insert a row",
  "description": "Adds one row to a table. Cells are named by column; a value that does not fit its column is refused.",
  "scope": {
    "resource": "tables",
    "action": "write"
  },
  "module": "tables",
  "confirm": false,
  "planned": false,
  "readOnly": false,
  "trust": "matrix",
  "annotations": {
    "title": "Insert a row",
    "readOnlyHint": false,
    "destructiveHint": false,
    "idempotentHint": false,
    "openWorldHint": false
  },
  "inputSchema": {
    "type": "object",
    "properties": {
      "table_id": {
        "type": "string",
        "minLength": 1,
        "description": "Id or name of the table."
      },
      "data": {
        "type": "object",
        "description": "Cells by column name."
      },
      "idempotency_key": {
        "type": "string",
        "minLength": 1,
        "maxLength": 255,
        "pattern": "^[ -~]+$",
        "description": "Names this write; sent on as Idempotency-Key."
      }
    },
    "required": [
      "table_id",
      "data"
    ],
    "additionalProperties": false
  },
  "outputSchema": {
    "type": "object",
    "properties": {
      "queued": {
        "type": "boolean",
        "description": "The change waits for approval and is not in force."
      },
      "result": {
        "type": "object",
        "properties": {
          "id": {
            "type": "string",
            "format": "uuid"
          },
          "table_id": {
            "type": "string",
            "format": "uuid"
          },
          "data": {
            "type": "object",
            "description": "Cells by column name; every column is present, null when empty."
          },
          "computed": {
            "type": "object",
            "description": "Only with computed=1."
          },
          "computed_errors": {
            "type": "object",
            "additionalProperties": {
              "type": "string"
            },
            "description": "Error code of each formula that failed, by column name."
          },
          "created_at": {
            "type": "string",
            "format": "date-time"
          },
          "updated_at": {
            "type": "string",
            "format": "date-time"
          },
          "deleted_at": {
            "anyOf": [
              {
                "type": "string",
                "format": "date-time"
              },
              {
                "type": "null"
              }
            ],
            "description": "Only on a deleted row."
          },
          "version": {
            "type": "integer"
          },
          "created_by": {
            "type": "object",
            "description": "Who did something.",
            "properties": {
              "type": {
                "type": "string",
                "enum": [
                  "service",
                  "human",
                  "break_glass",
                  "oauth_app",
                  "member",
                  "system"
                ]
              },
              "id": {
                "anyOf": [
                  {
                    "type": "string"
                  },
                  {
                    "type": "null"
                  }
                ]
              }
            }
          },
          "format": {
            "type": "object",
            "properties": {
              "row": {
                "type": "object",
                "properties": {
                  "background": {
                    "type": "string",
                    "pattern": "^(#[0-9a-fA-F]{6}|[a-z][a-z0-9_-]{0,31})$",
                    "description": "#rrggbb or the name of a palette colour."
                  },
                  "color": {
                    "type": "string",
                    "pattern": "^(#[0-9a-fA-F]{6}|[a-z][a-z0-9_-]{0,31})$",
                    "description": "#rrggbb or the name of a palette colour."
                  },
                  "bold": {
                    "type": "boolean"
                  },
                  "italic": {
                    "type": "boolean"
                  }
                },
                "description": "Of the whole row."
              },
              "cells": {
                "type": "object",
                "additionalProperties": {
                  "type": "object",
                  "properties": {
                    "background": {
                      "type": "string",
                      "pattern": "^(#[0-9a-fA-F]{6}|[a-z][a-z0-9_-]{0,31})$",
                      "description": "#rrggbb or the name of a palette colour."
                    },
                    "color": {
                      "type": "string",
                      "pattern": "^(#[0-9a-fA-F]{6}|[a-z][a-z0-9_-]{0,31})$",
                      "description": "#rrggbb or the name of a palette colour."
                    },
                    "bold": {
                      "type": "boolean"
                    },
                    "italic": {
                      "type": "boolean"
                    }
                  }
                },
                "description": "By column name."
              }
            },
            "description": "Only in a view, when one of its conditional formats applies."
          }
        }
      },
      "changed": {
        "type": "array",
        "items": {
          "type": "object",
          "properties": {
            "resource": {
              "type": "string"
            },
            "id": {
              "type": "string"
            },
            "op": {
              "type": "string"
            }
          }
        }
      },
      "changeset_id": {
        "type": "string"
      },
      "changeset_url": {
        "type": "string"
      },
      "replayed": {
        "type": "boolean",
        "description": "The result of an earlier call with this idempotency_key."
      },
      "expires_at": {
        "type": "string"
      },
      "preview": {
        "type": "array",
        "items": {
          "type": "object"
        }
      },
      "error": {
        "type": "object",
        "description": "Problem document of a call that was refused."
      },
      "truncated": {
        "type": "boolean",
        "description": "The text of this result was cut; the structured content is whole."
      }
    }
  },
  "arguments": {
    "table_id": {
      "in": "path"
    },
    "data": {
      "in": "body",
      "freeform": true
    }
  },
  "rpc": {
    "owner": "data",
    "service": "data.v1.Rows",
    "method": "CreateRow",
    "path": "/api/v1/data/tables/{table_id}/rows",
    "hasBody": true,
    "timeoutMs": 30000
  },
  "changes": {
    "resource": "rows",
    "op": "create"
  }
},
{
  "name": "list_tables",
  "toolset": "tables",
  "title": "List tables",
  "description": "Lists the team's tables with their ids and names. Call it first to find the table to query or write.",
  "scope": {
    "resource": "tables",
    "action": "read"
  },
  "module": "tables",
  "confirm": false,
  "planned": false,
  "readOnly": true,
  "trust": "matrix",
  "annotations": {
    "title": "List tables",
    "readOnlyHint": true,
    "destructiveHint": false,
    "idempotentHint": true,
    "openWorldHint": false
  },
  "inputSchema": {
    "type": "object",
    "properties": {
      "limit": {
        "type": "integer",
        "minimum": 1,
        "description": "Most items of a page, which ends early at 4 MiB; above 500 it is cut to 500."
      },
      "cursor": {
        "type": "string",
        "minLength": 1,
        "description": "next_cursor of the previous page."
      }
    },
    "additionalProperties": false
  },
  "outputSchema": {
    "type": "object",
    "properties": {
      "tables": {
        "type": "array",
        "items": {
          "type": "object",
          "properties": {
            "id": {
              "type": "string",
              "format": "uuid"
            },
            "name": {
              "type": "string"
            },
            "display_name": {
              "type": "string"
            },
            "description": {
              "anyOf": [
                {
                  "type": "string"
                },
                {
                  "type": "null"
                }
              ]
            },
            "icon": {
              "anyOf": [
                {
                  "type": "string"
                },
                {
                  "type": "null"
                }
              ]
            },
            "system": {
              "type": "boolean",
              "description": "A table of the platform's own, such as assets."
            },
            "row_count_estimate": {
              "type": "integer"
            },
            "columns": {
              "type": "array",
              "items": {
                "type": "object",
                "properties": {
                  "id": {
                    "type": "string",
                    "format": "uuid"
                  },
                  "name": {
                    "type": "string"
                  },
                  "display_name": {
                    "type": "string"
                  },
                  "type": {
                    "type": "string",
                    "enum": [
                      "text",
                      "long_text",
                      "number",
                      "integer",
                      "currency",
                      "percent",
                      "rating",
                      "boolean",
                      "date",
                      "datetime",
                      "duration",
                      "select",
                      "multi_select",
                      "state",
                      "email",
                      "phone",
                      "url",
                      "user",
                      "contact",
                      "file",
                      "json",
                      "autonumber",
                      "created_at",
                      "updated_at",
                      "created_by",
                      "updated_by",
                      "formula",
                      "relation"
                    ]
                  },
                  "required": {
                    "type": "boolean"
                  },
                  "unique": {
                    "type": "boolean"
                  },
                  "default": {},
                  "description": {
                    "anyOf": [
                      {
                        "type": "string"
                      },
                      {
                        "type": "null"
                      }
                    ]
                  },
                  "options": {
                    "type": "object"
                  },
                  "position": {
                    "type": "integer"
                  },
                  "created_at": {
                    "type": "string",
                    "format": "date-time"
                  },
                  "updated_at": {
                    "type": "string",
                    "format": "date-time"
                  },
                  "version": {
                    "type": "integer"
                  },
                  "formula": {
                    "anyOf": [
                      {
                        "type": "string"
                      },
                      {
                        "type": "null"
                      }
                    ],
                    "description": "Text of a formula column, null for every other; options.result_type tells what it yields."
                  },
                  "relation": {
                    "anyOf": [
                      {
                        "type": "object",
                        "properties": {
                          "table_id": {
                            "type": "string",
                            "minLength": 1,
                            "maxLength": 63,
                            "description": "Id or name of a table; answered as its id."
                          },
                          "display_column": {
                            "anyOf": [
                              {
                                "type": "string",
                                "maxLength": 63
                              },
                              {
                                "type": "null"
                              }
                            ],
                            "description": "Name of the column of that table by which its rows are known."
                          },
                          "cardinality": {
                            "type": "string",
                            "enum": [
                              "one",
                              "many"
                            ],
                            "description": "`one` when absent: a cell is a row's id; of `many` a list of at most 100 distinct ones."
                          },
                          "on_target_delete": {
                            "type": "string",
                            "enum": [
                              "keep",
                              "clear"
                            ],
                            "description": "What becomes of cells when a row they name is deleted: `keep` when absent, `clear` takes the id out of them."
                          }
                        }
                      },
                      {
                        "type": "null"
                      }
                    ],
                    "description": "Of a relation column, null for every other."
                  }
                }
              },
              "description": "Present in the answers that show one table."
            },
            "created_at": {
              "type": "string",
              "format": "date-time"
            },
            "updated_at": {
              "type": "string",
              "format": "date-time"
            },
            "created_by": {
              "type": "object",
              "description": "Who did something.",
              "properties": {
                "type": {
                  "type": "string",
                  "enum": [
                    "service",
                    "human",
                    "break_glass",
                    "oauth_app",
                    "member",
                    "system"
                  ]
                },
                "id": {
                  "anyOf": [
                    {
                      "type": "string"
                    },
                    {
                      "type": "null"
                    }
                  ]
                }
              }
            },
            "version": {
              "type": "integer"
            }
          }
        }
      },
      "next_cursor": {
        "anyOf": [
          {
            "type": "string"
          },
          {
            "type": "null"
          }
        ]
      },
      "has_more": {
        "type": "boolean"
      },
      "total": {
        "type": "integer",
        "description": "Only with count=exact."
      },
      "error": {
        "type": "object",
        "description": "Problem document of a call that was refused."
      },
      "truncated": {
        "type": "boolean",
        "description": "The text of this result was cut; the structured content is whole."
      }
    }
  },
  "arguments": {
    "limit": {
      "in": "query",
      "as": "text"
    },
    "cursor": {
      "in": "query",
      "as": "text"
    }
  },
  "rpc": {
    "owner": "data",
    "service": "data.v1.Tables",
    "method": "ListTables",
    "path": "/api/v1/data/tables",
    "hasBody": false,
    "timeoutMs": 30000
  },
  "changes": null
},
{
  "name": "query_rows",
  "toolset": "tables",
  "title": "Query rows",
  "description": "Reads rows of one table, filtered, searched, sorted and paged. Pass next_cursor as cursor for the next page.",
  "scope": {
    "resource": "tables",
    "action": "read"
  },
  "module": "tables",
  "confirm": false,
  "planned": false,
  "readOnly": true,
  "trust": "matrix",
  "annotations": {
    "title": "Query rows",
    "readOnlyHint": true,
    "destructiveHint": false,
    "idempotentHint": true,
    "openWorldHint": false
  },
  "inputSchema": {
    "type": "object",
    "properties": {
      "table_id": {
        "type": "string",
        "minLength": 1,
        "description": "Id or name of the table."
      },
      "filter": {
        "type": "object",
        "description": "One condition, {field, op, value}, or conditions under and, or, not; in a URL as JSON text."
      },
      "q": {
        "type": "string",
        "minLength": 2,
        "maxLength": 200,
        "description": "Text to find in the row's text cells."
      },
      "sort": {
        "type": "string",
        "minLength": 1,
        "description": "`<field>:<asc|desc>`, up to five, comma separated: any column, created_at, updated_at or id."
      },
      "fields": {
        "type": "array",
        "items": {
          "type": "string",
          "pattern": "^[^,]+$"
        },
        "minItems": 1,
        "description": "Names of the columns to show, formulas only together with computed; in a URL comma separated."
      },
      "expand": {
        "type": "array",
        "items": {
          "type": "string",
          "pattern": "^[^,]+$"
        },
        "minItems": 1,
        "description": "Names of relation columns to show as rows in place of ids, one level deep; in a URL comma separated. A row that is deleted or absent shows as {id, missing: true}, one beyond 8 MiB of them and their results as {id, omitted: true}."
      },
      "computed": {
        "type": "boolean",
        "description": "Adds computed, the values of formula columns, to each row and to those that expand shows."
      },
      "limit": {
        "type": "integer",
        "minimum": 1,
        "description": "Most items of a page, which ends early at 4 MiB; above 500 it is cut to 500."
      },
      "cursor": {
        "type": "string",
        "minLength": 1,
        "description": "next_cursor of the previous page."
      }
    },
    "required": [
      "table_id"
    ],
    "additionalProperties": false
  },
  "outputSchema": {
    "type": "object",
    "properties": {
      "rows": {
        "type": "array",
        "items": {
          "type": "object",
          "properties": {
            "id": {
              "type": "string",
              "format": "uuid"
            },
            "table_id": {
              "type": "string",
              "format": "uuid"
            },
            "data": {
              "type": "object",
              "description": "Cells by column name; every column is present, null when empty."
            },
            "computed": {
              "type": "object",
              "description": "Only with computed=1."
            },
            "computed_errors": {
              "type": "object",
              "additionalProperties": {
                "type": "string"
              },
              "description": "Error code of each formula that failed, by column name."
            },
            "created_at": {
              "type": "string",
              "format": "date-time"
            },
            "updated_at": {
              "type": "string",
              "format": "date-time"
            },
            "deleted_at": {
              "anyOf": [
                {
                  "type": "string",
                  "format": "date-time"
                },
                {
                  "type": "null"
                }
              ],
              "description": "Only on a deleted row."
            },
            "version": {
              "type": "integer"
            },
            "created_by": {
              "type": "object",
              "description": "Who did something.",
              "properties": {
                "type": {
                  "type": "string",
                  "enum": [
                    "service",
                    "human",
                    "break_glass",
                    "oauth_app",
                    "member",
                    "system"
                  ]
                },
                "id": {
                  "anyOf": [
                    {
                      "type": "string"
                    },
                    {
                      "type": "null"
                    }
                  ]
                }
              }
            },
            "format": {
              "type": "object",
              "properties": {
                "row": {
                  "type": "object",
                  "properties": {
                    "background": {
                      "type": "string",
                      "pattern": "^(#[0-9a-fA-F]{6}|[a-z][a-z0-9_-]{0,31})$",
                      "description": "#rrggbb or the name of a palette colour."
                    },
                    "color": {
                      "type": "string",
                      "pattern": "^(#[0-9a-fA-F]{6}|[a-z][a-z0-9_-]{0,31})$",
                      "description": "#rrggbb or the name of a palette colour."
                    },
                    "bold": {
                      "type": "boolean"
                    },
                    "italic": {
                      "type": "boolean"
                    }
                  },
                  "description": "Of the whole row."
                },
                "cells": {
                  "type": "object",
                  "additionalProperties": {
                    "type": "object",
                    "properties": {
                      "background": {
                        "type": "string",
                        "pattern": "^(#[0-9a-fA-F]{6}|[a-z][a-z0-9_-]{0,31})$",
                        "description": "#rrggbb or the name of a palette colour."
                      },
                      "color": {
                        "type": "string",
                        "pattern": "^(#[0-9a-fA-F]{6}|[a-z][a-z0-9_-]{0,31})$",
                        "description": "#rrggbb or the name of a palette colour."
                      },
                      "bold": {
                        "type": "boolean"
                      },
                      "italic": {
                        "type": "boolean"
                      }
                    }
                  },
                  "description": "By column name."
                }
              },
              "description": "Only in a view, when one of its conditional formats applies."
            }
          }
        }
      },
      "next_cursor": {
        "anyOf": [
          {
            "type": "string"
          },
          {
            "type": "null"
          }
        ]
      },
      "has_more": {
        "type": "boolean"
      },
      "total": {
        "type": "integer",
        "description": "Only with count=exact."
      },
      "error": {
        "type": "object",
        "description": "Problem document of a call that was refused."
      },
      "truncated": {
        "type": "boolean",
        "description": "The text of this result was cut; the structured content is whole."
      }
    }
  },
  "arguments": {
    "table_id": {
      "in": "path"
    },
    "filter": {
      "in": "query",
      "as": "json"
    },
    "q": {
      "in": "query",
      "as": "text"
    },
    "sort": {
      "in": "query",
      "as": "text"
    },
    "fields": {
      "in": "query",
      "as": "list"
    },
    "expand": {
      "in": "query",
      "as": "list"
    },
    "computed": {
      "in": "query",
      "as": "text"
    },
    "limit": {
      "in": "query",
      "as": "text"
    },
    "cursor": {
      "in": "query",
      "as": "text"
    }
  },
  "rpc": {
    "owner": "data",
    "service": "data.v1.Rows",
    "method": "ListRows",
    "path": "/api/v1/data/tables/{table_id}/rows",
    "hasBody": false,
    "timeoutMs": 30000
  },
  "changes": null
},
{
  "name": "list_workflows",
  "toolset": "workflows",
  "title": "List workflows",
  "description": "Lists the team's workflows with their triggers and last runs. They cannot be run from here.",
  "scope": {
    "resource": "workflows",
    "action": "read"
  },
  "module": "workflows",
  "confirm": false,
  "planned": true,
  "readOnly": true,
  "trust": "matrix",
  "annotations": {
    "title": "List workflows",
    "readOnlyHint": true,
    "destructiveHint": false,
    "idempotentHint": true,
    "openWorldHint": false
  },
  "inputSchema": {
    "type": "object",
    "properties": {
      "status": {
        "type": "string",
        "enum": [
          "draft",
          "active",
          "paused",
          "archived"
        ]
      },
      "q": {
        "type": "string",
        "minLength": 2,
        "maxLength": 200,
        "description": "Text to find in name and description."
      },
      "limit": {
        "type": "integer",
        "minimum": 1,
        "description": "Most items of a page, which ends early at 4 MiB; above 500 it is cut to 500."
      },
      "cursor": {
        "type": "string",
        "minLength": 1,
        "description": "next_cursor of the previous page."
      }
    },
    "additionalProperties": false
  },
  "outputSchema": {
    "type": "object",
    "properties": {
      "workflows": {
        "type": "array",
        "items": {
          "type": "object",
          "properties": {
            "id": {
              "type": "string",
              "format": "uuid"
            },
            "name": {
              "type": "string"
            },
            "description": {
              "anyOf": [
                {
                  "type": "string"
                },
                {
                  "type": "null"
                }
              ]
            },
            "status": {
              "type": "string",
              "enum": [
                "draft",
                "active",
                "paused",
                "archived"
              ]
            },
            "trigger": {
              "type": "object",
              "description": "What starts a workflow.",
              "properties": {
                "type": {
                  "type": "string",
                  "enum": [
                    "event",
                    "schedule",
                    "manual",
                    "form"
                  ]
                },
                "event_type": {
                  "type": "string"
                },
                "cron": {
                  "type": "string"
                },
                "timezone": {
                  "type": "string"
                }
              }
            },
            "step_count": {
              "type": "integer"
            },
            "version": {
              "type": "integer"
            },
            "last_run": {
              "type": "object",
              "description": "One run of a workflow.",
              "properties": {
                "id": {
                  "type": "string",
                  "format": "uuid"
                },
                "status": {
                  "type": "string",
                  "enum": [
                    "success",
                    "failed",
                    "running"
                  ]
                },
                "started_at": {
                  "type": "string",
                  "format": "date-time"
                },
                "finished_at": {
                  "anyOf": [
                    {
                      "type": "string",
                      "format": "date-time"
                    },
                    {
                      "type": "null"
                    }
                  ]
                }
              }
            },
            "created_at": {
              "type": "string",
              "format": "date-time"
            },
            "updated_at": {
              "type": "string",
              "format": "date-time"
            }
          }
        }
      },
      "next_cursor": {
        "anyOf": [
          {
            "type": "string"
          },
          {
            "type": "null"
          }
        ],
        "description": "null on the last page."
      },
      "has_more": {
        "type": "boolean"
      },
      "error": {
        "type": "object",
        "description": "Problem document of a call that was refused."
      },
      "truncated": {
        "type": "boolean",
        "description": "The text of this result was cut; the structured content is whole."
      }
    }
  },
  "arguments": {
    "status": {
      "in": "query",
      "as": "text"
    },
    "q": {
      "in": "query",
      "as": "text"
    },
    "limit": {
      "in": "query",
      "as": "text"
    },
    "cursor": {
      "in": "query",
      "as": "text"
    }
  },
  "rpc": {
    "owner": "crm",
    "service": "crm.v1.Workflows",
    "method": "ListWorkflows",
    "path": "",
    "hasBody": false,
    "timeoutMs": 30000
  },
  "changes": null
},
];
