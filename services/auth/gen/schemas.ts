// Generated from protos/ by `make gen`; edits are lost.

import type { JsonSchema } from "@jst/rpc";

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

/** JSON Schema of auth.v1.AuditEntry. */
export const AuditEntry: JsonSchema = {
  "type": "object",
  "properties": {
    "id": {
      "type": "string",
      "format": "uuid"
    },
    "created_at": {
      "type": "string",
      "format": "date-time"
    },
    "actor": {
      "$ref": "#/$defs/Actor"
    },
    "action": {
      "type": "string"
    },
    "resource": {
      "type": "string"
    },
    "resource_id": {
      "anyOf": [
        {
          "type": "string"
        },
        {
          "type": "null"
        }
      ]
    },
    "outcome": {
      "type": "string",
      "description": "allowed: the request passed, and the service that answered it knows how it ended."
    },
    "changeset_id": {
      "type": "string"
    },
    "request_id": {
      "type": "string"
    },
    "patient_id": {
      "type": "string"
    },
    "code": {
      "type": "string",
      "description": "Code of a refusal."
    },
    "reason": {
      "type": "string",
      "description": "Why, where somebody had to say it."
    },
    "break_glass": {
      "type": "boolean",
      "description": "A request of an emergency token."
    },
    "call": {
      "$ref": "#/$defs/RecordedCall",
      "description": "The call, of action tool.call."
    }
  },
  "required": [
    "id",
    "created_at",
    "actor",
    "action",
    "resource",
    "resource_id",
    "outcome",
    "request_id"
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
    "RecordedCall": {
      "type": "object",
      "description": "One call of a tool at a door of agents. Texts of people and cells of tables are not in it.",
      "properties": {
        "tool": {
          "type": "string"
        },
        "door": {
          "type": "string",
          "enum": [
            "mcp",
            "mcp_actions",
            "actions",
            "tools"
          ]
        },
        "arguments": {
          "type": "object",
          "description": "The arguments by name: ids, numbers and words of a closed list as they are, of any other text its length."
        },
        "arguments_digest": {
          "type": "string",
          "description": "SHA-256 of the arguments, in hex, whatever the order of their members."
        },
        "latency_ms": {
          "type": "number",
          "description": "Milliseconds that the call took."
        },
        "preview": {
          "type": "boolean",
          "description": "A dry run: it has shown what it would change."
        },
        "replayed": {
          "type": "boolean",
          "description": "The answer is that of an earlier call with the same idempotency key."
        },
        "client": {
          "$ref": "#/$defs/RecordedClient",
          "description": "What the client says of itself; nothing vouches for it."
        },
        "traceparent": {
          "type": "string",
          "description": "Trace context that the client named in the message."
        }
      },
      "required": [
        "tool",
        "door",
        "arguments",
        "arguments_digest",
        "latency_ms"
      ],
      "additionalProperties": false
    },
    "RecordedClient": {
      "type": "object",
      "description": "Name and version of a program, as it gives them.",
      "properties": {
        "name": {
          "type": "string"
        },
        "version": {
          "type": "string"
        }
      },
      "required": [
        "name",
        "version"
      ],
      "additionalProperties": false
    }
  }
};

/** JSON Schema of auth.v1.AuditList. */
export const AuditList: JsonSchema = {
  "type": "object",
  "properties": {
    "audit": {
      "type": "array",
      "items": {
        "$ref": "#/$defs/AuditEntry"
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
    }
  },
  "required": [
    "audit",
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
    "AuditEntry": {
      "type": "object",
      "properties": {
        "id": {
          "type": "string",
          "format": "uuid"
        },
        "created_at": {
          "type": "string",
          "format": "date-time"
        },
        "actor": {
          "$ref": "#/$defs/Actor"
        },
        "action": {
          "type": "string"
        },
        "resource": {
          "type": "string"
        },
        "resource_id": {
          "anyOf": [
            {
              "type": "string"
            },
            {
              "type": "null"
            }
          ]
        },
        "outcome": {
          "type": "string",
          "description": "allowed: the request passed, and the service that answered it knows how it ended."
        },
        "changeset_id": {
          "type": "string"
        },
        "request_id": {
          "type": "string"
        },
        "patient_id": {
          "type": "string"
        },
        "code": {
          "type": "string",
          "description": "Code of a refusal."
        },
        "reason": {
          "type": "string",
          "description": "Why, where somebody had to say it."
        },
        "break_glass": {
          "type": "boolean",
          "description": "A request of an emergency token."
        },
        "call": {
          "$ref": "#/$defs/RecordedCall",
          "description": "The call, of action tool.call."
        }
      },
      "required": [
        "id",
        "created_at",
        "actor",
        "action",
        "resource",
        "resource_id",
        "outcome",
        "request_id"
      ],
      "additionalProperties": false
    },
    "RecordedCall": {
      "type": "object",
      "description": "One call of a tool at a door of agents. Texts of people and cells of tables are not in it.",
      "properties": {
        "tool": {
          "type": "string"
        },
        "door": {
          "type": "string",
          "enum": [
            "mcp",
            "mcp_actions",
            "actions",
            "tools"
          ]
        },
        "arguments": {
          "type": "object",
          "description": "The arguments by name: ids, numbers and words of a closed list as they are, of any other text its length."
        },
        "arguments_digest": {
          "type": "string",
          "description": "SHA-256 of the arguments, in hex, whatever the order of their members."
        },
        "latency_ms": {
          "type": "number",
          "description": "Milliseconds that the call took."
        },
        "preview": {
          "type": "boolean",
          "description": "A dry run: it has shown what it would change."
        },
        "replayed": {
          "type": "boolean",
          "description": "The answer is that of an earlier call with the same idempotency key."
        },
        "client": {
          "$ref": "#/$defs/RecordedClient",
          "description": "What the client says of itself; nothing vouches for it."
        },
        "traceparent": {
          "type": "string",
          "description": "Trace context that the client named in the message."
        }
      },
      "required": [
        "tool",
        "door",
        "arguments",
        "arguments_digest",
        "latency_ms"
      ],
      "additionalProperties": false
    },
    "RecordedClient": {
      "type": "object",
      "description": "Name and version of a program, as it gives them.",
      "properties": {
        "name": {
          "type": "string"
        },
        "version": {
          "type": "string"
        }
      },
      "required": [
        "name",
        "version"
      ],
      "additionalProperties": false
    }
  }
};

/** JSON Schema of auth.v1.AuditPart. */
export const AuditPart: JsonSchema = {
  "type": "object",
  "properties": {
    "team": {
      "type": "string",
      "minLength": 1,
      "description": "Slug of the team."
    },
    "after": {
      "$ref": "#/$defs/ChainPlace",
      "description": "Where the part before this one ended; the beginning of the chain when absent."
    }
  },
  "required": [
    "team"
  ],
  "additionalProperties": false,
  "$defs": {
    "ChainPlace": {
      "type": "object",
      "description": "A place in a chain.",
      "properties": {
        "seq": {
          "type": "integer",
          "minimum": 0
        },
        "hash": {
          "type": "string",
          "pattern": "^[0-9a-f]{64}$",
          "description": "Hash of the entry there, 64 hexadecimal digits."
        }
      },
      "required": [
        "seq",
        "hash"
      ],
      "additionalProperties": false
    }
  }
};

/** JSON Schema of auth.v1.Brand. */
export const Brand: JsonSchema = {
  "type": "object",
  "properties": {
    "name": {
      "anyOf": [
        {
          "type": "string"
        },
        {
          "type": "null"
        }
      ]
    },
    "logo": {
      "anyOf": [
        {
          "type": "string"
        },
        {
          "type": "null"
        }
      ]
    },
    "favicon": {
      "anyOf": [
        {
          "type": "string"
        },
        {
          "type": "null"
        }
      ]
    },
    "primary_color": {
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
    "name",
    "logo",
    "favicon",
    "primary_color"
  ],
  "additionalProperties": false
};

/** JSON Schema of auth.v1.BrokenEntry. */
export const BrokenEntry: JsonSchema = {
  "type": "object",
  "properties": {
    "seq": {
      "type": "integer"
    },
    "id": {
      "anyOf": [
        {
          "type": "string"
        },
        {
          "type": "null"
        }
      ],
      "description": "Id of the entry; null when it is missing."
    },
    "reason": {
      "type": "string",
      "enum": [
        "changed",
        "missing",
        "head_moved",
        "not_as_signed"
      ]
    }
  },
  "required": [
    "seq",
    "id",
    "reason"
  ],
  "additionalProperties": false
};

/** JSON Schema of auth.v1.CallerToken. */
export const CallerToken: JsonSchema = {
  "type": "object",
  "properties": {
    "caller_token": {
      "type": "string",
      "description": "As x-internal-token carries it; verify it before use."
    },
    "expires_at": {
      "type": "string",
      "format": "date-time"
    }
  },
  "required": [
    "caller_token",
    "expires_at"
  ],
  "additionalProperties": false
};

/** JSON Schema of auth.v1.ChainPlace. */
export const ChainPlace: JsonSchema = {
  "type": "object",
  "description": "A place in a chain.",
  "properties": {
    "seq": {
      "type": "integer",
      "minimum": 0
    },
    "hash": {
      "type": "string",
      "pattern": "^[0-9a-f]{64}$",
      "description": "Hash of the entry there, 64 hexadecimal digits."
    }
  },
  "required": [
    "seq",
    "hash"
  ],
  "additionalProperties": false
};

/** JSON Schema of auth.v1.CreatedTeam. */
export const CreatedTeam: JsonSchema = {
  "type": "object",
  "properties": {
    "id": {
      "type": "string",
      "format": "uuid"
    },
    "slug": {
      "type": "string"
    }
  },
  "required": [
    "id",
    "slug"
  ],
  "additionalProperties": false
};

/** JSON Schema of auth.v1.CreatedToken. */
export const CreatedToken: JsonSchema = {
  "type": "object",
  "properties": {
    "id": {
      "type": "string",
      "format": "uuid"
    },
    "name": {
      "type": "string"
    },
    "type": {
      "type": "string"
    },
    "prefix": {
      "type": "string"
    },
    "last4": {
      "type": "string"
    },
    "scopes": {
      "type": "array",
      "items": {
        "$ref": "#/$defs/Scope"
      }
    },
    "team_id": {
      "type": "string",
      "format": "uuid"
    },
    "member_id": {
      "anyOf": [
        {
          "type": "string",
          "format": "uuid"
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
    "last_used_at": {
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
    "expires_at": {
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
    "revoked_at": {
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
    "value": {
      "type": "string",
      "description": "The token itself, shown this once, so the replay of an idempotent request lacks it."
    },
    "refresh_token": {
      "type": "string",
      "description": "Only for human; shown this once."
    }
  },
  "required": [
    "id",
    "name",
    "type",
    "prefix",
    "last4",
    "scopes",
    "team_id",
    "member_id",
    "created_at",
    "last_used_at",
    "expires_at",
    "revoked_at"
  ],
  "additionalProperties": false,
  "$defs": {
    "Scope": {
      "type": "object",
      "description": "One permission of a token. The list of resources is the platform's own: every rpc's scope is checked against it.",
      "properties": {
        "resource": {
          "type": "string",
          "enum": [
            "*",
            "articles",
            "artifacts",
            "audit",
            "bases",
            "comms",
            "commerce",
            "config",
            "contacts",
            "emr",
            "extension",
            "files",
            "forms",
            "project_task",
            "review",
            "scheduling",
            "tables",
            "tokens",
            "vault",
            "webhooks",
            "wellness",
            "workflows"
          ]
        },
        "actions": {
          "type": "array",
          "items": {
            "type": "string",
            "enum": [
              "read",
              "write",
              "delete",
              "admin"
            ]
          },
          "minItems": 1
        }
      },
      "required": [
        "resource",
        "actions"
      ],
      "additionalProperties": false
    }
  }
};

/** JSON Schema of auth.v1.KnownMember. */
export const KnownMember: JsonSchema = {
  "type": "object",
  "properties": {
    "id": {
      "type": "string",
      "format": "uuid"
    },
    "role": {
      "type": "string"
    },
    "suspended": {
      "type": "boolean",
      "description": "Still a member, whose tokens are refused."
    }
  },
  "required": [
    "id",
    "role",
    "suspended"
  ],
  "additionalProperties": false
};

/** JSON Schema of auth.v1.KnownMembers. */
export const KnownMembers: JsonSchema = {
  "type": "object",
  "properties": {
    "members": {
      "type": "array",
      "items": {
        "$ref": "#/$defs/KnownMember"
      },
      "description": "In no order; an id of nobody, or of another team's member, is left out."
    }
  },
  "required": [
    "members"
  ],
  "additionalProperties": false,
  "$defs": {
    "KnownMember": {
      "type": "object",
      "properties": {
        "id": {
          "type": "string",
          "format": "uuid"
        },
        "role": {
          "type": "string"
        },
        "suspended": {
          "type": "boolean",
          "description": "Still a member, whose tokens are refused."
        }
      },
      "required": [
        "id",
        "role",
        "suspended"
      ],
      "additionalProperties": false
    }
  }
};

/** JSON Schema of auth.v1.ListAuditQuery. */
export const ListAuditQuery: JsonSchema = {
  "type": "object",
  "properties": {
    "actor_id": {
      "type": "string",
      "format": "uuid",
      "description": "Id of the member or, for service tokens, of the token."
    },
    "resource": {
      "type": "string",
      "minLength": 1,
      "maxLength": 64,
      "description": "Resource as scopes name it, or changesets."
    },
    "action": {
      "type": "string",
      "minLength": 1,
      "maxLength": 64,
      "description": "A verb: mint, revoke, refresh, request; with its noun, changeset.approve, tool.call."
    },
    "outcome": {
      "type": "string",
      "enum": [
        "success",
        "allowed",
        "denied",
        "not_found",
        "failed"
      ]
    },
    "patient_id": {
      "type": "string",
      "format": "uuid"
    },
    "from": {
      "type": "string",
      "minLength": 1,
      "format": "date-time",
      "description": "Not before this moment."
    },
    "to": {
      "type": "string",
      "minLength": 1,
      "format": "date-time",
      "description": "Before this moment."
    },
    "limit": {
      "type": "integer",
      "minimum": 1,
      "description": "Most items of a page, which ends early at 4 MiB; above 200 it is cut to 200."
    },
    "cursor": {
      "type": "string",
      "minLength": 1,
      "description": "next_cursor of the previous page."
    }
  },
  "additionalProperties": false
};

/** JSON Schema of auth.v1.ListTokensQuery. */
export const ListTokensQuery: JsonSchema = {
  "type": "object",
  "properties": {
    "type": {
      "type": "string",
      "enum": [
        "service",
        "human",
        "break_glass",
        "oauth_app"
      ]
    },
    "member_id": {
      "type": "string",
      "format": "uuid",
      "description": "Tokens of one member."
    },
    "q": {
      "type": "string",
      "minLength": 2,
      "maxLength": 200,
      "description": "Text in the name, in either case."
    },
    "updated_since": {
      "type": "string",
      "format": "date-time",
      "description": "Minted or revoked since; RFC 3339."
    },
    "sort": {
      "type": "string",
      "minLength": 1,
      "description": "`<field>:<asc|desc>`, up to five: name, type, created_at, last_used_at, expires_at."
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
};

/** JSON Schema of auth.v1.MadeToolCall. */
export const MadeToolCall: JsonSchema = {
  "type": "object",
  "description": "One call and how it ended.",
  "properties": {
    "team_id": {
      "type": "string",
      "format": "uuid"
    },
    "actor_type": {
      "type": "string"
    },
    "actor_id": {
      "type": "string"
    },
    "token_id": {
      "type": "string"
    },
    "request_id": {
      "type": "string"
    },
    "traceparent": {
      "type": "string"
    },
    "resource": {
      "type": "string",
      "description": "Resource of the tool's scope."
    },
    "outcome": {
      "type": "string",
      "enum": [
        "success",
        "denied",
        "not_found",
        "failed"
      ]
    },
    "code": {
      "type": "string",
      "description": "Code of a refusal."
    },
    "changeset_id": {
      "type": "string"
    },
    "call": {
      "type": "string",
      "maxLength": 4000,
      "description": "The call as the log shows it: the JSON of a RecordedCall."
    }
  },
  "required": [
    "team_id",
    "actor_type",
    "actor_id",
    "token_id",
    "request_id",
    "resource",
    "outcome",
    "call"
  ],
  "additionalProperties": false
};

/** JSON Schema of auth.v1.MadeToolCalls. */
export const MadeToolCalls: JsonSchema = {
  "type": "object",
  "properties": {
    "calls": {
      "type": "array",
      "items": {
        "$ref": "#/$defs/MadeToolCall"
      },
      "minItems": 1,
      "maxItems": 100
    }
  },
  "required": [
    "calls"
  ],
  "additionalProperties": false,
  "$defs": {
    "MadeToolCall": {
      "type": "object",
      "description": "One call and how it ended.",
      "properties": {
        "team_id": {
          "type": "string",
          "format": "uuid"
        },
        "actor_type": {
          "type": "string"
        },
        "actor_id": {
          "type": "string"
        },
        "token_id": {
          "type": "string"
        },
        "request_id": {
          "type": "string"
        },
        "traceparent": {
          "type": "string"
        },
        "resource": {
          "type": "string",
          "description": "Resource of the tool's scope."
        },
        "outcome": {
          "type": "string",
          "enum": [
            "success",
            "denied",
            "not_found",
            "failed"
          ]
        },
        "code": {
          "type": "string",
          "description": "Code of a refusal."
        },
        "changeset_id": {
          "type": "string"
        },
        "call": {
          "type": "string",
          "maxLength": 4000,
          "description": "The call as the log shows it: the JSON of a RecordedCall."
        }
      },
      "required": [
        "team_id",
        "actor_type",
        "actor_id",
        "token_id",
        "request_id",
        "resource",
        "outcome",
        "call"
      ],
      "additionalProperties": false
    }
  }
};

/** JSON Schema of auth.v1.MappedHost. */
export const MappedHost: JsonSchema = {
  "type": "object",
  "properties": {
    "host": {
      "type": "string"
    },
    "team_id": {
      "type": "string",
      "format": "uuid"
    }
  },
  "required": [
    "host",
    "team_id"
  ],
  "additionalProperties": false
};

/** JSON Schema of auth.v1.Member. */
export const Member: JsonSchema = {
  "type": "object",
  "properties": {
    "id": {
      "type": "string",
      "format": "uuid"
    },
    "email": {
      "type": "string"
    },
    "role": {
      "type": "string"
    }
  },
  "required": [
    "id",
    "email",
    "role"
  ],
  "additionalProperties": false
};

/** JSON Schema of auth.v1.MemberIds. */
export const MemberIds: JsonSchema = {
  "type": "object",
  "properties": {
    "team_id": {
      "type": "string",
      "format": "uuid"
    },
    "ids": {
      "type": "array",
      "items": {
        "type": "string",
        "format": "uuid"
      },
      "maxItems": 1000
    }
  },
  "required": [
    "team_id",
    "ids"
  ],
  "additionalProperties": false
};

/** JSON Schema of auth.v1.MintedToken. */
export const MintedToken: JsonSchema = {
  "type": "object",
  "properties": {
    "id": {
      "type": "string",
      "format": "uuid"
    },
    "type": {
      "type": "string"
    },
    "value": {
      "type": "string"
    },
    "refresh_token": {
      "type": "string",
      "description": "Only for human."
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
      "description": "null: never."
    }
  },
  "required": [
    "id",
    "type",
    "value",
    "expires_at"
  ],
  "additionalProperties": false
};

/** JSON Schema of auth.v1.NewMember. */
export const NewMember: JsonSchema = {
  "type": "object",
  "properties": {
    "team": {
      "type": "string",
      "minLength": 1,
      "description": "Slug of the team."
    },
    "email": {
      "type": "string",
      "maxLength": 254,
      "format": "email"
    },
    "role": {
      "type": "string",
      "enum": [
        "owner",
        "admin",
        "member",
        "viewer"
      ]
    }
  },
  "required": [
    "team",
    "email",
    "role"
  ],
  "additionalProperties": false
};

/** JSON Schema of auth.v1.NewSetting. */
export const NewSetting: JsonSchema = {
  "type": "object",
  "properties": {
    "team": {
      "type": "string",
      "minLength": 1,
      "description": "Slug of the team."
    },
    "key": {
      "type": "string",
      "minLength": 1,
      "maxLength": 120
    },
    "value": {
      "description": "A boolean or a word, as the key wants; its text is accepted too."
    }
  },
  "required": [
    "team",
    "key",
    "value"
  ],
  "additionalProperties": false
};

/** JSON Schema of auth.v1.NewTeam. */
export const NewTeam: JsonSchema = {
  "type": "object",
  "properties": {
    "slug": {
      "type": "string",
      "pattern": "^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$"
    },
    "display_name": {
      "type": "string",
      "minLength": 1,
      "maxLength": 120
    },
    "timezone": {
      "type": "string",
      "minLength": 1,
      "maxLength": 64,
      "description": "IANA zone; UTC when absent."
    },
    "isolated": {
      "type": "boolean"
    }
  },
  "required": [
    "slug"
  ],
  "additionalProperties": false
};

/** JSON Schema of auth.v1.NewToken. */
export const NewToken: JsonSchema = {
  "type": "object",
  "properties": {
    "team": {
      "type": "string",
      "minLength": 1,
      "description": "Slug of the team."
    },
    "type": {
      "type": "string",
      "enum": [
        "service",
        "human",
        "break_glass"
      ]
    },
    "name": {
      "type": "string",
      "minLength": 1,
      "maxLength": 120
    },
    "scopes": {
      "type": "array",
      "items": {
        "$ref": "#/$defs/Scope"
      },
      "maxItems": 100,
      "description": "Empty or absent means full team access."
    },
    "member": {
      "type": "string",
      "maxLength": 254,
      "format": "email",
      "description": "E-mail of the member; required for human and break_glass."
    },
    "reason": {
      "type": "string",
      "minLength": 1,
      "maxLength": 500,
      "description": "Required for break_glass."
    }
  },
  "required": [
    "team",
    "type"
  ],
  "additionalProperties": false,
  "$defs": {
    "Scope": {
      "type": "object",
      "description": "One permission of a token. The list of resources is the platform's own: every rpc's scope is checked against it.",
      "properties": {
        "resource": {
          "type": "string",
          "enum": [
            "*",
            "articles",
            "artifacts",
            "audit",
            "bases",
            "comms",
            "commerce",
            "config",
            "contacts",
            "emr",
            "extension",
            "files",
            "forms",
            "project_task",
            "review",
            "scheduling",
            "tables",
            "tokens",
            "vault",
            "webhooks",
            "wellness",
            "workflows"
          ]
        },
        "actions": {
          "type": "array",
          "items": {
            "type": "string",
            "enum": [
              "read",
              "write",
              "delete",
              "admin"
            ]
          },
          "minItems": 1
        }
      },
      "required": [
        "resource",
        "actions"
      ],
      "additionalProperties": false
    }
  }
};

/** JSON Schema of auth.v1.RecordedCall. */
export const RecordedCall: JsonSchema = {
  "type": "object",
  "description": "One call of a tool at a door of agents. Texts of people and cells of tables are not in it.",
  "properties": {
    "tool": {
      "type": "string"
    },
    "door": {
      "type": "string",
      "enum": [
        "mcp",
        "mcp_actions",
        "actions",
        "tools"
      ]
    },
    "arguments": {
      "type": "object",
      "description": "The arguments by name: ids, numbers and words of a closed list as they are, of any other text its length."
    },
    "arguments_digest": {
      "type": "string",
      "description": "SHA-256 of the arguments, in hex, whatever the order of their members."
    },
    "latency_ms": {
      "type": "number",
      "description": "Milliseconds that the call took."
    },
    "preview": {
      "type": "boolean",
      "description": "A dry run: it has shown what it would change."
    },
    "replayed": {
      "type": "boolean",
      "description": "The answer is that of an earlier call with the same idempotency key."
    },
    "client": {
      "$ref": "#/$defs/RecordedClient",
      "description": "What the client says of itself; nothing vouches for it."
    },
    "traceparent": {
      "type": "string",
      "description": "Trace context that the client named in the message."
    }
  },
  "required": [
    "tool",
    "door",
    "arguments",
    "arguments_digest",
    "latency_ms"
  ],
  "additionalProperties": false,
  "$defs": {
    "RecordedClient": {
      "type": "object",
      "description": "Name and version of a program, as it gives them.",
      "properties": {
        "name": {
          "type": "string"
        },
        "version": {
          "type": "string"
        }
      },
      "required": [
        "name",
        "version"
      ],
      "additionalProperties": false
    }
  }
};

/** JSON Schema of auth.v1.RecordedClient. */
export const RecordedClient: JsonSchema = {
  "type": "object",
  "description": "Name and version of a program, as it gives them.",
  "properties": {
    "name": {
      "type": "string"
    },
    "version": {
      "type": "string"
    }
  },
  "required": [
    "name",
    "version"
  ],
  "additionalProperties": false
};

/** JSON Schema of auth.v1.Refresh. */
export const Refresh: JsonSchema = {
  "type": "object",
  "properties": {
    "refresh_token": {
      "type": "string",
      "minLength": 1,
      "maxLength": 200
    }
  },
  "required": [
    "refresh_token"
  ],
  "additionalProperties": false
};

/** JSON Schema of auth.v1.RequestsTaken. */
export const RequestsTaken: JsonSchema = {
  "type": "object",
  "properties": {
    "granted": {
      "type": "integer",
      "description": "How many of them may be made."
    },
    "retry_after_seconds": {
      "type": "integer",
      "description": "Seconds until a further one may; 0 when all may."
    }
  },
  "required": [
    "granted",
    "retry_after_seconds"
  ],
  "additionalProperties": false
};

/** JSON Schema of auth.v1.RequestsWanted. */
export const RequestsWanted: JsonSchema = {
  "type": "object",
  "properties": {
    "token_id": {
      "type": "string",
      "format": "uuid"
    },
    "token_type": {
      "type": "string",
      "enum": [
        "service",
        "human",
        "break_glass",
        "oauth_app"
      ]
    },
    "requests": {
      "type": "integer",
      "maximum": 100,
      "minimum": 1
    }
  },
  "required": [
    "token_id",
    "token_type",
    "requests"
  ],
  "additionalProperties": false
};

/** JSON Schema of auth.v1.RevokedToken. */
export const RevokedToken: JsonSchema = {
  "type": "object",
  "properties": {
    "id": {
      "type": "string",
      "format": "uuid"
    },
    "revoked_at": {
      "type": "string",
      "format": "date-time"
    }
  },
  "required": [
    "id",
    "revoked_at"
  ],
  "additionalProperties": false
};

/** JSON Schema of auth.v1.Scope. */
export const Scope: JsonSchema = {
  "type": "object",
  "description": "One permission of a token. The list of resources is the platform's own: every rpc's scope is checked against it.",
  "properties": {
    "resource": {
      "type": "string",
      "enum": [
        "*",
        "articles",
        "artifacts",
        "audit",
        "bases",
        "comms",
        "commerce",
        "config",
        "contacts",
        "emr",
        "extension",
        "files",
        "forms",
        "project_task",
        "review",
        "scheduling",
        "tables",
        "tokens",
        "vault",
        "webhooks",
        "wellness",
        "workflows"
      ]
    },
    "actions": {
      "type": "array",
      "items": {
        "type": "string",
        "enum": [
          "read",
          "write",
          "delete",
          "admin"
        ]
      },
      "minItems": 1
    }
  },
  "required": [
    "resource",
    "actions"
  ],
  "additionalProperties": false
};

/** JSON Schema of auth.v1.Setting. */
export const Setting: JsonSchema = {
  "type": "object",
  "properties": {
    "key": {
      "type": "string"
    },
    "value": {}
  },
  "required": [
    "key",
    "value"
  ],
  "additionalProperties": false
};

/** JSON Schema of auth.v1.TeamConfig. */
export const TeamConfig: JsonSchema = {
  "type": "object",
  "properties": {
    "modules": {
      "type": "object",
      "propertyNames": {
        "enum": [
          "agent_connect",
          "articles",
          "artifacts",
          "bases",
          "commerce",
          "comms",
          "contacts",
          "context",
          "emr",
          "emr.labs",
          "extension.tools",
          "files",
          "forms",
          "mcp_actions",
          "mcp_export",
          "project_tasks",
          "review",
          "scheduling",
          "tables",
          "webhooks",
          "wellness",
          "workflows"
        ]
      },
      "additionalProperties": {
        "type": "boolean"
      },
      "description": "Every module key, on or off. The list is the platform's own: every rpc's module is checked against it.",
      "examples": [
        {
          "contacts": true,
          "emr": false
        }
      ]
    },
    "terminology": {
      "type": "object",
      "additionalProperties": {
        "$ref": "#/$defs/Term"
      },
      "description": "Words the team uses for its things.",
      "examples": [
        {
          "contact": {
            "singular": "Contact",
            "plural": "Contacts"
          }
        }
      ]
    },
    "status_labels": {
      "type": "object",
      "description": "Words shown for states, by resource and state.",
      "examples": [
        {
          "booking": {
            "booked": "Booked"
          }
        }
      ]
    },
    "brand": {
      "$ref": "#/$defs/Brand"
    }
  },
  "required": [
    "modules",
    "terminology",
    "status_labels",
    "brand"
  ],
  "additionalProperties": false,
  "$defs": {
    "Brand": {
      "type": "object",
      "properties": {
        "name": {
          "anyOf": [
            {
              "type": "string"
            },
            {
              "type": "null"
            }
          ]
        },
        "logo": {
          "anyOf": [
            {
              "type": "string"
            },
            {
              "type": "null"
            }
          ]
        },
        "favicon": {
          "anyOf": [
            {
              "type": "string"
            },
            {
              "type": "null"
            }
          ]
        },
        "primary_color": {
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
        "name",
        "logo",
        "favicon",
        "primary_color"
      ],
      "additionalProperties": false
    },
    "Term": {
      "type": "object",
      "properties": {
        "singular": {
          "type": "string"
        },
        "plural": {
          "type": "string"
        }
      },
      "required": [
        "singular",
        "plural"
      ],
      "additionalProperties": false
    }
  }
};

/** JSON Schema of auth.v1.TeamHost. */
export const TeamHost: JsonSchema = {
  "type": "object",
  "properties": {
    "team": {
      "type": "string",
      "minLength": 1,
      "description": "Slug of the team."
    },
    "host": {
      "type": "string",
      "minLength": 1,
      "maxLength": 253
    }
  },
  "required": [
    "team",
    "host"
  ],
  "additionalProperties": false
};

/** JSON Schema of auth.v1.TeamSlugs. */
export const TeamSlugs: JsonSchema = {
  "type": "object",
  "properties": {
    "slugs": {
      "type": "array",
      "items": {
        "type": "string"
      },
      "description": "At most 500, in order."
    },
    "ids": {
      "type": "array",
      "items": {
        "type": "string"
      },
      "description": "Their ids, in the same order."
    }
  },
  "required": [
    "slugs",
    "ids"
  ],
  "additionalProperties": false
};

/** JSON Schema of auth.v1.TeamsAfter. */
export const TeamsAfter: JsonSchema = {
  "type": "object",
  "properties": {
    "after": {
      "type": "string",
      "description": "Slug of the last team known; the first ones when absent."
    }
  },
  "additionalProperties": false
};

/** JSON Schema of auth.v1.Term. */
export const Term: JsonSchema = {
  "type": "object",
  "properties": {
    "singular": {
      "type": "string"
    },
    "plural": {
      "type": "string"
    }
  },
  "required": [
    "singular",
    "plural"
  ],
  "additionalProperties": false
};

/** JSON Schema of auth.v1.Token. */
export const Token: JsonSchema = {
  "type": "object",
  "properties": {
    "id": {
      "type": "string",
      "format": "uuid"
    },
    "name": {
      "type": "string"
    },
    "type": {
      "type": "string"
    },
    "prefix": {
      "type": "string",
      "description": "How the value begins."
    },
    "last4": {
      "type": "string",
      "description": "How the value ends."
    },
    "scopes": {
      "type": "array",
      "items": {
        "$ref": "#/$defs/Scope"
      },
      "description": "Empty means full team access."
    },
    "team_id": {
      "type": "string",
      "format": "uuid"
    },
    "member_id": {
      "anyOf": [
        {
          "type": "string",
          "format": "uuid"
        },
        {
          "type": "null"
        }
      ],
      "description": "The member it belongs to; null for a service token."
    },
    "created_at": {
      "type": "string",
      "format": "date-time"
    },
    "last_used_at": {
      "anyOf": [
        {
          "type": "string",
          "format": "date-time"
        },
        {
          "type": "null"
        }
      ],
      "description": "To the minute; null before the first use."
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
      "description": "null: never."
    },
    "revoked_at": {
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
  },
  "required": [
    "id",
    "name",
    "type",
    "prefix",
    "last4",
    "scopes",
    "team_id",
    "member_id",
    "created_at",
    "last_used_at",
    "expires_at",
    "revoked_at"
  ],
  "additionalProperties": false,
  "$defs": {
    "Scope": {
      "type": "object",
      "description": "One permission of a token. The list of resources is the platform's own: every rpc's scope is checked against it.",
      "properties": {
        "resource": {
          "type": "string",
          "enum": [
            "*",
            "articles",
            "artifacts",
            "audit",
            "bases",
            "comms",
            "commerce",
            "config",
            "contacts",
            "emr",
            "extension",
            "files",
            "forms",
            "project_task",
            "review",
            "scheduling",
            "tables",
            "tokens",
            "vault",
            "webhooks",
            "wellness",
            "workflows"
          ]
        },
        "actions": {
          "type": "array",
          "items": {
            "type": "string",
            "enum": [
              "read",
              "write",
              "delete",
              "admin"
            ]
          },
          "minItems": 1
        }
      },
      "required": [
        "resource",
        "actions"
      ],
      "additionalProperties": false
    }
  }
};

/** JSON Schema of auth.v1.TokenAtDoor. */
export const TokenAtDoor: JsonSchema = {
  "type": "object",
  "properties": {
    "team_id": {
      "type": "string",
      "format": "uuid"
    },
    "token_id": {
      "type": "string",
      "format": "uuid"
    },
    "door": {
      "type": "string",
      "enum": [
        "rest",
        "mcp",
        "mcp_actions",
        "actions",
        "tools",
        "internal"
      ],
      "description": "The way by which the call it stands for came in."
    }
  },
  "required": [
    "team_id",
    "token_id",
    "door"
  ],
  "additionalProperties": false
};

/** JSON Schema of auth.v1.TokenDraft. */
export const TokenDraft: JsonSchema = {
  "type": "object",
  "properties": {
    "name": {
      "type": "string",
      "minLength": 1,
      "maxLength": 120
    },
    "type": {
      "type": "string",
      "enum": [
        "service",
        "human",
        "break_glass"
      ]
    },
    "scopes": {
      "type": "array",
      "items": {
        "$ref": "#/$defs/Scope"
      },
      "maxItems": 100,
      "description": "Empty or absent means full team access, which only a token with full team access can give."
    },
    "member_id": {
      "type": "string",
      "format": "uuid",
      "description": "Required for human and break_glass."
    },
    "reason": {
      "type": "string",
      "minLength": 1,
      "maxLength": 500,
      "description": "Required for break_glass."
    }
  },
  "required": [
    "name",
    "type"
  ],
  "additionalProperties": false,
  "$defs": {
    "Scope": {
      "type": "object",
      "description": "One permission of a token. The list of resources is the platform's own: every rpc's scope is checked against it.",
      "properties": {
        "resource": {
          "type": "string",
          "enum": [
            "*",
            "articles",
            "artifacts",
            "audit",
            "bases",
            "comms",
            "commerce",
            "config",
            "contacts",
            "emr",
            "extension",
            "files",
            "forms",
            "project_task",
            "review",
            "scheduling",
            "tables",
            "tokens",
            "vault",
            "webhooks",
            "wellness",
            "workflows"
          ]
        },
        "actions": {
          "type": "array",
          "items": {
            "type": "string",
            "enum": [
              "read",
              "write",
              "delete",
              "admin"
            ]
          },
          "minItems": 1
        }
      },
      "required": [
        "resource",
        "actions"
      ],
      "additionalProperties": false
    }
  }
};

/** JSON Schema of auth.v1.TokenList. */
export const TokenList: JsonSchema = {
  "type": "object",
  "properties": {
    "tokens": {
      "type": "array",
      "items": {
        "$ref": "#/$defs/Token"
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
    }
  },
  "required": [
    "tokens",
    "next_cursor",
    "has_more"
  ],
  "additionalProperties": false,
  "$defs": {
    "Scope": {
      "type": "object",
      "description": "One permission of a token. The list of resources is the platform's own: every rpc's scope is checked against it.",
      "properties": {
        "resource": {
          "type": "string",
          "enum": [
            "*",
            "articles",
            "artifacts",
            "audit",
            "bases",
            "comms",
            "commerce",
            "config",
            "contacts",
            "emr",
            "extension",
            "files",
            "forms",
            "project_task",
            "review",
            "scheduling",
            "tables",
            "tokens",
            "vault",
            "webhooks",
            "wellness",
            "workflows"
          ]
        },
        "actions": {
          "type": "array",
          "items": {
            "type": "string",
            "enum": [
              "read",
              "write",
              "delete",
              "admin"
            ]
          },
          "minItems": 1
        }
      },
      "required": [
        "resource",
        "actions"
      ],
      "additionalProperties": false
    },
    "Token": {
      "type": "object",
      "properties": {
        "id": {
          "type": "string",
          "format": "uuid"
        },
        "name": {
          "type": "string"
        },
        "type": {
          "type": "string"
        },
        "prefix": {
          "type": "string",
          "description": "How the value begins."
        },
        "last4": {
          "type": "string",
          "description": "How the value ends."
        },
        "scopes": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/Scope"
          },
          "description": "Empty means full team access."
        },
        "team_id": {
          "type": "string",
          "format": "uuid"
        },
        "member_id": {
          "anyOf": [
            {
              "type": "string",
              "format": "uuid"
            },
            {
              "type": "null"
            }
          ],
          "description": "The member it belongs to; null for a service token."
        },
        "created_at": {
          "type": "string",
          "format": "date-time"
        },
        "last_used_at": {
          "anyOf": [
            {
              "type": "string",
              "format": "date-time"
            },
            {
              "type": "null"
            }
          ],
          "description": "To the minute; null before the first use."
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
          "description": "null: never."
        },
        "revoked_at": {
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
      },
      "required": [
        "id",
        "name",
        "type",
        "prefix",
        "last4",
        "scopes",
        "team_id",
        "member_id",
        "created_at",
        "last_used_at",
        "expires_at",
        "revoked_at"
      ],
      "additionalProperties": false
    }
  }
};

/** JSON Schema of auth.v1.TokenPair. */
export const TokenPair: JsonSchema = {
  "type": "object",
  "properties": {
    "value": {
      "type": "string"
    },
    "refresh_token": {
      "type": "string"
    },
    "expires_at": {
      "type": "string",
      "format": "date-time"
    }
  },
  "required": [
    "value",
    "refresh_token",
    "expires_at"
  ],
  "additionalProperties": false
};

/** JSON Schema of auth.v1.ToolCallsRecorded. */
export const ToolCallsRecorded: JsonSchema = {
  "type": "object",
  "properties": {
    "recorded": {
      "type": "integer"
    }
  },
  "required": [
    "recorded"
  ],
  "additionalProperties": false
};

/** JSON Schema of auth.v1.VerifiedPart. */
export const VerifiedPart: JsonSchema = {
  "type": "object",
  "properties": {
    "place": {
      "$ref": "#/$defs/ChainPlace",
      "description": "Up to here the chain is whole."
    },
    "complete": {
      "type": "boolean",
      "description": "Nothing follows."
    },
    "broken": {
      "anyOf": [
        {
          "$ref": "#/$defs/BrokenEntry"
        },
        {
          "type": "null"
        }
      ],
      "description": "The first entry that is not what was written; null when there is none in this part."
    }
  },
  "required": [
    "place",
    "complete",
    "broken"
  ],
  "additionalProperties": false,
  "$defs": {
    "BrokenEntry": {
      "type": "object",
      "properties": {
        "seq": {
          "type": "integer"
        },
        "id": {
          "anyOf": [
            {
              "type": "string"
            },
            {
              "type": "null"
            }
          ],
          "description": "Id of the entry; null when it is missing."
        },
        "reason": {
          "type": "string",
          "enum": [
            "changed",
            "missing",
            "head_moved",
            "not_as_signed"
          ]
        }
      },
      "required": [
        "seq",
        "id",
        "reason"
      ],
      "additionalProperties": false
    },
    "ChainPlace": {
      "type": "object",
      "description": "A place in a chain.",
      "properties": {
        "seq": {
          "type": "integer",
          "minimum": 0
        },
        "hash": {
          "type": "string",
          "pattern": "^[0-9a-f]{64}$",
          "description": "Hash of the entry there, 64 hexadecimal digits."
        }
      },
      "required": [
        "seq",
        "hash"
      ],
      "additionalProperties": false
    }
  }
};
