-- Who may call the service. A key belongs to an API client; the idempotency of requests is the client's, so that a
-- rotated key still replays what its predecessor was answered.

create table api_clients (
  client_id uuid primary key,
  name text not null unique,
  created_at timestamptz not null default now()
);

create table api_keys (
  key_id text primary key,
  client_id uuid not null references api_clients,
  -- SHA-256 of a secret with 256 random bits: nothing to guess, so no slow hash is needed. The secret is never stored.
  secret_hash text not null check (secret_hash ~ '^[0-9a-f]{64}$'),
  scopes text[] not null check (scopes <@ array['read', 'write'] and cardinality(scopes) > 0),
  -- null: every end customer.
  end_customer_ids uuid[],
  expires_at timestamptz,
  disabled_at timestamptz,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);

-- One row for each mutating request that was accepted, written in the transaction of its effects.
create table idempotency_records (
  client_id uuid not null,
  idempotency_key text not null check (idempotency_key ~ '^[\x20-\x7e]{1,255}$'),
  -- SHA-256 over method, path and the RFC 8785 form of the body.
  fingerprint text not null,
  status smallint not null,
  response text not null,
  created_at timestamptz not null default now(),
  primary key (client_id, idempotency_key)
);

create index idempotency_records_created_at on idempotency_records (created_at);
