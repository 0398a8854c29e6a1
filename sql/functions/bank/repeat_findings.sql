-- Bank entries of one end customer that repeat others, and their places in bank statements. Every row is a finding.
create or replace function repeat_findings(customer uuid)
returns table ("check" text, subject text, expected text, found text)
language sql stable as $$
  select 'a bank entry stands in a bank statement, unless it repeats another', 'bank entry ' || public_id('cent', entry_id),
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
  select 'a bank entry repeats one of its account, day, amount and direction', 'bank entry ' || public_id('cent', entry.entry_id),
    concat_ws(', ', entry.account, entry.booking_date, entry.amount_minor, entry.currency, entry.credit_debit),
    coalesce(concat_ws(', ', other.account, other.booking_date, other.amount_minor, other.currency, other.credit_debit)
      || case when other.entry_id = entry.entry_id then ', itself' else '' end, 'none')
  from camt053_entries entry
  left join camt053_entries other
    on other.end_customer_id = customer and other.entry_id = entry.possible_repeat_of
  where entry.end_customer_id = customer and entry.possible_repeat_of is not null
    and (entry.entry_id <> other.entry_id and bank_account_of(customer, entry.account) = bank_account_of(customer, other.account)
      and entry.booking_date is not distinct from other.booking_date and entry.amount_minor = other.amount_minor
      and entry.currency = other.currency and entry.credit_debit = other.credit_debit) is not true
  union all
  select 'a place in a bank statement is that of the bank entry that it was brought by, or of its original',
    'place ' || place.position || ' of bank statement ' || place.statement_number || ' of import '
      || public_id('imp', place.import_id),
    coalesce(public_id('cent', case brought.repeat_state
      when 'repeat' then brought.possible_repeat_of else brought.entry_id
    end), 'none'),
    public_id('cent', place.entry_id)
  from camt053_statement_entries place
  left join camt053_entries brought
    on brought.end_customer_id = customer and brought.entry_id = place.brought_entry_id
  where place.end_customer_id = customer and place.brought_entry_id is not null
    and (brought.repeat_state = 'repeat' and brought.possible_repeat_of = place.entry_id) is not true
$$;
