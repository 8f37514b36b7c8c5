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

/** JSON Schema of changes.v1.ChangesetApproval. */
export const ChangesetApproval: JsonSchema = {
  "type": "object",
  "description": "An approval takes nothing.",
  "properties": {},
  "additionalProperties": false
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

/** JSON Schema of changes.v1.ChangesetRejection. */
export const ChangesetRejection: JsonSchema = {
  "type": "object",
  "properties": {
    "reason": {
      "type": "string",
      "minLength": 1,
      "maxLength": 2000,
      "description": "Shown to the proposer."
    }
  },
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

/** JSON Schema of changes.v1.ChangesetUndo. */
export const ChangesetUndo: JsonSchema = {
  "type": "object",
  "properties": {
    "force": {
      "type": "boolean",
      "description": "Also takes back what was edited since."
    }
  },
  "additionalProperties": false
};

/** JSON Schema of changes.v1.ChangesetWithdrawal. */
export const ChangesetWithdrawal: JsonSchema = {
  "type": "object",
  "description": "A withdrawal takes nothing.",
  "properties": {},
  "additionalProperties": false
};

/** JSON Schema of changes.v1.ChangesetsFound. */
export const ChangesetsFound: JsonSchema = {
  "type": "object",
  "properties": {
    "changesets": {
      "type": "array",
      "items": {
        "$ref": "#/$defs/Changeset"
      },
      "description": "By uuid, newest first."
    },
    "has_more": {
      "type": "boolean",
      "description": "More were wanted than 4 MiB hold: they follow behind the last."
    }
  },
  "required": [
    "changesets",
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

/** JSON Schema of changes.v1.ChangesetsWanted. */
export const ChangesetsWanted: JsonSchema = {
  "type": "object",
  "properties": {
    "limit": {
      "type": "integer",
      "maximum": 501,
      "minimum": 1,
      "description": "Most changesets to answer: a page and one more."
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
      "description": "Only those created at or after this time."
    },
    "before": {
      "type": "string",
      "format": "uuid",
      "description": "Only those older than this uuid v7: how far the list has come in this service."
    }
  },
  "required": [
    "limit"
  ],
  "additionalProperties": false
};
