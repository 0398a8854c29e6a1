-- Allocations whose money stands on an account of the ledger, and what a settlement says beside its amount.
set local lock_timeout = '20s';

alter table allocations
  -- Null: the request names the account.
  alter column payment_id drop not null,
  drop constraint allocations_amount_minor_check,
  -- Money of an account goes out where credit notes are paid.
  add constraint allocations_amount check (amount_minor > 0 or payment_id is null) not valid;

-- As they were sent; null where there are none.
alter table supplier_settlements add column terms jsonb;
alter table supplier_settlements alter column terms set statistics 0;
