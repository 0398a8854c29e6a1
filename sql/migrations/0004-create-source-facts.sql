-- Facts as the source systems sent them, and the asynchronous work that other requests caused.

create table source_facts (
  end_customer_id uuid not null,
  source_fact_id uuid not null,
  fact_type text not null,
  state text not null default 'received'
    check (state in ('received', 'blocked', 'posted', 'reversed', 'superseded')),
  source_system text not null,
  external_reference text not null,
  idempotency_key text not null,
  business_date date not null,
  -- The request body as it came, and the SHA-256 of its RFC 8785 form.
  request jsonb not null,
  request_hash text not null,
  -- Equal for documents of the same supplier, date, amount and number; null without a number.
  duplicate_key text,
  blockers jsonb not null default '[]',
  blocker_codes text[] not null default '{}',
  journal_entry_id uuid,
  superseded_by uuid,
  client_id uuid not null,
  actor_id text not null,
  request_id text not null,
  created_at timestamptz not null,
  evaluated_at timestamptz,
  -- Set when evaluating it failed for a reason that is not accounting; later facts then no longer wait for it.
  failed_at timestamptz,
  primary key (end_customer_id, source_fact_id),
  constraint source_facts_body_key unique (end_customer_id, source_system, idempotency_key)
);

create index source_facts_waiting on source_facts (end_customer_id, source_fact_id)
  where state = 'received' and failed_at is null;
create index source_facts_blocked on source_facts (end_customer_id, source_fact_id) where state = 'blocked';
create index source_facts_by_reference on source_facts (end_customer_id, external_reference, source_system);
create index source_facts_by_duplicate_key on source_facts (end_customer_id, duplicate_key)
  where duplicate_key is not null;

create table intents (
  end_customer_id uuid not null,
  intent_id uuid not null,
  intent_type text not null check (intent_type in ('source_fact_reversal')),
  -- What the work is done on: the source fact of a reversal.
  subject_id uuid not null,
  request jsonb not null,
  state text not null default 'pending' check (state in ('pending', 'succeeded', 'blocked', 'failed')),
  blockers jsonb not null default '[]',
  blocker_codes text[] not null default '{}',
  result jsonb,
  actor_id text not null,
  request_id text not null,
  created_at timestamptz not null,
  completed_at timestamptz,
  primary key (end_customer_id, intent_id)
);

create index intents_by_subject on intents (end_customer_id, subject_id, intent_id);
-- A fact is reversed once; only a failed attempt makes room for another.
create unique index intents_one_reversal on intents (end_customer_id, subject_id)
  where intent_type = 'source_fact_reversal' and state <> 'failed';

-- For reads by the bare id. Not unique, so that the tables distribute by end customer.
create index source_facts_by_id on source_facts (source_fact_id);
create index intents_blocked on intents (end_customer_id, intent_id) where state = 'blocked';
