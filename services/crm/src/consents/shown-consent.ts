const known = (address: string) =>
  `coalesce((select k.consent from crm.known_consents k where k.team_id = t.team_id and k.address = ${address}), '{}')`;

/** SQL of a contact's consent over its row `t`: that of its e-mail address and its telephone number as they are. */
export const shownConsent = `(${known("t.email_key")} || ${known("t.phone")})`;
