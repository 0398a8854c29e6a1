-- A customer and a supplier may have the same number, so a relation may say in which list its reference stands. Without
-- it the name has to agree too.
set local lock_timeout = '20s';
alter table partner_relations add column partner_side text check (partner_side in ('customer', 'supplier'));

-- Relations from before were found by the reference alone, whatever the name. Where it is a number of one list only, they
-- still are.
update partner_relations relation set partner_side = known.side
from (
  select end_customer_id, partner_reference,
    min(case when kind in ('payable', 'supplier_advance') then 'supplier' else 'customer' end) as side
  from open_items
  where (end_customer_id, partner_reference) in (select end_customer_id, partner_reference from partner_relations)
  group by end_customer_id, partner_reference
  having count(distinct kind in ('payable', 'supplier_advance')) = 1
) known
where relation.end_customer_id = known.end_customer_id and relation.partner_reference = known.partner_reference;
