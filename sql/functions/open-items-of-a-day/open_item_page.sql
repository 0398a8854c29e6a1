-- A page of the open items of some kinds on a day, the totals by account and currency, and the ageing by partner from the
-- page's first partner on: rows of some kinds as JSON arrays, all from one reading of the items. Their members are named in
-- shared/store/open-items/open-items-of-a-day.ts. An account may have items of other kinds; its totals have them apart.
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
  select 'cursor', json_build_array(count(*)) from last_seen
  union all
  select 'total', json_build_array(account_code, currency, is_listed, sum(amount_minor)::text, sum(base_amount_minor)::text)
  from listed
  group by account_code, currency, is_listed
  union all
  select 'partner', partner.members
  from (
    select json_build_array(partner_place, known_as, reference, currency, sum(amount_minor)::text,
      coalesce(sum(base_amount_minor) filter (where age = 0), 0)::text,
      coalesce(sum(base_amount_minor) filter (where age = 1), 0)::text,
      coalesce(sum(base_amount_minor) filter (where age = 2), 0)::text,
      coalesce(sum(base_amount_minor) filter (where age = 3), 0)::text,
      coalesce(sum(base_amount_minor) filter (where age = 4), 0)::text) as members
    from listed
    where is_listed and partner_place >= (select min(partner_place) from page)
      and partner_place < (select min(partner_place) from page) + partners_wanted
    group by partner_place, known_as, reference, currency
    order by partner_place, currency
  ) partner
  union all
  select 'ageing', json_build_array(age, sum(base_amount_minor)::text) from listed where is_listed group by age
  union all
  select 'item', item.members
  from (
    select open_item_members(item, known_as, reference, page.amount_minor, page.base_amount_minor) as members
    from page
    join open_items item on item.end_customer_id = customer and item.open_item_id = page.open_item_id
    order by partner_place, due_on, page.open_item_id
  ) item
$$;
