-- The tax records of the entries behind `after`, up to `through`: the one that a line carries, as number 0, and those of the
-- tax that a line makes due. The posted lines are the records; nothing else keeps them. `kind` is what a record does:
--   due          the tax is in the return of the day of posting
--   not_due      it becomes due when the document is paid
--   taken_over   the same, with an item of another system: no account has moved
--   declared     a payment makes it due: it is in the return, and no longer in what is not due
--   extinguished it will never be due: what was written off had not been received
-- With `_annually` behind it, it is not in the return of its period, but in the reconciliation of its year. The posting date
-- of a record is the day whose return it belongs to: that of the entry, unless its period was filed and it counts later.
--
-- `rate_bp` is what a return taxes the base at: under the net tax rate method the rate of the activity on the day of supply. The
-- record says it; one that was posted before records did has that of the registrations.
--
-- K410 (Einlageentsteuerung) is deducted tax: positive in debit. Rules before version 4 kept it with the other sign, and
-- reversals mirror that, so here the side of the line decides.
create or replace function tax_records_between(customer uuid, after bigint, through bigint)
returns table (
  entry_number bigint, line_number smallint, record_number smallint, account_code text, posting_date date, kind text,
  tax_code text, direction text, rate_bp integer, form_figure text, activity_id text, base_minor numeric,
  tax_minor numeric, is_sign_corrected boolean, record jsonb
)
language sql stable as $$
  select line.entry_number, line.line_number, stated.record_number::smallint, line.account_code,
    coalesce((stated.record ->> 'tax_date')::date, line.posting_date),
    coalesce(stated.record ->> 'kind', 'due') || case
      when stated.record ->> 'vat_period' = 'annual_reconciliation'
        and coalesce(stated.record ->> 'kind', 'due') in ('due', 'declared') then '_annually'
      else ''
    end, stated.record ->> 'tax_code', stated.record ->> 'direction',
    coalesce(
      (stated.record ->> 'net_rate_bp')::integer,
      case when stated.record ? 'activity_id' then
        net_rate_on(customer, stated.record ->> 'activity_id', (stated.record ->> 'supply_date')::date)
      end,
      (stated.record ->> 'rate_bp')::integer
    ), stated.record ->> 'form_figure', stated.record ->> 'activity_id',
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
    where tax_due is not null
  ) stated
  cross join lateral (
    select stated.record ->> 'tax_code' = 'K410' and (stated.tax_minor > 0) <> (line.debit_minor > 0) as is_turned
  ) turned
$$;
