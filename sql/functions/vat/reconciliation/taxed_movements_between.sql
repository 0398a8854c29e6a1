-- What the entries behind `after`, up to `through`, have moved on accounts with turnover or tax, in parts:
--   turnover  the base of a record of turnover, on the account that has booked it; credit and turnover are positive. Without
--             an account: the entry has nothing left that could be its base
--   rest      the part of a line that no record of turnover stands for: of an account of revenue, or a voucher's credit
--             on an account of expense
--   tax       a line with a tax record
-- `counter_code` is the account of the largest line on the other side.
--
-- The record of turnover with tax stands on the line of the tax. Its base is the line before it, where that has the same
-- amount; else the lines on the same side, revenue first, in the order of the records, as far as they reach. What the rate of a
-- payment adds to the base of a document, or takes from it, is on the account of the exchange difference, the last line of
-- income or expense: the money may gain where the tax loses. Without a difference of money it stands
-- with its tax.
--
-- A fold that calls it groups by hash and may not sort. Here the same settings would leave nested loops over all lines, and a session keeps
-- the plan of the first call, so sorts are switched on again.
create or replace function taxed_movements_between(customer uuid, after bigint, through bigint)
returns table (
  entry_number bigint, line_number smallint, part_number bigint, posting_date date, entry_type text, part text,
  account_code text, counter_code text, kind text, tax_code text, direction text, form_figure text, activity_id text,
  amount_minor numeric
)
language sql stable
set enable_seqscan = off set enable_bitmapscan = off set enable_nestloop = off set enable_mergejoin = off
set enable_sort = on set enable_incremental_sort = on set plan_cache_mode = force_generic_plan as $$
  with entry as materialized (
    select entry_number, posting_date, entry_type, source_type = 'journal_voucher' as is_voucher,
      reversal_of is not null as is_reversal
    from journal_entries
    where end_customer_id = customer and entry_number > after and entry_number <= through
  ), record as materialized (
    select record.entry_number, record.line_number, record.record_number, kind, tax_code, direction, form_figure, activity_id,
      tax_minor <> 0 as has_tax, kind = 'not_due' and record_number > 0 as is_of_rate,
      direction in ('output', 'output_reduction', 'turnover_without_tax', 'output_unregistered') as is_turnover,
      case when direction = 'output_reduction' or tax_code like 'VS%' then -base_minor else base_minor end
        * case kind when 'extinguished' then -1 else 1 end as base_minor
    from tax_records_between(customer, after, through) record
    where kind <> 'taken_over'
  ), on_line as materialized (
    select entry_number, line_number, bool_or(has_tax) as has_tax, min(record_number) as record_number,
      coalesce(sum(base_minor) filter (where is_turnover and not has_tax and kind not like 'declared%'), 0) as own_minor
    from record
    group by 1, 2
  ), posted as materialized (
    select entry_number, line_number, account_code, debit_minor, credit_minor
    from journal_lines
    where end_customer_id = customer and entry_number > after and entry_number <= through
    order by entry_number, line_number
  ), side as materialized (
    -- Lines are numbered from 1, so a place in these arrays is the number of a line. They come in order: windows would sort them.
    select entry_number,
      (array_agg(account_code order by line_number))[
        array_position(array_agg(debit_minor order by line_number), max(debit_minor))
      ] as debit_code,
      (array_agg(account_code order by line_number))[
        array_position(array_agg(credit_minor order by line_number), max(credit_minor))
      ] as credit_code
    from posted
    group by entry_number
  ), line as materialized (
    select entry_number, line_number, posted.account_code, account_type,
      credit_minor - debit_minor as amount_minor, credit_minor - debit_minor - coalesce(own_minor, 0) as left_minor,
      coalesce(has_tax, false) as has_tax, record_number, record_number is not null as has_record
    from posted
    join accounts on accounts.end_customer_id = customer and accounts.account_code = posted.account_code
    left join on_line using (entry_number, line_number)
  ), of_rate as materialized (
    select entry_number, max(line.line_number) as line_number
    from line
    join (select distinct entry_number from record where is_of_rate and has_tax) differing using (entry_number)
    where account_type in ('revenue', 'expense') and not has_record
    group by 1
  ), taxed as materialized (
    select record.entry_number, record.line_number, record.record_number, kind, tax_code, direction, form_figure, activity_id,
      base_minor, is_of_rate, case when is_of_rate then of_rate.line_number else line.line_number end as base_line
    from record
    left join of_rate on of_rate.entry_number = record.entry_number
    left join line on line.entry_number = record.entry_number and line.line_number = record.line_number - 1
      and not has_record and left_minor = base_minor
    where is_turnover and record.has_tax and kind not like 'declared%' and base_minor <> 0
  ), wanted as materialized (
    select entry_number, line_number, record_number, kind, tax_code, direction, form_figure, activity_id, base_minor,
      sum(abs(base_minor)) over behind - abs(base_minor) as from_minor, sum(abs(base_minor)) over behind as to_minor
    from taxed
    where base_line is null and not is_of_rate
    window behind as (partition by entry_number, sign(base_minor) order by line_number, record_number)
  ), offered as materialized (
    select line.entry_number, line.line_number, left_minor, sum(abs(left_minor)) over behind - abs(left_minor) as from_minor,
      sum(abs(left_minor)) over behind as to_minor
    from line
    join (select distinct entry_number from wanted) untied using (entry_number)
    left join taxed on taxed.entry_number = line.entry_number and base_line = line.line_number
    where not has_record and base_line is null
    window behind as (
      partition by line.entry_number, sign(left_minor)
      order by array_position(array['revenue', 'expense'], account_type), line.line_number
    )
  ), based as materialized (
    select entry_number, base_line as line_number, kind, tax_code, direction, form_figure, activity_id, base_minor
    from taxed where base_line is not null
    union all
    select wanted.entry_number, offered.line_number, kind, tax_code, direction, form_figure, activity_id,
      sign(base_minor) * (least(wanted.to_minor, offered.to_minor) - greatest(wanted.from_minor, offered.from_minor))
    from wanted
    join offered on offered.entry_number = wanted.entry_number and sign(left_minor) = sign(base_minor)
    where least(wanted.to_minor, offered.to_minor) > greatest(wanted.from_minor, offered.from_minor)
  ), part as (
    select entry_number, line_number, 'turnover' as part, true as has_account, kind, tax_code, direction, form_figure,
      activity_id, base_minor as amount_minor
    from based
    union all
    select entry_number, line_number, 'turnover', kind not like 'declared%', kind, tax_code, direction, form_figure, activity_id,
      base_minor
    from record
    where is_turnover and base_minor <> 0 and (kind like 'declared%' or not has_tax)
    union all
    select entry_number, line_number, 'turnover', true, kind, tax_code, direction, form_figure, activity_id, base_minor
    from taxed
    where base_line is null and is_of_rate
    union all
    select wanted.entry_number, wanted.line_number, 'turnover', false, kind, tax_code, direction, form_figure, activity_id,
      sign(base_minor) * (
        greatest(wanted.to_minor, coalesce(offer.to_minor, 0)) - greatest(wanted.from_minor, coalesce(offer.to_minor, 0))
      )
    from wanted
    left join (
      select entry_number, sign(left_minor) as side, max(to_minor) as to_minor from offered group by 1, 2
    ) offer on offer.entry_number = wanted.entry_number and offer.side = sign(base_minor)
    where wanted.to_minor > coalesce(offer.to_minor, 0)
    union all
    select line.entry_number, line.line_number, 'rest', true, '', '', '', '', '',
      left_minor - coalesce(based_minor, 0)
    from line
    join entry using (entry_number)
    left join (
      select entry_number, line_number, sum(base_minor) as based_minor from based group by 1, 2
    ) based using (entry_number, line_number)
    where left_minor <> coalesce(based_minor, 0) and entry_type <> 'closing'
      and (
        account_type = 'revenue'
        or (account_type = 'expense' and not has_record and is_voucher and (left_minor > 0) <> is_reversal)
      )
    union all
    select line.entry_number, line.line_number, 'tax', true, kind, tax_code, direction, form_figure, activity_id,
      line.amount_minor
    from line
    join record using (entry_number, line_number)
    where line.has_tax and kind not like 'declared%' and record.record_number = line.record_number
  )
  select part.entry_number, part.line_number,
    row_number() over (partition by part.entry_number, part.line_number order by part, tax_code, kind, part.amount_minor),
    posting_date, entry_type, part, case when has_account then line.account_code else '' end,
    case when part.part = 'tax' then '' when part.amount_minor > 0 then debit_code else credit_code end,
    kind, tax_code, direction, coalesce(form_figure, ''), coalesce(activity_id, ''), part.amount_minor
  from part
  join line using (entry_number, line_number)
  join entry using (entry_number)
  join side using (entry_number)
$$;
