// Generated from protos/ by `make gen`; edits are lost.

import type { JsonSchema } from "@jst/rpc";

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
