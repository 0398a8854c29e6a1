-- Where consideration changes, agreed to received or back, the tax of what is open is transferred, so that it is declared once.
set local lock_timeout = '20s';

create table vat_transfers (
  end_customer_id uuid not null references end_customers,
  transfer_id uuid not null,
  -- The entry that transfers the tax of some open items; null where nothing was left to transfer.
  journal_entry_id uuid,
  -- Where nothing was left: the last change of the registration that was looked at, and the day on which it was.
  change_number integer,
  looked_on date,
  created_at timestamptz not null default now(),
  primary key (end_customer_id, transfer_id),
  constraint vat_transfers_done check (
    (journal_entry_id is null) = (change_number is not null) and (change_number is null) = (looked_on is null)
  )
);
-- The last look at each end customer.
create index vat_transfers_done on vat_transfers (end_customer_id, change_number desc) where change_number is not null;

create trigger vat_transfers_append_only before update or delete or truncate on vat_transfers
  for each statement execute function refuse_change();
