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

/** JSON Schema of crm.v1.Address. */
export const Address: JsonSchema = {
  "type": "object",
  "properties": {
    "line1": {
      "type": "string",
      "maxLength": 200
    },
    "line2": {
      "type": "string",
      "maxLength": 200
    },
    "city": {
      "type": "string",
      "maxLength": 100
    },
    "region": {
      "type": "string",
      "maxLength": 100
    },
    "postal_code": {
      "type": "string",
      "maxLength": 20
    },
    "country": {
      "type": "string",
      "pattern": "^[A-Z]{2}$",
      "description": "ISO 3166-1 alpha-2.",
      "examples": [
        "GB"
      ]
    }
  },
  "additionalProperties": false
};

/** JSON Schema of crm.v1.ArchivedContact. */
export const ArchivedContact: JsonSchema = {
  "type": "object",
  "properties": {
    "id": {
      "type": "string",
      "format": "uuid"
    },
    "archived_at": {
      "type": "string",
      "format": "date-time"
    }
  },
  "required": [
    "id",
    "archived_at"
  ],
  "additionalProperties": false
};

/** JSON Schema of crm.v1.Contact. */
export const Contact: JsonSchema = {
  "type": "object",
  "properties": {
    "id": {
      "type": "string",
      "format": "uuid"
    },
    "first_name": {
      "anyOf": [
        {
          "type": "string"
        },
        {
          "type": "null"
        }
      ],
      "examples": [
        "Ada"
      ]
    },
    "last_name": {
      "anyOf": [
        {
          "type": "string"
        },
        {
          "type": "null"
        }
      ],
      "examples": [
        "Lovelace"
      ]
    },
    "display_name": {
      "anyOf": [
        {
          "type": "string"
        },
        {
          "type": "null"
        }
      ],
      "description": "Made from the names, company, email or phone unless set."
    },
    "email": {
      "anyOf": [
        {
          "type": "string"
        },
        {
          "type": "null"
        }
      ],
      "description": "Unique among the contacts that are not archived, whatever its case; blanks around it are dropped.",
      "examples": [
        "ada@example.com"
      ]
    },
    "additional_emails": {
      "type": "array",
      "items": {
        "type": "string"
      }
    },
    "phone": {
      "anyOf": [
        {
          "type": "string"
        },
        {
          "type": "null"
        }
      ],
      "description": "E.164.",
      "examples": [
        "+14155550100"
      ]
    },
    "additional_phones": {
      "type": "array",
      "items": {
        "type": "string"
      },
      "description": "E.164."
    },
    "company": {
      "anyOf": [
        {
          "type": "string"
        },
        {
          "type": "null"
        }
      ]
    },
    "title": {
      "anyOf": [
        {
          "type": "string"
        },
        {
          "type": "null"
        }
      ]
    },
    "address": {
      "anyOf": [
        {
          "$ref": "#/$defs/Address"
        },
        {
          "type": "null"
        }
      ]
    },
    "tags": {
      "type": "array",
      "items": {
        "type": "string"
      },
      "examples": [
        [
          "vip"
        ]
      ]
    },
    "lifecycle_stage": {
      "anyOf": [
        {
          "type": "string",
          "enum": [
            "lead",
            "prospect",
            "customer",
            "former",
            "other"
          ]
        },
        {
          "type": "null"
        }
      ]
    },
    "owner_id": {
      "anyOf": [
        {
          "type": "string",
          "format": "uuid"
        },
        {
          "type": "null"
        }
      ],
      "description": "Member of the team who looks after the contact."
    },
    "source": {
      "anyOf": [
        {
          "type": "string"
        },
        {
          "type": "null"
        }
      ]
    },
    "external_id": {
      "anyOf": [
        {
          "type": "string"
        },
        {
          "type": "null"
        }
      ],
      "description": "Id in another system, unique in the team."
    },
    "timezone": {
      "anyOf": [
        {
          "type": "string"
        },
        {
          "type": "null"
        }
      ],
      "description": "IANA zone.",
      "examples": [
        "Europe/London"
      ]
    },
    "locale": {
      "anyOf": [
        {
          "type": "string"
        },
        {
          "type": "null"
        }
      ],
      "description": "BCP 47 tag.",
      "examples": [
        "en-GB"
      ]
    },
    "birth_date": {
      "anyOf": [
        {
          "type": "string",
          "format": "date"
        },
        {
          "type": "null"
        }
      ]
    },
    "notes": {
      "anyOf": [
        {
          "type": "string"
        },
        {
          "type": "null"
        }
      ]
    },
    "custom": {
      "type": "object",
      "description": "The team's own members; always replaced as a whole."
    },
    "consent": {
      "type": "object",
      "description": "Status by channel and purpose, as comms knows it."
    },
    "archived_at": {
      "anyOf": [
        {
          "type": "string",
          "format": "date-time"
        },
        {
          "type": "null"
        }
      ],
      "description": "Null while it is not archived."
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
    "first_name",
    "last_name",
    "display_name",
    "email",
    "additional_emails",
    "phone",
    "additional_phones",
    "company",
    "title",
    "address",
    "tags",
    "lifecycle_stage",
    "owner_id",
    "source",
    "external_id",
    "timezone",
    "locale",
    "birth_date",
    "notes",
    "custom",
    "consent",
    "archived_at",
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
    "Address": {
      "type": "object",
      "properties": {
        "line1": {
          "type": "string",
          "maxLength": 200
        },
        "line2": {
          "type": "string",
          "maxLength": 200
        },
        "city": {
          "type": "string",
          "maxLength": 100
        },
        "region": {
          "type": "string",
          "maxLength": 100
        },
        "postal_code": {
          "type": "string",
          "maxLength": 20
        },
        "country": {
          "type": "string",
          "pattern": "^[A-Z]{2}$",
          "description": "ISO 3166-1 alpha-2.",
          "examples": [
            "GB"
          ]
        }
      },
      "additionalProperties": false
    }
  }
};

/** JSON Schema of crm.v1.ContactIds. */
export const ContactIds: JsonSchema = {
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

/** JSON Schema of crm.v1.ContactList. */
export const ContactList: JsonSchema = {
  "type": "object",
  "properties": {
    "contacts": {
      "type": "array",
      "items": {
        "$ref": "#/$defs/Contact"
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
    "total": {
      "type": "integer",
      "description": "Only with count=exact."
    }
  },
  "required": [
    "contacts",
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
    "Address": {
      "type": "object",
      "properties": {
        "line1": {
          "type": "string",
          "maxLength": 200
        },
        "line2": {
          "type": "string",
          "maxLength": 200
        },
        "city": {
          "type": "string",
          "maxLength": 100
        },
        "region": {
          "type": "string",
          "maxLength": 100
        },
        "postal_code": {
          "type": "string",
          "maxLength": 20
        },
        "country": {
          "type": "string",
          "pattern": "^[A-Z]{2}$",
          "description": "ISO 3166-1 alpha-2.",
          "examples": [
            "GB"
          ]
        }
      },
      "additionalProperties": false
    },
    "Contact": {
      "type": "object",
      "properties": {
        "id": {
          "type": "string",
          "format": "uuid"
        },
        "first_name": {
          "anyOf": [
            {
              "type": "string"
            },
            {
              "type": "null"
            }
          ],
          "examples": [
            "Ada"
          ]
        },
        "last_name": {
          "anyOf": [
            {
              "type": "string"
            },
            {
              "type": "null"
            }
          ],
          "examples": [
            "Lovelace"
          ]
        },
        "display_name": {
          "anyOf": [
            {
              "type": "string"
            },
            {
              "type": "null"
            }
          ],
          "description": "Made from the names, company, email or phone unless set."
        },
        "email": {
          "anyOf": [
            {
              "type": "string"
            },
            {
              "type": "null"
            }
          ],
          "description": "Unique among the contacts that are not archived, whatever its case; blanks around it are dropped.",
          "examples": [
            "ada@example.com"
          ]
        },
        "additional_emails": {
          "type": "array",
          "items": {
            "type": "string"
          }
        },
        "phone": {
          "anyOf": [
            {
              "type": "string"
            },
            {
              "type": "null"
            }
          ],
          "description": "E.164.",
          "examples": [
            "+14155550100"
          ]
        },
        "additional_phones": {
          "type": "array",
          "items": {
            "type": "string"
          },
          "description": "E.164."
        },
        "company": {
          "anyOf": [
            {
              "type": "string"
            },
            {
              "type": "null"
            }
          ]
        },
        "title": {
          "anyOf": [
            {
              "type": "string"
            },
            {
              "type": "null"
            }
          ]
        },
        "address": {
          "anyOf": [
            {
              "$ref": "#/$defs/Address"
            },
            {
              "type": "null"
            }
          ]
        },
        "tags": {
          "type": "array",
          "items": {
            "type": "string"
          },
          "examples": [
            [
              "vip"
            ]
          ]
        },
        "lifecycle_stage": {
          "anyOf": [
            {
              "type": "string",
              "enum": [
                "lead",
                "prospect",
                "customer",
                "former",
                "other"
              ]
            },
            {
              "type": "null"
            }
          ]
        },
        "owner_id": {
          "anyOf": [
            {
              "type": "string",
              "format": "uuid"
            },
            {
              "type": "null"
            }
          ],
          "description": "Member of the team who looks after the contact."
        },
        "source": {
          "anyOf": [
            {
              "type": "string"
            },
            {
              "type": "null"
            }
          ]
        },
        "external_id": {
          "anyOf": [
            {
              "type": "string"
            },
            {
              "type": "null"
            }
          ],
          "description": "Id in another system, unique in the team."
        },
        "timezone": {
          "anyOf": [
            {
              "type": "string"
            },
            {
              "type": "null"
            }
          ],
          "description": "IANA zone.",
          "examples": [
            "Europe/London"
          ]
        },
        "locale": {
          "anyOf": [
            {
              "type": "string"
            },
            {
              "type": "null"
            }
          ],
          "description": "BCP 47 tag.",
          "examples": [
            "en-GB"
          ]
        },
        "birth_date": {
          "anyOf": [
            {
              "type": "string",
              "format": "date"
            },
            {
              "type": "null"
            }
          ]
        },
        "notes": {
          "anyOf": [
            {
              "type": "string"
            },
            {
              "type": "null"
            }
          ]
        },
        "custom": {
          "type": "object",
          "description": "The team's own members; always replaced as a whole."
        },
        "consent": {
          "type": "object",
          "description": "Status by channel and purpose, as comms knows it."
        },
        "archived_at": {
          "anyOf": [
            {
              "type": "string",
              "format": "date-time"
            },
            {
              "type": "null"
            }
          ],
          "description": "Null while it is not archived."
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
        "first_name",
        "last_name",
        "display_name",
        "email",
        "additional_emails",
        "phone",
        "additional_phones",
        "company",
        "title",
        "address",
        "tags",
        "lifecycle_stage",
        "owner_id",
        "source",
        "external_id",
        "timezone",
        "locale",
        "birth_date",
        "notes",
        "custom",
        "consent",
        "archived_at",
        "created_at",
        "updated_at",
        "created_by",
        "version"
      ],
      "additionalProperties": false
    }
  }
};

/** JSON Schema of crm.v1.ContactPatch. */
export const ContactPatch: JsonSchema = {
  "type": "object",
  "properties": {
    "first_name": {
      "anyOf": [
        {
          "type": "string",
          "maxLength": 100
        },
        {
          "type": "null"
        }
      ],
      "examples": [
        "Ada"
      ]
    },
    "last_name": {
      "anyOf": [
        {
          "type": "string",
          "maxLength": 100
        },
        {
          "type": "null"
        }
      ],
      "examples": [
        "Lovelace"
      ]
    },
    "display_name": {
      "anyOf": [
        {
          "type": "string",
          "maxLength": 200
        },
        {
          "type": "null"
        }
      ],
      "description": "Made from the names, company, email or phone unless set."
    },
    "email": {
      "anyOf": [
        {
          "type": "string",
          "maxLength": 254,
          "pattern": "^\\s*[^\\s@]+@[^\\s@]+\\s*$"
        },
        {
          "type": "null"
        }
      ],
      "description": "Unique among the contacts that are not archived, whatever its case; blanks around it are dropped.",
      "examples": [
        "ada@example.com"
      ]
    },
    "additional_emails": {
      "anyOf": [
        {
          "type": "array",
          "items": {
            "type": "string",
            "maxLength": 254,
            "pattern": "^\\s*[^\\s@]+@[^\\s@]+\\s*$"
          },
          "maxItems": 10
        },
        {
          "type": "null"
        }
      ]
    },
    "phone": {
      "anyOf": [
        {
          "type": "string",
          "pattern": "^\\+[1-9][0-9]{1,14}$"
        },
        {
          "type": "null"
        }
      ],
      "description": "E.164.",
      "examples": [
        "+14155550100"
      ]
    },
    "additional_phones": {
      "anyOf": [
        {
          "type": "array",
          "items": {
            "type": "string",
            "pattern": "^\\+[1-9][0-9]{1,14}$"
          },
          "maxItems": 10
        },
        {
          "type": "null"
        }
      ],
      "description": "E.164."
    },
    "company": {
      "anyOf": [
        {
          "type": "string",
          "maxLength": 200
        },
        {
          "type": "null"
        }
      ]
    },
    "title": {
      "anyOf": [
        {
          "type": "string",
          "maxLength": 200
        },
        {
          "type": "null"
        }
      ]
    },
    "address": {
      "anyOf": [
        {
          "$ref": "#/$defs/Address"
        },
        {
          "type": "null"
        }
      ]
    },
    "tags": {
      "anyOf": [
        {
          "type": "array",
          "items": {
            "type": "string",
            "minLength": 1,
            "maxLength": 100
          },
          "maxItems": 50
        },
        {
          "type": "null"
        }
      ],
      "examples": [
        [
          "vip"
        ]
      ]
    },
    "lifecycle_stage": {
      "anyOf": [
        {
          "type": "string",
          "enum": [
            "lead",
            "prospect",
            "customer",
            "former",
            "other"
          ]
        },
        {
          "type": "null"
        }
      ]
    },
    "owner_id": {
      "anyOf": [
        {
          "type": "string",
          "format": "uuid"
        },
        {
          "type": "null"
        }
      ],
      "description": "Member of the team who looks after the contact."
    },
    "source": {
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
    "external_id": {
      "anyOf": [
        {
          "type": "string",
          "minLength": 1,
          "maxLength": 200
        },
        {
          "type": "null"
        }
      ],
      "description": "Id in another system, unique in the team."
    },
    "timezone": {
      "anyOf": [
        {
          "type": "string",
          "minLength": 1,
          "maxLength": 64
        },
        {
          "type": "null"
        }
      ],
      "description": "IANA zone.",
      "examples": [
        "Europe/London"
      ]
    },
    "locale": {
      "anyOf": [
        {
          "type": "string",
          "maxLength": 35,
          "pattern": "^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$"
        },
        {
          "type": "null"
        }
      ],
      "description": "BCP 47 tag.",
      "examples": [
        "en-GB"
      ]
    },
    "birth_date": {
      "anyOf": [
        {
          "type": "string",
          "format": "date"
        },
        {
          "type": "null"
        }
      ]
    },
    "notes": {
      "anyOf": [
        {
          "type": "string",
          "maxLength": 10000
        },
        {
          "type": "null"
        }
      ]
    },
    "custom": {
      "anyOf": [
        {
          "type": "object",
          "maxProperties": 100
        },
        {
          "type": "null"
        }
      ],
      "description": "The team's own members; always replaced as a whole."
    },
    "archived": {
      "type": "boolean",
      "const": false,
      "description": "false restores an archived one."
    },
    "action": {
      "type": "string",
      "enum": [
        "restore"
      ],
      "description": "Restores an archived one; the same as archived: false."
    }
  },
  "additionalProperties": false,
  "$defs": {
    "Address": {
      "type": "object",
      "properties": {
        "line1": {
          "type": "string",
          "maxLength": 200
        },
        "line2": {
          "type": "string",
          "maxLength": 200
        },
        "city": {
          "type": "string",
          "maxLength": 100
        },
        "region": {
          "type": "string",
          "maxLength": 100
        },
        "postal_code": {
          "type": "string",
          "maxLength": 20
        },
        "country": {
          "type": "string",
          "pattern": "^[A-Z]{2}$",
          "description": "ISO 3166-1 alpha-2.",
          "examples": [
            "GB"
          ]
        }
      },
      "additionalProperties": false
    }
  }
};

/** JSON Schema of crm.v1.KnownContacts. */
export const KnownContacts: JsonSchema = {
  "type": "object",
  "properties": {
    "ids": {
      "type": "array",
      "items": {
        "type": "string"
      },
      "description": "In no order; an id of nobody, of an archived contact or of another team's is left out."
    }
  },
  "required": [
    "ids"
  ],
  "additionalProperties": false
};

/** JSON Schema of crm.v1.ListContactsQuery. */
export const ListContactsQuery: JsonSchema = {
  "type": "object",
  "properties": {
    "q": {
      "type": "string",
      "minLength": 2,
      "maxLength": 200,
      "description": "Text to find in names, e-mail addresses, phone numbers and company."
    },
    "email": {
      "type": "string",
      "minLength": 1,
      "maxLength": 254,
      "description": "E-mail address, whatever its case."
    },
    "phone": {
      "type": "string",
      "pattern": "^[+ ][1-9][0-9]{1,14}$",
      "description": "E.164. A `+` that is not percent-encoded arrives as a blank and is read as the `+` it was.",
      "examples": [
        "+14155550100"
      ]
    },
    "tag": {
      "type": "string",
      "minLength": 1,
      "maxLength": 100,
      "description": "Contacts that carry this tag."
    },
    "lifecycle_stage": {
      "type": "string",
      "enum": [
        "lead",
        "prospect",
        "customer",
        "former",
        "other"
      ]
    },
    "owner_id": {
      "type": "string",
      "format": "uuid",
      "description": "Member of the team who looks after the contact."
    },
    "external_id": {
      "type": "string",
      "minLength": 1,
      "maxLength": 200,
      "description": "Id in another system, unique in the team."
    },
    "archived": {
      "type": "string",
      "enum": [
        "false",
        "true",
        "all"
      ],
      "description": "Default false."
    },
    "updated_since": {
      "type": "string",
      "format": "date-time",
      "description": "Only what was changed at or after this time. A change is dated when its write began, and a write may take 30 s: who goes on from the latest updated_at seen asks from 30 s before it."
    },
    "filter": {
      "type": "string",
      "minLength": 1,
      "description": "Filter as JSON: one condition, or conditions under and, or, not.",
      "examples": [
        "{\"field\":\"created_at\",\"op\":\"within\",\"value\":{\"rel\":\"this_week\"}}"
      ]
    },
    "sort": {
      "type": "string",
      "minLength": 1,
      "description": "`<field>:<asc|desc>`, up to five, comma separated.",
      "examples": [
        "updated_at:desc"
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
    "count": {
      "type": "string",
      "enum": [
        "exact"
      ],
      "description": "`exact` adds `total`."
    }
  },
  "additionalProperties": false
};

/** JSON Schema of crm.v1.ListTasksQuery. */
export const ListTasksQuery: JsonSchema = {
  "type": "object",
  "properties": {
    "status": {
      "type": "string",
      "enum": [
        "todo",
        "in_progress",
        "blocked",
        "done",
        "cancelled"
      ]
    },
    "assignee_id": {
      "type": "string",
      "format": "uuid",
      "description": "Member of the team whose task it is."
    },
    "priority": {
      "type": "string",
      "enum": [
        "low",
        "normal",
        "high"
      ]
    },
    "project": {
      "type": "string",
      "minLength": 1,
      "maxLength": 200,
      "description": "Name of the project it belongs to."
    },
    "contact_id": {
      "type": "string",
      "format": "uuid",
      "description": "Contact it is about; archived or not."
    },
    "q": {
      "type": "string",
      "minLength": 2,
      "maxLength": 200,
      "description": "Text to find in title and project."
    },
    "updated_since": {
      "type": "string",
      "format": "date-time",
      "description": "Only what was changed at or after this time. A change is dated when its write began, and a write may take 30 s: who goes on from the latest updated_at seen asks from 30 s before it."
    },
    "filter": {
      "type": "string",
      "minLength": 1,
      "description": "Filter as JSON: one condition, or conditions under and, or, not.",
      "examples": [
        "{\"field\":\"created_at\",\"op\":\"within\",\"value\":{\"rel\":\"this_week\"}}"
      ]
    },
    "sort": {
      "type": "string",
      "minLength": 1,
      "description": "`<field>:<asc|desc>`, up to five, comma separated.",
      "examples": [
        "updated_at:desc"
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
    }
  },
  "additionalProperties": false
};

/** JSON Schema of crm.v1.NewContact. */
export const NewContact: JsonSchema = {
  "type": "object",
  "properties": {
    "first_name": {
      "type": "string",
      "maxLength": 100,
      "examples": [
        "Ada"
      ]
    },
    "last_name": {
      "type": "string",
      "maxLength": 100,
      "examples": [
        "Lovelace"
      ]
    },
    "display_name": {
      "type": "string",
      "maxLength": 200,
      "description": "Made from the names, company, email or phone unless set."
    },
    "email": {
      "type": "string",
      "maxLength": 254,
      "pattern": "^\\s*[^\\s@]+@[^\\s@]+\\s*$",
      "description": "Unique among the contacts that are not archived, whatever its case; blanks around it are dropped.",
      "examples": [
        "ada@example.com"
      ]
    },
    "additional_emails": {
      "type": "array",
      "items": {
        "type": "string",
        "maxLength": 254,
        "pattern": "^\\s*[^\\s@]+@[^\\s@]+\\s*$"
      },
      "maxItems": 10
    },
    "phone": {
      "type": "string",
      "pattern": "^\\+[1-9][0-9]{1,14}$",
      "description": "E.164.",
      "examples": [
        "+14155550100"
      ]
    },
    "additional_phones": {
      "type": "array",
      "items": {
        "type": "string",
        "pattern": "^\\+[1-9][0-9]{1,14}$"
      },
      "maxItems": 10,
      "description": "E.164."
    },
    "company": {
      "type": "string",
      "maxLength": 200
    },
    "title": {
      "type": "string",
      "maxLength": 200
    },
    "address": {
      "$ref": "#/$defs/Address"
    },
    "tags": {
      "type": "array",
      "items": {
        "type": "string",
        "minLength": 1,
        "maxLength": 100
      },
      "maxItems": 50,
      "examples": [
        [
          "vip"
        ]
      ]
    },
    "lifecycle_stage": {
      "type": "string",
      "enum": [
        "lead",
        "prospect",
        "customer",
        "former",
        "other"
      ]
    },
    "owner_id": {
      "type": "string",
      "format": "uuid",
      "description": "Member of the team who looks after the contact."
    },
    "source": {
      "type": "string",
      "maxLength": 100
    },
    "external_id": {
      "type": "string",
      "minLength": 1,
      "maxLength": 200,
      "description": "Id in another system, unique in the team."
    },
    "timezone": {
      "type": "string",
      "minLength": 1,
      "maxLength": 64,
      "description": "IANA zone.",
      "examples": [
        "Europe/London"
      ]
    },
    "locale": {
      "type": "string",
      "maxLength": 35,
      "pattern": "^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$",
      "description": "BCP 47 tag.",
      "examples": [
        "en-GB"
      ]
    },
    "birth_date": {
      "type": "string",
      "format": "date"
    },
    "notes": {
      "type": "string",
      "maxLength": 10000
    },
    "custom": {
      "type": "object",
      "maxProperties": 100,
      "description": "The team's own members; always replaced as a whole."
    }
  },
  "additionalProperties": false,
  "$defs": {
    "Address": {
      "type": "object",
      "properties": {
        "line1": {
          "type": "string",
          "maxLength": 200
        },
        "line2": {
          "type": "string",
          "maxLength": 200
        },
        "city": {
          "type": "string",
          "maxLength": 100
        },
        "region": {
          "type": "string",
          "maxLength": 100
        },
        "postal_code": {
          "type": "string",
          "maxLength": 20
        },
        "country": {
          "type": "string",
          "pattern": "^[A-Z]{2}$",
          "description": "ISO 3166-1 alpha-2.",
          "examples": [
            "GB"
          ]
        }
      },
      "additionalProperties": false
    }
  }
};

/** JSON Schema of crm.v1.NewTask. */
export const NewTask: JsonSchema = {
  "type": "object",
  "properties": {
    "title": {
      "type": "string",
      "minLength": 1,
      "maxLength": 500,
      "examples": [
        "Call Ada back"
      ]
    },
    "status": {
      "type": "string",
      "enum": [
        "todo",
        "in_progress",
        "blocked",
        "done",
        "cancelled"
      ]
    },
    "assignee_id": {
      "type": "string",
      "format": "uuid",
      "description": "Member of the team whose task it is."
    },
    "due_at": {
      "type": "string",
      "format": "date-time"
    },
    "priority": {
      "type": "string",
      "enum": [
        "low",
        "normal",
        "high"
      ]
    },
    "project": {
      "type": "string",
      "maxLength": 200,
      "description": "Name of the project it belongs to."
    },
    "contact_id": {
      "type": "string",
      "format": "uuid",
      "description": "Contact it is about; archived or not."
    }
  },
  "required": [
    "title"
  ],
  "additionalProperties": false
};

/** JSON Schema of crm.v1.Task. */
export const Task: JsonSchema = {
  "type": "object",
  "properties": {
    "id": {
      "type": "string",
      "format": "uuid"
    },
    "title": {
      "type": "string",
      "examples": [
        "Call Ada back"
      ]
    },
    "status": {
      "type": "string",
      "enum": [
        "todo",
        "in_progress",
        "blocked",
        "done",
        "cancelled"
      ]
    },
    "assignee_id": {
      "anyOf": [
        {
          "type": "string",
          "format": "uuid"
        },
        {
          "type": "null"
        }
      ],
      "description": "Member of the team whose task it is."
    },
    "due_at": {
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
    "priority": {
      "type": "string",
      "enum": [
        "low",
        "normal",
        "high"
      ]
    },
    "project": {
      "anyOf": [
        {
          "type": "string"
        },
        {
          "type": "null"
        }
      ],
      "description": "Name of the project it belongs to."
    },
    "contact_id": {
      "anyOf": [
        {
          "type": "string",
          "format": "uuid"
        },
        {
          "type": "null"
        }
      ],
      "description": "Contact it is about; archived or not."
    },
    "completed_at": {
      "anyOf": [
        {
          "type": "string",
          "format": "date-time"
        },
        {
          "type": "null"
        }
      ],
      "description": "When the status became done; null while it is another."
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
    "title",
    "status",
    "assignee_id",
    "due_at",
    "priority",
    "project",
    "contact_id",
    "completed_at",
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
    }
  }
};

/** JSON Schema of crm.v1.TaskList. */
export const TaskList: JsonSchema = {
  "type": "object",
  "properties": {
    "tasks": {
      "type": "array",
      "items": {
        "$ref": "#/$defs/Task"
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
    }
  },
  "required": [
    "tasks",
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
    "Task": {
      "type": "object",
      "properties": {
        "id": {
          "type": "string",
          "format": "uuid"
        },
        "title": {
          "type": "string",
          "examples": [
            "Call Ada back"
          ]
        },
        "status": {
          "type": "string",
          "enum": [
            "todo",
            "in_progress",
            "blocked",
            "done",
            "cancelled"
          ]
        },
        "assignee_id": {
          "anyOf": [
            {
              "type": "string",
              "format": "uuid"
            },
            {
              "type": "null"
            }
          ],
          "description": "Member of the team whose task it is."
        },
        "due_at": {
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
        "priority": {
          "type": "string",
          "enum": [
            "low",
            "normal",
            "high"
          ]
        },
        "project": {
          "anyOf": [
            {
              "type": "string"
            },
            {
              "type": "null"
            }
          ],
          "description": "Name of the project it belongs to."
        },
        "contact_id": {
          "anyOf": [
            {
              "type": "string",
              "format": "uuid"
            },
            {
              "type": "null"
            }
          ],
          "description": "Contact it is about; archived or not."
        },
        "completed_at": {
          "anyOf": [
            {
              "type": "string",
              "format": "date-time"
            },
            {
              "type": "null"
            }
          ],
          "description": "When the status became done; null while it is another."
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
        "title",
        "status",
        "assignee_id",
        "due_at",
        "priority",
        "project",
        "contact_id",
        "completed_at",
        "created_at",
        "updated_at",
        "created_by",
        "version"
      ],
      "additionalProperties": false
    }
  }
};

/** JSON Schema of crm.v1.TaskPatch. */
export const TaskPatch: JsonSchema = {
  "type": "object",
  "properties": {
    "title": {
      "type": "string",
      "minLength": 1,
      "maxLength": 500,
      "examples": [
        "Call Ada back"
      ]
    },
    "status": {
      "type": "string",
      "enum": [
        "todo",
        "in_progress",
        "blocked",
        "done",
        "cancelled"
      ]
    },
    "assignee_id": {
      "anyOf": [
        {
          "type": "string",
          "format": "uuid"
        },
        {
          "type": "null"
        }
      ],
      "description": "Member of the team whose task it is."
    },
    "due_at": {
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
    "priority": {
      "type": "string",
      "enum": [
        "low",
        "normal",
        "high"
      ]
    },
    "project": {
      "anyOf": [
        {
          "type": "string",
          "maxLength": 200
        },
        {
          "type": "null"
        }
      ],
      "description": "Name of the project it belongs to."
    },
    "contact_id": {
      "anyOf": [
        {
          "type": "string",
          "format": "uuid"
        },
        {
          "type": "null"
        }
      ],
      "description": "Contact it is about; archived or not."
    }
  },
  "additionalProperties": false
};
