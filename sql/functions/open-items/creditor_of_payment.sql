-- Whose credit a payment is: the partner of its open item. Before there is one, the first allocation that is requested
-- decides whose money it is, as it will for the item; where its documents are of several partners, the payer. Credit that
-- a voucher has booked is of the payer, whatever allocations use it. No row before something has booked the payment or an
-- allocation of it is requested, nor where the payer is unknown and the item is of nobody.
create or replace function creditor_of_payment(customer uuid, payment uuid)
returns table (partner_name text, partner_reference text) language sql stable as $$
  select coalesce(nullif(item.partner_name, ''), paid.partner_name, debtor_name),
    case when item.open_item_id is null then paid.partner_reference else item.partner_reference end
  from payments
  left join open_items item on item.end_customer_id = customer and item.open_item_id = coalesce(credit_item_id, payment)
  left join lateral (
    select allocation_id from allocations
    where allocations.end_customer_id = customer and allocations.payment_id = payment and state <> 'reversed'
    order by allocations.created_at, allocation_id
    limit 1
  ) first on true
  left join lateral (
    -- An allocation of credit that something else has booked decides nothing.
    select partner.partner_name, partner.partner_reference
    from partner_of_allocation(customer, first.allocation_id) partner
    where coalesce(payments.booked_by, first.allocation_id) = first.allocation_id
  ) paid on true
  where payments.end_customer_id = customer and payments.payment_id = payment
    and (booked_by is not null or first.allocation_id is not null)
    and coalesce(nullif(item.partner_name, ''), paid.partner_name, debtor_name) is not null
$$;
