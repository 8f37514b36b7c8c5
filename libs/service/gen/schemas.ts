// Generated from protos/ by `make gen`; edits are lost.

import type { JsonSchema } from "@jst/rpc";

/** JSON Schema of service.v1.OutboxQuestion. */
export const OutboxQuestion: JsonSchema = {
  "type": "object",
  "description": "A question that takes nothing.",
  "properties": {},
  "additionalProperties": false
};

/** JSON Schema of service.v1.OutboxReplay. */
export const OutboxReplay: JsonSchema = {
  "type": "object",
  "properties": {
    "since": {
      "type": "string",
      "format": "date-time",
      "description": "Events stored at this time or later; those of the last seven days are kept."
    }
  },
  "required": [
    "since"
  ],
  "additionalProperties": false
};

/** JSON Schema of service.v1.OutboxState. */
export const OutboxState: JsonSchema = {
  "type": "object",
  "properties": {
    "state": {
      "type": "string",
      "enum": [
        "working",
        "stalled"
      ]
    },
    "reason": {
      "anyOf": [
        {
          "type": "string",
          "enum": [
            "nobody_relays",
            "fault",
            "older_transaction",
            "slow"
          ]
        },
        {
          "type": "null"
        }
      ],
      "description": "Why it is stalled; null while it works."
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
      "description": "What the relay said when it last could not go on; null when it could."
    },
    "fault_at": {
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
    "relaying": {
      "type": "boolean",
      "description": "A process holds the lease."
    },
    "unsent": {
      "type": "integer",
      "description": "Events the broker does not have, counted up to 100,000."
    },
    "oldest_unsent_at": {
      "anyOf": [
        {
          "type": "string",
          "format": "date-time"
        },
        {
          "type": "null"
        }
      ],
      "description": "When the first of them was stored; null when there is none."
    },
    "oldest_unsent_age": {
      "type": "number",
      "description": "Seconds since then by the clock of the database; 0 when there is none."
    },
    "moved_at": {
      "anyOf": [
        {
          "type": "string",
          "format": "date-time"
        },
        {
          "type": "null"
        }
      ],
      "description": "When the position last moved; null before the first event."
    },
    "replay_from": {
      "anyOf": [
        {
          "type": "string",
          "format": "date-time"
        },
        {
          "type": "null"
        }
      ],
      "description": "A replay that was asked for and has not begun; null when there is none."
    }
  },
  "required": [
    "state",
    "reason",
    "fault",
    "fault_at",
    "relaying",
    "unsent",
    "oldest_unsent_at",
    "oldest_unsent_age",
    "moved_at",
    "replay_from"
  ],
  "additionalProperties": false
};

/** JSON Schema of service.v1.ReplayedOutbox. */
export const ReplayedOutbox: JsonSchema = {
  "type": "object",
  "properties": {
    "events": {
      "type": "integer",
      "description": "How many go out again, counted up to 100,000."
    },
    "first_at": {
      "anyOf": [
        {
          "type": "string",
          "format": "date-time"
        },
        {
          "type": "null"
        }
      ],
      "description": "When the first of them was stored; null when there is none, and nothing was asked for."
    }
  },
  "required": [
    "events",
    "first_at"
  ],
  "additionalProperties": false
};
