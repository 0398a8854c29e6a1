-- For processes of the release before; the next release removes it.
-- A page of the open items of some kinds on a day, the totals by account and currency, the ageing of all, and by partner from
-- the page's first partner on: all from one reading of the items, as rows that have the columns of their part. An account
-- may have items of other kinds; its totals have them apart. Items are summed up once, by all that any of the sums is by;
-- only those of the partners of the page are put in order.
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
set plan_cache_mode = force_generic_plan
as $$
  with items as materialized (
    select item.open_item_id, kind = any(kinds) as is_listed, item.account_code, item.currency, partner_name,
      partner_reference, due_on, amount_minor, base_amount_minor
    from open_items_on(customer, accounts, day) item
  ), cells as materialized (
    select partner_key(partner_reference, partner_name) as partner, partner_name, partner_reference, items.account_code,
      items.currency, items.is_listed, age, items, minor, base_minor
    from (
      select partner_name, partner_reference, items.account_code, items.currency, items.is_listed,
        width_bucket(day - due_on, bounds) as age, count(*) as items, sum(amount_minor) as minor,
        sum(base_amount_minor) as base_minor
      from items
      group by 1, 2, 3, 4, 5, 6
    ) items
  ), placed as materialized (
    select known.partner, known.known_as, known.reference, known.items, row_number() over (
      order by partner_order(known.known_as), partner collate "C"
    ) as place
    from (
      select partner, min(partner_name collate "C") as known_as, max(partner_reference collate "C") as reference,
        coalesce(sum(items) filter (where cells.is_listed), 0) as items
      from cells
      group by partner
    ) known
  ), last_seen as materialized (
    select placed.place, due_on, items.open_item_id
    from items join placed on partner = partner_key(partner_reference, partner_name)
    where items.open_item_id = after and items.is_listed
  ), reached as materialized (
    -- Partners whose items may be on the page: those before them have fewer than a page from the last one seen on.
    select partner, placed.place, placed.known_as, placed.reference, items,
      coalesce(sum(items) over (order by placed.place rows between unbounded preceding and 1 preceding), 0) as items_before
    from placed
    where (after is null or placed.place >= (select last_seen.place from last_seen)) and items > 0
  ), page as materialized (
    select reached.place, known_as, reached.reference, items.open_item_id, due_on, amount_minor, base_amount_minor
    from items join reached on partner = partner_key(partner_reference, partner_name)
    where items.is_listed
      and items_before < items_wanted + coalesce((
        select reached.items from reached join last_seen using (place)
      ), 0)
      and (after is null or (reached.place, due_on, items.open_item_id) > (
        select last_seen.place, last_seen.due_on, last_seen.open_item_id from last_seen
      ))
    order by reached.place, due_on, items.open_item_id
    limit items_wanted
  ), partners as (
    select placed.place, known_as, placed.reference, cells.currency, sum(minor) as minor, sum(base_minor) as base_minor,
      sum(base_minor) filter (where age = 0) as age_0, sum(base_minor) filter (where age = 1) as age_1,
      sum(base_minor) filter (where age = 2) as age_2, sum(base_minor) filter (where age = 3) as age_3,
      sum(base_minor) filter (where age = 4) as age_4
    from cells join placed using (partner)
    where cells.is_listed and placed.place >= (select min(page.place) from page)
      and placed.place < (select min(page.place) from page) + partners_wanted
    group by placed.place, known_as, placed.reference, cells.currency
    order by placed.place, cells.currency
  )
  select 'cursor', count(*), null, null, null, null, null, null::uuid, null::numeric, null::numeric, null::numeric,
    null::numeric, null::numeric, null::numeric, null::numeric
  from last_seen
  union all
  select 'total', null, null, null, cells.account_code, cells.currency, cells.is_listed, null, sum(minor),
    sum(base_minor), sum(base_minor) filter (where age = 0), sum(base_minor) filter (where age = 1),
    sum(base_minor) filter (where age = 2), sum(base_minor) filter (where age = 3), sum(base_minor) filter (where age = 4)
  from cells
  group by cells.account_code, cells.currency, cells.is_listed
  union all
  select 'partner', partners.place, known_as, partners.reference, null, partners.currency, null, null, partners.minor,
    partners.base_minor, partners.age_0, partners.age_1, partners.age_2, partners.age_3, partners.age_4
  from partners
  union all
  select 'item', null, known_as, item.reference, null, null, null, item.open_item_id, amount_minor, base_amount_minor,
    null, null, null, null, null
  from (
    select known_as, page.reference, page.open_item_id, amount_minor, base_amount_minor
    from page
    order by page.place, due_on, page.open_item_id
  ) item
$$;
