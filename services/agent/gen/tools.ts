// Generated from protos/ by `make gen`; edits are lost.

import type { Tool } from "../src/tools/tool.ts";

/** Every tool of the contract, sorted by name. */
export const tools: readonly Tool[] = [
{
  "name": "insert_row",
  "title": "Insert a row",
  "description": "Adds one row to a table. Cells are named by column; a value that does not fit its column is refused.",
  "scope": {
    "resource": "tables",
    "action": "write"
  },
  "module": "tables",
  "confirm": false,
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
  "title": "List tables",
  "description": "Lists the team's tables with their ids and names. Call it first to find the table to query or write.",
  "scope": {
    "resource": "tables",
    "action": "read"
  },
  "module": "tables",
  "confirm": false,
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
        "description": "Page size; above 500 it is cut to 500."
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
  "title": "Query rows",
  "description": "Reads rows of one table, filtered, searched, sorted and paged. Pass next_cursor as cursor for the next page.",
  "scope": {
    "resource": "tables",
    "action": "read"
  },
  "module": "tables",
  "confirm": false,
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
        "description": "Names of the columns to show in data; in a URL comma separated."
      },
      "expand": {
        "type": "array",
        "items": {
          "type": "string",
          "pattern": "^[^,]+$"
        },
        "minItems": 1,
        "description": "Names of relation columns to show as rows in place of ids, one level deep; in a URL comma separated. A row that is deleted or absent shows as {id, missing: true}."
      },
      "computed": {
        "type": "boolean",
        "description": "Adds computed, the values of formula columns."
      },
      "limit": {
        "type": "integer",
        "minimum": 1,
        "description": "Page size; above 500 it is cut to 500."
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
];
