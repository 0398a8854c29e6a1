-- A page of the open items of some kinds on a day, the totals by account and currency, and the ageing by partner from the
-- page's first partner on, all from one reading of the items: rows of several kinds, as JSON that
-- shared/store/statements/open-items-of-a-day.ts has the types of. An account may have items of other kinds; its totals
-- have them apart.
create or replace function open_item_page(
  customer uuid, accounts text[], kinds text[], day date, bounds integer[], after uuid, items_wanted integer,
  partners_wanted integer
)
returns table (part text, members json) language sql stable
set jit = off
as $$
  with listed as materialized (
    select partner_place, known_as, reference, open_item_id, kind = any(kinds) as is_listed, account_code, currency,
      due_on, amount_minor, base_amount_minor, width_bucket(day - due_on, bounds) as age
    from listed_open_items(customer, accounts, day)
  ), last_seen as materialized (
    select partner_place, due_on, open_item_id from listed where open_item_id = after and is_listed
  ), page as materialized (
    select partner_place, known_as, reference, listed.open_item_id, due_on, listed.amount_minor, listed.base_amount_minor
    from listed
    where is_listed and (after is null or (partner_place, due_on, listed.open_item_id) > (
      select last_seen.partner_place, last_seen.due_on, last_seen.open_item_id from last_seen
    ))
    order by partner_place, due_on, listed.open_item_id
    limit items_wanted
  )
  select 'cursor', json_build_object('found', count(*)) from last_seen
  union all
  select 'total', json_build_object('account_code', account_code, 'currency', currency, 'is_listed', is_listed,
    'minor', sum(amount_minor)::text, 'base_minor', sum(base_amount_minor)::text)
  from listed
  group by account_code, currency, is_listed
  union all
  select 'ageing', json_build_object('bucket', age, 'base_minor', sum(base_amount_minor)::text)
  from listed
  where is_listed
  group by age
  union all
  select 'partner', partner.members
  from (
    select json_build_object('place', partner_place, 'name', known_as, 'reference', reference, 'currency', currency,
      'minor', sum(amount_minor)::text, 'ages', json_build_array(
        coalesce(sum(base_amount_minor) filter (where age = 0), 0)::text,
        coalesce(sum(base_amount_minor) filter (where age = 1), 0)::text,
        coalesce(sum(base_amount_minor) filter (where age = 2), 0)::text,
        coalesce(sum(base_amount_minor) filter (where age = 3), 0)::text,
        coalesce(sum(base_amount_minor) filter (where age = 4), 0)::text)) as members
    from listed
    where is_listed and partner_place >= (select min(partner_place) from page)
      and partner_place < (select min(partner_place) from page) + partners_wanted
    group by partner_place, known_as, reference, currency
    order by partner_place, currency
  ) partner
  union all
  select 'item', item.members
  from (
    select json_build_object('open_item_id', item.open_item_id, 'kind', item.kind, 'payment_id', payment_id,
      'partner_name', known_as, 'partner_reference', reference, 'account_code', item.account_code,
      'document_number', document_number, 'document_date', document_date, 'due_date', due_date,
      'payment_reference', payment_reference, 'is_opening', is_opening, 'source_fact_id', source_fact_id,
      'journal_entry_id', journal_entry_id, 'entry_number', entry_number, 'currency', item.currency,
      'amount_minor', item.amount_minor::text, 'base_amount_minor', item.base_amount_minor::text,
      'open_minor', page.amount_minor::text, 'base_open_minor', page.base_amount_minor::text) as members
    from page
    join open_items item on item.end_customer_id = customer and item.open_item_id = page.open_item_id
    order by partner_place, due_on, page.open_item_id
  ) item
$$;
