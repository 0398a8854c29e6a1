-- An end customer takes everything along that is its own when it comes to live in another database: a recorded request says whose it
-- is. Those of before, and those of the release before, do not; they are forgotten after IDEMPOTENCY_RETENTION_DAYS.
set local lock_timeout = '20s';

alter table idempotency_records
  -- Null for what is of an API client or of several end customers, and for a request of before there was this column.
  add column end_customer_id uuid,
  alter column end_customer_id set statistics 0;

-- One of the columns that make a name unique may be null, so no key of it can say which row was deleted: all columns do. Only a server
-- that replicates logically writes them for it, and these rows are rarely deleted.
alter table partner_names replica identity full;
