-- Which partners relations mean is found without reading all open items: by each name of a partner, and its reference.
set local lock_timeout = '20s';

-- Who open items of control accounts are of. A name is compared without letter case and blanks, as relations compare it.
create table partner_names (
  end_customer_id uuid not null references end_customers,
  name_key text not null,
  partner_reference text,
  account_code text not null,
  -- In which list the reference stands.
  side text not null check (side in ('customer', 'supplier')),
  -- Of the first item that named the partner so.
  first_entry_number bigint not null
);
create unique index partner_names_once on partner_names (end_customer_id, name_key, partner_reference, account_code, side)
  nulls not distinct;
create index partner_names_by_reference on partner_names (end_customer_id, partner_reference)
  where partner_reference is not null;

-- Items of entries up to this number are in partner_names. Processes of the release before move the other watermarks alone.
alter table statement_watermarks add column named_entry_number bigint not null default 0;

-- Functions of this release use both before the release grants its rights: whoever folds partners may.
do $$
declare
  processes text;
begin
  for processes in
    select distinct grantee::regrole::text
    from pg_class cross join lateral aclexplode(relacl)
    where oid = 'partner_period_totals'::regclass and grantee not in (0, relowner)
  loop
    execute format('grant select, insert, delete on partner_names to %s', processes);
    execute format('grant update (named_entry_number) on statement_watermarks to %s', processes);
  end loop;
end $$;
