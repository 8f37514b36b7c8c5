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

/** JSON Schema of webhooks.v1.Backlog. */
export const Backlog: JsonSchema = {
  "type": "object",
  "properties": {
    "pending": {
      "type": "integer",
      "description": "Deliveries that have not ended."
    },
    "due": {
      "type": "integer",
      "description": "Those of them that could be posted now: their time has come and their endpoint is enabled."
    },
    "oldest_due_age": {
      "type": "number",
      "description": "Seconds that the oldest of these has been due."
    },
    "endpoints": {
      "type": "array",
      "items": {
        "$ref": "#/$defs/EndpointBacklog"
      },
      "description": "Endpoints with something pending, or with a failed delivery of the last 24 hours; the first 200, dead ones first."
    },
    "topics": {
      "type": "array",
      "items": {
        "$ref": "#/$defs/TopicLag"
      }
    },
    "fault": {
      "anyOf": [
        {
          "type": "string"
        },
        {
          "type": "null"
        }
      ],
      "description": "Why the broker could not be asked, so that topics are empty; null when it was."
    }
  },
  "required": [
    "pending",
    "due",
    "oldest_due_age",
    "endpoints",
    "topics",
    "fault"
  ],
  "additionalProperties": false,
  "$defs": {
    "EndpointBacklog": {
      "type": "object",
      "properties": {
        "team_id": {
          "type": "string"
        },
        "endpoint_id": {
          "type": "string"
        },
        "enabled": {
          "type": "boolean"
        },
        "dead": {
          "type": "boolean",
          "description": "Enabled, and of its last ten deliveries that ended none succeeded."
        },
        "pending": {
          "type": "integer"
        },
        "due": {
          "type": "integer"
        },
        "failed": {
          "type": "integer",
          "description": "Of the last 24 hours."
        },
        "last_failed_at": {
          "anyOf": [
            {
              "type": "string",
              "format": "date-time"
            },
            {
              "type": "null"
            }
          ],
          "description": "Of a delivery that used up its attempts; null when there is none of the last 24 hours."
        },
        "last_status_code": {
          "anyOf": [
            {
              "type": "integer"
            },
            {
              "type": "null"
            }
          ],
          "description": "Status of the last answer of the newest of these; null when there was no answer."
        }
      },
      "required": [
        "team_id",
        "endpoint_id",
        "enabled",
        "dead",
        "pending",
        "due",
        "failed",
        "last_failed_at",
        "last_status_code"
      ],
      "additionalProperties": false
    },
    "TopicLag": {
      "type": "object",
      "properties": {
        "topic": {
          "type": "string"
        },
        "lag": {
          "type": "integer",
          "description": "Events that have not become deliveries yet."
        }
      },
      "required": [
        "topic",
        "lag"
      ],
      "additionalProperties": false
    }
  }
};

/** JSON Schema of webhooks.v1.BacklogQuestion. */
export const BacklogQuestion: JsonSchema = {
  "type": "object",
  "description": "A question that takes nothing.",
  "properties": {},
  "additionalProperties": false
};

/** JSON Schema of webhooks.v1.CreatedWebhook. */
export const CreatedWebhook: JsonSchema = {
  "type": "object",
  "properties": {
    "id": {
      "type": "string",
      "format": "uuid"
    },
    "url": {
      "type": "string"
    },
    "events": {
      "type": "array",
      "items": {
        "type": "string"
      },
      "examples": [
        [
          "contact.created"
        ]
      ]
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
    "enabled": {
      "type": "boolean"
    },
    "stats": {
      "$ref": "#/$defs/WebhookStats"
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
      "$ref": "#/$defs/Actor"
    },
    "version": {
      "type": "integer"
    },
    "secret": {
      "type": "string",
      "description": "Signs every delivery; shown this once, so the replay of an idempotent request lacks it."
    }
  },
  "required": [
    "id",
    "url",
    "events",
    "description",
    "enabled",
    "stats",
    "created_at",
    "updated_at",
    "created_by",
    "version"
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
    "WebhookStats": {
      "type": "object",
      "properties": {
        "pending": {
          "type": "integer"
        },
        "success": {
          "type": "integer"
        },
        "failed": {
          "type": "integer"
        },
        "last_success_at": {
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
        "last_failure_at": {
          "anyOf": [
            {
              "type": "string",
              "format": "date-time"
            },
            {
              "type": "null"
            }
          ],
          "description": "Of the last attempt that failed, whether or not it was the last of its delivery."
        }
      },
      "required": [
        "pending",
        "success",
        "failed",
        "last_success_at",
        "last_failure_at"
      ],
      "additionalProperties": false
    }
  }
};

/** JSON Schema of webhooks.v1.DeletedWebhook. */
export const DeletedWebhook: JsonSchema = {
  "type": "object",
  "properties": {
    "id": {
      "type": "string",
      "format": "uuid"
    },
    "deleted_at": {
      "type": "string",
      "format": "date-time"
    }
  },
  "required": [
    "id",
    "deleted_at"
  ],
  "additionalProperties": false
};

/** JSON Schema of webhooks.v1.Delivery. */
export const Delivery: JsonSchema = {
  "type": "object",
  "description": "One event on its way to one endpoint: a row of the queue and of the feed.",
  "properties": {
    "id": {
      "type": "string",
      "format": "uuid"
    },
    "endpoint_id": {
      "type": "string",
      "format": "uuid"
    },
    "type": {
      "type": "string",
      "examples": [
        "contact.created"
      ]
    },
    "status": {
      "type": "string",
      "enum": [
        "pending",
        "success",
        "failed"
      ]
    },
    "attempts": {
      "type": "integer",
      "description": "POSTs made so far, the one under way included."
    },
    "next_attempt_at": {
      "anyOf": [
        {
          "type": "string",
          "format": "date-time"
        },
        {
          "type": "null"
        }
      ],
      "description": "Null unless pending."
    },
    "last_status_code": {
      "anyOf": [
        {
          "type": "integer"
        },
        {
          "type": "null"
        }
      ],
      "description": "HTTP status of the last attempt; null when there was no answer."
    },
    "created_at": {
      "type": "string",
      "format": "date-time"
    },
    "payload": {
      "type": "object",
      "description": "The event, as it is posted and signed."
    }
  },
  "required": [
    "id",
    "endpoint_id",
    "type",
    "status",
    "attempts",
    "next_attempt_at",
    "last_status_code",
    "created_at",
    "payload"
  ],
  "additionalProperties": false
};

/** JSON Schema of webhooks.v1.EndpointBacklog. */
export const EndpointBacklog: JsonSchema = {
  "type": "object",
  "properties": {
    "team_id": {
      "type": "string"
    },
    "endpoint_id": {
      "type": "string"
    },
    "enabled": {
      "type": "boolean"
    },
    "dead": {
      "type": "boolean",
      "description": "Enabled, and of its last ten deliveries that ended none succeeded."
    },
    "pending": {
      "type": "integer"
    },
    "due": {
      "type": "integer"
    },
    "failed": {
      "type": "integer",
      "description": "Of the last 24 hours."
    },
    "last_failed_at": {
      "anyOf": [
        {
          "type": "string",
          "format": "date-time"
        },
        {
          "type": "null"
        }
      ],
      "description": "Of a delivery that used up its attempts; null when there is none of the last 24 hours."
    },
    "last_status_code": {
      "anyOf": [
        {
          "type": "integer"
        },
        {
          "type": "null"
        }
      ],
      "description": "Status of the last answer of the newest of these; null when there was no answer."
    }
  },
  "required": [
    "team_id",
    "endpoint_id",
    "enabled",
    "dead",
    "pending",
    "due",
    "failed",
    "last_failed_at",
    "last_status_code"
  ],
  "additionalProperties": false
};

/** JSON Schema of webhooks.v1.EventList. */
export const EventList: JsonSchema = {
  "type": "object",
  "properties": {
    "events": {
      "type": "array",
      "items": {
        "$ref": "#/$defs/Delivery"
      }
    },
    "next_cursor": {
      "type": "string",
      "description": "Always present: ask with it again for what comes next."
    },
    "has_more": {
      "type": "boolean"
    }
  },
  "required": [
    "events",
    "next_cursor",
    "has_more"
  ],
  "additionalProperties": false,
  "$defs": {
    "Delivery": {
      "type": "object",
      "description": "One event on its way to one endpoint: a row of the queue and of the feed.",
      "properties": {
        "id": {
          "type": "string",
          "format": "uuid"
        },
        "endpoint_id": {
          "type": "string",
          "format": "uuid"
        },
        "type": {
          "type": "string",
          "examples": [
            "contact.created"
          ]
        },
        "status": {
          "type": "string",
          "enum": [
            "pending",
            "success",
            "failed"
          ]
        },
        "attempts": {
          "type": "integer",
          "description": "POSTs made so far, the one under way included."
        },
        "next_attempt_at": {
          "anyOf": [
            {
              "type": "string",
              "format": "date-time"
            },
            {
              "type": "null"
            }
          ],
          "description": "Null unless pending."
        },
        "last_status_code": {
          "anyOf": [
            {
              "type": "integer"
            },
            {
              "type": "null"
            }
          ],
          "description": "HTTP status of the last attempt; null when there was no answer."
        },
        "created_at": {
          "type": "string",
          "format": "date-time"
        },
        "payload": {
          "type": "object",
          "description": "The event, as it is posted and signed."
        }
      },
      "required": [
        "id",
        "endpoint_id",
        "type",
        "status",
        "attempts",
        "next_attempt_at",
        "last_status_code",
        "created_at",
        "payload"
      ],
      "additionalProperties": false
    }
  }
};

/** JSON Schema of webhooks.v1.EventTypeDescription. */
export const EventTypeDescription: JsonSchema = {
  "type": "object",
  "properties": {
    "type": {
      "type": "string"
    },
    "description": {
      "type": "string"
    }
  },
  "required": [
    "type",
    "description"
  ],
  "additionalProperties": false
};

/** JSON Schema of webhooks.v1.FailedDeliveries. */
export const FailedDeliveries: JsonSchema = {
  "type": "object",
  "properties": {
    "team_id": {
      "type": "string",
      "format": "uuid",
      "description": "All endpoints of the team; with endpoint_id that one alone. One of the two is required."
    },
    "endpoint_id": {
      "type": "string",
      "format": "uuid"
    },
    "failed_since": {
      "type": "string",
      "format": "date-time",
      "description": "Failed at this time or later."
    },
    "failed_before": {
      "type": "string",
      "format": "date-time",
      "description": "And before this one, as the first part answered it: what fails meanwhile is not taken up again."
    }
  },
  "required": [
    "failed_since"
  ],
  "additionalProperties": false
};

/** JSON Schema of webhooks.v1.ListEventsQuery. */
export const ListEventsQuery: JsonSchema = {
  "type": "object",
  "properties": {
    "since": {
      "type": "string",
      "description": "next_cursor of the previous page, or an RFC 3339 timestamp from which on to read; from the beginning without."
    },
    "endpoint": {
      "type": "string",
      "format": "uuid",
      "description": "Deliveries to this endpoint only; a removed one too."
    },
    "limit": {
      "type": "integer",
      "minimum": 1,
      "description": "Most items of a page, which ends early at 4 MiB; above 500 it is cut to 500."
    }
  },
  "additionalProperties": false
};

/** JSON Schema of webhooks.v1.ListWebhooksQuery. */
export const ListWebhooksQuery: JsonSchema = {
  "type": "object",
  "properties": {
    "events": {
      "type": "string",
      "enum": [
        "1"
      ],
      "description": "`1` answers the event types instead of the endpoints."
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
    },
    "sort": {
      "type": "string",
      "minLength": 1,
      "description": "`<field>:<asc|desc>`, up to five, comma separated: url, description, created_at, updated_at, version or id.",
      "examples": [
        "url:asc"
      ]
    },
    "q": {
      "type": "string",
      "minLength": 2,
      "maxLength": 200,
      "description": "Text to find in the URL and the description."
    },
    "filter": {
      "type": "string",
      "minLength": 1,
      "description": "Filter as JSON: one condition, or conditions under and, or, not.",
      "examples": [
        "{\"field\":\"events\",\"op\":\"has_any\",\"value\":[\"contact.created\"]}"
      ]
    },
    "updated_since": {
      "type": "string",
      "format": "date-time",
      "description": "Only endpoints changed at or after this time."
    }
  },
  "additionalProperties": false
};

/** JSON Schema of webhooks.v1.NewWebhook. */
export const NewWebhook: JsonSchema = {
  "type": "object",
  "properties": {
    "url": {
      "type": "string",
      "description": "A public http or https address; redirects are never followed.",
      "examples": [
        "https://example.com/hooks"
      ]
    },
    "events": {
      "type": "array",
      "items": {
        "type": "string",
        "enum": [
          "contact.created",
          "contact.updated",
          "invoice.created",
          "invoice.paid",
          "quote.accepted",
          "form.submitted",
          "message.sent",
          "asset.checked_out",
          "asset.returned",
          "email.rule_matched"
        ]
      },
      "minItems": 1,
      "maxItems": 10,
      "description": "Event types to receive; GET /api/v1/webhooks?events=1 lists them.",
      "examples": [
        [
          "contact.created"
        ]
      ]
    },
    "description": {
      "anyOf": [
        {
          "type": "string",
          "maxLength": 500
        },
        {
          "type": "null"
        }
      ]
    },
    "enabled": {
      "type": "boolean",
      "description": "Default true; an endpoint that is off gets no deliveries."
    }
  },
  "required": [
    "url",
    "events"
  ],
  "additionalProperties": false
};

/** JSON Schema of webhooks.v1.Redelivered. */
export const Redelivered: JsonSchema = {
  "type": "object",
  "properties": {
    "redelivered": {
      "type": "integer",
      "description": "Deliveries that are pending again; 0 when the one named has not failed."
    }
  },
  "required": [
    "redelivered"
  ],
  "additionalProperties": false
};

/** JSON Schema of webhooks.v1.RedeliveredPart. */
export const RedeliveredPart: JsonSchema = {
  "type": "object",
  "properties": {
    "redelivered": {
      "type": "integer"
    },
    "failed_before": {
      "type": "string",
      "format": "date-time"
    },
    "complete": {
      "type": "boolean",
      "description": "Nothing is left."
    }
  },
  "required": [
    "redelivered",
    "failed_before",
    "complete"
  ],
  "additionalProperties": false
};

/** JSON Schema of webhooks.v1.Redelivery. */
export const Redelivery: JsonSchema = {
  "type": "object",
  "description": "Exactly one of the two.",
  "properties": {
    "delivery_id": {
      "type": "string",
      "format": "uuid",
      "description": "A failed delivery of this endpoint."
    },
    "failed_since": {
      "type": "string",
      "format": "date-time",
      "description": "Everything whose last attempt failed at this time or later.",
      "examples": [
        "2026-01-31T12:00:00Z"
      ]
    }
  },
  "additionalProperties": false
};

/** JSON Schema of webhooks.v1.ResealedPart. */
export const ResealedPart: JsonSchema = {
  "type": "object",
  "properties": {
    "resealed": {
      "type": "integer"
    },
    "unreadable": {
      "type": "array",
      "items": {
        "type": "string"
      },
      "description": "Endpoints whose secret was sealed under a key that is not listed: they cannot be posted to until it is rotated."
    },
    "key": {
      "type": "string",
      "description": "Name of the current key."
    },
    "next": {
      "anyOf": [
        {
          "type": "string"
        },
        {
          "type": "null"
        }
      ],
      "description": "Where the next part goes on; null when nothing is left."
    }
  },
  "required": [
    "resealed",
    "unreadable",
    "key",
    "next"
  ],
  "additionalProperties": false
};

/** JSON Schema of webhooks.v1.SecretsAfter. */
export const SecretsAfter: JsonSchema = {
  "type": "object",
  "properties": {
    "after": {
      "type": "string",
      "format": "uuid",
      "description": "Where the part before this one ended; the first endpoint when absent."
    }
  },
  "additionalProperties": false
};

/** JSON Schema of webhooks.v1.TestEvent. */
export const TestEvent: JsonSchema = {
  "type": "object",
  "properties": {
    "type": {
      "type": "string",
      "enum": [
        "contact.created",
        "contact.updated",
        "invoice.created",
        "invoice.paid",
        "quote.accepted",
        "form.submitted",
        "message.sent",
        "asset.checked_out",
        "asset.returned",
        "email.rule_matched"
      ],
      "description": "Event type to send; the first of the endpoint's when absent."
    }
  },
  "additionalProperties": false
};

/** JSON Schema of webhooks.v1.TopicLag. */
export const TopicLag: JsonSchema = {
  "type": "object",
  "properties": {
    "topic": {
      "type": "string"
    },
    "lag": {
      "type": "integer",
      "description": "Events that have not become deliveries yet."
    }
  },
  "required": [
    "topic",
    "lag"
  ],
  "additionalProperties": false
};

/** JSON Schema of webhooks.v1.UpdatedWebhook. */
export const UpdatedWebhook: JsonSchema = {
  "type": "object",
  "properties": {
    "id": {
      "type": "string",
      "format": "uuid"
    },
    "url": {
      "type": "string"
    },
    "events": {
      "type": "array",
      "items": {
        "type": "string"
      },
      "examples": [
        [
          "contact.created"
        ]
      ]
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
    "enabled": {
      "type": "boolean"
    },
    "stats": {
      "$ref": "#/$defs/WebhookStats"
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
      "$ref": "#/$defs/Actor"
    },
    "version": {
      "type": "integer"
    },
    "secret": {
      "type": "string",
      "description": "Only after rotate_secret; shown this once, so the replay of an idempotent request lacks it."
    }
  },
  "required": [
    "id",
    "url",
    "events",
    "description",
    "enabled",
    "stats",
    "created_at",
    "updated_at",
    "created_by",
    "version"
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
    "WebhookStats": {
      "type": "object",
      "properties": {
        "pending": {
          "type": "integer"
        },
        "success": {
          "type": "integer"
        },
        "failed": {
          "type": "integer"
        },
        "last_success_at": {
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
        "last_failure_at": {
          "anyOf": [
            {
              "type": "string",
              "format": "date-time"
            },
            {
              "type": "null"
            }
          ],
          "description": "Of the last attempt that failed, whether or not it was the last of its delivery."
        }
      },
      "required": [
        "pending",
        "success",
        "failed",
        "last_success_at",
        "last_failure_at"
      ],
      "additionalProperties": false
    }
  }
};

/** JSON Schema of webhooks.v1.Webhook. */
export const Webhook: JsonSchema = {
  "type": "object",
  "properties": {
    "id": {
      "type": "string",
      "format": "uuid"
    },
    "url": {
      "type": "string"
    },
    "events": {
      "type": "array",
      "items": {
        "type": "string"
      },
      "examples": [
        [
          "contact.created"
        ]
      ]
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
    "enabled": {
      "type": "boolean"
    },
    "stats": {
      "$ref": "#/$defs/WebhookStats"
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
      "$ref": "#/$defs/Actor"
    },
    "version": {
      "type": "integer"
    }
  },
  "required": [
    "id",
    "url",
    "events",
    "description",
    "enabled",
    "stats",
    "created_at",
    "updated_at",
    "created_by",
    "version"
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
    "WebhookStats": {
      "type": "object",
      "properties": {
        "pending": {
          "type": "integer"
        },
        "success": {
          "type": "integer"
        },
        "failed": {
          "type": "integer"
        },
        "last_success_at": {
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
        "last_failure_at": {
          "anyOf": [
            {
              "type": "string",
              "format": "date-time"
            },
            {
              "type": "null"
            }
          ],
          "description": "Of the last attempt that failed, whether or not it was the last of its delivery."
        }
      },
      "required": [
        "pending",
        "success",
        "failed",
        "last_success_at",
        "last_failure_at"
      ],
      "additionalProperties": false
    }
  }
};

/** JSON Schema of webhooks.v1.WebhookDetail. */
export const WebhookDetail: JsonSchema = {
  "type": "object",
  "properties": {
    "id": {
      "type": "string",
      "format": "uuid"
    },
    "url": {
      "type": "string"
    },
    "events": {
      "type": "array",
      "items": {
        "type": "string"
      },
      "examples": [
        [
          "contact.created"
        ]
      ]
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
    "enabled": {
      "type": "boolean"
    },
    "stats": {
      "$ref": "#/$defs/WebhookStats"
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
      "$ref": "#/$defs/Actor"
    },
    "version": {
      "type": "integer"
    },
    "deliveries": {
      "type": "array",
      "items": {
        "$ref": "#/$defs/Delivery"
      },
      "description": "The last 25, newest first."
    }
  },
  "required": [
    "id",
    "url",
    "events",
    "description",
    "enabled",
    "stats",
    "created_at",
    "updated_at",
    "created_by",
    "version",
    "deliveries"
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
    "Delivery": {
      "type": "object",
      "description": "One event on its way to one endpoint: a row of the queue and of the feed.",
      "properties": {
        "id": {
          "type": "string",
          "format": "uuid"
        },
        "endpoint_id": {
          "type": "string",
          "format": "uuid"
        },
        "type": {
          "type": "string",
          "examples": [
            "contact.created"
          ]
        },
        "status": {
          "type": "string",
          "enum": [
            "pending",
            "success",
            "failed"
          ]
        },
        "attempts": {
          "type": "integer",
          "description": "POSTs made so far, the one under way included."
        },
        "next_attempt_at": {
          "anyOf": [
            {
              "type": "string",
              "format": "date-time"
            },
            {
              "type": "null"
            }
          ],
          "description": "Null unless pending."
        },
        "last_status_code": {
          "anyOf": [
            {
              "type": "integer"
            },
            {
              "type": "null"
            }
          ],
          "description": "HTTP status of the last attempt; null when there was no answer."
        },
        "created_at": {
          "type": "string",
          "format": "date-time"
        },
        "payload": {
          "type": "object",
          "description": "The event, as it is posted and signed."
        }
      },
      "required": [
        "id",
        "endpoint_id",
        "type",
        "status",
        "attempts",
        "next_attempt_at",
        "last_status_code",
        "created_at",
        "payload"
      ],
      "additionalProperties": false
    },
    "WebhookStats": {
      "type": "object",
      "properties": {
        "pending": {
          "type": "integer"
        },
        "success": {
          "type": "integer"
        },
        "failed": {
          "type": "integer"
        },
        "last_success_at": {
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
        "last_failure_at": {
          "anyOf": [
            {
              "type": "string",
              "format": "date-time"
            },
            {
              "type": "null"
            }
          ],
          "description": "Of the last attempt that failed, whether or not it was the last of its delivery."
        }
      },
      "required": [
        "pending",
        "success",
        "failed",
        "last_success_at",
        "last_failure_at"
      ],
      "additionalProperties": false
    }
  }
};

/** JSON Schema of webhooks.v1.WebhookList. */
export const WebhookList: JsonSchema = {
  "type": "object",
  "properties": {
    "webhooks": {
      "type": "array",
      "items": {
        "$ref": "#/$defs/Webhook"
      },
      "description": "Absent with events=1."
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
    "event_types": {
      "type": "array",
      "items": {
        "$ref": "#/$defs/EventTypeDescription"
      },
      "description": "Only with events=1."
    }
  },
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
    "EventTypeDescription": {
      "type": "object",
      "properties": {
        "type": {
          "type": "string"
        },
        "description": {
          "type": "string"
        }
      },
      "required": [
        "type",
        "description"
      ],
      "additionalProperties": false
    },
    "Webhook": {
      "type": "object",
      "properties": {
        "id": {
          "type": "string",
          "format": "uuid"
        },
        "url": {
          "type": "string"
        },
        "events": {
          "type": "array",
          "items": {
            "type": "string"
          },
          "examples": [
            [
              "contact.created"
            ]
          ]
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
        "enabled": {
          "type": "boolean"
        },
        "stats": {
          "$ref": "#/$defs/WebhookStats"
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
          "$ref": "#/$defs/Actor"
        },
        "version": {
          "type": "integer"
        }
      },
      "required": [
        "id",
        "url",
        "events",
        "description",
        "enabled",
        "stats",
        "created_at",
        "updated_at",
        "created_by",
        "version"
      ],
      "additionalProperties": false
    },
    "WebhookStats": {
      "type": "object",
      "properties": {
        "pending": {
          "type": "integer"
        },
        "success": {
          "type": "integer"
        },
        "failed": {
          "type": "integer"
        },
        "last_success_at": {
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
        "last_failure_at": {
          "anyOf": [
            {
              "type": "string",
              "format": "date-time"
            },
            {
              "type": "null"
            }
          ],
          "description": "Of the last attempt that failed, whether or not it was the last of its delivery."
        }
      },
      "required": [
        "pending",
        "success",
        "failed",
        "last_success_at",
        "last_failure_at"
      ],
      "additionalProperties": false
    }
  }
};

/** JSON Schema of webhooks.v1.WebhookPatch. */
export const WebhookPatch: JsonSchema = {
  "type": "object",
  "properties": {
    "url": {
      "type": "string",
      "description": "A public http or https address; it applies from the next attempt on."
    },
    "events": {
      "type": "array",
      "items": {
        "type": "string",
        "enum": [
          "contact.created",
          "contact.updated",
          "invoice.created",
          "invoice.paid",
          "quote.accepted",
          "form.submitted",
          "message.sent",
          "asset.checked_out",
          "asset.returned",
          "email.rule_matched"
        ]
      },
      "minItems": 1,
      "maxItems": 10,
      "description": "Event types to receive, as a whole."
    },
    "description": {
      "anyOf": [
        {
          "type": "string",
          "maxLength": 500
        },
        {
          "type": "null"
        }
      ]
    },
    "enabled": {
      "type": "boolean"
    },
    "rotate_secret": {
      "type": "boolean",
      "description": "true makes a new secret; the old one still signs webhook-signature for 24 hours."
    }
  },
  "additionalProperties": false
};

/** JSON Schema of webhooks.v1.WebhookStats. */
export const WebhookStats: JsonSchema = {
  "type": "object",
  "properties": {
    "pending": {
      "type": "integer"
    },
    "success": {
      "type": "integer"
    },
    "failed": {
      "type": "integer"
    },
    "last_success_at": {
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
    "last_failure_at": {
      "anyOf": [
        {
          "type": "string",
          "format": "date-time"
        },
        {
          "type": "null"
        }
      ],
      "description": "Of the last attempt that failed, whether or not it was the last of its delivery."
    }
  },
  "required": [
    "pending",
    "success",
    "failed",
    "last_success_at",
    "last_failure_at"
  ],
  "additionalProperties": false
};
