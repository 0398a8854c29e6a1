-- How a bank calls the payments of a bank entry. Whatever comes back is looked for by its names: without this, by a look into the
-- details of more than a year.
set local lock_timeout = '20s';
lock table camt053_entries, camt054_entries, supplier_settlements in share row exclusive mode;

create table bank_entry_names (
  end_customer_id uuid not null references end_customers,
  -- In capitals and without blanks; of a long one the beginning.
  name text not null,
  entry_id uuid not null,
  primary key (end_customer_id, name, entry_id)
);
create index bank_entry_names_of_entry on bank_entry_names (end_customer_id, entry_id);

-- How a bank calls the payments of a bank entry, as realReference writes it: UETR, EndToEndId, AcctSvcrRef, references and
-- the batch. What is there because
-- something must be is no name. Long ones are found by their beginning.
create function bank_names_in(entry jsonb) returns setof text language sql immutable as $$
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
-- Trigger of camt053_entries: what a bank calls the payments of new bank entries, so that a payment is found by its name when its
-- money comes back.
create function keep_bank_names() returns trigger language plpgsql as $$
begin
  insert into bank_entry_names (end_customer_id, name, entry_id)
  select end_customer_id, name, entry_id from new_entries cross join lateral bank_names_in(entry) name
  where is_booked
  on conflict do nothing;
  return null;
end $$;
-- Trigger of camt054_entries: the details of a notification name the payments of the bank entry that they complete.
create function keep_notified_names() returns trigger language plpgsql as $$
begin
  insert into bank_entry_names (end_customer_id, name, entry_id)
  select new.end_customer_id, name, new.entry_id from bank_names_in(new.entry) name
  on conflict do nothing;
  return null;
end $$;
-- Trigger of supplier_settlements: a debit may be named by what it pays, whatever the bank says: the reference of the payable
-- and its payments that were ordered.
create function keep_names_of_payable() returns trigger language plpgsql as $$
begin
  insert into bank_entry_names (end_customer_id, name, entry_id)
  select distinct new.end_customer_id, left(upper(regexp_replace(written, '[[:space:]]', '', 'g')), 100), new.evidence_entry_id
  from (
    select payment_reference as written from open_items
    where end_customer_id = new.end_customer_id and open_item_id = new.supplier_payable_id
    union all
    select end_to_end_id from payment_order_lines
    where end_customer_id = new.end_customer_id and supplier_payable_id = new.supplier_payable_id
  ) told
  where written ~ '[[:alnum:]]'
  on conflict do nothing;
  return null;
end $$;

create trigger bank_names_kept after insert on camt053_entries
  referencing new table as new_entries for each statement execute function keep_bank_names();
create trigger notified_names_kept after update of state, entry_id on camt054_entries
  for each row when (new.state = 'joined' and new.entry_id is not null) execute function keep_notified_names();
create trigger names_of_payable_kept after insert on supplier_settlements
  for each row when (new.evidence_entry_id is not null) execute function keep_names_of_payable();

insert into bank_entry_names (end_customer_id, name, entry_id)
select end_customer_id, name, entry_id from camt053_entries cross join lateral bank_names_in(entry) name
where is_booked
union
select end_customer_id, name, entry_id from camt054_entries cross join lateral bank_names_in(entry) name
where state = 'joined' and entry_id is not null
union
select settlement.end_customer_id, left(upper(regexp_replace(written, '[[:space:]]', '', 'g')), 100), evidence_entry_id
from supplier_settlements settlement
cross join lateral (
  select payment_reference as written from open_items
  where open_items.end_customer_id = settlement.end_customer_id and open_item_id = settlement.supplier_payable_id
  union all
  select end_to_end_id from payment_order_lines line
  where line.end_customer_id = settlement.end_customer_id
    and line.supplier_payable_id = settlement.supplier_payable_id
) told
where evidence_entry_id is not null and written ~ '[[:alnum:]]';

create index payments_returned on payments (end_customer_id, returned_by) where returned_by is not null;
analyze bank_entry_names;
