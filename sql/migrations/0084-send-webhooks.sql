-- Events are sent to where API clients want them: subscriptions, how far each has come in each feed, and what was tried.
set local lock_timeout = '20s';

create table webhook_subscriptions (
  subscription_id uuid primary key,
  client_id uuid not null references api_clients,
  -- Counts the changes; a worker that sends by an older one stops.
  version integer not null,
  url text not null,
  description text,
  -- null: every type.
  event_types text[],
  -- null: every end customer.
  end_customer_ids uuid[],
  state text not null
    constraint webhook_subscriptions_state check (state in ('on', 'off')),
  off_reason text
    constraint webhook_subscriptions_off check ((state = 'off') = (off_reason in ('request', 'gone', 'failing'))),
  off_at timestamptz,
  -- Sealed with WEBHOOK_SECRETS_KEY, which is not in the database.
  secret text not null,
  -- Signs as well until then.
  previous_secret text,
  previous_secret_until timestamptz,
  actor_id text not null,
  request_id text not null,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now()
);
create index webhook_subscriptions_of_client on webhook_subscriptions (client_id, subscription_id);
-- Which end customers a client may still see is asked at each delivery.
create index api_keys_of_client on api_keys (client_id);

-- How far a subscription has come in the feed of an end customer.
create table webhook_positions (
  end_customer_id uuid not null,
  subscription_id uuid not null references webhook_subscriptions on delete cascade,
  -- Everything up to here is delivered, or was not wanted.
  delivered_number bigint not null,
  -- Where somebody wants to go on instead; taken as soon as nobody sends.
  restart_from bigint,
  -- Failed ones of the next event, one after the other.
  attempts integer not null default 0,
  failing_since timestamptz,
  next_attempt_at timestamptz,
  last_status integer,
  last_error text,
  delivered_at timestamptz,
  -- Given up for this end customer alone: others are delivered.
  is_off boolean not null default false,
  -- Who sends at present, and until when nobody else does.
  lease_id uuid,
  leased_until timestamptz,
  primary key (end_customer_id, subscription_id)
);
create index webhook_positions_of_subscription on webhook_positions (subscription_id, end_customer_id);

-- The log of deliveries, without what was sent.
create table webhook_attempts (
  end_customer_id uuid not null,
  subscription_id uuid not null,
  attempt_id uuid not null,
  event_number bigint not null,
  event_type text not null,
  -- Of this event, one after the other.
  attempt integer not null,
  -- null: there was no answer.
  status integer,
  -- null: it was taken.
  error text,
  duration_ms integer not null,
  attempted_at timestamptz not null,
  primary key (end_customer_id, subscription_id, attempt_id)
);
create index webhook_attempts_by_age on webhook_attempts (attempt_id);
alter table webhook_attempts alter column status set statistics 0, alter column error set statistics 0,
  alter column duration_ms set statistics 0, alter column attempted_at set statistics 0,
  alter column attempt set statistics 0, alter column event_type set statistics 0;
alter table webhook_positions alter column last_status set statistics 0, alter column last_error set statistics 0;
alter table webhook_subscriptions alter column url set statistics 0, alter column description set statistics 0,
  alter column secret set statistics 0, alter column previous_secret set statistics 0;
