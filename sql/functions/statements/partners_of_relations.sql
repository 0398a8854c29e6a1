-- Which partners of which control accounts the relations of an end customer mean, as items of entries up to a number name
-- them. A reference is a number of customers or of suppliers: a relation that says of which is found by the reference
-- alone, another one by reference and name. A relation without a reference is found by the name, whatever number the
-- items have; nobody has an empty one. What is folded is found by its keys; of the items behind it, each partner is
-- compared once.
create or replace function partners_of_relations(customer uuid, through bigint)
returns table (partner_relation_id uuid, account_code text, partner_key text, partner_reference text, partner_name text)
language sql stable as $$
  with relations as materialized (
    select partner_relation_id, partner_reference, partner_name, partner_side, partner_name_key(partner_name) as name_key
    from partner_relations
    where end_customer_id = customer
  ), behind as materialized (
    select account_code, side, partner_reference, partner_name_key(partner_name) as name_key
    from (
      select distinct account_code, case when kind in ('payable', 'supplier_advance') then 'supplier' else 'customer' end as side,
        partner_reference, partner_name
      from open_items
      where end_customer_id = customer and exists (select from relations) and entry_number <= through
        and entry_number > (select named_entry_number from statement_watermarks where end_customer_id = customer)
      offset 0
    ) item
  ), meant as (
    select relation.partner_relation_id, relation.partner_name, named.account_code, named.partner_reference, named.name_key
    from relations relation
    -- sql.md: lateral in order
    cross join lateral (
      select account_code, side, partner_reference, name_key from partner_names
      where end_customer_id = customer and partner_reference = relation.partner_reference
        and first_entry_number <= through
      order by partner_reference
    ) named
    where relation.partner_side = named.side or relation.partner_side is null and relation.name_key = named.name_key
    union all
    select relation.partner_relation_id, relation.partner_name, named.account_code, named.partner_reference, named.name_key
    from relations relation
    -- sql.md: lateral in order
    cross join lateral (
      select account_code, side, partner_reference, name_key from partner_names
      where end_customer_id = customer and name_key = relation.name_key and first_entry_number <= through
      order by name_key, partner_reference
    ) named
    where relation.partner_reference is null and named.name_key <> ''
      and coalesce(relation.partner_side, named.side) = named.side
    union all
    select relation.partner_relation_id, relation.partner_name, item.account_code, item.partner_reference, item.name_key
    from relations relation
    join behind item on relation.partner_reference = item.partner_reference
      and (relation.partner_side = item.side or relation.partner_side is null and relation.name_key = item.name_key)
    union all
    select relation.partner_relation_id, relation.partner_name, item.account_code, item.partner_reference, item.name_key
    from relations relation
    join behind item on relation.partner_reference is null and relation.name_key = item.name_key
      and item.name_key <> '' and coalesce(relation.partner_side, item.side) = item.side
  )
  select meant.partner_relation_id, meant.account_code, partner_key(meant.partner_reference, meant.name_key),
    max(meant.partner_reference), max(meant.partner_name)
  from meant
  group by 1, 2, 3
$$;
