-- A partner without a reference and a UID is one wherever names are compared by partner_name_key, so duplicate documents are found
-- by it too. Kept keys have the name in small letters, and nothing else: those of names that differ from their key are made anew.
-- The state of a withdrawn fact is final, and nobody looks for its key.
set local lock_timeout = '20s';
update fact_states state
set duplicate_key = left(state.duplicate_key, -64) || encode(sha256(convert_to(concat('[', concat_ws(',',
  case fact_type when 'customer_invoice' then '"customer_invoice"' end,
  to_json(partner_name_key(partner_name)),
  to_json(document_date),
  minor, to_json(currency), to_json(document_number)
), ']'), 'UTF8')), 'hex')
from source_facts fact
-- sql.md: lateral limit 1
cross join lateral (
  select coalesce(payload #>> '{supplier,name}', payload #>> '{customer,name}') as partner_name,
    coalesce(
      payload ->> 'supplier_external_reference', payload #>> '{supplier,supplier_external_reference}',
      payload #>> '{supplier,uid_mwst_number}', payload ->> 'customer_external_reference',
      payload #>> '{customer,customer_external_reference}', payload #>> '{customer,uid_mwst_number}'
    ) as known_by,
    coalesce(payload ->> 'document_date', fact.request ->> 'business_date') as document_date,
    (payload #>> '{gross_amount,amount_minor}')::numeric::bigint as minor,
    payload #>> '{gross_amount,currency}' as currency, payload ->> 'document_number' as document_number
  from (select fact.request -> 'payload' as payload) sent
  limit 1
) said
where fact.end_customer_id = state.end_customer_id and fact.source_fact_id = state.source_fact_id
  and fact_type in ('expense_document', 'customer_invoice') and state.duplicate_key is not null
  and state.state <> 'withdrawn'
  and known_by is null and partner_name is not null and partner_name_key(partner_name) <> lower(partner_name);
