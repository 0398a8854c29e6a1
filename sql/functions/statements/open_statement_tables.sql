-- Trigger of end_customers: every new end customer gets a watermark, before its first entry.
create or replace function open_statement_tables() returns trigger language plpgsql as $$
begin
  insert into statement_watermarks (end_customer_id, entry_number)
  select end_customer_id, 0 from new_rows order by end_customer_id;
  return null;
end $$;
