-- `q` finds a contact by its names in either order (contacts.search).
alter table crm.contacts alter column search set expression as (
  crm.lines(display_name, first_name, last_name, first_name || ' ' || last_name || ' ' || first_name, company, email,
    crm.lines(variadic additional_emails), phone, crm.lines(variadic additional_phones))
);
