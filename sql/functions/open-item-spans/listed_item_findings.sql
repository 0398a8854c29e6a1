-- What lists of a day read of open items, against the items.
create or replace function listed_item_findings(customer uuid)
returns table ("check" text, subject text, expected text, found text)
language sql stable as $$
  with listed as (
    select open_item_id, concat_ws(', ', named.kind, named.account_code, named.currency,
      coalesce(named.partner_reference, '-'), named.partner_name, amount_minor, base_amount_minor, first_day, due_on,
      'used ' || used_from, 'closed ' || closed_on, rest_from, rest_minor, rest_base_minor, 'found by ' || span_day) as row
    from open_item_spans
    left join open_item_groups named using (end_customer_id, group_id)
    where end_customer_id = customer
  ), item as (
    select kind as item_kind, payment_id, open_item_id, concat_ws(', ', kind, account_code, currency,
      coalesce(partner_reference, '-'), partner_name, amount_minor, base_amount_minor, least(posting_date, used_from),
      coalesce(due_date, document_date), 'used ' || used_from, 'closed ' || closed_on, rest_from, rest_minor,
      rest_base_minor, 'found by ' || span_day(least(posting_date, used_from), closed_on)) as row
    from open_items where end_customer_id = customer
  )
  select 'lists of a day have an open item as it is',
    coalesce(open_item_name(item_kind, open_item_id, payment_id), 'item ' || public_id('doc', open_item_id)), item.row,
    listed.row
  from item full join listed using (open_item_id)
  where item.row is distinct from listed.row
$$;
