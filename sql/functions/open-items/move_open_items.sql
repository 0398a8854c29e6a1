-- Writes what some entries of one ledger did to its open items, after the entries and their lines. Lines of documents
-- and vouchers name their items where they are posted; here are the entries whose effect the database knows better:
-- allocations, settlements, reversals, and vouchers of the release before, whose lines name no item.
create or replace function move_open_items(customer uuid, entries bigint[])
returns void language plpgsql as $$
begin
  perform open_payment_credit(customer, entries);
  perform open_advances(customer, entries);

  insert into open_item_changes (
    end_customer_id, entry_number, line_number, open_item_id, posting_date, amount_minor, base_amount_minor, purpose
  )
  select customer, moved.entry_number, coalesce(known.line_number, line.line_number, 0), moved.open_item_id, moved.posting_date,
    moved.amount_minor, moved.base_amount_minor, 'payment'
  from moves_of_money(customer, entries) moved
  left join lines_of_moves(customer, entries) known using (entry_number, open_item_id)
  -- A process of the release before does not say the line. Equal lines are as good as each other: the first move has the first.
  left join lateral (
    select line_number from journal_lines
    where known.line_number is null and journal_lines.end_customer_id = customer and journal_lines.entry_number = moved.entry_number
      and debit_minor - credit_minor = moved.line_base_minor and transaction_minor = abs(moved.amount_minor)
      and account_code = moved.account_code
    order by line_number
    offset moved.place - 1 limit 1
  ) line on true;

  insert into open_item_changes (
    end_customer_id, entry_number, line_number, open_item_id, posting_date, amount_minor, base_amount_minor, purpose
  )
  select customer, reversal.entry_number, moved.line_number, moved.open_item_id, reversal.posting_date,
    -moved.amount_minor, -moved.base_amount_minor, 'reversal'
  from journal_entries reversal
  join journal_entries original
    on original.end_customer_id = customer and original.journal_entry_id = reversal.reversal_of
  cross join lateral (
    select line_number, open_item_id, amount_minor, base_amount_minor from open_items
    where open_items.end_customer_id = customer and open_items.entry_number = original.entry_number
    union all
    select line_number, open_item_id, amount_minor, base_amount_minor from open_item_changes change
    where change.end_customer_id = customer and change.entry_number = original.entry_number
  ) moved
  where reversal.end_customer_id = customer and reversal.entry_number = any(entries);

  insert into legacy_lines (
    end_customer_id, entry_number, line_number, account_code, posting_date, currency, amount_minor, base_amount_minor,
    rest_minor, rest_base_minor
  )
  select customer, entry_number, line_number, account_code, line.posting_date, transaction_currency, amount_minor,
    base_amount_minor, amount_minor, base_amount_minor
  from journal_entries entry join journal_lines line using (end_customer_id, entry_number)
  cross join lateral (
    select debit_minor - credit_minor as base_amount_minor,
      case when debit_minor > 0 then transaction_minor else -transaction_minor end as amount_minor
  ) signed
  where end_customer_id = customer and entry_number = any(entries) and source_type = 'journal_voucher'
    and reversal_of is null and rule_version < 3 and line.open_item is null
    and account_code in (select account_code from control_accounts where control_accounts.end_customer_id = customer)
  on conflict do nothing;

  perform use_legacy_lines(customer, entries);
end $$;
