-- Bank entries of one end customer that repeat others, and their places in bank statements. Every row is a finding.
create or replace function repeat_findings(customer uuid)
returns table ("check" text, subject text, expected text, found text)
language sql stable as $$
  select 'a bank entry stands in a bank statement, unless it repeats another', 'bank entry ' || entry_id,
    case when repeat_state = 'repeat' then 'in none' else 'in one or more' end,
    case when is_placed then 'in one or more' else 'in none' end
  from (
    select entry_id, repeat_state, exists (
      select from camt053_statement_entries place
      where place.end_customer_id = customer and place.entry_id = entry.entry_id
    ) as is_placed
    from camt053_entries entry where end_customer_id = customer
  ) entry
  where is_placed = (repeat_state is not distinct from 'repeat')
  union all
  select 'a bank entry repeats one of its account, day, amount and direction', 'bank entry ' || entry.entry_id,
    concat_ws(', ', entry.account, entry.booking_date, entry.amount_minor, entry.currency, entry.credit_debit),
    coalesce(concat_ws(', ', other.account, other.booking_date, other.amount_minor, other.currency, other.credit_debit)
      || case when other.entry_id = entry.entry_id then ', itself' else '' end, 'none')
  from camt053_entries entry
  left join camt053_entries other
    on other.end_customer_id = customer and other.entry_id = entry.possible_repeat_of
  where entry.end_customer_id = customer and entry.possible_repeat_of is not null
    and (entry.entry_id <> other.entry_id and entry.account = other.account
      and entry.booking_date is not distinct from other.booking_date and entry.amount_minor = other.amount_minor
      and entry.currency = other.currency and entry.credit_debit = other.credit_debit) is not true
$$;
