-- Takes a payment back that the bank has reversed: one of the same account and amount of which neither identification nor
-- reference nor payer says that it is another. It is named by its EndToEndId or a reference, else it is the newest of the
-- same payer, else the only one there is. Nothing more of it can be allocated; its allocations stay until a request
-- reverses them. Called for several payments in one query, each call sees what those before it have taken.
--
-- identification is the EndToEndId of the reversal as realReference has it, and missing are the words for none.
create or replace function take_payment_back(
  customer uuid, by_entry uuid, bank_account text, money text, minor bigint, identification text, references_given text[],
  payer text, missing text[]
)
returns setof uuid language sql volatile as $$
  with candidates as (
    -- Null where one of the two does not say.
    select payment_id, identified.identification = take_payment_back.identification as same_identification,
      case when payment_references <> '{}' and references_given <> '{}' then payment_references && references_given end
        as same_reference,
      partner_name_key(debtor_name) = partner_name_key(payer) as same_payer
    from payments
    cross join lateral (
      -- As realReference has it.
      select case when written <> all(missing) and written ~ '[1-9A-Z]' then written end as identification
      from upper(regexp_replace(end_to_end_id, '[[:space:]]', '', 'g')) written
    ) identified
    where end_customer_id = customer and account = any(bank_account_names(customer, bank_account)) and currency = money
      and amount_minor = minor and returned_by is null and superseded_by is null
  ), possible as (
    select payment_id, coalesce(same_identification or same_reference, false) as is_named, same_payer
    from candidates
    where same_identification is not false and same_reference is not false
      and (same_identification or same_reference or same_payer is not false)
  )
  update payments set returned_by = by_entry, open_amount_minor = 0
  where end_customer_id = customer and payment_id = (
    select payment_id from possible
    where is_named or same_payer or (select count(*) = 1 from possible)
    order by is_named desc, same_payer desc nulls last, payment_id desc
    limit 1
  )
  returning payment_id
$$;
