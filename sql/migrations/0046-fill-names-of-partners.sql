-- The names of partners so far. No refresh folds meanwhile; reading and posting go on.
set local lock_timeout = '20s';
lock table statement_watermarks in exclusive mode;

insert into partner_names (end_customer_id, name_key, partner_reference, account_code, side, first_entry_number)
select end_customer_id, partner_name_key(partner_name), partner_reference, account_code, side, min(first_entry_number)
from (
  select item.end_customer_id, partner_name, partner_reference, account_code,
    case when kind in ('payable', 'supplier_advance') then 'supplier' else 'customer' end as side,
    min(item.entry_number) as first_entry_number
  from open_items item
  join statement_watermarks watermark
    on watermark.end_customer_id = item.end_customer_id and item.entry_number <= partner_entry_number
  group by 1, 2, 3, 4, 5
) written
group by 1, 2, 3, 4, 5
on conflict do nothing;
update statement_watermarks set named_entry_number = partner_entry_number where partner_entry_number > 0;

analyze partner_names;
