-- Every attempt leaves a dead entry in the index of those under way. With the time as second column a claim reads it in
-- order, by a plain scan that skips entries found dead before; the former index was read by bitmap, all of it each time.
drop index deliveries_leased;
create index deliveries_under_way on deliveries (endpoint_id, next_attempt_at) where lease is not null;
