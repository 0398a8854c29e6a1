-- What accounts have moved with and without tax records is summed up by month, for the yearly reconciliation.
set local lock_timeout = '20s';

-- Entries up to this number are in taxed_movement_totals. Processes of the release before move the other watermarks alone.
alter table statement_watermarks add column movement_entry_number bigint not null default 0;

-- A fold of taxed_movements_between, droppable and rebuildable like account_period_totals. What a part does not have is empty.
create table taxed_movement_totals (
  end_customer_id uuid not null,
  -- First day of the month in which the entry was posted.
  period_start date not null,
  entry_type text not null,
  part text not null check (part in ('turnover', 'rest', 'tax')),
  account_code text not null,
  counter_code text not null,
  kind text not null,
  tax_code text not null,
  direction text not null,
  form_figure text not null,
  activity_id text not null,
  amount_minor numeric not null,
  parts bigint not null,
  primary key (
    end_customer_id, period_start, account_code, part, counter_code, tax_code, direction, form_figure, activity_id, kind,
    entry_type
  )
) with (fillfactor = 50);
