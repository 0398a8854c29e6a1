-- Keeps the lines of an account that have no item when it becomes a control account. What is left of them can be given
-- items later; until then it is shown beside the sub-ledger. Lines that a reversal has undone have nothing left.
create or replace function list_legacy_lines(customer uuid, account text, through bigint)
returns void language sql as $$
  insert into legacy_lines (
    end_customer_id, entry_number, line_number, account_code, posting_date, currency, amount_minor, base_amount_minor,
    rest_minor, rest_base_minor
  )
  select customer, entry_number, line_number, account, posting_date, transaction_currency, amount_minor,
    base_amount_minor, amount_minor, base_amount_minor
  from journal_lines line
  cross join lateral (
    select debit_minor - credit_minor as base_amount_minor,
      case when debit_minor > 0 then transaction_minor else -transaction_minor end as amount_minor
  ) signed
  where line.end_customer_id = customer and account_code = account and entry_number <= through
    and not exists (
      select from open_items item
      where item.end_customer_id = customer and item.entry_number = line.entry_number
        and item.line_number = line.line_number
    )
    and not exists (
      select from open_item_changes change
      where change.end_customer_id = customer and change.entry_number = line.entry_number
        and change.line_number = line.line_number
    )
    and not exists (
      select from legacy_line_uses used
      where used.end_customer_id = customer and used.by_entry_number = line.entry_number
        and used.by_line_number = line.line_number
    )
  on conflict do nothing;

  with undone as (
    delete from legacy_lines line
    using journal_entries reversal, journal_entries original, legacy_lines original_line
    where line.end_customer_id = customer and line.account_code = account
      and reversal.end_customer_id = customer and reversal.entry_number = line.entry_number
      and original.end_customer_id = customer and original.journal_entry_id = reversal.reversal_of
      and original_line.end_customer_id = customer and original_line.entry_number = original.entry_number
      and original_line.line_number = line.line_number and original_line.rest_minor = original_line.amount_minor
      and line.rest_minor = line.amount_minor
    returning original_line.entry_number, line.line_number, line.entry_number as by_entry_number, reversal.posting_date,
      original_line.amount_minor, original_line.base_amount_minor
  ), used as (
    insert into legacy_line_uses (
      end_customer_id, entry_number, line_number, by_entry_number, by_line_number, posting_date, amount_minor,
      base_amount_minor
    )
    select customer, entry_number, line_number, by_entry_number, line_number, posting_date, amount_minor,
      base_amount_minor
    from undone
  )
  update legacy_lines line set rest_minor = 0, rest_base_minor = 0
  from undone
  where line.end_customer_id = customer and line.entry_number = undone.entry_number
    and line.line_number = undone.line_number;
$$;
