-- A proposal may need several approvals, and waits as long as its rule says (rules.votes, rules.timeout).
select platform.install_changeset_votes('comms');
