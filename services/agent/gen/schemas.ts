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
