// Generated from protos/ by `make gen`; edits are lost.

import type { JsonSchema } from "@jst/rpc";

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
