-- Stamps of a timestamp authority over the ledgers: which entries there were, at a time that nobody here can change.
set local lock_timeout = '20s';

-- Roots of complete subtrees over the hashes of entries, 256 to the power of `level` entries each: what is stamped daily is
-- computed from the entries that are new, and a path from some hundred hashes.
create table ledger_subtrees (
  end_customer_id uuid not null,
  level smallint not null check (level > 0),
  -- 0: it begins with the first entry.
  position bigint not null check (position >= 0),
  hash text not null,
  primary key (end_customer_id, level, position)
);

create table time_stamps (
  stamp_id uuid primary key,
  -- Of the tree over all ledgers, sorted by end customer.
  root text not null,
  ledgers integer not null check (ledgers > 0),
  -- As the authority gave it: CMS in DER.
  token bytea not null,
  -- What the token says.
  stamped_at timestamptz not null,
  created_at timestamptz not null default now()
);

-- A ledger that has grown since its last stamp, and its path to the root. One that has not is a leaf of the tree as well; the
-- row of its earlier stamp says more.
create table stamped_ledgers (
  end_customer_id uuid not null,
  stamp_id uuid not null references time_stamps,
  -- Its first entries are covered.
  entries bigint not null check (entries > 0),
  root text not null,
  leaf_index integer not null check (leaf_index >= 0),
  path text[] not null,
  -- In the order of the entries: the first stamp that covers one is asked for.
  primary key (end_customer_id, entries, stamp_id)
);
create index stamped_ledgers_of_stamp on stamped_ledgers (stamp_id, end_customer_id);

create trigger ledger_subtrees_append_only before update or delete or truncate on ledger_subtrees
  for each statement execute function refuse_change();
create trigger time_stamps_append_only before update or delete or truncate on time_stamps
  for each statement execute function refuse_change();
create trigger stamped_ledgers_append_only before update or delete or truncate on stamped_ledgers
  for each statement execute function refuse_change();

alter table ledger_subtrees alter column hash set statistics 0;
alter table time_stamps alter column root set statistics 0, alter column token set statistics 0;
alter table stamped_ledgers alter column root set statistics 0, alter column path set statistics 0;
