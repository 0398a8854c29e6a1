-- Decisions about possible repeats that can be taken back.
set local lock_timeout = '20s';

-- The bank entry that a place in a bank statement belonged to before that one was found to repeat another; null where none was.
alter table camt053_statement_entries add column brought_entry_id uuid;

-- What was decided about bank entries that may repeat others. Decisions of the release before are in camt053_entries only.
create table repeat_decisions (
  end_customer_id uuid not null,
  decision_id uuid not null,
  entry_id uuid not null,
  decision text not null check (decision in ('repeat', 'new')),
  -- Of a repeat: those that repeated it, or may, and repeat its original since then.
  followers uuid[] not null default '{}',
  reason text not null,
  -- Null where bank statements have decided it.
  decided_by text,
  decided_at timestamptz not null,
  taken_back_reason text,
  taken_back_by text,
  taken_back_at timestamptz,
  primary key (end_customer_id, decision_id)
);
create index repeat_decisions_of_entry on repeat_decisions (end_customer_id, entry_id, decision_id);
