-- The reversal of an entry takes the lines of it that have no item, and gives back what the entry took from such lines.
create or replace function use_legacy_lines(customer uuid, entries bigint[])
returns void language sql as $$
  with taken as (
    insert into legacy_line_uses (
      end_customer_id, entry_number, line_number, by_entry_number, by_line_number, posting_date, amount_minor,
      base_amount_minor
    )
    select customer, taken.entry_number, taken.line_number, reversal.entry_number, taken.by_line_number,
      reversal.posting_date, taken.amount_minor, taken.base_amount_minor
    from journal_entries reversal
    join journal_entries original
      on original.end_customer_id = customer and original.journal_entry_id = reversal.reversal_of
    cross join lateral (
      select line.entry_number, line.line_number, line.line_number as by_line_number, line.amount_minor,
        line.base_amount_minor
      from legacy_lines line
      where line.end_customer_id = customer and line.entry_number = original.entry_number
      union all
      select used.entry_number, used.line_number, used.by_line_number, -used.amount_minor, -used.base_amount_minor
      from legacy_line_uses used
      where used.end_customer_id = customer and used.by_entry_number = original.entry_number
    ) taken
    where reversal.end_customer_id = customer and reversal.entry_number = any(entries)
    on conflict do nothing
    returning entry_number, line_number, amount_minor, base_amount_minor
  )
  update legacy_lines line
  set rest_minor = rest_minor - taken.amount_minor, rest_base_minor = rest_base_minor - taken.base_amount_minor
  from (
    select entry_number, line_number, sum(amount_minor)::bigint as amount_minor,
      sum(base_amount_minor)::bigint as base_amount_minor
    from taken group by entry_number, line_number
  ) taken
  where line.end_customer_id = customer and line.entry_number = taken.entry_number
    and line.line_number = taken.line_number
$$;
