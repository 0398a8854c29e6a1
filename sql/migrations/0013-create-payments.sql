-- What came in according to the bank, what it may have been for, and what was decided about it.

create table payments (
  end_customer_id uuid not null,
  payment_id uuid not null,
  entry_id uuid not null,
  -- Number of the transaction within its entry, 0 for the entry as a whole.
  transaction_number integer not null,
  import_id uuid not null,
  account text not null,
  booking_date date,
  value_date date,
  currency text not null,
  amount_minor bigint not null check (amount_minor > 0),
  -- What no allocation has reserved.
  open_amount_minor bigint not null,
  -- Posted by its first allocation; what of it lies on the account for customer credit since then, also in base currency.
  booked_by uuid,
  credit_minor bigint not null default 0,
  credit_base_minor bigint not null default 0,
  debtor_name text,
  debtor_account text,
  end_to_end_id text,
  payment_references text[] not null,
  remittance_text text not null,
  -- The booking of the bank that took it back.
  returned_by uuid,
  created_at timestamptz not null,
  primary key (end_customer_id, payment_id),
  unique (end_customer_id, entry_id, transaction_number),
  constraint payments_open check (open_amount_minor between 0 and amount_minor),
  constraint payments_credit check (credit_minor between 0 and amount_minor)
);

create index payments_open_ones on payments (end_customer_id, payment_id) where open_amount_minor > 0;
create index payments_by_id on payments (payment_id);

create table settlement_candidates (
  end_customer_id uuid not null,
  candidate_id uuid not null,
  import_id uuid not null,
  entry_id uuid not null,
  -- A payment for what customers owe; null where a booking of the bank pays a supplier.
  payment_id uuid,
  target_type text not null check (target_type in ('document', 'supplier_payable')),
  target_id uuid not null,
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null,
  score integer not null check (score between 1 and 100),
  reasons text[] not null,
  candidate_hash text not null,
  state text not null default 'open' check (state in ('open', 'superseded')),
  created_at timestamptz not null,
  primary key (end_customer_id, candidate_id),
  constraint settlement_candidates_hash unique (end_customer_id, candidate_hash)
);

create index settlement_candidates_by_id on settlement_candidates (candidate_id);

create table allocation_handoffs (
  end_customer_id uuid not null,
  handoff_id uuid not null,
  candidate_id uuid not null,
  payment_id uuid not null,
  target_document_id uuid not null,
  request jsonb not null,
  allocation_request_payload jsonb not null,
  allocation_request_payload_hash text not null,
  allocation_id uuid,
  idempotency_key text not null,
  actor_id text not null,
  request_id text not null,
  created_at timestamptz not null,
  primary key (end_customer_id, handoff_id)
);

create index allocation_handoffs_by_payload
  on allocation_handoffs (end_customer_id, allocation_request_payload_hash) where allocation_id is null;

create table allocations (
  end_customer_id uuid not null,
  allocation_id uuid not null,
  payment_id uuid not null,
  state text not null default 'draft' check (state in ('draft', 'posted', 'reversed')),
  posting_date date not null,
  currency text not null,
  amount_minor bigint not null check (amount_minor > 0),
  -- What was taken from customer credit, in base currency; null where it booked the payment itself.
  credit_base_minor bigint,
  journal_entry_id uuid,
  reversal_journal_entry_id uuid,
  request jsonb not null,
  actor_id text not null,
  request_id text not null,
  created_at timestamptz not null,
  primary key (end_customer_id, allocation_id)
);

create index allocations_by_payment on allocations (end_customer_id, payment_id);
create index allocations_by_id on allocations (allocation_id);

create table allocation_lines (
  end_customer_id uuid not null,
  allocation_id uuid not null,
  line_number integer not null,
  document_id uuid not null,
  amount_minor bigint not null check (amount_minor <> 0),
  base_amount_minor bigint not null,
  open_amount_before_minor bigint not null,
  primary key (end_customer_id, allocation_id, line_number),
  unique (end_customer_id, allocation_id, document_id)
);

create index allocation_lines_by_document on allocation_lines (end_customer_id, document_id);

create table supplier_settlements (
  end_customer_id uuid not null,
  settlement_id uuid not null,
  supplier_payable_id uuid not null,
  state text not null default 'draft' check (state in ('draft', 'posted', 'reversed')),
  settlement_date date not null,
  currency text not null,
  amount_minor bigint not null check (amount_minor <> 0),
  base_amount_minor bigint not null,
  open_amount_before_minor bigint not null,
  bank_reference text,
  evidence_sha256 text,
  -- The booking of the bank that is the evidence, how much of it is used, and what the bank account moved by, where it
  -- says so in base currency.
  evidence_entry_id uuid,
  evidence_used_minor bigint not null default 0,
  bank_base_minor bigint,
  bank_account text,
  reviewer_justification text not null,
  journal_entry_id uuid,
  reversal_journal_entry_id uuid,
  actor_id text not null,
  request_id text not null,
  created_at timestamptz not null,
  primary key (end_customer_id, settlement_id)
);

create index supplier_settlements_by_payable on supplier_settlements (end_customer_id, supplier_payable_id, settlement_id);
create index supplier_settlements_by_id on supplier_settlements (settlement_id);

-- Evidence only: never posted, never allocated.
create table manual_payments (
  end_customer_id uuid not null,
  manual_payment_id uuid not null,
  state text not null default 'recorded' check (state in ('recorded', 'reversed')),
  amount_minor bigint not null,
  currency text not null,
  event_date date not null,
  source_channel text not null,
  reference text,
  evidence_sha256 text,
  reversal_reason text,
  correction_payment_id uuid,
  actor_id text not null,
  request_id text not null,
  created_at timestamptz not null,
  primary key (end_customer_id, manual_payment_id)
);

create index manual_payments_by_id on manual_payments (manual_payment_id);

alter table intents drop constraint intents_intent_type_check;
alter table intents add constraint intents_intent_type_check check (intent_type in (
  'source_fact_reversal', 'allocation_posting', 'allocation_reversal', 'settlement_posting', 'settlement_reversal',
  'manual_payment_reversal'
));
drop index intents_one_reversal;
create unique index intents_one_reversal on intents (end_customer_id, subject_id)
  where intent_type like '%\_reversal' and state <> 'failed';
