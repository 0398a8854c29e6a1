-- Trigger of end_customers: vat_method, which has no date, is the registration from the first day on. Whoever writes it,
-- also a process of the release before, has the change kept. New end customers begin with the method of the column; a
-- change that is kept already is not kept twice. Where there are registrations with a date, the method without one stays.
create or replace function keep_undated_vat_method() returns trigger language plpgsql as $$
begin
  perform refuse_entry('vat_method stays as it is: there are registrations with a date', 'end_customers_dated_registration')
  from changed customer
  where vat_method <> (
      select method from vat_registration_changes undated
      where undated.end_customer_id = customer.end_customer_id and valid_from = '0001-01-01'
      order by change_number desc limit 1
    )
    and exists (
      select from vat_registration_changes dated
      where dated.end_customer_id = customer.end_customer_id and valid_from > '0001-01-01'
    )
  limit 1;
  insert into vat_registration_changes (
    end_customer_id, change_number, valid_from, method, consideration, filing_period, reason, actor_id
  )
  select customer.end_customer_id, coalesce(change_number, 0) + 1, '0001-01-01', vat_method,
    case when vat_method <> 'not_registered' then 'agreed' end,
    case vat_method when 'effective' then 'quarter' when 'net_tax_rate' then 'half_year' end,
    'vat_method of the end customer', 'end_customer'
  from changed customer
  left join lateral (
    select change_number, method from vat_registration_changes undated
    where undated.end_customer_id = customer.end_customer_id and valid_from = '0001-01-01'
    order by change_number desc limit 1
  ) last on true
  where method is distinct from vat_method;
  return null;
end $$;
