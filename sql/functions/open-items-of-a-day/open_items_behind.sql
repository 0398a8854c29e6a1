-- A page of the open items of some kinds on a day, the totals by account and currency, the ageing of all, and by partner
-- from the page's first partner on, at least of those of its items: one row, made of one reading of the items. An account
-- may have items of other kinds: its totals have them apart. Items are added up by their group, whose names are looked up
-- once each; only those of the partners of the page are read whole. Of items, texts are a column each, and all that has
-- no blank is one (listed-item.ts).
-- A page begins behind a place in the order: that of `after`, an item that need not be open on the day any more, whose
-- partner was known by the name of the item `known_by` when the ledger had the entries up to `seen_through`. Without
-- `known_by`, `after` is an item of the list or a payment whose credits are. cursor_items is the number of items that it
-- may mean. has_moved says that a partner may have gone from one side of the place to the other since `seen_through`.
-- next_known_by is `known_by` for a page behind the last item but one: items_wanted is one more than a page has.
create or replace function open_items_behind(
  customer uuid, accounts text[], kinds text[], day date, bounds integer[], after uuid, known_by uuid,
  seen_through bigint, items_wanted integer, partners_wanted integer
)
returns table (
  cursor_items bigint, has_moved boolean, next_known_by uuid, item_count bigint, partner_count bigint, totals json,
  partners json, items json
)
language sql stable
set jit = off
-- Items of a page are looked up once each, so remembering them is in vain.
set enable_memoize = off
set plan_cache_mode = force_generic_plan
-- So that the planner adds up the items where they are read, without sorting them.
set work_mem = '64MB'
as $$
  with sums as (
    -- What has reached each bound: a sum fewer of an item, and half of the comparisons, than what lies between two of them.
    select group_id, array_agg(open_item_id) as items, sum(open_minor) as minor, sum(base_open_minor) as base_minor,
      sum(base_open_minor) filter (where due_on <= (select day - bounds[1])) as aged_1,
      sum(base_open_minor) filter (where due_on <= (select day - bounds[2])) as aged_2,
      sum(base_open_minor) filter (where due_on <= (select day - bounds[3])) as aged_3,
      sum(base_open_minor) filter (where due_on <= (select day - bounds[4])) as aged_4
    from spans_open_on(customer, day)
    group by group_id
  ), owed as materialized (
    -- By the reference or, without one, by the name, which is compared once for all of its items.
    select coalesce(partner_reference, partner_name_key(partner_name)) as partner, partner_reference is null as is_name,
      partner_name, account_code, currency, kind = any(kinds) as is_listed, items, minor, base_minor,
      coalesce(aged_1, 0) as aged_1, coalesce(aged_2, 0) as aged_2, coalesce(aged_3, 0) as aged_3,
      coalesce(aged_4, 0) as aged_4
    from sums
    -- sql.md: lateral limit 1
    cross join lateral (
      select kind, account_code, currency, partner_reference, partner_name from open_item_groups
      where end_customer_id = customer and open_item_groups.group_id = sums.group_id
      limit 1
    ) named
    where account_code = any(accounts)
  ), placed as materialized (
    -- The documents of a partner with a reference may name it differently; the first of these names stands for all.
    select partner, is_name, known_as, item_count, row_number() over in_order as place,
      sum(item_count) over in_order as items_through
    from (
      select partner, is_name, min(partner_name collate "C") as known_as, sum(cardinality(items))::integer as item_count
      from owed
      where is_listed
      group by partner, is_name
    ) known
    window in_order as (
      order by partner_order(known_as), is_name, partner collate "C" rows between unbounded preceding and current row
    )
  ), cursor as materialized (
    select item.partner, item.is_name, named.partner_name collate "C" as known_as, item.due_on, item.open_item_id,
      1::bigint as cursor_items
    from (
      select coalesce(partner_reference, partner_name_key(partner_name)) as partner, partner_reference is null as is_name,
        coalesce(due_date, document_date) as due_on, open_item_id, partner_reference
      from open_items
      where end_customer_id = customer and open_item_id = after and kind = any(kinds) and known_by is not null
    ) item
    join open_items named on named.end_customer_id = customer and named.open_item_id = known_by
      and named.kind = any(kinds) and (named.partner_reference is null) = is_name
      and coalesce(named.partner_reference, partner_name_key(named.partner_name)) = partner
    union all
    (
      select partner, is_name, known_as, shown.due_on, open_item_id, count(*) over ()
      from (
        select partner_reference, partner_name, coalesce(due_date, document_date) as due_on, open_item_id
        from open_items
        where end_customer_id = customer and open_item_id = after and known_by is null
        union all
        select partner_reference, partner_name, coalesce(due_date, document_date), open_item_id
        from open_items
        where end_customer_id = customer and payment_id = after and payment_id <> open_item_id and known_by is null
      ) shown
      join placed on partner = coalesce(partner_reference, partner_name_key(partner_name))
        and is_name = (partner_reference is null)
      where exists (select from owed where is_listed and open_item_id = any(items))
      order by place desc, shown.due_on desc, open_item_id desc
      limit 1
    )
  ), last_seen as materialized (
    -- The last partner that is not behind the cursor, with its items: a page has room behind all of them. Of any other partner
    -- than the cursor's no item is left.
    select coalesce(place, 0) as place, coalesce(is_same, false) as is_same,
      coalesce(before.items_through, 0) as items_through, due_on, open_item_id
    from cursor
    left join lateral (
      select place, placed.items_through,
        placed.partner = cursor.partner and placed.is_name = cursor.is_name as is_same
      from placed
      where (partner_order(placed.known_as) collate "C", placed.is_name, placed.partner collate "C")
        <= (partner_order(cursor.known_as) collate "C", cursor.is_name, cursor.partner collate "C")
      order by place desc
      limit 1
    ) before on true
  ), moved as materialized (
    select partner, is_name, partner_name
    from names_moved_since(customer, accounts, kinds, day, seen_through)
    where seen_through >= (select last_entry_number - 10000 from ledger_heads where end_customer_id = customer)
  ), reached as materialized (
    -- Partners whose items may be on the page, as those before them have fewer than a page from the last one seen on; and
    -- those whose ageing may be.
    select partner, is_name, known_as, place, items_before < most_before as is_on_page
    from (
      select partner, is_name, known_as, place, items_through - item_count as items_before,
        items_wanted + coalesce((select last_seen.items_through from last_seen), 0) as most_before
      from placed
      where after is null or place >= (select place from last_seen)
    ) following
    where items_before < most_before or place <= partners_wanted + coalesce((select place from last_seen), 0)
  ), page as materialized (
    select place, known_as, open_item_id, item.kind, payment_id, item.partner_reference, item.account_code,
      document_number, document_date, due_date, due_on, payment_reference, is_opening, source_fact_id, journal_entry_id,
      item.currency, amount_minor, base_amount_minor, open_minor, base_open_minor
    from reached
    join owed using (partner, is_name)
    cross join lateral unnest(owed.items) found (item_id)
    -- sql.md: lateral limit 1
    cross join lateral (
      select open_item_id, kind, payment_id, partner_reference, opened.account_code, document_number, document_date,
        due_date, coalesce(due_date, document_date) as due_on, payment_reference, is_opening, source_fact_id,
        journal_entry_id, opened.currency, amount_minor, base_amount_minor,
        coalesce(open_amount_on(day, used_from, amount_minor, rest_from, rest_minor),
          moved_amount(customer, open_item_id, day, false)) as open_minor,
        coalesce(open_amount_on(day, used_from, base_amount_minor, rest_from, rest_base_minor),
          moved_amount(customer, open_item_id, day, true)) as base_open_minor
      from open_items opened
      where opened.end_customer_id = customer and opened.open_item_id = found.item_id
      limit 1
    ) item
    where is_on_page and is_listed
      and (
        after is null
        or place > (select last_seen.place from last_seen)
        or (place, due_on, open_item_id)
          > (select last_seen.place, last_seen.due_on, last_seen.open_item_id from last_seen where is_same)
      )
    order by place, due_on, open_item_id
    limit items_wanted
  )
  select coalesce((select cursor_items from cursor), 0),
    seen_through < (select last_entry_number - 10000 from ledger_heads where end_customer_id = customer) is true
    or exists (
      select from placed join cursor using (partner, is_name)
      where partner_order(placed.known_as) <> partner_order(cursor.known_as)
    ) or exists (
      -- One that has or had names of both sides.
      select from (
        select partner, is_name, partner_name from moved
        union all
        select partner, is_name, partner_name from owed
        where is_listed and (partner, is_name) in (select moved.partner, moved.is_name from moved)
      ) named
      cross join lateral (
        select (partner_order(named.partner_name) collate "C", named.is_name, named.partner collate "C")
          > (partner_order(cursor.known_as) collate "C", cursor.is_name, cursor.partner collate "C") as is_behind
        from cursor
      ) side
      group by named.partner, named.is_name
      having bool_or(is_behind) and not bool_and(is_behind)
    ), (
      select owed.items[1]
      from owed join placed using (partner, is_name)
      where (select count(*) from page) = items_wanted and is_listed and partner_name = known_as and place = (
        select place from page order by place, due_on, open_item_id offset items_wanted - 2 limit 1
      )
      limit 1
    ), (select coalesce(sum(item_count), 0) from placed),
    (select count(*) from placed), (
      select coalesce(json_agg(total), '[]')
      from (
        select account_code, currency, is_listed, sum(minor)::text as minor, json_build_array(
          (sum(base_minor) - sum(aged_1))::text, (sum(aged_1) - sum(aged_2))::text, (sum(aged_2) - sum(aged_3))::text,
          (sum(aged_3) - sum(aged_4))::text, sum(aged_4)::text
        ) as ages
        from owed
        group by account_code, currency, is_listed
      ) total
    ), (
      select coalesce(json_agg(total), '[]')
      from (
        select place, known_as as name, case when not is_name then partner end as reference, currency,
          sum(minor)::text as minor, json_build_array(
            (sum(base_minor) - sum(aged_1))::text, (sum(aged_1) - sum(aged_2))::text, (sum(aged_2) - sum(aged_3))::text,
            (sum(aged_3) - sum(aged_4))::text, sum(aged_4)::text
          ) as ages
        from owed join reached using (partner, is_name)
        where is_listed and place >= (select min(place) from page)
          and place <= (select greatest(max(place), min(place) + partners_wanted - 1) from page)
        group by place, known_as, is_name, partner, currency
        order by place, currency
      ) total
    ), (
      select json_build_object(
        'partner_name', json_agg(known_as), 'partner_reference', json_agg(partner_reference),
        'account_code', json_agg(account_code), 'document_number', json_agg(document_number),
        'payment_reference', json_agg(payment_reference), 'blankless', json_agg(concat_ws(' ',
          open_item_id, kind, coalesce(payment_id::text, '-'), document_date, coalesce(due_date::text, '-'), is_opening,
          currency, amount_minor, base_amount_minor, open_minor, base_open_minor,
          coalesce(source_fact_id::text, '-'), journal_entry_id
        ))
      )
      from (
        select open_item_id, kind, payment_id, known_as, partner_reference, account_code, document_number, document_date,
          due_date, payment_reference, is_opening, source_fact_id, journal_entry_id, currency, amount_minor,
          base_amount_minor, open_minor, base_open_minor
        from page
        order by place, due_on, open_item_id
      ) page
    )
$$;
