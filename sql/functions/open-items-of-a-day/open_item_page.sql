-- A page of the open items of some kinds on a day, the totals by account and currency, the ageing of all, and by partner from
-- the page's first partner on: all from one reading of the items, as rows that have the columns of their part. An account
-- may have items of other kinds; its totals have them apart.
create or replace function open_item_page(
  customer uuid, accounts text[], kinds text[], day date, bounds integer[], after uuid, items_wanted integer,
  partners_wanted integer
)
returns table (
  part text, place bigint, name text, reference text, account_code text, currency text, is_listed boolean,
  open_item_id uuid, minor numeric, base_minor numeric, age_0 numeric, age_1 numeric, age_2 numeric, age_3 numeric,
  age_4 numeric
)
language sql stable
set jit = off
as $$
  with listed as materialized (
    select partner_place, known_as, item.reference, item.open_item_id, kind = any(kinds) as is_listed, item.account_code,
      item.currency, due_on, amount_minor, base_amount_minor, width_bucket(day - due_on, bounds) as age
    from listed_open_items(customer, accounts, day) item
  ), last_seen as materialized (
    select partner_place, due_on, listed.open_item_id from listed where listed.open_item_id = after and listed.is_listed
  ), page as materialized (
    select partner_place, known_as, listed.reference, listed.open_item_id, due_on, amount_minor, base_amount_minor
    from listed
    where listed.is_listed and (after is null or (partner_place, due_on, listed.open_item_id) > (
      select last_seen.partner_place, last_seen.due_on, last_seen.open_item_id from last_seen
    ))
    order by partner_place, due_on, listed.open_item_id
    limit items_wanted
  ), partners as (
    select partner_place, known_as, listed.reference, listed.currency, sum(amount_minor) as minor,
      sum(base_amount_minor) as base_minor, sum(base_amount_minor) filter (where age = 0) as age_0,
      sum(base_amount_minor) filter (where age = 1) as age_1, sum(base_amount_minor) filter (where age = 2) as age_2,
      sum(base_amount_minor) filter (where age = 3) as age_3, sum(base_amount_minor) filter (where age = 4) as age_4
    from listed
    where listed.is_listed and partner_place >= (select min(partner_place) from page)
      and partner_place < (select min(partner_place) from page) + partners_wanted
    group by partner_place, known_as, listed.reference, listed.currency
    order by partner_place, listed.currency
  )
  select 'cursor', count(*), null, null, null, null, null, null::uuid, null::numeric, null::numeric, null::numeric,
    null::numeric, null::numeric, null::numeric, null::numeric
  from last_seen
  union all
  select 'total', null, null, null, listed.account_code, listed.currency, listed.is_listed, null, sum(amount_minor),
    sum(base_amount_minor), sum(base_amount_minor) filter (where age = 0), sum(base_amount_minor) filter (where age = 1),
    sum(base_amount_minor) filter (where age = 2), sum(base_amount_minor) filter (where age = 3),
    sum(base_amount_minor) filter (where age = 4)
  from listed
  group by listed.account_code, listed.currency, listed.is_listed
  union all
  select 'partner', partner_place, known_as, partners.reference, null, partners.currency, null, null, partners.minor,
    partners.base_minor, partners.age_0, partners.age_1, partners.age_2, partners.age_3, partners.age_4
  from partners
  union all
  select 'item', null, known_as, item.reference, null, null, null, item.open_item_id, amount_minor, base_amount_minor,
    null, null, null, null, null
  from (
    select known_as, page.reference, page.open_item_id, amount_minor, base_amount_minor
    from page
    order by partner_place, due_on, page.open_item_id
  ) item
$$;
