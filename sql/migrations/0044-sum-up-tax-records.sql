-- Tax records are read from the posted lines, and summed up by month for the VAT return.
set local lock_timeout = '20s';

-- Records up to this number are in tax_period_totals. Processes of the release before move the other watermarks alone.
alter table statement_watermarks add column tax_entry_number bigint not null default 0;

-- The tax that this line makes due: that of documents of an end customer who reports consideration as it is received.
alter table journal_lines add column tax_due jsonb;
alter table journal_lines alter column tax_due set statistics 0;

-- A fold of the tax records, droppable and rebuildable like account_period_totals.
create table tax_period_totals (
  end_customer_id uuid not null,
  -- First day of the month in which the entry was posted.
  period_start date not null,
  tax_code text not null,
  rate_bp integer not null,
  direction text not null,
  -- Empty for a record without one.
  form_figure text not null,
  -- Empty for a record without one.
  activity_id text not null,
  kind text not null check (kind in ('due', 'not_due', 'declared', 'extinguished')),
  base_minor numeric not null,
  tax_minor numeric not null,
  records bigint not null,
  primary key (end_customer_id, period_start, tax_code, rate_bp, direction, form_figure, activity_id, kind)
) with (fillfactor = 50);

-- The tax records of the entries behind `after`, up to `through`: the one that a line carries, as number 0, and those of the
-- tax that a line makes due. The posted lines are the records; nothing else keeps them. `kind` is what a record does:
--   due          the tax is in the return of the day of posting
--   not_due      it becomes due when the document is paid
--   declared     a payment makes it due: it is in the return, and no longer in what is not due
--   extinguished it will never be due: what was written off had not been received
--
-- K410 (Einlageentsteuerung) is deducted tax: positive in debit. Rules before version 4 kept it with the other sign, and
-- reversals mirror that, so here the side of the line decides.
create function tax_records_between(customer uuid, after bigint, through bigint)
returns table (
  entry_number bigint, line_number smallint, record_number smallint, account_code text, posting_date date, kind text,
  tax_code text, direction text, rate_bp integer, form_figure text, activity_id text, base_minor numeric,
  tax_minor numeric, is_sign_corrected boolean, record jsonb
)
language sql stable as $$
  select line.entry_number, line.line_number, stated.record_number::smallint, line.account_code, line.posting_date,
    coalesce(stated.record ->> 'kind', 'due'), stated.record ->> 'tax_code', stated.record ->> 'direction',
    (stated.record ->> 'rate_bp')::integer, stated.record ->> 'form_figure', stated.record ->> 'activity_id',
    case when turned.is_turned then -stated.base_minor else stated.base_minor end,
    case when turned.is_turned then -stated.tax_minor else stated.tax_minor end,
    turned.is_turned, stated.record
  from (
    select entry_number, line_number, account_code, posting_date, debit_minor, tax, tax_due
    from journal_lines
    where end_customer_id = customer and entry_number > after and entry_number <= through
      and (tax is not null or tax_due is not null)
    order by entry_number, line_number
  ) line
  cross join lateral (
    select 0 as record_number, tax as record, (tax ->> 'base_minor')::numeric as base_minor,
      (tax ->> 'tax_minor')::numeric as tax_minor
    where tax is not null
    union all
    select ordinality, due.record, (due.record ->> 'base_minor')::numeric, (due.record ->> 'tax_minor')::numeric
    from jsonb_array_elements(tax_due) with ordinality as due (record, ordinality)
  ) stated
  cross join lateral (
    select stated.record ->> 'tax_code' = 'K410' and (stated.tax_minor > 0) <> (line.debit_minor > 0) as is_turned
  ) turned
$$;

insert into tax_period_totals (
  end_customer_id, period_start, tax_code, rate_bp, direction, form_figure, activity_id, kind, base_minor, tax_minor,
  records
)
select end_customer_id, date_trunc('month', posting_date::timestamp)::date, tax_code, rate_bp, direction,
  coalesce(form_figure, ''), coalesce(activity_id, ''), kind, sum(base_minor), sum(tax_minor), count(*)
from statement_watermarks
cross join lateral tax_records_between(end_customer_id, 0, entry_number)
group by 1, 2, 3, 4, 5, 6, 7, 8;

update statement_watermarks set tax_entry_number = entry_number;

analyze tax_period_totals;
