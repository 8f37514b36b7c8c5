/** Types of questions; each takes an answer but `section`, which is a heading. */
export type FieldType =
  | "short_text"
  | "long_text"
  | "email"
  | "phone"
  | "number"
  | "date"
  | "time"
  | "boolean"
  | "single_choice"
  | "multi_choice"
  | "rating"
  | "file"
  | "url"
  | "consent"
  | "hidden"
  | "section";

/** A question in its stored form; what is asked says which of its types and members it takes. */
export interface AskedField {
  id: string;
  label: string;
  type: FieldType;
  required: boolean;
  options?: string[];
  min?: number;
  max?: number;
  pattern?: string;
  max_length?: number;
  help?: string;
  /** Member of a contact that the answer fills. */
  maps_to?: string;
}

/** A question as somebody writes it. */
export type NewAskedField = Omit<AskedField, "required"> & { required?: boolean };
