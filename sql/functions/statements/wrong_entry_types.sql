-- Accounts that opening or closing entries have touched although they may not, up to a day and an entry, with what is left
-- on them of such entries, and the entries. New ones are blocked (entry_type_accounts); these are older, or were written
-- past the service. What a reversal has undone is no longer wrong. Totals and two partial indexes are read; the lines of
-- single entries only where something is wrong.
create or replace function wrong_entry_types(customer uuid, through_date date, through_entry bigint)
returns table (account_code text, balance_minor numeric, is_from_before boolean, subject text)
language sql stable as $$
  with folded as (
    select case when entry_number <= through_entry then entry_number else 0 end as through
    from statement_watermarks where end_customer_id = customer
  ), marked as (
    select account_code, entry_type, debit_minor, credit_minor from account_period_totals
    where end_customer_id = customer and entry_type in ('opening', 'closing') and period_start <= through_date
      and (select through from folded) > 0
    union all
    select line.account_code, entry.entry_type, line.debit_minor, line.credit_minor
    from folded
    join journal_entries entry on entry.end_customer_id = customer and entry.entry_type in ('opening', 'closing')
      and entry.entry_number > folded.through and entry.entry_number <= through_entry
      and entry.posting_date <= through_date
    join journal_lines line on line.end_customer_id = customer and line.entry_number = entry.entry_number
  ), roles as (
    select mapping.account_code, mapping_key like 'posting.result%' as is_result from account_mappings mapping
    where end_customer_id = customer
      and (mapping_key like 'posting.result%' or mapping_key like 'posting.opening\_balance%')
  ), balances as (
    select marked.account_code, entry_type, sum(debit_minor - credit_minor) as balance
    from marked group by 1, 2 having sum(debit_minor - credit_minor) <> 0
  ), wrong as (
    select account_code, entry_type, balance from balances
    join accounts using (account_code)
    where end_customer_id = customer and case
      -- Without an account of the role any of its kind may have it.
      when account_type = 'closing' then exists (select from roles where not is_result)
        and (entry_type = 'opening')
          <> (account_code in (select roles.account_code from roles where not is_result))
      when entry_type = 'opening' then account_type in ('revenue', 'expense')
      when account_type = 'equity' then exists (select from roles where is_result)
        and account_code not in (select roles.account_code from roles where is_result)
      else account_type in ('asset', 'liability')
    end
  )
  select wrong.account_code, wrong.balance, entries.is_from_before,
    wrong.entry_type || ' entries ' || entries.numbers
  from wrong
  cross join lateral (
    select bool_and(rule_version < 3) as is_from_before, string_agg(entry_number::text, ', ' order by entry_number) as numbers
    from journal_entries entry
    where entry.end_customer_id = customer and entry.entry_type = wrong.entry_type and entry_number <= through_entry
      and entry_type in ('opening', 'closing') and posting_date <= through_date and exists (
        select from journal_lines line
        where line.end_customer_id = customer and line.entry_number = entry.entry_number
          and line.account_code = wrong.account_code
      )
  ) entries
$$;
