-- Open items of customers, one for each posted customer invoice; a credit note is open with the other sign.

create table documents (
  end_customer_id uuid not null,
  document_id uuid not null,
  source_fact_id uuid not null,
  journal_entry_id uuid not null,
  account_code text not null,
  customer_name text not null,
  customer_reference text,
  document_number text,
  document_date date not null,
  due_date date,
  payment_reference text,
  currency text not null,
  amount_minor bigint not null check (amount_minor <> 0),
  open_amount_minor bigint not null,
  base_amount_minor bigint not null,
  base_open_amount_minor bigint not null,
  state text not null default 'open' check (state in ('open', 'settled', 'reversed')),
  created_at timestamptz not null,
  primary key (end_customer_id, document_id),
  unique (end_customer_id, source_fact_id),
  -- Between nothing and the whole amount, on the side of the amount.
  constraint documents_open check (
    open_amount_minor * sign(amount_minor) >= 0 and abs(open_amount_minor) <= abs(amount_minor)
  )
);

-- For reads by the bare id.
create index documents_by_id on documents (document_id);
