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

/** JSON Schema of data.v1.AssetAssignee. */
export const AssetAssignee: JsonSchema = {
  "type": "object",
  "properties": {
    "type": {
      "type": "string",
      "enum": [
        "contact",
        "member",
        "location"
      ],
      "examples": [
        "location"
      ]
    },
    "id": {
      "type": "string",
      "minLength": 1,
      "maxLength": 200,
      "description": "Of a contact or member its id; of a location the team's own name for it.",
      "examples": [
        "Warehouse 2"
      ]
    }
  },
  "required": [
    "type",
    "id"
  ],
  "additionalProperties": false
};

/** JSON Schema of data.v1.AssetCheckOut. */
export const AssetCheckOut: JsonSchema = {
  "type": "object",
  "properties": {
    "assignee": {
      "$ref": "#/$defs/AssetAssignee",
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
    }
  },
  "required": [
    "assignee"
  ],
  "additionalProperties": false,
  "$defs": {
    "AssetAssignee": {
      "type": "object",
      "properties": {
        "type": {
          "type": "string",
          "enum": [
            "contact",
            "member",
            "location"
          ],
          "examples": [
            "location"
          ]
        },
        "id": {
          "type": "string",
          "minLength": 1,
          "maxLength": 200,
          "description": "Of a contact or member its id; of a location the team's own name for it.",
          "examples": [
            "Warehouse 2"
          ]
        }
      },
      "required": [
        "type",
        "id"
      ],
      "additionalProperties": false
    }
  }
};

/** JSON Schema of data.v1.AssetReturn. */
export const AssetReturn: JsonSchema = {
  "type": "object",
  "properties": {
    "condition": {
      "type": "string",
      "maxLength": 200,
      "description": "What shape the asset is in; kept until another is given.",
      "examples": [
        "Scratched, works"
      ]
    },
    "note": {
      "type": "string",
      "maxLength": 2000,
      "description": "Stays with the asset until it is handed out or taken back again."
    }
  },
  "additionalProperties": false
};

/** JSON Schema of data.v1.Column. */
export const Column: JsonSchema = {
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
          "$ref": "#/$defs/Relation"
        },
        {
          "type": "null"
        }
      ],
      "description": "Of a relation column, null for every other."
    }
  },
  "required": [
    "id",
    "name",
    "display_name",
    "type",
    "required",
    "unique",
    "description",
    "options",
    "position"
  ],
  "additionalProperties": false,
  "$defs": {
    "Relation": {
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
      },
      "required": [
        "table_id"
      ],
      "additionalProperties": false
    }
  }
};

/** JSON Schema of data.v1.ColumnList. */
export const ColumnList: JsonSchema = {
  "type": "object",
  "properties": {
    "columns": {
      "type": "array",
      "items": {
        "$ref": "#/$defs/Column"
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
    "columns",
    "next_cursor",
    "has_more"
  ],
  "additionalProperties": false,
  "$defs": {
    "Column": {
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
              "$ref": "#/$defs/Relation"
            },
            {
              "type": "null"
            }
          ],
          "description": "Of a relation column, null for every other."
        }
      },
      "required": [
        "id",
        "name",
        "display_name",
        "type",
        "required",
        "unique",
        "description",
        "options",
        "position"
      ],
      "additionalProperties": false
    },
    "Relation": {
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
      },
      "required": [
        "table_id"
      ],
      "additionalProperties": false
    }
  }
};

/** JSON Schema of data.v1.ColumnPatch. */
export const ColumnPatch: JsonSchema = {
  "type": "object",
  "properties": {
    "display_name": {
      "type": "string",
      "minLength": 1,
      "maxLength": 120,
      "pattern": "\\S",
      "description": "Not of spaces alone."
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
      ],
      "description": "Cells are carried over where nothing of them is lost. A formula, and a column that the service fills, such as autonumber, keeps its type; no other becomes one of these, or a relation, user or contact."
    },
    "required": {
      "type": "boolean"
    },
    "unique": {
      "type": "boolean"
    },
    "default": {
      "description": "Null takes the default away."
    },
    "description": {
      "anyOf": [
        {
          "type": "string",
          "maxLength": 2000
        },
        {
          "type": "null"
        }
      ]
    },
    "options": {
      "type": "object",
      "description": "Replaces the settings as a whole."
    },
    "position": {
      "type": "integer",
      "maximum": 100000,
      "minimum": 0
    },
    "force": {
      "type": "boolean",
      "description": "Empties the cells that the new type or options cannot hold, and lets formulas fail and layouts go without a state column that need the old type; the same as ?force=true."
    },
    "formula": {
      "anyOf": [
        {
          "type": "string",
          "minLength": 1,
          "maxLength": 4000
        },
        {
          "type": "null"
        }
      ],
      "description": "Only of a formula column; null, as it is read, of any other."
    },
    "relation": {
      "anyOf": [
        {
          "$ref": "#/$defs/Relation"
        },
        {
          "type": "null"
        }
      ],
      "description": "Replaces the settings of a relation column, whose table stays; null, as they are read, of any other."
    }
  },
  "additionalProperties": false,
  "$defs": {
    "Relation": {
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
      },
      "required": [
        "table_id"
      ],
      "additionalProperties": false
    }
  }
};

/** JSON Schema of data.v1.ColumnUse. */
export const ColumnUse: JsonSchema = {
  "type": "object",
  "properties": {
    "kind": {
      "type": "string"
    },
    "table_id": {
      "type": "string"
    },
    "id": {
      "type": "string"
    },
    "name": {
      "type": "string"
    },
    "path": {
      "type": "string"
    }
  },
  "required": [
    "kind",
    "table_id",
    "id",
    "name",
    "path"
  ],
  "additionalProperties": false
};

/** JSON Schema of data.v1.ConditionalFormat. */
export const ConditionalFormat: JsonSchema = {
  "type": "object",
  "properties": {
    "filter": {
      "type": "object",
      "description": "The rows it applies to, written as a filter."
    },
    "scope": {
      "type": "string",
      "enum": [
        "row",
        "cell"
      ]
    },
    "column": {
      "type": "string",
      "description": "Name of the column whose cell is formatted; with scope cell only, and required there."
    },
    "style": {
      "$ref": "#/$defs/FormatStyle"
    }
  },
  "required": [
    "filter",
    "scope",
    "style"
  ],
  "additionalProperties": false,
  "$defs": {
    "FormatStyle": {
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
      "additionalProperties": false
    }
  }
};

/** JSON Schema of data.v1.DeletedColumn. */
export const DeletedColumn: JsonSchema = {
  "type": "object",
  "properties": {
    "id": {
      "type": "string",
      "format": "uuid"
    },
    "deleted": {
      "type": "boolean"
    },
    "applied_impact": {
      "type": "array",
      "items": {
        "$ref": "#/$defs/ColumnUse"
      },
      "description": "What used the column and was changed with it."
    }
  },
  "required": [
    "id",
    "deleted",
    "applied_impact"
  ],
  "additionalProperties": false,
  "$defs": {
    "ColumnUse": {
      "type": "object",
      "properties": {
        "kind": {
          "type": "string"
        },
        "table_id": {
          "type": "string"
        },
        "id": {
          "type": "string"
        },
        "name": {
          "type": "string"
        },
        "path": {
          "type": "string"
        }
      },
      "required": [
        "kind",
        "table_id",
        "id",
        "name",
        "path"
      ],
      "additionalProperties": false
    }
  }
};

/** JSON Schema of data.v1.DeletedRow. */
export const DeletedRow: JsonSchema = {
  "type": "object",
  "properties": {
    "id": {
      "type": "string",
      "format": "uuid"
    },
    "deleted_at": {
      "type": "string",
      "format": "date-time"
    },
    "restorable_until": {
      "type": "string",
      "format": "date-time",
      "description": "PATCH {action: \"restore\"} works until then."
    }
  },
  "required": [
    "id",
    "deleted_at",
    "restorable_until"
  ],
  "additionalProperties": false
};

/** JSON Schema of data.v1.DeletedView. */
export const DeletedView: JsonSchema = {
  "type": "object",
  "properties": {
    "id": {
      "type": "string",
      "format": "uuid"
    },
    "deleted": {
      "type": "boolean"
    }
  },
  "required": [
    "id",
    "deleted"
  ],
  "additionalProperties": false
};

/** JSON Schema of data.v1.Force. */
export const Force: JsonSchema = {
  "type": "object",
  "description": "The same in a body, for clients that send none but JSON.",
  "properties": {
    "force": {
      "type": "boolean",
      "description": "Goes on where the change would otherwise be refused for what it takes away."
    }
  },
  "additionalProperties": false
};

/** JSON Schema of data.v1.ForceQuery. */
export const ForceQuery: JsonSchema = {
  "type": "object",
  "properties": {
    "force": {
      "type": "boolean",
      "description": "Goes on where the change would otherwise be refused for what it takes away."
    }
  },
  "additionalProperties": false
};

/** JSON Schema of data.v1.FormatStyle. */
export const FormatStyle: JsonSchema = {
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
  "additionalProperties": false
};

/** JSON Schema of data.v1.GetRowQuery. */
export const GetRowQuery: JsonSchema = {
  "type": "object",
  "properties": {
    "fields": {
      "type": "string",
      "minLength": 1,
      "description": "Names of the columns to show, comma separated; formulas only together with computed."
    },
    "computed": {
      "type": "boolean",
      "description": "Adds computed, the values of formula columns, to the row and to those that expand shows."
    },
    "expand": {
      "type": "string",
      "minLength": 1,
      "description": "Names of relation columns to show as rows in place of ids, comma separated."
    }
  },
  "additionalProperties": false
};

/** JSON Schema of data.v1.GetViewQuery. */
export const GetViewQuery: JsonSchema = {
  "type": "object",
  "properties": {
    "rows": {
      "type": "boolean",
      "description": "Adds rows, next_cursor and has_more. The parameters below need it."
    },
    "limit": {
      "type": "integer",
      "minimum": 1,
      "description": "Most rows of a page, which ends early at 4 MiB; above 500 it is cut to 500."
    },
    "cursor": {
      "type": "string",
      "minLength": 1,
      "description": "next_cursor of the previous page."
    },
    "computed": {
      "type": "boolean",
      "description": "Adds computed, the values of the view's formula columns, to each row, and all of theirs to those that expand shows."
    },
    "filter": {
      "type": "string",
      "minLength": 1,
      "description": "One condition, {field, op, value}, or conditions under and, or, not, as JSON text; it narrows the view's own filter.",
      "examples": [
        "{\"field\":\"status\",\"op\":\"eq\",\"value\":\"open\"}"
      ]
    },
    "expand": {
      "type": "string",
      "minLength": 1,
      "description": "Names of relation columns of the view to show as rows in place of ids, comma separated."
    }
  },
  "additionalProperties": false
};

/** JSON Schema of data.v1.HistoryList. */
export const HistoryList: JsonSchema = {
  "type": "object",
  "properties": {
    "history": {
      "type": "array",
      "items": {
        "$ref": "#/$defs/StateChange"
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
    "history",
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
    "StateChange": {
      "type": "object",
      "properties": {
        "id": {
          "type": "string",
          "format": "uuid"
        },
        "row_id": {
          "type": "string",
          "format": "uuid"
        },
        "table_id": {
          "type": "string",
          "format": "uuid"
        },
        "field": {
          "type": "string",
          "description": "Name of the state column."
        },
        "from": {
          "anyOf": [
            {
              "type": "string"
            },
            {
              "type": "null"
            }
          ],
          "description": "Null for the state a row begins with."
        },
        "to": {
          "anyOf": [
            {
              "type": "string"
            },
            {
              "type": "null"
            }
          ],
          "description": "Null when the cell was emptied."
        },
        "changed_at": {
          "type": "string",
          "format": "date-time"
        },
        "changed_by": {
          "$ref": "#/$defs/Actor"
        },
        "changeset_id": {
          "type": "string"
        }
      },
      "required": [
        "id",
        "row_id",
        "table_id",
        "field",
        "from",
        "to",
        "changed_at",
        "changed_by"
      ],
      "additionalProperties": false
    }
  }
};

/** JSON Schema of data.v1.ListColumnsQuery. */
export const ListColumnsQuery: JsonSchema = {
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
    "sort": {
      "type": "string",
      "minLength": 1,
      "description": "`<field>:<asc|desc>`, comma separated; fields are position, name, display_name, type, required, unique, created_at, updated_at and id.",
      "examples": [
        "name:asc"
      ]
    },
    "filter": {
      "type": "string",
      "minLength": 1,
      "description": "One condition, {field, op, value}, or conditions under and, or, not, as JSON text; the fields of sort.",
      "examples": [
        "{\"field\":\"type\",\"op\":\"eq\",\"value\":\"state\"}"
      ]
    },
    "q": {
      "type": "string",
      "minLength": 2,
      "maxLength": 200,
      "description": "Text to find in name and display_name."
    },
    "updated_since": {
      "type": "string",
      "format": "date-time",
      "description": "Only columns changed at or after this time."
    }
  },
  "additionalProperties": false
};

/** JSON Schema of data.v1.ListHistoryQuery. */
export const ListHistoryQuery: JsonSchema = {
  "type": "object",
  "properties": {
    "field": {
      "type": "string",
      "minLength": 1,
      "description": "Name of a state column: only its transitions."
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

/** JSON Schema of data.v1.ListRowsQuery. */
export const ListRowsQuery: JsonSchema = {
  "type": "object",
  "properties": {
    "sort": {
      "type": "string",
      "minLength": 1,
      "description": "`<field>:<asc|desc>`, up to five, comma separated: any column, created_at, updated_at or id.",
      "examples": [
        "due_on:asc,created_at:desc"
      ]
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
    "filter": {
      "type": "string",
      "minLength": 1,
      "description": "One condition, {field, op, value}, or conditions under and, or, not; in a URL as JSON text.",
      "examples": [
        "{\"field\":\"status\",\"op\":\"eq\",\"value\":\"open\"}"
      ]
    },
    "q": {
      "type": "string",
      "minLength": 2,
      "maxLength": 200,
      "description": "Text to find in the row's text cells."
    },
    "fields": {
      "type": "string",
      "minLength": 1,
      "description": "Names of the columns to show, formulas only together with computed; in a URL comma separated."
    },
    "computed": {
      "type": "boolean",
      "description": "Adds computed, the values of formula columns, to each row and to those that expand shows."
    },
    "updated_since": {
      "type": "string",
      "format": "date-time",
      "description": "Only rows changed at or after this time. A change is dated when its write began, and a write may take 30 s: who goes on from the latest updated_at seen asks from 30 s before it."
    },
    "include_deleted": {
      "type": "boolean",
      "description": "Shows deleted rows too."
    },
    "deleted": {
      "type": "string",
      "enum": [
        "only"
      ],
      "description": "`only` shows nothing but deleted rows."
    },
    "view_id": {
      "type": "string",
      "format": "uuid",
      "description": "Id of a view of the table: only its rows, in its order when there is no sort."
    },
    "count": {
      "type": "string",
      "enum": [
        "exact"
      ],
      "description": "`exact` adds `total`."
    },
    "expand": {
      "type": "string",
      "minLength": 1,
      "description": "Names of relation columns to show as rows in place of ids, one level deep; in a URL comma separated. A row that is deleted or absent shows as {id, missing: true}, one beyond 8 MiB of them and their results as {id, omitted: true}."
    }
  },
  "additionalProperties": false
};

/** JSON Schema of data.v1.ListTablesQuery. */
export const ListTablesQuery: JsonSchema = {
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
    "sort": {
      "type": "string",
      "minLength": 1,
      "description": "`<field>:<asc|desc>`, comma separated; fields are name, display_name, system, created_at, updated_at and id.",
      "examples": [
        "name:asc"
      ]
    },
    "q": {
      "type": "string",
      "minLength": 2,
      "maxLength": 200,
      "description": "Text to find in name and display_name."
    },
    "updated_since": {
      "type": "string",
      "format": "date-time",
      "description": "Only tables changed at or after this time."
    },
    "count": {
      "type": "string",
      "enum": [
        "exact"
      ],
      "description": "`exact` adds `total`."
    },
    "filter": {
      "type": "string",
      "minLength": 1,
      "description": "One condition, {field, op, value}, or conditions under and, or, not, as JSON text; the fields of sort, and system.",
      "examples": [
        "{\"field\":\"system\",\"op\":\"eq\",\"value\":false}"
      ]
    }
  },
  "additionalProperties": false
};

/** JSON Schema of data.v1.ListViewsQuery. */
export const ListViewsQuery: JsonSchema = {
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
    "sort": {
      "type": "string",
      "minLength": 1,
      "description": "`<field>:<asc|desc>`, comma separated; fields are name, kind, favorite, created_at, updated_at and id.",
      "examples": [
        "name:asc"
      ]
    },
    "filter": {
      "type": "string",
      "minLength": 1,
      "description": "One condition, {field, op, value}, or conditions under and, or, not, as JSON text; the fields of sort.",
      "examples": [
        "{\"field\":\"kind\",\"op\":\"eq\",\"value\":\"grid\"}"
      ]
    },
    "q": {
      "type": "string",
      "minLength": 2,
      "maxLength": 200,
      "description": "Text to find in the name."
    },
    "updated_since": {
      "type": "string",
      "format": "date-time",
      "description": "Only views changed at or after this time."
    }
  },
  "additionalProperties": false
};

/** JSON Schema of data.v1.NewColumn. */
export const NewColumn: JsonSchema = {
  "type": "object",
  "properties": {
    "name": {
      "type": "string",
      "pattern": "^[a-z][a-z0-9_]{0,62}$",
      "examples": [
        "status"
      ]
    },
    "display_name": {
      "type": "string",
      "minLength": 1,
      "maxLength": 120,
      "pattern": "\\S",
      "description": "Not of spaces alone."
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
    "default": {
      "description": "Value of a row that names none; checked like a cell of the column."
    },
    "description": {
      "anyOf": [
        {
          "type": "string",
          "maxLength": 2000
        },
        {
          "type": "null"
        }
      ]
    },
    "options": {
      "type": "object",
      "description": "Settings of the type: number {precision}, currency {currency}, rating {max}, select and multi_select {options}, state {states, initial, transitions?}, formula {result_type}, which follows from the formula whatever is sent."
    },
    "position": {
      "type": "integer",
      "maximum": 100000,
      "minimum": 0
    },
    "formula": {
      "anyOf": [
        {
          "type": "string",
          "minLength": 1,
          "maxLength": 4000
        },
        {
          "type": "null"
        }
      ],
      "description": "Of a formula column, and required there: an expression over the other columns of the table, as {column}."
    },
    "relation": {
      "anyOf": [
        {
          "$ref": "#/$defs/Relation"
        },
        {
          "type": "null"
        }
      ],
      "description": "Of a relation column, and required there: whose rows its cells name."
    }
  },
  "required": [
    "name",
    "type"
  ],
  "additionalProperties": false,
  "$defs": {
    "Relation": {
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
      },
      "required": [
        "table_id"
      ],
      "additionalProperties": false
    }
  }
};

/** JSON Schema of data.v1.NewRow. */
export const NewRow: JsonSchema = {
  "type": "object",
  "properties": {
    "data": {
      "type": "object",
      "description": "Cells by column name.",
      "examples": [
        {
          "name": "Ship it",
          "status": "open"
        }
      ]
    }
  },
  "required": [
    "data"
  ],
  "additionalProperties": false
};

/** JSON Schema of data.v1.NewRows. */
export const NewRows: JsonSchema = {
  "type": "object",
  "properties": {
    "upsert_on": {
      "anyOf": [
        {
          "type": "string",
          "minLength": 1
        },
        {
          "type": "null"
        }
      ],
      "description": "Name of a unique column: a row of the batch whose value a stored row has is merged over that row, as PATCH does."
    },
    "rows": {
      "type": "array",
      "items": {
        "$ref": "#/$defs/NewRow"
      },
      "minItems": 1,
      "maxItems": 500
    },
    "atomic": {
      "type": "boolean",
      "description": "All rows or none, the default. With false every row that can be stored is, and the others carry an error."
    }
  },
  "required": [
    "rows"
  ],
  "additionalProperties": false,
  "$defs": {
    "NewRow": {
      "type": "object",
      "properties": {
        "data": {
          "type": "object",
          "description": "Cells by column name.",
          "examples": [
            {
              "name": "Ship it",
              "status": "open"
            }
          ]
        }
      },
      "required": [
        "data"
      ],
      "additionalProperties": false
    }
  }
};

/** JSON Schema of data.v1.NewTable. */
export const NewTable: JsonSchema = {
  "type": "object",
  "properties": {
    "name": {
      "type": "string",
      "pattern": "^[a-z][a-z0-9_]{0,62}$",
      "description": "Made from display_name when absent, with a number where a table that is called otherwise has that name.",
      "examples": [
        "projects"
      ]
    },
    "display_name": {
      "type": "string",
      "minLength": 1,
      "maxLength": 120,
      "pattern": "\\S",
      "description": "Not of spaces alone.",
      "examples": [
        "Projects"
      ]
    },
    "description": {
      "anyOf": [
        {
          "type": "string",
          "maxLength": 2000
        },
        {
          "type": "null"
        }
      ]
    },
    "icon": {
      "anyOf": [
        {
          "type": "string",
          "maxLength": 100
        },
        {
          "type": "null"
        }
      ]
    },
    "columns": {
      "type": "array",
      "items": {
        "$ref": "#/$defs/NewColumn"
      },
      "maxItems": 200
    }
  },
  "required": [
    "display_name"
  ],
  "additionalProperties": false,
  "$defs": {
    "NewColumn": {
      "type": "object",
      "properties": {
        "name": {
          "type": "string",
          "pattern": "^[a-z][a-z0-9_]{0,62}$",
          "examples": [
            "status"
          ]
        },
        "display_name": {
          "type": "string",
          "minLength": 1,
          "maxLength": 120,
          "pattern": "\\S",
          "description": "Not of spaces alone."
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
        "default": {
          "description": "Value of a row that names none; checked like a cell of the column."
        },
        "description": {
          "anyOf": [
            {
              "type": "string",
              "maxLength": 2000
            },
            {
              "type": "null"
            }
          ]
        },
        "options": {
          "type": "object",
          "description": "Settings of the type: number {precision}, currency {currency}, rating {max}, select and multi_select {options}, state {states, initial, transitions?}, formula {result_type}, which follows from the formula whatever is sent."
        },
        "position": {
          "type": "integer",
          "maximum": 100000,
          "minimum": 0
        },
        "formula": {
          "anyOf": [
            {
              "type": "string",
              "minLength": 1,
              "maxLength": 4000
            },
            {
              "type": "null"
            }
          ],
          "description": "Of a formula column, and required there: an expression over the other columns of the table, as {column}."
        },
        "relation": {
          "anyOf": [
            {
              "$ref": "#/$defs/Relation"
            },
            {
              "type": "null"
            }
          ],
          "description": "Of a relation column, and required there: whose rows its cells name."
        }
      },
      "required": [
        "name",
        "type"
      ],
      "additionalProperties": false
    },
    "Relation": {
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
      },
      "required": [
        "table_id"
      ],
      "additionalProperties": false
    }
  }
};

/** JSON Schema of data.v1.NewView. */
export const NewView: JsonSchema = {
  "type": "object",
  "properties": {
    "name": {
      "type": "string",
      "minLength": 1,
      "maxLength": 120,
      "pattern": "\\S",
      "description": "Not of spaces alone.",
      "examples": [
        "Open tasks"
      ]
    },
    "kind": {
      "type": "string",
      "enum": [
        "grid",
        "kanban",
        "calendar",
        "gallery",
        "form",
        "list",
        "record_review"
      ],
      "description": "grid when absent."
    },
    "filters": {
      "anyOf": [
        {
          "type": "object"
        },
        {
          "type": "null"
        }
      ],
      "description": "Which rows the view holds: one condition, {field, op, value}, or conditions under and, or, not.",
      "examples": [
        {
          "field": "status",
          "op": "neq",
          "value": "done"
        }
      ]
    },
    "sorts": {
      "type": "array",
      "items": {
        "$ref": "#/$defs/ViewSort"
      },
      "maxItems": 5
    },
    "visible_columns": {
      "type": "array",
      "items": {
        "type": "string"
      },
      "maxItems": 200,
      "uniqueItems": true,
      "description": "Names of the columns to show; empty shows all."
    },
    "hidden_columns": {
      "type": "array",
      "items": {
        "type": "string"
      },
      "maxItems": 200,
      "uniqueItems": true,
      "description": "Names of the columns not to show, also of those that are visible."
    },
    "column_order": {
      "type": "array",
      "items": {
        "type": "string"
      },
      "maxItems": 200,
      "uniqueItems": true,
      "description": "Names of columns in the order to show them; the others follow by position."
    },
    "conditional_formats": {
      "type": "array",
      "items": {
        "$ref": "#/$defs/ConditionalFormat"
      },
      "maxItems": 25,
      "description": "Of those that match a row, or a cell, the first one applies."
    },
    "favorite": {
      "type": "boolean"
    },
    "record_review_layout": {
      "anyOf": [
        {
          "$ref": "#/$defs/RecordReviewLayout"
        },
        {
          "type": "null"
        }
      ]
    }
  },
  "required": [
    "name"
  ],
  "additionalProperties": false,
  "$defs": {
    "ConditionalFormat": {
      "type": "object",
      "properties": {
        "filter": {
          "type": "object",
          "description": "The rows it applies to, written as a filter."
        },
        "scope": {
          "type": "string",
          "enum": [
            "row",
            "cell"
          ]
        },
        "column": {
          "type": "string",
          "description": "Name of the column whose cell is formatted; with scope cell only, and required there."
        },
        "style": {
          "$ref": "#/$defs/FormatStyle"
        }
      },
      "required": [
        "filter",
        "scope",
        "style"
      ],
      "additionalProperties": false
    },
    "FormatStyle": {
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
      "additionalProperties": false
    },
    "RecordReviewLayout": {
      "type": "object",
      "description": "How one record after the other is shown to be reviewed.",
      "properties": {
        "primary_column": {
          "anyOf": [
            {
              "type": "string"
            },
            {
              "type": "null"
            }
          ],
          "description": "Name of the column that heads the record; null once that column was deleted."
        },
        "state_column": {
          "anyOf": [
            {
              "type": "string"
            },
            {
              "type": "null"
            }
          ],
          "description": "Name of the state column a review moves; null while it is of another type."
        },
        "sections": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/ReviewSection"
          },
          "maxItems": 20
        },
        "actions": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/ReviewAction"
          },
          "maxItems": 20
        }
      },
      "required": [
        "primary_column"
      ],
      "additionalProperties": false
    },
    "ReviewAction": {
      "type": "object",
      "properties": {
        "label": {
          "type": "string",
          "minLength": 1,
          "maxLength": 120
        },
        "set": {
          "type": "object",
          "description": "Cells the action writes, by column name, as PATCH of the row takes them.",
          "examples": [
            {
              "status": "done"
            }
          ]
        }
      },
      "required": [
        "label",
        "set"
      ],
      "additionalProperties": false
    },
    "ReviewSection": {
      "type": "object",
      "properties": {
        "title": {
          "type": "string",
          "minLength": 1,
          "maxLength": 120
        },
        "columns": {
          "type": "array",
          "items": {
            "type": "string"
          },
          "maxItems": 200,
          "uniqueItems": true
        }
      },
      "required": [
        "title",
        "columns"
      ],
      "additionalProperties": false
    },
    "ViewSort": {
      "type": "object",
      "properties": {
        "field": {
          "type": "string",
          "description": "Name of a column, or created_at, updated_at, id."
        },
        "direction": {
          "type": "string",
          "enum": [
            "asc",
            "desc"
          ]
        }
      },
      "required": [
        "field",
        "direction"
      ],
      "additionalProperties": false
    }
  }
};

/** JSON Schema of data.v1.ProvisionTeam. */
export const ProvisionTeam: JsonSchema = {
  "type": "object",
  "properties": {
    "team_id": {
      "type": "string",
      "format": "uuid"
    }
  },
  "required": [
    "team_id"
  ],
  "additionalProperties": false
};

/** JSON Schema of data.v1.ProvisionedTeam. */
export const ProvisionedTeam: JsonSchema = {
  "type": "object",
  "properties": {
    "team_id": {
      "type": "string",
      "format": "uuid"
    }
  },
  "required": [
    "team_id"
  ],
  "additionalProperties": false
};

/** JSON Schema of data.v1.RecordReviewLayout. */
export const RecordReviewLayout: JsonSchema = {
  "type": "object",
  "description": "How one record after the other is shown to be reviewed.",
  "properties": {
    "primary_column": {
      "anyOf": [
        {
          "type": "string"
        },
        {
          "type": "null"
        }
      ],
      "description": "Name of the column that heads the record; null once that column was deleted."
    },
    "state_column": {
      "anyOf": [
        {
          "type": "string"
        },
        {
          "type": "null"
        }
      ],
      "description": "Name of the state column a review moves; null while it is of another type."
    },
    "sections": {
      "type": "array",
      "items": {
        "$ref": "#/$defs/ReviewSection"
      },
      "maxItems": 20
    },
    "actions": {
      "type": "array",
      "items": {
        "$ref": "#/$defs/ReviewAction"
      },
      "maxItems": 20
    }
  },
  "required": [
    "primary_column"
  ],
  "additionalProperties": false,
  "$defs": {
    "ReviewAction": {
      "type": "object",
      "properties": {
        "label": {
          "type": "string",
          "minLength": 1,
          "maxLength": 120
        },
        "set": {
          "type": "object",
          "description": "Cells the action writes, by column name, as PATCH of the row takes them.",
          "examples": [
            {
              "status": "done"
            }
          ]
        }
      },
      "required": [
        "label",
        "set"
      ],
      "additionalProperties": false
    },
    "ReviewSection": {
      "type": "object",
      "properties": {
        "title": {
          "type": "string",
          "minLength": 1,
          "maxLength": 120
        },
        "columns": {
          "type": "array",
          "items": {
            "type": "string"
          },
          "maxItems": 200,
          "uniqueItems": true
        }
      },
      "required": [
        "title",
        "columns"
      ],
      "additionalProperties": false
    }
  }
};

/** JSON Schema of data.v1.Relation. */
export const Relation: JsonSchema = {
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
  },
  "required": [
    "table_id"
  ],
  "additionalProperties": false
};

/** JSON Schema of data.v1.ReviewAction. */
export const ReviewAction: JsonSchema = {
  "type": "object",
  "properties": {
    "label": {
      "type": "string",
      "minLength": 1,
      "maxLength": 120
    },
    "set": {
      "type": "object",
      "description": "Cells the action writes, by column name, as PATCH of the row takes them.",
      "examples": [
        {
          "status": "done"
        }
      ]
    }
  },
  "required": [
    "label",
    "set"
  ],
  "additionalProperties": false
};

/** JSON Schema of data.v1.ReviewSection. */
export const ReviewSection: JsonSchema = {
  "type": "object",
  "properties": {
    "title": {
      "type": "string",
      "minLength": 1,
      "maxLength": 120
    },
    "columns": {
      "type": "array",
      "items": {
        "type": "string"
      },
      "maxItems": 200,
      "uniqueItems": true
    }
  },
  "required": [
    "title",
    "columns"
  ],
  "additionalProperties": false
};

/** JSON Schema of data.v1.Row. */
export const Row: JsonSchema = {
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
      "$ref": "#/$defs/Actor"
    },
    "format": {
      "$ref": "#/$defs/RowFormat",
      "description": "Only in a view, when one of its conditional formats applies."
    }
  },
  "required": [
    "id",
    "table_id",
    "data",
    "created_at",
    "updated_at",
    "version",
    "created_by"
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
    "FormatStyle": {
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
      "additionalProperties": false
    },
    "RowFormat": {
      "type": "object",
      "properties": {
        "row": {
          "$ref": "#/$defs/FormatStyle",
          "description": "Of the whole row."
        },
        "cells": {
          "type": "object",
          "additionalProperties": {
            "$ref": "#/$defs/FormatStyle"
          },
          "description": "By column name."
        }
      },
      "additionalProperties": false
    }
  }
};

/** JSON Schema of data.v1.RowFormat. */
export const RowFormat: JsonSchema = {
  "type": "object",
  "properties": {
    "row": {
      "$ref": "#/$defs/FormatStyle",
      "description": "Of the whole row."
    },
    "cells": {
      "type": "object",
      "additionalProperties": {
        "$ref": "#/$defs/FormatStyle"
      },
      "description": "By column name."
    }
  },
  "additionalProperties": false,
  "$defs": {
    "FormatStyle": {
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
      "additionalProperties": false
    }
  }
};

/** JSON Schema of data.v1.RowList. */
export const RowList: JsonSchema = {
  "type": "object",
  "properties": {
    "rows": {
      "type": "array",
      "items": {
        "$ref": "#/$defs/Row"
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
    }
  },
  "required": [
    "rows",
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
    "FormatStyle": {
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
      "additionalProperties": false
    },
    "Row": {
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
          "$ref": "#/$defs/Actor"
        },
        "format": {
          "$ref": "#/$defs/RowFormat",
          "description": "Only in a view, when one of its conditional formats applies."
        }
      },
      "required": [
        "id",
        "table_id",
        "data",
        "created_at",
        "updated_at",
        "version",
        "created_by"
      ],
      "additionalProperties": false
    },
    "RowFormat": {
      "type": "object",
      "properties": {
        "row": {
          "$ref": "#/$defs/FormatStyle",
          "description": "Of the whole row."
        },
        "cells": {
          "type": "object",
          "additionalProperties": {
            "$ref": "#/$defs/FormatStyle"
          },
          "description": "By column name."
        }
      },
      "additionalProperties": false
    }
  }
};

/** JSON Schema of data.v1.RowPatch. */
export const RowPatch: JsonSchema = {
  "type": "object",
  "properties": {
    "data": {
      "type": "object",
      "description": "Cells to change, by column name; null clears one.",
      "examples": [
        {
          "status": "done"
        }
      ]
    },
    "action": {
      "type": "string",
      "enum": [
        "restore"
      ],
      "description": "Never together with data."
    }
  },
  "additionalProperties": false
};

/** JSON Schema of data.v1.StateChange. */
export const StateChange: JsonSchema = {
  "type": "object",
  "properties": {
    "id": {
      "type": "string",
      "format": "uuid"
    },
    "row_id": {
      "type": "string",
      "format": "uuid"
    },
    "table_id": {
      "type": "string",
      "format": "uuid"
    },
    "field": {
      "type": "string",
      "description": "Name of the state column."
    },
    "from": {
      "anyOf": [
        {
          "type": "string"
        },
        {
          "type": "null"
        }
      ],
      "description": "Null for the state a row begins with."
    },
    "to": {
      "anyOf": [
        {
          "type": "string"
        },
        {
          "type": "null"
        }
      ],
      "description": "Null when the cell was emptied."
    },
    "changed_at": {
      "type": "string",
      "format": "date-time"
    },
    "changed_by": {
      "$ref": "#/$defs/Actor"
    },
    "changeset_id": {
      "type": "string"
    }
  },
  "required": [
    "id",
    "row_id",
    "table_id",
    "field",
    "from",
    "to",
    "changed_at",
    "changed_by"
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
    }
  }
};

/** JSON Schema of data.v1.StoredRow. */
export const StoredRow: JsonSchema = {
  "type": "object",
  "description": "A row, or with atomic=false the error in its place.",
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
      "type": "object"
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
    "created_by": {
      "$ref": "#/$defs/Actor"
    },
    "error": {
      "type": "object",
      "description": "Problem document of the row."
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
    }
  }
};

/** JSON Schema of data.v1.StoredRows. */
export const StoredRows: JsonSchema = {
  "type": "object",
  "properties": {
    "rows": {
      "type": "array",
      "items": {
        "$ref": "#/$defs/StoredRow"
      },
      "description": "In the order of the request."
    }
  },
  "required": [
    "rows"
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
    "StoredRow": {
      "type": "object",
      "description": "A row, or with atomic=false the error in its place.",
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
          "type": "object"
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
        "created_by": {
          "$ref": "#/$defs/Actor"
        },
        "error": {
          "type": "object",
          "description": "Problem document of the row."
        }
      },
      "additionalProperties": false
    }
  }
};

/** JSON Schema of data.v1.Table. */
export const Table: JsonSchema = {
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
        "$ref": "#/$defs/Column"
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
      "$ref": "#/$defs/Actor"
    },
    "version": {
      "type": "integer"
    }
  },
  "required": [
    "id",
    "name",
    "display_name",
    "description",
    "icon",
    "system",
    "row_count_estimate",
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
    "Column": {
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
              "$ref": "#/$defs/Relation"
            },
            {
              "type": "null"
            }
          ],
          "description": "Of a relation column, null for every other."
        }
      },
      "required": [
        "id",
        "name",
        "display_name",
        "type",
        "required",
        "unique",
        "description",
        "options",
        "position"
      ],
      "additionalProperties": false
    },
    "Relation": {
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
      },
      "required": [
        "table_id"
      ],
      "additionalProperties": false
    }
  }
};

/** JSON Schema of data.v1.TableList. */
export const TableList: JsonSchema = {
  "type": "object",
  "properties": {
    "tables": {
      "type": "array",
      "items": {
        "$ref": "#/$defs/Table"
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
    }
  },
  "required": [
    "tables",
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
    "Column": {
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
              "$ref": "#/$defs/Relation"
            },
            {
              "type": "null"
            }
          ],
          "description": "Of a relation column, null for every other."
        }
      },
      "required": [
        "id",
        "name",
        "display_name",
        "type",
        "required",
        "unique",
        "description",
        "options",
        "position"
      ],
      "additionalProperties": false
    },
    "Relation": {
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
      },
      "required": [
        "table_id"
      ],
      "additionalProperties": false
    },
    "Table": {
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
            "$ref": "#/$defs/Column"
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
          "$ref": "#/$defs/Actor"
        },
        "version": {
          "type": "integer"
        }
      },
      "required": [
        "id",
        "name",
        "display_name",
        "description",
        "icon",
        "system",
        "row_count_estimate",
        "created_at",
        "updated_at",
        "created_by",
        "version"
      ],
      "additionalProperties": false
    }
  }
};

/** JSON Schema of data.v1.View. */
export const View: JsonSchema = {
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
    "name": {
      "type": "string"
    },
    "kind": {
      "type": "string",
      "enum": [
        "grid",
        "kanban",
        "calendar",
        "gallery",
        "form",
        "list",
        "record_review"
      ]
    },
    "filters": {
      "anyOf": [
        {
          "type": "object"
        },
        {
          "type": "null"
        }
      ]
    },
    "sorts": {
      "type": "array",
      "items": {
        "$ref": "#/$defs/ViewSort"
      }
    },
    "visible_columns": {
      "type": "array",
      "items": {
        "type": "string"
      }
    },
    "hidden_columns": {
      "type": "array",
      "items": {
        "type": "string"
      }
    },
    "column_order": {
      "type": "array",
      "items": {
        "type": "string"
      }
    },
    "conditional_formats": {
      "type": "array",
      "items": {
        "$ref": "#/$defs/ConditionalFormat"
      }
    },
    "favorite": {
      "type": "boolean"
    },
    "record_review_layout": {
      "anyOf": [
        {
          "$ref": "#/$defs/RecordReviewLayout"
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
      "$ref": "#/$defs/Actor"
    },
    "version": {
      "type": "integer"
    },
    "rows": {
      "type": "array",
      "items": {
        "$ref": "#/$defs/Row"
      },
      "description": "Only with rows=true, as next_cursor and has_more: the visible columns of the view's rows."
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
    "id",
    "table_id",
    "name",
    "kind",
    "filters",
    "sorts",
    "visible_columns",
    "hidden_columns",
    "column_order",
    "conditional_formats",
    "favorite",
    "record_review_layout",
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
    "ConditionalFormat": {
      "type": "object",
      "properties": {
        "filter": {
          "type": "object",
          "description": "The rows it applies to, written as a filter."
        },
        "scope": {
          "type": "string",
          "enum": [
            "row",
            "cell"
          ]
        },
        "column": {
          "type": "string",
          "description": "Name of the column whose cell is formatted; with scope cell only, and required there."
        },
        "style": {
          "$ref": "#/$defs/FormatStyle"
        }
      },
      "required": [
        "filter",
        "scope",
        "style"
      ],
      "additionalProperties": false
    },
    "FormatStyle": {
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
      "additionalProperties": false
    },
    "RecordReviewLayout": {
      "type": "object",
      "description": "How one record after the other is shown to be reviewed.",
      "properties": {
        "primary_column": {
          "anyOf": [
            {
              "type": "string"
            },
            {
              "type": "null"
            }
          ],
          "description": "Name of the column that heads the record; null once that column was deleted."
        },
        "state_column": {
          "anyOf": [
            {
              "type": "string"
            },
            {
              "type": "null"
            }
          ],
          "description": "Name of the state column a review moves; null while it is of another type."
        },
        "sections": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/ReviewSection"
          },
          "maxItems": 20
        },
        "actions": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/ReviewAction"
          },
          "maxItems": 20
        }
      },
      "required": [
        "primary_column"
      ],
      "additionalProperties": false
    },
    "ReviewAction": {
      "type": "object",
      "properties": {
        "label": {
          "type": "string",
          "minLength": 1,
          "maxLength": 120
        },
        "set": {
          "type": "object",
          "description": "Cells the action writes, by column name, as PATCH of the row takes them.",
          "examples": [
            {
              "status": "done"
            }
          ]
        }
      },
      "required": [
        "label",
        "set"
      ],
      "additionalProperties": false
    },
    "ReviewSection": {
      "type": "object",
      "properties": {
        "title": {
          "type": "string",
          "minLength": 1,
          "maxLength": 120
        },
        "columns": {
          "type": "array",
          "items": {
            "type": "string"
          },
          "maxItems": 200,
          "uniqueItems": true
        }
      },
      "required": [
        "title",
        "columns"
      ],
      "additionalProperties": false
    },
    "Row": {
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
          "$ref": "#/$defs/Actor"
        },
        "format": {
          "$ref": "#/$defs/RowFormat",
          "description": "Only in a view, when one of its conditional formats applies."
        }
      },
      "required": [
        "id",
        "table_id",
        "data",
        "created_at",
        "updated_at",
        "version",
        "created_by"
      ],
      "additionalProperties": false
    },
    "RowFormat": {
      "type": "object",
      "properties": {
        "row": {
          "$ref": "#/$defs/FormatStyle",
          "description": "Of the whole row."
        },
        "cells": {
          "type": "object",
          "additionalProperties": {
            "$ref": "#/$defs/FormatStyle"
          },
          "description": "By column name."
        }
      },
      "additionalProperties": false
    },
    "ViewSort": {
      "type": "object",
      "properties": {
        "field": {
          "type": "string",
          "description": "Name of a column, or created_at, updated_at, id."
        },
        "direction": {
          "type": "string",
          "enum": [
            "asc",
            "desc"
          ]
        }
      },
      "required": [
        "field",
        "direction"
      ],
      "additionalProperties": false
    }
  }
};

/** JSON Schema of data.v1.ViewList. */
export const ViewList: JsonSchema = {
  "type": "object",
  "properties": {
    "views": {
      "type": "array",
      "items": {
        "$ref": "#/$defs/View"
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
    "views",
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
    "ConditionalFormat": {
      "type": "object",
      "properties": {
        "filter": {
          "type": "object",
          "description": "The rows it applies to, written as a filter."
        },
        "scope": {
          "type": "string",
          "enum": [
            "row",
            "cell"
          ]
        },
        "column": {
          "type": "string",
          "description": "Name of the column whose cell is formatted; with scope cell only, and required there."
        },
        "style": {
          "$ref": "#/$defs/FormatStyle"
        }
      },
      "required": [
        "filter",
        "scope",
        "style"
      ],
      "additionalProperties": false
    },
    "FormatStyle": {
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
      "additionalProperties": false
    },
    "RecordReviewLayout": {
      "type": "object",
      "description": "How one record after the other is shown to be reviewed.",
      "properties": {
        "primary_column": {
          "anyOf": [
            {
              "type": "string"
            },
            {
              "type": "null"
            }
          ],
          "description": "Name of the column that heads the record; null once that column was deleted."
        },
        "state_column": {
          "anyOf": [
            {
              "type": "string"
            },
            {
              "type": "null"
            }
          ],
          "description": "Name of the state column a review moves; null while it is of another type."
        },
        "sections": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/ReviewSection"
          },
          "maxItems": 20
        },
        "actions": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/ReviewAction"
          },
          "maxItems": 20
        }
      },
      "required": [
        "primary_column"
      ],
      "additionalProperties": false
    },
    "ReviewAction": {
      "type": "object",
      "properties": {
        "label": {
          "type": "string",
          "minLength": 1,
          "maxLength": 120
        },
        "set": {
          "type": "object",
          "description": "Cells the action writes, by column name, as PATCH of the row takes them.",
          "examples": [
            {
              "status": "done"
            }
          ]
        }
      },
      "required": [
        "label",
        "set"
      ],
      "additionalProperties": false
    },
    "ReviewSection": {
      "type": "object",
      "properties": {
        "title": {
          "type": "string",
          "minLength": 1,
          "maxLength": 120
        },
        "columns": {
          "type": "array",
          "items": {
            "type": "string"
          },
          "maxItems": 200,
          "uniqueItems": true
        }
      },
      "required": [
        "title",
        "columns"
      ],
      "additionalProperties": false
    },
    "Row": {
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
          "$ref": "#/$defs/Actor"
        },
        "format": {
          "$ref": "#/$defs/RowFormat",
          "description": "Only in a view, when one of its conditional formats applies."
        }
      },
      "required": [
        "id",
        "table_id",
        "data",
        "created_at",
        "updated_at",
        "version",
        "created_by"
      ],
      "additionalProperties": false
    },
    "RowFormat": {
      "type": "object",
      "properties": {
        "row": {
          "$ref": "#/$defs/FormatStyle",
          "description": "Of the whole row."
        },
        "cells": {
          "type": "object",
          "additionalProperties": {
            "$ref": "#/$defs/FormatStyle"
          },
          "description": "By column name."
        }
      },
      "additionalProperties": false
    },
    "View": {
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
        "name": {
          "type": "string"
        },
        "kind": {
          "type": "string",
          "enum": [
            "grid",
            "kanban",
            "calendar",
            "gallery",
            "form",
            "list",
            "record_review"
          ]
        },
        "filters": {
          "anyOf": [
            {
              "type": "object"
            },
            {
              "type": "null"
            }
          ]
        },
        "sorts": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/ViewSort"
          }
        },
        "visible_columns": {
          "type": "array",
          "items": {
            "type": "string"
          }
        },
        "hidden_columns": {
          "type": "array",
          "items": {
            "type": "string"
          }
        },
        "column_order": {
          "type": "array",
          "items": {
            "type": "string"
          }
        },
        "conditional_formats": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/ConditionalFormat"
          }
        },
        "favorite": {
          "type": "boolean"
        },
        "record_review_layout": {
          "anyOf": [
            {
              "$ref": "#/$defs/RecordReviewLayout"
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
          "$ref": "#/$defs/Actor"
        },
        "version": {
          "type": "integer"
        },
        "rows": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/Row"
          },
          "description": "Only with rows=true, as next_cursor and has_more: the visible columns of the view's rows."
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
        "id",
        "table_id",
        "name",
        "kind",
        "filters",
        "sorts",
        "visible_columns",
        "hidden_columns",
        "column_order",
        "conditional_formats",
        "favorite",
        "record_review_layout",
        "created_at",
        "updated_at",
        "created_by",
        "version"
      ],
      "additionalProperties": false
    },
    "ViewSort": {
      "type": "object",
      "properties": {
        "field": {
          "type": "string",
          "description": "Name of a column, or created_at, updated_at, id."
        },
        "direction": {
          "type": "string",
          "enum": [
            "asc",
            "desc"
          ]
        }
      },
      "required": [
        "field",
        "direction"
      ],
      "additionalProperties": false
    }
  }
};

/** JSON Schema of data.v1.ViewPatch. */
export const ViewPatch: JsonSchema = {
  "type": "object",
  "properties": {
    "name": {
      "type": "string",
      "minLength": 1,
      "maxLength": 120,
      "pattern": "\\S",
      "description": "Not of spaces alone."
    },
    "kind": {
      "type": "string",
      "enum": [
        "grid",
        "kanban",
        "calendar",
        "gallery",
        "form",
        "list",
        "record_review"
      ]
    },
    "filters": {
      "anyOf": [
        {
          "type": "object"
        },
        {
          "type": "null"
        }
      ],
      "description": "Null takes the filter away."
    },
    "sorts": {
      "type": "array",
      "items": {
        "$ref": "#/$defs/ViewSort"
      },
      "maxItems": 5
    },
    "visible_columns": {
      "type": "array",
      "items": {
        "type": "string"
      },
      "maxItems": 200,
      "uniqueItems": true
    },
    "hidden_columns": {
      "type": "array",
      "items": {
        "type": "string"
      },
      "maxItems": 200,
      "uniqueItems": true
    },
    "column_order": {
      "type": "array",
      "items": {
        "type": "string"
      },
      "maxItems": 200,
      "uniqueItems": true
    },
    "conditional_formats": {
      "type": "array",
      "items": {
        "$ref": "#/$defs/ConditionalFormat"
      },
      "maxItems": 25
    },
    "favorite": {
      "type": "boolean"
    },
    "record_review_layout": {
      "anyOf": [
        {
          "$ref": "#/$defs/RecordReviewLayout"
        },
        {
          "type": "null"
        }
      ],
      "description": "Null takes the layout away."
    }
  },
  "additionalProperties": false,
  "$defs": {
    "ConditionalFormat": {
      "type": "object",
      "properties": {
        "filter": {
          "type": "object",
          "description": "The rows it applies to, written as a filter."
        },
        "scope": {
          "type": "string",
          "enum": [
            "row",
            "cell"
          ]
        },
        "column": {
          "type": "string",
          "description": "Name of the column whose cell is formatted; with scope cell only, and required there."
        },
        "style": {
          "$ref": "#/$defs/FormatStyle"
        }
      },
      "required": [
        "filter",
        "scope",
        "style"
      ],
      "additionalProperties": false
    },
    "FormatStyle": {
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
      "additionalProperties": false
    },
    "RecordReviewLayout": {
      "type": "object",
      "description": "How one record after the other is shown to be reviewed.",
      "properties": {
        "primary_column": {
          "anyOf": [
            {
              "type": "string"
            },
            {
              "type": "null"
            }
          ],
          "description": "Name of the column that heads the record; null once that column was deleted."
        },
        "state_column": {
          "anyOf": [
            {
              "type": "string"
            },
            {
              "type": "null"
            }
          ],
          "description": "Name of the state column a review moves; null while it is of another type."
        },
        "sections": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/ReviewSection"
          },
          "maxItems": 20
        },
        "actions": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/ReviewAction"
          },
          "maxItems": 20
        }
      },
      "required": [
        "primary_column"
      ],
      "additionalProperties": false
    },
    "ReviewAction": {
      "type": "object",
      "properties": {
        "label": {
          "type": "string",
          "minLength": 1,
          "maxLength": 120
        },
        "set": {
          "type": "object",
          "description": "Cells the action writes, by column name, as PATCH of the row takes them.",
          "examples": [
            {
              "status": "done"
            }
          ]
        }
      },
      "required": [
        "label",
        "set"
      ],
      "additionalProperties": false
    },
    "ReviewSection": {
      "type": "object",
      "properties": {
        "title": {
          "type": "string",
          "minLength": 1,
          "maxLength": 120
        },
        "columns": {
          "type": "array",
          "items": {
            "type": "string"
          },
          "maxItems": 200,
          "uniqueItems": true
        }
      },
      "required": [
        "title",
        "columns"
      ],
      "additionalProperties": false
    },
    "ViewSort": {
      "type": "object",
      "properties": {
        "field": {
          "type": "string",
          "description": "Name of a column, or created_at, updated_at, id."
        },
        "direction": {
          "type": "string",
          "enum": [
            "asc",
            "desc"
          ]
        }
      },
      "required": [
        "field",
        "direction"
      ],
      "additionalProperties": false
    }
  }
};

/** JSON Schema of data.v1.ViewSort. */
export const ViewSort: JsonSchema = {
  "type": "object",
  "properties": {
    "field": {
      "type": "string",
      "description": "Name of a column, or created_at, updated_at, id."
    },
    "direction": {
      "type": "string",
      "enum": [
        "asc",
        "desc"
      ]
    }
  },
  "required": [
    "field",
    "direction"
  ],
  "additionalProperties": false
};
