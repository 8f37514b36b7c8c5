-- Texts that were stored before the doors composed them become NFC (conventions.normalization).
select platform.install_normalization('webhooks');
-- Another spelling of the same text leaves no undo record.
select platform.install_record_change('webhooks');
