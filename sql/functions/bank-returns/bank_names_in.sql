-- How a bank calls the payments of a bank entry, as realReference writes it: UETR, EndToEndId, AcctSvcrRef, references and
-- the batch. What is there because
-- something must be is no name. Long ones are found by their beginning.
create or replace function bank_names_in(entry jsonb) returns setof text language sql immutable as $$
  select distinct left(name, 100)
  from (
    select entry ->> 'acct_svcr_ref' as written
    union all
    select part ->> 'pmt_inf_id' from jsonb_array_elements(entry -> 'batch') part
    union all
    select written
    from jsonb_array_elements(entry -> 'tx_details') tx
    cross join lateral (
      values (tx ->> 'uetr'), (tx ->> 'end_to_end_id'), (tx ->> 'acct_svcr_ref'), (tx ->> 'pmt_inf_id')
      union all
      select ref ->> 'ref' from jsonb_array_elements(tx -> 'creditor_refs') ref
    ) named (written)
  ) told
  cross join lateral upper(regexp_replace(written, '[[:space:]]', '', 'g')) name
  where name !~ '^[0\W_]*$' and name not in ('NOTPROVIDED', 'NONREF', 'NOTAVAILABLE', 'NONE')
$$;
