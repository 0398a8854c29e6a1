-- Which partners of which control accounts the relations of an end customer mean, as items of entries up to a number name
-- them. A reference is a number of customers or of suppliers: a relation that says of which is found by the reference
-- alone, another one by reference and name. A relation without a reference is found by the name, whatever number the
-- items have. Each partner is compared once, however many items it has.
create or replace function partners_of_relations(customer uuid, through bigint)
returns table (partner_relation_id uuid, account_code text, partner_key text, partner_reference text, partner_name text)
language sql stable as $$
  with relations as materialized (
    select partner_relation_id, partner_reference, partner_name, partner_side, partner_name_key(partner_name) as name_key
    from partner_relations
    where end_customer_id = customer
  ), partners as materialized (
    select account_code, side, partner_reference, partner_name, partner_name_key(partner_name) as name_key
    from (
      select distinct account_code, case when kind in ('payable', 'supplier_advance') then 'supplier' else 'customer' end as side,
        partner_reference, partner_name
      from open_items
      where end_customer_id = customer and entry_number <= through and exists (select from relations)
      offset 0
    ) item
  )
  select relation.partner_relation_id, partner.account_code,
    partner_key(partner.partner_reference, partner.partner_name), max(partner.partner_reference),
    max(relation.partner_name)
  from relations relation
  join partners partner on relation.partner_reference = partner.partner_reference
    and (relation.partner_side = partner.side or relation.partner_side is null and relation.name_key = partner.name_key)
  group by 1, 2, 3
  union all
  select relation.partner_relation_id, partner.account_code,
    partner_key(partner.partner_reference, partner.partner_name), max(partner.partner_reference),
    max(relation.partner_name)
  from relations relation
  join partners partner on relation.partner_reference is null and relation.name_key = partner.name_key
    and partner.name_key <> ''
    and coalesce(relation.partner_side, partner.side) = partner.side
  group by 1, 2, 3
$$;
