-- The same rule without the bound {1,255}, which cost more than the rest of accepting a fact.
alter table idempotency_records
  drop constraint idempotency_records_idempotency_key_check,
  add constraint idempotency_records_idempotency_key_check
    check (length(idempotency_key) between 1 and 255 and idempotency_key !~ '[^\x20-\x7e]');
