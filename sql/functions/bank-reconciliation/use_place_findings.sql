-- Uses of bank entries of one end customer that do not say where their bank entry and their line stand, or until when they
-- stood. Every row is a finding.
create or replace function use_place_findings(customer uuid)
returns table ("check" text, subject text, expected text, found text)
language sql stable as $$
  select 'a use of a bank entry knows its places', 'use ' || public_id('buse', bank_entry_use_id), expected, found
  from (
    select used.bank_entry_use_id,
      concat_ws(', ', entry.account, entry.currency, coalesce(entry.booking_date, entry.stated_day), line.account_code, line.line_currency,
        line.posting_date, line.entry_number, line_minor = used.amount_minor) as expected,
      concat_ws(', ', used.bank_account, used.currency, used.booking_date, used.account_code, used.line_currency,
        used.posting_date, used.entry_number, used.is_whole_line) as found
    from bank_entry_uses used
    left join camt053_entries entry
      on entry.end_customer_id = customer and entry.entry_id = used.entry_id and is_booked
    left join lateral line_of_use(customer, used.journal_entry_id, used.line_number, entry.currency) line on true
    where used.end_customer_id = customer and (state <> 'released' or given_back_on is not null)
  ) place
  where expected <> found
  union all
  select 'a use of a bank entry knows until when it stood', 'use ' || public_id('buse', bank_entry_use_id),
    coalesce(reversal.posting_date::text, 'no reversal'), coalesce(given_back_on::text, 'no day')
  from bank_entry_uses used
  left join journal_entries reversal
    on reversal.end_customer_id = customer and reversal.reversal_of = used.journal_entry_id
  where used.end_customer_id = customer and state = 'released' and released_by is null
    and given_back_on is distinct from reversal.posting_date
$$;
