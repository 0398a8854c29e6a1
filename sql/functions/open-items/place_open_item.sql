-- Processes of the release before open an item without the line that it stands on. This finds the line, and opens items
-- for the document's other lines on control accounts.
create or replace function place_open_item()
returns trigger language plpgsql as $$
declare
  entry record;
begin
  select entry_number, posting_date, source_type into entry
  from journal_entries
  where journal_entry_id = new.journal_entry_id and end_customer_id = new.end_customer_id;
  perform refuse_entry(format('open item %s belongs to no entry', new.open_item_id), 'open_items_line')
  where entry is null;
  new.entry_number := entry.entry_number;
  new.posting_date := entry.posting_date;
  new.kind := coalesce(new.kind, case entry.source_type when 'expense_document' then 'payable' else 'receivable' end);
  new.line_number := coalesce((
    select line_number from journal_lines line
    where line.end_customer_id = new.end_customer_id and line.entry_number = entry.entry_number
      and account_code = new.account_code and transaction_minor = abs(new.amount_minor)
      and debit_minor - credit_minor =
        case when new.kind in ('payable', 'supplier_advance') then -new.base_amount_minor else new.base_amount_minor end
    order by line_number
    limit 1
  ), 0);
  insert into open_items (
    end_customer_id, open_item_id, kind, account_code, source_fact_id, journal_entry_id, entry_number, line_number,
    posting_date, partner_name, partner_reference, document_number, document_date, due_date, payment_reference, currency,
    amount_minor, base_amount_minor, open_amount_minor, base_open_amount_minor, created_at
  )
  select new.end_customer_id, gen_random_uuid(), control.kind, line.account_code, new.source_fact_id,
    new.journal_entry_id, line.entry_number, line.line_number, line.posting_date, new.partner_name,
    new.partner_reference, new.document_number, new.document_date, new.due_date, new.payment_reference,
    line.transaction_currency, sign * transaction_minor, sign * abs(debit_minor - credit_minor),
    sign * transaction_minor, sign * abs(debit_minor - credit_minor), new.created_at
  from journal_lines line
  cross join lateral (
    -- An account of several roles takes the one of the document's side.
    select kind from control_accounts
    where control_accounts.end_customer_id = line.end_customer_id
      and control_accounts.account_code = line.account_code
    order by (kind in ('payable', 'supplier_advance')) = (new.kind in ('payable', 'supplier_advance')) desc, kind
    limit 1
  ) control
  cross join lateral (
    select case when (debit_minor > 0) = (control.kind in ('receivable', 'customer_credit')) then 1 else -1 end as sign
  ) side
  where line.end_customer_id = new.end_customer_id and line.entry_number = entry.entry_number
    and line.line_number <> new.line_number
    and not exists (
      select from open_items known
      where known.end_customer_id = line.end_customer_id and known.entry_number = line.entry_number
        and known.line_number = line.line_number
    );
  return new;
end $$;
