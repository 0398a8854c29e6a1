-- An open item by the id under which clients find it, for sentences of the verifier. Credit is known by its payment.
create or replace function open_item_name(kind text, open_item_id uuid, payment_id uuid)
returns text
language sql immutable as $$
  select kind || ' ' || case
    when payment_id is not null then public_id('pay', payment_id)
    when kind in ('payable', 'supplier_advance') then public_id('spay', open_item_id)
    else public_id('doc', open_item_id)
  end
$$;
