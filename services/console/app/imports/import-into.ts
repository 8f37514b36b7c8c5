/** Table into which rows are imported. */
export interface ImportInto {
  id: string;
  display_name: string;
}
