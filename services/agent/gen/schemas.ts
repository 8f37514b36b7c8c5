// Generated from protos/ by `make gen`; edits are lost.

import type { JsonSchema } from "@jst/rpc";

/** JSON Schema of agent.v1.Action. */
export const Action: JsonSchema = {
  "type": "object",
  "properties": {
    "name": {
      "type": "string"
    },
    "title": {
      "type": "string"
    },
    "description": {
      "type": "string"
    },
    "scope": {
      "$ref": "#/$defs/ActionScope"
    },
    "read_only": {
      "type": "boolean"
    },
    "confirm": {
      "type": "boolean",
      "description": "A run needs `confirm: true`; without it the answer is a preview."
    },
    "reversible": {
      "type": "boolean",
      "description": "An admin can undo what it did."
    },
    "annotations": {
      "type": "object",
      "description": "MCP's hints: title, readOnlyHint, destructiveHint, idempotentHint, openWorldHint."
    },
    "input_schema": {
      "type": "object",
      "description": "JSON Schema 2020-12 of `arguments`."
    },
    "output_schema": {
      "type": "object",
      "description": "JSON Schema 2020-12 of what the tool of this name answers."
    },
    "deprecated": {
      "type": "boolean"
    }
  },
  "required": [
    "name",
    "title",
    "description",
    "scope",
    "read_only",
    "confirm",
    "reversible",
    "annotations",
    "input_schema",
    "output_schema"
  ],
  "additionalProperties": false,
  "$defs": {
    "ActionScope": {
      "type": "object",
      "properties": {
        "resource": {
          "type": "string"
        },
        "action": {
          "type": "string"
        }
      },
      "required": [
        "resource",
        "action"
      ],
      "additionalProperties": false
    }
  }
};

/** JSON Schema of agent.v1.ActionCall. */
export const ActionCall: JsonSchema = {
  "type": "object",
  "properties": {
    "arguments": {
      "type": "object",
      "description": "What the action takes; see its input_schema.",
      "examples": [
        {
          "table_id": "orders",
          "limit": 10
        }
      ]
    },
    "confirm": {
      "type": "boolean",
      "description": "true, once the user has agreed to what the preview shows."
    },
    "confirm_token": {
      "type": "string",
      "minLength": 1,
      "description": "confirm_token of the preview the user agreed to."
    },
    "dry_run": {
      "type": "boolean",
      "description": "Shows what a write would change and changes nothing."
    },
    "idempotency_key": {
      "type": "string",
      "minLength": 1,
      "maxLength": 255,
      "pattern": "^[ -~]+$",
      "description": "Names this write; repeated, it is done once."
    }
  },
  "additionalProperties": false
};

/** JSON Schema of agent.v1.ActionChange. */
export const ActionChange: JsonSchema = {
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
  },
  "required": [
    "resource",
    "id",
    "op"
  ],
  "additionalProperties": false
};

/** JSON Schema of agent.v1.ActionOutcome. */
export const ActionOutcome: JsonSchema = {
  "type": "object",
  "description": "`result` for a read; for a write what became of it.",
  "properties": {
    "result": {
      "description": "What the REST route of the action would answer."
    },
    "queued": {
      "type": "boolean",
      "description": "The change waits for approval and is not in force."
    },
    "changed": {
      "type": "array",
      "items": {
        "$ref": "#/$defs/ActionChange"
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
      "description": "The outcome of an earlier run with this idempotency_key."
    },
    "expires_at": {
      "type": "string"
    },
    "preview": {
      "type": "array",
      "items": {
        "$ref": "#/$defs/PreviewedChange"
      }
    },
    "dry_run": {
      "type": "boolean",
      "description": "Nothing was changed: `preview` shows what would be."
    }
  },
  "additionalProperties": false,
  "$defs": {
    "ActionChange": {
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
      },
      "required": [
        "resource",
        "id",
        "op"
      ],
      "additionalProperties": false
    },
    "PreviewedChange": {
      "type": "object",
      "description": "One change that a write would make.",
      "properties": {
        "resource": {
          "type": "string",
          "examples": [
            "contacts"
          ]
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
        "before": {
          "description": "null where there was nothing."
        },
        "after": {
          "description": "null where there will be nothing."
        }
      },
      "required": [
        "resource",
        "op"
      ],
      "additionalProperties": false
    }
  }
};

/** JSON Schema of agent.v1.ActionScope. */
export const ActionScope: JsonSchema = {
  "type": "object",
  "properties": {
    "resource": {
      "type": "string"
    },
    "action": {
      "type": "string"
    }
  },
  "required": [
    "resource",
    "action"
  ],
  "additionalProperties": false
};

/** JSON Schema of platform.v1.Actor. */
export const Actor: JsonSchema = {
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
  },
  "required": [
    "type",
    "id"
  ],
  "additionalProperties": false
};

/** JSON Schema of changes.v1.Changeset. */
export const Changeset: JsonSchema = {
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
      "$ref": "#/$defs/ChangesetSource"
    },
    "proposed_by": {
      "$ref": "#/$defs/Actor"
    },
    "summary": {
      "type": "string"
    },
    "operations": {
      "type": "array",
      "items": {
        "$ref": "#/$defs/ChangesetOperation"
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
      "$ref": "#/$defs/Actor"
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
  },
  "required": [
    "id",
    "status",
    "source",
    "proposed_by",
    "summary",
    "operations",
    "operation_count",
    "reversible",
    "created_at",
    "expires_at"
  ],
  "additionalProperties": false,
  "$defs": {
    "Actor": {
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
      },
      "required": [
        "type",
        "id"
      ],
      "additionalProperties": false
    },
    "ChangesetOperation": {
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
      },
      "required": [
        "resource",
        "op",
        "before",
        "after"
      ],
      "additionalProperties": false
    },
    "ChangesetSource": {
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
      },
      "required": [
        "door",
        "token_id",
        "token_type"
      ],
      "additionalProperties": false
    }
  }
};

/** JSON Schema of agent.v1.ChangesetList. */
export const ChangesetList: JsonSchema = {
  "type": "object",
  "description": "When a service does not answer, a page has what the others have. The cursor keeps the place of each service: what a missing one has comes on a later page, newest first again, once that service answers. Until then has_more is true; a page that only missing services could fill is 503, and its cursor can be sent again.",
  "properties": {
    "changesets": {
      "type": "array",
      "items": {
        "$ref": "#/$defs/Changeset"
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
    }
  },
  "required": [
    "changesets",
    "next_cursor",
    "has_more"
  ],
  "additionalProperties": false,
  "$defs": {
    "Actor": {
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
      },
      "required": [
        "type",
        "id"
      ],
      "additionalProperties": false
    },
    "Changeset": {
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
          "$ref": "#/$defs/ChangesetSource"
        },
        "proposed_by": {
          "$ref": "#/$defs/Actor"
        },
        "summary": {
          "type": "string"
        },
        "operations": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/ChangesetOperation"
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
          "$ref": "#/$defs/Actor"
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
      },
      "required": [
        "id",
        "status",
        "source",
        "proposed_by",
        "summary",
        "operations",
        "operation_count",
        "reversible",
        "created_at",
        "expires_at"
      ],
      "additionalProperties": false
    },
    "ChangesetOperation": {
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
      },
      "required": [
        "resource",
        "op",
        "before",
        "after"
      ],
      "additionalProperties": false
    },
    "ChangesetSource": {
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
      },
      "required": [
        "door",
        "token_id",
        "token_type"
      ],
      "additionalProperties": false
    }
  }
};

/** JSON Schema of changes.v1.ChangesetOperation. */
export const ChangesetOperation: JsonSchema = {
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
  },
  "required": [
    "resource",
    "op",
    "before",
    "after"
  ],
  "additionalProperties": false
};

/** JSON Schema of changes.v1.ChangesetSource. */
export const ChangesetSource: JsonSchema = {
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
  },
  "required": [
    "door",
    "token_id",
    "token_type"
  ],
  "additionalProperties": false
};

/** JSON Schema of agent.v1.Index. */
export const Index: JsonSchema = {
  "type": "object",
  "properties": {
    "version": {
      "type": "string"
    },
    "paths": {
      "type": "array",
      "items": {
        "$ref": "#/$defs/IndexPath"
      }
    },
    "actions": {
      "type": "array",
      "items": {
        "$ref": "#/$defs/IndexAction"
      }
    }
  },
  "required": [
    "version",
    "paths",
    "actions"
  ],
  "additionalProperties": false,
  "$defs": {
    "IndexAction": {
      "type": "object",
      "properties": {
        "name": {
          "type": "string"
        },
        "description": {
          "type": "string"
        },
        "scope": {
          "type": "string"
        },
        "confirm": {
          "type": "boolean"
        }
      },
      "required": [
        "name",
        "description",
        "scope",
        "confirm"
      ],
      "additionalProperties": false
    },
    "IndexPath": {
      "type": "object",
      "properties": {
        "method": {
          "type": "string"
        },
        "path": {
          "type": "string",
          "description": "Path template, relative to the team host."
        },
        "scope": {
          "anyOf": [
            {
              "type": "string"
            },
            {
              "type": "null"
            }
          ],
          "description": "`resource:action`; null where any token or none will do."
        },
        "module": {
          "type": "string",
          "description": "Module key that gates the path."
        },
        "deprecated": {
          "type": "boolean"
        }
      },
      "required": [
        "method",
        "path",
        "scope"
      ],
      "additionalProperties": false
    }
  }
};

/** JSON Schema of agent.v1.IndexAction. */
export const IndexAction: JsonSchema = {
  "type": "object",
  "properties": {
    "name": {
      "type": "string"
    },
    "description": {
      "type": "string"
    },
    "scope": {
      "type": "string"
    },
    "confirm": {
      "type": "boolean"
    }
  },
  "required": [
    "name",
    "description",
    "scope",
    "confirm"
  ],
  "additionalProperties": false
};

/** JSON Schema of agent.v1.IndexPath. */
export const IndexPath: JsonSchema = {
  "type": "object",
  "properties": {
    "method": {
      "type": "string"
    },
    "path": {
      "type": "string",
      "description": "Path template, relative to the team host."
    },
    "scope": {
      "anyOf": [
        {
          "type": "string"
        },
        {
          "type": "null"
        }
      ],
      "description": "`resource:action`; null where any token or none will do."
    },
    "module": {
      "type": "string",
      "description": "Module key that gates the path."
    },
    "deprecated": {
      "type": "boolean"
    }
  },
  "required": [
    "method",
    "path",
    "scope"
  ],
  "additionalProperties": false
};

/** JSON Schema of agent.v1.JsonRpcError. */
export const JsonRpcError: JsonSchema = {
  "type": "object",
  "properties": {
    "code": {
      "type": "integer"
    },
    "message": {
      "type": "string"
    },
    "data": {
      "type": "object",
      "description": "The problem document."
    }
  },
  "required": [
    "code",
    "message"
  ],
  "additionalProperties": false
};

/** JSON Schema of agent.v1.JsonRpcRequest. */
export const JsonRpcRequest: JsonSchema = {
  "type": "object",
  "properties": {
    "jsonrpc": {
      "type": "string",
      "const": "2.0",
      "examples": [
        "2.0"
      ]
    },
    "id": {
      "description": "String or integer; absent from a notification.",
      "examples": [
        1
      ]
    },
    "method": {
      "type": "string",
      "examples": [
        "tools/list"
      ]
    },
    "params": {
      "type": "object"
    }
  },
  "required": [
    "jsonrpc",
    "method"
  ],
  "additionalProperties": false
};

/** JSON Schema of agent.v1.JsonRpcResponse. */
export const JsonRpcResponse: JsonSchema = {
  "type": "object",
  "properties": {
    "jsonrpc": {
      "type": "string",
      "const": "2.0"
    },
    "id": {
      "description": "That of the request; null where it could not be read."
    },
    "result": {
      "type": "object",
      "description": "Either this or error."
    },
    "error": {
      "$ref": "#/$defs/JsonRpcError"
    }
  },
  "required": [
    "jsonrpc",
    "id"
  ],
  "additionalProperties": false,
  "$defs": {
    "JsonRpcError": {
      "type": "object",
      "properties": {
        "code": {
          "type": "integer"
        },
        "message": {
          "type": "string"
        },
        "data": {
          "type": "object",
          "description": "The problem document."
        }
      },
      "required": [
        "code",
        "message"
      ],
      "additionalProperties": false
    }
  }
};

/** JSON Schema of agent.v1.ListChangesetsQuery. */
export const ListChangesetsQuery: JsonSchema = {
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
    "since": {
      "type": "string",
      "format": "date-time",
      "description": "Only changesets created at or after this time."
    }
  },
  "additionalProperties": false
};

/** JSON Schema of agent.v1.ListMcpActionsQuery. */
export const ListMcpActionsQuery: JsonSchema = {
  "type": "object",
  "properties": {
    "toolsets": {
      "type": "string",
      "description": "Only tools of these toolsets, comma separated."
    },
    "tools": {
      "type": "string",
      "description": "Only these tools, comma separated."
    },
    "exclude": {
      "type": "string",
      "description": "None of these tools, comma separated."
    },
    "read_only": {
      "type": "string",
      "description": "true: only tools that read."
    }
  },
  "additionalProperties": false
};

/** JSON Schema of platform.v1.PreviewedChange. */
export const PreviewedChange: JsonSchema = {
  "type": "object",
  "description": "One change that a write would make.",
  "properties": {
    "resource": {
      "type": "string",
      "examples": [
        "contacts"
      ]
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
    "before": {
      "description": "null where there was nothing."
    },
    "after": {
      "description": "null where there will be nothing."
    }
  },
  "required": [
    "resource",
    "op"
  ],
  "additionalProperties": false
};

/** JSON Schema of agent.v1.ToolCall. */
export const ToolCall: JsonSchema = {
  "type": "object",
  "description": "A call in our own shape; those of OpenAI, Anthropic and Gemini are taken as they are.",
  "properties": {
    "name": {
      "type": "string",
      "examples": [
        "list_tables"
      ]
    },
    "arguments": {
      "description": "An object, or the JSON text of one.",
      "examples": [
        {
          "limit": 10
        }
      ]
    },
    "call_id": {
      "type": "string",
      "description": "Comes back with the result.",
      "examples": [
        "call_1"
      ]
    },
    "confirm": {
      "type": "boolean",
      "description": "true, once the user has agreed to what the preview shows."
    },
    "confirm_token": {
      "type": "string",
      "minLength": 1,
      "description": "confirm_token of the preview the user agreed to."
    },
    "idempotency_key": {
      "type": "string",
      "minLength": 1,
      "maxLength": 255,
      "pattern": "^[ -~]+$",
      "description": "Names this write; repeated, it is done once."
    }
  },
  "required": [
    "name"
  ],
  "additionalProperties": false
};

/** JSON Schema of agent.v1.ToolCatalogue. */
export const ToolCatalogue: JsonSchema = {
  "type": "object",
  "properties": {
    "format": {
      "type": "string"
    },
    "tools": {
      "type": "array",
      "items": {
        "type": "object"
      },
      "description": "As the vendor's API takes them."
    },
    "meta": {
      "type": "object",
      "additionalProperties": {
        "$ref": "#/$defs/ToolMeta"
      },
      "description": "What the format has no place for, by tool."
    },
    "etag": {
      "type": "string"
    }
  },
  "required": [
    "format",
    "tools",
    "meta",
    "etag"
  ],
  "additionalProperties": false,
  "$defs": {
    "ActionScope": {
      "type": "object",
      "properties": {
        "resource": {
          "type": "string"
        },
        "action": {
          "type": "string"
        }
      },
      "required": [
        "resource",
        "action"
      ],
      "additionalProperties": false
    },
    "ToolMeta": {
      "type": "object",
      "properties": {
        "scope": {
          "$ref": "#/$defs/ActionScope"
        },
        "confirm": {
          "type": "boolean"
        },
        "annotations": {
          "type": "object",
          "description": "MCP's hints: title, readOnlyHint, destructiveHint, idempotentHint, openWorldHint."
        }
      },
      "required": [
        "scope",
        "confirm",
        "annotations"
      ],
      "additionalProperties": false
    }
  }
};

/** JSON Schema of agent.v1.ToolMeta. */
export const ToolMeta: JsonSchema = {
  "type": "object",
  "properties": {
    "scope": {
      "$ref": "#/$defs/ActionScope"
    },
    "confirm": {
      "type": "boolean"
    },
    "annotations": {
      "type": "object",
      "description": "MCP's hints: title, readOnlyHint, destructiveHint, idempotentHint, openWorldHint."
    }
  },
  "required": [
    "scope",
    "confirm",
    "annotations"
  ],
  "additionalProperties": false,
  "$defs": {
    "ActionScope": {
      "type": "object",
      "properties": {
        "resource": {
          "type": "string"
        },
        "action": {
          "type": "string"
        }
      },
      "required": [
        "resource",
        "action"
      ],
      "additionalProperties": false
    }
  }
};

/** JSON Schema of agent.v1.ToolResult. */
export const ToolResult: JsonSchema = {
  "type": "object",
  "properties": {
    "call_id": {
      "anyOf": [
        {
          "type": "string"
        },
        {
          "type": "null"
        }
      ],
      "description": "That of the call."
    },
    "name": {
      "type": "string"
    },
    "ok": {
      "type": "boolean"
    },
    "result": {
      "description": "Where ok: the answer of the REST route to a read, the outcome of a write."
    },
    "error": {
      "type": "object",
      "description": "Where not ok: the problem document."
    }
  },
  "required": [
    "call_id",
    "name",
    "ok"
  ],
  "additionalProperties": false
};

/** JSON Schema of agent.v1.ToolsQuery. */
export const ToolsQuery: JsonSchema = {
  "type": "object",
  "properties": {
    "format": {
      "type": "string",
      "enum": [
        "openai",
        "openai-responses",
        "anthropic",
        "gemini",
        "mcp"
      ],
      "description": "Whose format; a list is in that of openai when none is named. Anything else is 400 invalid_format."
    },
    "toolsets": {
      "type": "string",
      "minLength": 1,
      "description": "Only tools of these toolsets, comma separated."
    },
    "tools": {
      "type": "string",
      "minLength": 1,
      "description": "Only these tools, comma separated."
    },
    "exclude": {
      "type": "string",
      "minLength": 1,
      "description": "None of these tools, comma separated."
    },
    "read_only": {
      "type": "boolean",
      "description": "Only tools that change nothing."
    }
  },
  "additionalProperties": false
};
