-- A client that repeats a write under the same Idempotency-Key gets the first reply.
select platform.install_idempotency('auth');
