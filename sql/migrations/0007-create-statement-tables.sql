-- A fold of the posted lines, droppable and rebuildable. A statement is this fold plus the lines behind the watermark.

create table account_period_totals (
  end_customer_id uuid not null,
  account_code text not null,
  -- First day of the month, or of the fiscal year where that starts within the month.
  period_start date not null,
  debit_minor bigint not null,
  credit_minor bigint not null,
  primary key (end_customer_id, account_code, period_start)
);

create table statement_watermarks (
  end_customer_id uuid primary key,
  -- Entries up to this number are in account_period_totals.
  entry_number bigint not null
);

create function open_statement_tables() returns trigger language plpgsql as $$
begin
  insert into statement_watermarks (end_customer_id, entry_number)
  select end_customer_id, 0 from new_rows order by end_customer_id;
  return null;
end $$;

create trigger open_statement_tables after insert on end_customers
  referencing new table as new_rows for each statement execute function open_statement_tables();
