-- Keys by which duplicate documents are found, of facts that a process of the release before has accepted since migration 0103:
-- it has put the name in small letters, and nothing else. In steps of some facts, in the order of their ids, as a transaction of all would
-- hold too many. A state that somebody holds is left for the next time. Nobody looks for the key of a withdrawn fact.
-- Returns the last fact that was looked at, null behind the last one, and how many keys are new.
create or replace function renew_duplicate_keys(after_fact uuid, most integer)
returns table (last_fact uuid, renewed bigint)
language sql volatile as $$
  with facts as materialized (
    select source_fact_id, end_customer_id, fact_type, request ->> 'business_date' as business_date,
      -- Those of vouchers have up to a thousand lines.
      case when fact_type in ('expense_document', 'customer_invoice') then request -> 'payload' end as payload
    from source_facts
    where source_fact_id > after_fact
      and end_customer_id <> all(array(select fence.end_customer_id from fences fence where fence.state <> 'open'))
    order by source_fact_id
    limit most
  ), named as (
    select source_fact_id, end_customer_id, fact_type, business_date, payload,
      coalesce(payload #>> '{supplier,name}', payload #>> '{customer,name}') as partner_name
    from facts
    where fact_type in ('expense_document', 'customer_invoice') and coalesce(
      payload ->> 'supplier_external_reference', payload #>> '{supplier,supplier_external_reference}',
      payload #>> '{supplier,uid_mwst_number}', payload ->> 'customer_external_reference',
      payload #>> '{customer,customer_external_reference}', payload #>> '{customer,uid_mwst_number}'
    ) is null
  ), keyed as materialized (
    select source_fact_id, end_customer_id, encode(sha256(convert_to(concat('[', concat_ws(',',
      case fact_type when 'customer_invoice' then '"customer_invoice"' end,
      to_json(partner_name_key(partner_name)),
      to_json(coalesce(payload ->> 'document_date', business_date)),
      (payload #>> '{gross_amount,amount_minor}')::numeric::bigint, to_json(payload #>> '{gross_amount,currency}'),
      to_json(payload ->> 'document_number')
    ), ']'), 'UTF8')), 'hex') as exact_key
    from named
    where partner_name is not null and partner_name_key(partner_name) <> lower(partner_name)
  ), old as materialized (
    select state.end_customer_id, state.source_fact_id, exact_key
    from keyed
    join fact_states state
      on state.end_customer_id = keyed.end_customer_id and state.source_fact_id = keyed.source_fact_id
    where duplicate_key is not null and state <> 'withdrawn' and right(duplicate_key, 64) <> exact_key
    order by state.end_customer_id, state.source_fact_id
    for no key update of state skip locked
  ), renewed as (
    update fact_states state set duplicate_key = left(state.duplicate_key, -64) || exact_key
    from old
    where state.end_customer_id = old.end_customer_id and state.source_fact_id = old.source_fact_id
    returning 1
  )
  select (select source_fact_id from facts order by source_fact_id desc limit 1), (select count(*) from renewed)
$$;
