-- An open item of a list, with what was open of it, as a JSON array; amounts are text. Its members are named in
-- shared/store/open-items/open-items-of-a-day.ts.
create or replace function open_item_members(
  item open_items, known_as text, reference text, stood_minor bigint, stood_base_minor bigint
)
returns json language sql stable as $$
  select json_build_array(item.open_item_id, item.kind, item.payment_id, known_as, reference, item.account_code,
    item.document_number, item.document_date, item.due_date, item.payment_reference, item.is_opening, item.source_fact_id,
    item.journal_entry_id, item.entry_number, item.currency, item.amount_minor::text, item.base_amount_minor::text,
    stood_minor::text, stood_base_minor::text)
$$;
