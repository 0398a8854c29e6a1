-- A settlement of more than is open leaves the rest as an advance to the supplier: an item with the id of the settlement. It
-- stands on the line that its booking names; a process of the release before names none, and it is the last debit of its amount
-- on an account of advances.
create or replace function open_advances(customer uuid, entries bigint[])
returns void language sql as $$
  insert into open_items (
    end_customer_id, open_item_id, kind, account_code, journal_entry_id, entry_number, line_number, posting_date,
    partner_name, partner_reference, document_date, currency, amount_minor, base_amount_minor, open_amount_minor,
    base_open_amount_minor, created_at
  )
  select customer, settlement_id, 'supplier_advance', coalesce(line.account_code, settlement.advance_account_code, (
      select account_code from account_mappings
      where end_customer_id = customer and mapping_key = 'posting.supplier_advance'
        and valid_from <= entry.posting_date
      order by valid_from desc limit 1
    )), entry.journal_entry_id, entry.entry_number, coalesce(line.line_number, 0), entry.posting_date,
    payable.partner_name, payable.partner_reference, entry.posting_date, settlement.currency, -advance.amount_minor,
    -coalesce(line.base_minor, 0), -advance.amount_minor, -coalesce(line.base_minor, 0), entry.posted_at
  from journal_entries entry
  join supplier_settlements settlement
    on settlement.end_customer_id = customer and settlement.settlement_id = entry.source_id
  cross join lateral (select (terms ->> 'advance_minor')::bigint as amount_minor) advance
  join open_items payable
    on payable.end_customer_id = customer and payable.open_item_id = settlement.supplier_payable_id
  left join lateral (
    select line_number, debit_minor as base_minor, account_code from journal_lines
    where journal_lines.end_customer_id = customer and journal_lines.entry_number = entry.entry_number
      and case when settlement.advance_line_number is not null then line_number = settlement.advance_line_number
        else debit_minor > 0 and transaction_minor = advance.amount_minor and transaction_currency = settlement.currency
          and account_code in (
            select account_code from control_accounts
            where control_accounts.end_customer_id = customer and control_accounts.kind = 'supplier_advance'
          )
      end
    order by line_number desc
    limit 1
  ) line on true
  where entry.end_customer_id = customer and entry.entry_number = any(entries) and entry.reversal_of is null
    and entry.source_type = 'supplier_payable_settlement' and terms ? 'advance_minor'
$$;
