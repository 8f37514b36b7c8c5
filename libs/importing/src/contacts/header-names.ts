/** Folds a header for a comparison: case, blanks, underscores and hyphens at words do not count. */
export const folded = (header: string): string =>
  header
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[\s_]+/gu, " ")
    .trim();

/** Fields by the headers that go to them, from lists of headers by field. */
export const byHeader = (fields: Readonly<Record<string, readonly string[]>>): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(fields).flatMap(([field, headers]) =>
      headers.map((header) => [folded(header), field] as const),
    ),
  );

/** Headers of people's own lists, in English and German. */
export const PLAIN_HEADERS = byHeader({
  first_name: ["first name", "given name", "firstname", "vorname"],
  last_name: ["last name", "family name", "surname", "lastname", "nachname", "familienname"],
  display_name: ["display name", "name", "full name", "contact name"],
  email: ["email", "e-mail", "mail", "email address", "e-mail address", "e-mail-adresse", "emailadresse"],
  additional_emails: ["additional emails", "other emails", "email 2", "e-mail 2"],
  phone: [
    "phone",
    "phone number",
    "telephone",
    "tel",
    "telefon",
    "telefonnummer",
    "mobile",
    "mobil",
    "handy",
  ],
  additional_phones: ["additional phones", "other phones", "phone 2", "mobile phone", "work phone"],
  company: ["company", "company name", "organization", "organisation", "firma", "unternehmen"],
  title: ["title", "job title", "position", "role"],
  "address.line1": ["street", "street address", "address", "address line 1", "straße", "strasse", "adresse"],
  "address.line2": ["address line 2", "adresszusatz"],
  "address.city": ["city", "town", "ort", "stadt"],
  "address.region": ["region", "state", "province", "bundesland"],
  "address.postal_code": ["postal code", "postcode", "zip", "zip code", "plz", "postleitzahl"],
  "address.country": ["country", "land"],
  tags: ["tags", "labels", "schlagwörter"],
  lifecycle_stage: ["lifecycle stage"],
  owner_id: ["owner id", "owner"],
  source: ["source"],
  external_id: ["external id", "customer number", "kundennummer"],
  timezone: ["timezone", "time zone"],
  locale: ["locale"],
  birth_date: ["birth date", "birthday", "date of birth", "geburtstag", "geburtsdatum"],
  notes: ["notes", "note", "notiz", "notizen", "bemerkung"],
});

/** Headers of an export of contacts of HubSpot. */
export const HUBSPOT_HEADERS = byHeader({
  external_id: ["record id", "record id - contact"],
  first_name: ["first name"],
  last_name: ["last name"],
  email: ["email"],
  additional_emails: ["additional email addresses", "work email"],
  phone: ["phone number"],
  additional_phones: ["mobile phone number", "whatsapp phone number"],
  company: ["company", "company name", "associated company"],
  title: ["job title"],
  "address.line1": ["street address"],
  "address.city": ["city"],
  "address.region": ["state/region"],
  "address.postal_code": ["postal code"],
  "address.country": ["country/region"],
  lifecycle_stage: ["lifecycle stage"],
  owner_id: ["contact owner"],
  birth_date: ["date of birth"],
  "consent.email.marketing": ["unsubscribed from all email", "opted out of email: marketing information"],
});

/** Headers of an export of Google, of 2024 and of the years before; numbered ones are read apart. */
export const GOOGLE_HEADERS = byHeader({
  first_name: ["first name", "given name"],
  last_name: ["last name", "family name"],
  company: ["organization name", "organization 1 - name"],
  title: ["organization title", "organization 1 - title"],
  birth_date: ["birthday"],
  notes: ["notes"],
  tags: ["labels", "group membership"],
  email: ["e-mail 1 - value"],
  phone: ["phone 1 - value"],
  "address.line1": ["address 1 - street"],
  "address.line2": ["address 1 - extended address"],
  "address.city": ["address 1 - city"],
  "address.region": ["address 1 - region"],
  "address.postal_code": ["address 1 - postal code"],
  "address.country": ["address 1 - country"],
});

/** Columns of cards, as libs/tabular names them. */
export const CARD_HEADERS = byHeader({
  external_id: ["uid"],
  first_name: ["first name"],
  last_name: ["last name"],
  company: ["company"],
  title: ["title"],
  email: ["email"],
  additional_emails: ["other emails"],
  phone: ["phone"],
  additional_phones: ["other phones"],
  "address.line1": ["street"],
  "address.city": ["city"],
  "address.region": ["region"],
  "address.postal_code": ["postal code"],
  "address.country": ["country"],
  birth_date: ["birthday"],
  tags: ["categories"],
  notes: ["note"],
});
