-- Debit and credit notifications (camt.054): the details of bank entries that come in a file of their own. The file itself is
-- kept in camt053_chunks, like those of bank statements.
set local lock_timeout = '20s';

-- The payment whose details have come: they are payments in its place.
alter table payments add column superseded_by uuid;

create table camt054_imports (
  end_customer_id uuid not null,
  import_id uuid not null,
  state text not null default 'received' check (state in ('received', 'imported')),
  file_sha256 text not null,
  size_bytes bigint not null,
  message jsonb not null,
  -- Header and sums of each notification; amounts are text.
  notifications jsonb not null,
  is_test_file boolean not null,
  new_entry_count integer,
  known_entry_count integer,
  actor_id text not null,
  request_id text not null,
  created_at timestamptz not null,
  completed_at timestamptz,
  primary key (end_customer_id, import_id)
);
create index camt054_imports_by_id on camt054_imports (import_id);

create table camt054_entries (
  end_customer_id uuid not null,
  notification_id uuid not null,
  -- The import that brought it first, and its place there.
  import_id uuid not null,
  notification_number integer not null,
  position integer not null,
  account text not null,
  -- The booking date, or else the value date.
  day date,
  currency text not null,
  amount_minor bigint not null check (amount_minor >= 0),
  credit_debit text not null check (credit_debit in ('CRDT', 'DBIT')),
  is_booked boolean not null,
  is_reversal boolean not null,
  -- AcctSvcrRef and batches, as they are compared.
  join_references jsonb not null,
  -- What its details come to, as a part of a booking; null where nobody can say.
  details_minor bigint,
  detail_count integer not null,
  content_hash text not null,
  -- Of equal ones of one file.
  occurrence integer not null,
  -- waiting: no booking of the bank has it. joined: its details complete the bank entry. kept: evidence and nothing else.
  state text not null default 'waiting' check (state in ('waiting', 'joined', 'kept')),
  reason text,
  entry_id uuid,
  joined_at timestamptz,
  -- Places of details that another notification of the same bank entry has too.
  skipped_details integer[] not null default '{}',
  entry jsonb not null,
  created_at timestamptz not null,
  primary key (end_customer_id, notification_id),
  constraint camt054_entries_content unique (end_customer_id, content_hash, occurrence),
  constraint camt054_entries_joined check ((entry_id is null) = (state = 'waiting'))
);
create index camt054_entries_by_id on camt054_entries (notification_id);
create index camt054_entries_of_import on camt054_entries (end_customer_id, import_id, notification_id);
create index camt054_entries_of_entry on camt054_entries (end_customer_id, entry_id, notification_id)
  where entry_id is not null;
create index camt054_entries_waiting on camt054_entries (end_customer_id, day)
  where state = 'waiting' or reason = 'payment_used';
create index camt054_entries_by_state on camt054_entries (end_customer_id, state, notification_id);

alter table camt054_imports alter column message set statistics 0;
alter table camt054_imports alter column notifications set statistics 0;
alter table camt054_entries alter column join_references set statistics 0;
alter table camt054_entries alter column entry set statistics 0;
