-- Trigger of control_accounts: an account that becomes one has its lines so far listed as lines without an item, and
-- folded as far as those of the others are. An account that gets another role has them already. The lock on the watermark
-- waits for a refresh that does not see the account yet and moves the watermark past its lines. Locks: sql.md.
create or replace function adopt_control_account()
returns trigger language plpgsql as $$
begin
  if exists (
    select from control_accounts
    where end_customer_id = new.end_customer_id and account_code = new.account_code and kind <> new.kind
  ) then
    return null;
  end if;
  perform from statement_watermarks where end_customer_id = new.end_customer_id for update;
  perform list_legacy_lines(new.end_customer_id, new.account_code, new.since_entry_number);
  insert into control_account_totals (
    end_customer_id, account_code, currency, period_start, line_minor, line_base_minor, item_minor, item_base_minor
  )
  select new.end_customer_id, account_code, currency, period_start, line_minor, line_base_minor, item_minor,
    item_base_minor
  from statement_watermarks watermark
  cross join lateral control_sums_between(
    new.end_customer_id, array[new.account_code], 0, watermark.control_entry_number
  ) sums
  where watermark.end_customer_id = new.end_customer_id;
  return null;
end $$;
