-- Texts that were stored before the doors composed them become NFC (conventions.normalization).
select platform.install_normalization('emr');
-- Another spelling of the same text leaves no undo record.
select platform.install_record_change('emr');

-- Observations are never changed by the service.
alter table emr.observations no force row level security;
do $$
declare
  observed record;
begin
  for observed in
    select o.team_id, o.id from emr.observations o
    where concat_ws(E'\n', o.code_display, o.unit, o.source_name, o.external_id, o.value, o.components) is not nfc normalized
    order by o.team_id, o.id
  loop
    begin
      update emr.observations o
      set code_display = platform.nfc(o.code_display), unit = platform.nfc(o.unit), source_name = platform.nfc(o.source_name),
        external_id = platform.nfc(o.external_id), value = platform.nfc(o.value), components = platform.nfc(o.components)
      where o.team_id = observed.team_id and o.id = observed.id;
    exception when unique_violation then
      null;
    end;
  end loop;
end
$$;
alter table emr.observations force row level security;
