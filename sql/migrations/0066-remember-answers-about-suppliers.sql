-- Suppliers whose UID came without the suffix of the VAT register: asked about once, and what was answered.
set local lock_timeout = '20s';

create table supplier_uids (
  end_customer_id uuid not null references end_customers,
  -- Without dots, blanks and suffix: CHE116281710.
  uid text not null check (uid ~ '^CHE[0-9]{9}$'),
  -- The first posted fact that was warned; null where somebody answered before.
  source_fact_id uuid,
  -- Null while nobody has answered.
  is_registered boolean,
  reason text,
  actor_id text,
  answered_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (end_customer_id, uid),
  constraint supplier_uids_answered check (
    (is_registered is null) = (answered_at is null) and (is_registered is null) = (actor_id is null)
      and (is_registered is null) = (reason is null)
  )
);
