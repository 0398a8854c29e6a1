-- Trigger of fiscal_years: a year never closes without its statements. The process that closes it names the row that it
-- has kept; for a process of the release before, which keeps nothing, the database does.
create or replace function keep_closed_year() returns trigger language plpgsql as $$
begin
  new.closing_id := gen_random_uuid();
  insert into fiscal_year_closings (
    end_customer_id, closing_id, fiscal_year_id, entry_number, entry_hash, kept_by, rule_version, content,
    content_sha256, change_id
  )
  select new.end_customer_id, new.closing_id, new.fiscal_year_id, last_entry_number, last_entry_hash, 'migration', 1,
    content, encode(sha256(convert_to(content, 'UTF8')), 'hex'), (
      -- The migration keeps a year that was closed before; otherwise the change is recorded behind this one.
      select change_id from fiscal_year_changes change
      where change.end_customer_id = new.end_customer_id and change.fiscal_year_id = new.fiscal_year_id
        and change.state = 'closed' and old.state = 'closed'
      order by created_at desc, change_id desc limit 1
    )
  from ledger_heads
  cross join statements_by_code(new.end_customer_id, new.fiscal_year_id) content
  where end_customer_id = new.end_customer_id;
  return new;
end $$;
