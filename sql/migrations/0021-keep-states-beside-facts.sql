-- What a source system sent never changes; what has been decided of it does. In one row every decision wrote the whole
-- fact anew, with an entry in each of its five indexes: a seventh of the time in which a ledger is held.

create table fact_states (
  end_customer_id uuid not null,
  source_fact_id uuid not null,
  state text not null default 'received'
    check (state in ('received', 'blocked', 'posted', 'reversed', 'superseded')),
  -- Equal for documents of the same supplier, date, amount and number; null without a number.
  duplicate_key text,
  blockers jsonb not null default '[]',
  blocker_codes text[] not null default '{}',
  journal_entry_id uuid,
  superseded_by uuid,
  evaluated_at timestamptz,
  -- Set when evaluating it failed for a reason that is not accounting; later facts then no longer wait for it.
  failed_at timestamptz,
  primary key (end_customer_id, source_fact_id)
);

insert into fact_states
select end_customer_id, source_fact_id, state, duplicate_key, blockers, blocker_codes, journal_entry_id, superseded_by,
  evaluated_at, failed_at
from source_facts;

create index fact_states_waiting on fact_states (end_customer_id, source_fact_id)
  where state = 'received' and failed_at is null;
create index fact_states_blocked on fact_states (end_customer_id, source_fact_id) where state = 'blocked';
create index fact_states_by_duplicate_key on fact_states (end_customer_id, duplicate_key)
  where duplicate_key is not null and state = 'posted';

drop index source_facts_waiting, source_facts_blocked, source_facts_by_duplicate_key, source_facts_by_id;
alter table source_facts
  drop column state, drop column duplicate_key, drop column blockers, drop column blocker_codes,
  drop column journal_entry_id, drop column superseded_by, drop column evaluated_at, drop column failed_at,
  -- Facts are looked up by their id, with or without the end customer; only their states are read in its order.
  drop constraint source_facts_pkey,
  add primary key (source_fact_id, end_customer_id);

create trigger source_facts_append_only before update or delete or truncate on source_facts
  for each statement execute function refuse_change();
