-- Trigger of every table that posting depends on. It takes the heads of the ledgers, so a year cannot close while an
-- entry is being posted into it, and counts their books_version up, so workers see that the settings they keep are
-- old. The heads are locked in the order of their keys first: an update alone would lock them in the order of its
-- plan.
create or replace function bump_books_version() returns trigger language plpgsql as $$
begin
  perform from ledger_heads
  where end_customer_id in (select end_customer_id from changed)
  order by end_customer_id
  for update;
  update ledger_heads
  set books_version = books_version + 1
  where end_customer_id in (select end_customer_id from changed);
  return null;
end $$;
