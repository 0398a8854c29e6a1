-- Bank statements (camt.053) as evidence: the files as they came, and every booking of the bank once.

create table camt053_imports (
  end_customer_id uuid not null,
  import_id uuid not null,
  -- rejected: its own figures do not add up, nothing of it counts.
  state text not null check (state in ('received', 'imported', 'rejected')),
  file_sha256 text not null,
  size_bytes bigint not null,
  message jsonb not null,
  -- Head, balances, sums and arithmetic of each statement; amounts are text.
  statements jsonb not null,
  new_entry_count integer,
  linked_entry_count integer,
  payment_count integer,
  actor_id text not null,
  request_id text not null,
  created_at timestamptz not null,
  completed_at timestamptz,
  primary key (end_customer_id, import_id)
);

create table camt053_chunks (
  end_customer_id uuid not null,
  import_id uuid not null,
  chunk_number integer not null,
  bytes bytea not null,
  primary key (end_customer_id, import_id, chunk_number)
);

create table camt053_entries (
  end_customer_id uuid not null,
  entry_id uuid not null,
  -- The import that brought it first.
  import_id uuid not null,
  canonical_entry_hash text not null,
  occurrence integer not null,
  account text not null,
  booking_date date,
  currency text not null,
  amount_minor bigint not null check (amount_minor >= 0),
  credit_debit text not null check (credit_debit in ('CRDT', 'DBIT')),
  is_booked boolean not null,
  is_reversal boolean not null,
  entry jsonb not null,
  -- What settlements have used of it as evidence.
  used_minor bigint not null default 0 check (used_minor between 0 and amount_minor),
  created_at timestamptz not null,
  primary key (end_customer_id, entry_id),
  constraint camt053_entries_hash unique (end_customer_id, canonical_entry_hash)
);

-- Which statement says which booking; a booking that overlapping statements repeat is linked, not doubled.
create table camt053_statement_entries (
  end_customer_id uuid not null,
  import_id uuid not null,
  statement_number integer not null,
  position integer not null,
  account text not null,
  statement_id text,
  page text,
  -- Hash of the booking as if it were the first of its kind.
  content_hash text not null,
  entry_id uuid not null,
  primary key (end_customer_id, import_id, statement_number, position)
);

create index camt053_statement_entries_pages
  on camt053_statement_entries (end_customer_id, account, statement_id, content_hash) where page is not null;
create index camt053_statement_entries_by_entry on camt053_statement_entries (end_customer_id, entry_id);

-- For reads by the bare id.
create index camt053_imports_by_id on camt053_imports (import_id);
create index camt053_entries_by_id on camt053_entries (entry_id);

create trigger camt053_chunks_append_only before update or delete or truncate on camt053_chunks
  for each statement execute function refuse_change();
