-- Money that the bank gives back or takes back, and what it undoes: a settlement or an allocation that is reversed, or a
-- part of one, by a voucher.
set local lock_timeout = '20s';

create table bank_returns (
  end_customer_id uuid not null references end_customers,
  return_id uuid not null,
  candidate_id uuid not null,
  -- The bank entry that brings the money back, and the one with which it had gone.
  entry_id uuid not null,
  original_entry_id uuid not null,
  returned_of text not null check (returned_of in ('allocation', 'settlement')),
  subject_id uuid not null,
  currency text not null,
  -- What the bank entry moves for it, and what the item gets back of that; the bank has kept the rest, or taken it on top.
  amount_minor bigint not null check (amount_minor > 0),
  returned_minor bigint not null check (returned_minor > 0),
  -- Which of the payments that the bank entry brings back, in its order.
  part_number integer not null check (part_number > 0),
  -- The voucher that books it; null where the settlement or allocation is reversed as a whole.
  source_fact_id uuid,
  -- Whether it has marked a payment as returned, rather than the import.
  marks_payment boolean not null,
  actor_id text not null,
  request_id text not null,
  created_at timestamptz not null,
  -- Of a reversal: who has unlinked the money from it again.
  undone_reason text,
  undone_by text,
  undone_at timestamptz,
  primary key (end_customer_id, return_id),
  foreign key (end_customer_id, entry_id) references camt053_entries,
  foreign key (end_customer_id, original_entry_id) references camt053_entries,
  constraint bank_returns_undone check ((undone_at is null) = (undone_by is null))
);
create index bank_returns_by_id on bank_returns (return_id);
create index bank_returns_subject on bank_returns (end_customer_id, subject_id);
-- The whole comes back once.
create unique index bank_returns_whole on bank_returns (end_customer_id, subject_id)
  where source_fact_id is null and undone_at is null;
create index bank_returns_entry on bank_returns (end_customer_id, entry_id);
create index bank_returns_fact on bank_returns (end_customer_id, source_fact_id) where source_fact_id is not null;
alter table bank_returns
  alter column undone_reason set statistics 0;

-- A payment of an order that came back, by which return, and what it was before.
alter table payment_order_lines
  add column freed_by uuid,
  add column state_before text check (state_before in ('ordered', 'paid')),
  add constraint payment_order_lines_freed_by check ((freed_by is null) = (state_before is null)),
  add foreign key (end_customer_id, freed_by) references bank_returns;
create index payment_order_lines_freed_by on payment_order_lines (end_customer_id, freed_by) where freed_by is not null;

-- The next migration validates what is not valid yet, without keeping writers out.
alter table bank_entry_uses
  drop constraint bank_entry_uses_used_by_check,
  add constraint bank_entry_uses_used_by_check
    check (used_by in ('allocation', 'settlement', 'voucher', 'link', 'return')) not valid;

alter table settlement_candidates
  -- Of the type return: what target_id is, and what of the money the bank has kept or taken on top.
  add column returned_of text,
  add column charges_minor bigint not null default 0,
  drop constraint settlement_candidates_target_type_check,
  add constraint settlement_candidates_target_type_check
    check (target_type in ('document', 'supplier_payable', 'vat_filing', 'rule', 'return')) not valid,
  add constraint settlement_candidates_returned_of check ((target_type = 'return') = (returned_of is not null)) not valid;
