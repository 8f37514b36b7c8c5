-- Counts of approval rules with a limit of a day (rules.per-day).
select platform.install_rule_counts('data');
