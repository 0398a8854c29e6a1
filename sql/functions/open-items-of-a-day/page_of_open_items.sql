-- A page of the open items of some kinds on a day, the totals by account and currency, the ageing of all, and by partner
-- from the page's first partner on, at least of those of its items: one row, made of one reading of the items. An account
-- may have items of other kinds: its totals have them apart. Only the items of the partners of the page are put in order,
-- and only those of the page are looked up. Items are a column each, and amounts text.
create or replace function page_of_open_items(
  customer uuid, accounts text[], kinds text[], day date, bounds integer[], after uuid, items_wanted integer,
  partners_wanted integer
)
returns table (has_cursor boolean, item_count bigint, partner_count bigint, totals json, partners json, items json)
language sql stable
set jit = off
set plan_cache_mode = force_generic_plan
as $$
  with open as materialized (
    -- By the reference or, without one, by the name: partner_key of each item would cost more.
    select coalesce(partner_reference, partner_name) as partner, partner_reference is null as is_name, partner_name,
      open_item_id, kind = any(kinds) as is_listed, account_code, currency, due_on, open_minor, base_open_minor
    from items_of_day(customer, accounts, day)
  ), placed as materialized (
    -- The documents of a partner with a reference may name it differently; the first of these names stands for all.
    select partner, is_name, known_as, items, row_number() over (
      order by partner_order(known_as), is_name, partner collate "C"
    ) as place
    from (
      select partner, is_name, min(partner_name collate "C") as known_as, count(*) as items
      from open
      where is_listed
      group by partner, is_name
    ) known
  ), last_seen as materialized (
    select place, items, due_on
    from open join placed using (partner, is_name)
    where after is not null and open_item_id = after and is_listed
  ), reached as materialized (
    -- Partners whose items may be on the page, as those before them have fewer than a page from the last one seen on; and
    -- those whose ageing may be.
    select partner, is_name, known_as, place
    from (
      select partner, is_name, known_as, place,
        coalesce(sum(items) over (order by place rows between unbounded preceding and 1 preceding), 0) as items_before
      from placed
      where after is null or place >= (select place from last_seen)
    ) following
    where items_before < items_wanted + coalesce((select items from last_seen), 0)
      or place <= partners_wanted + coalesce((select place from last_seen), 0)
  ), near as materialized (
    select place, known_as, is_name, partner, open_item_id, currency, due_on, open_minor, base_open_minor
    from open join reached using (partner, is_name)
    where is_listed
  ), page as materialized (
    select place, known_as, open_item_id, due_on, open_minor, base_open_minor
    from near
    where after is null or (place, due_on, open_item_id) > (select place, due_on, after from last_seen)
    order by place, due_on, open_item_id
    limit items_wanted
  )
  select exists (select from last_seen), (select coalesce(sum(items), 0)::bigint from placed), (select count(*) from placed),
    (
      select coalesce(json_agg(total), '[]')
      from (
        select account_code, currency, is_listed, sum(open_minor)::text as minor, json_build_array(
          sum(base_open_minor) filter (where due_on > (select day - bounds[1]))::text,
          sum(base_open_minor) filter (where due_on <= (select day - bounds[1]) and due_on > (select day - bounds[2]))::text,
          sum(base_open_minor) filter (where due_on <= (select day - bounds[2]) and due_on > (select day - bounds[3]))::text,
          sum(base_open_minor) filter (where due_on <= (select day - bounds[3]) and due_on > (select day - bounds[4]))::text,
          sum(base_open_minor) filter (where due_on <= (select day - bounds[4]))::text
        ) as ages
        from open
        group by account_code, currency, is_listed
      ) total
    ), (
      select coalesce(json_agg(owed), '[]')
      from (
        select place, known_as as name, case when not is_name then partner end as reference, currency,
          sum(open_minor)::text as minor, json_build_array(
            sum(base_open_minor) filter (where due_on > (select day - bounds[1]))::text,
            sum(base_open_minor) filter (where due_on <= (select day - bounds[1]) and due_on > (select day - bounds[2]))::text,
            sum(base_open_minor) filter (where due_on <= (select day - bounds[2]) and due_on > (select day - bounds[3]))::text,
            sum(base_open_minor) filter (where due_on <= (select day - bounds[3]) and due_on > (select day - bounds[4]))::text,
            sum(base_open_minor) filter (where due_on <= (select day - bounds[4]))::text
          ) as ages
        from near
        where place >= (select min(place) from page)
          and place <= (select greatest(max(place), min(place) + partners_wanted - 1) from page)
        group by place, known_as, is_name, partner, currency
        order by place, currency
      ) owed
    ), (
      select json_build_object(
        'open_item_id', json_agg(page.open_item_id), 'kind', json_agg(kind), 'payment_id', json_agg(payment_id),
        'partner_name', json_agg(known_as), 'partner_reference', json_agg(partner_reference),
        'account_code', json_agg(account_code), 'document_number', json_agg(document_number),
        'document_date', json_agg(document_date), 'due_date', json_agg(due_date),
        'payment_reference', json_agg(payment_reference), 'is_opening', json_agg(is_opening),
        'source_fact_id', json_agg(source_fact_id), 'journal_entry_id', json_agg(journal_entry_id),
        'currency', json_agg(currency), 'amount_minor', json_agg(amount_minor::text),
        'base_amount_minor', json_agg(base_amount_minor::text), 'open_minor', json_agg(page.open_minor::text),
        'base_open_minor', json_agg(page.base_open_minor::text)
      )
      from (
        select known_as, open_item_id, open_minor, base_open_minor from page order by place, due_on, open_item_id
      ) page
      -- sql.md: lateral limit 1
      cross join lateral (
        select kind, payment_id, partner_reference, account_code, document_number, document_date, due_date,
          payment_reference, is_opening, source_fact_id, journal_entry_id, currency, amount_minor, base_amount_minor
        from open_items opened
        where opened.end_customer_id = customer and opened.open_item_id = page.open_item_id
        limit 1
      ) opened
    )
$$;
