-- Rules that say what bank entries of a kind are, and the vouchers that they have booked.
set local lock_timeout = '20s';

create table bank_rules (
  end_customer_id uuid not null references end_customers,
  rule_id uuid not null,
  -- The present one of bank_rule_versions.
  version integer not null check (version > 0),
  state text not null check (state in ('on', 'off')),
  -- Since when the present version is on.
  switched_on_at timestamptz,
  created_at timestamptz not null,
  primary key (end_customer_id, rule_id),
  constraint bank_rules_switched_on check ((state = 'on') = (switched_on_at is not null))
);
create index bank_rules_by_id on bank_rules (rule_id);

create table bank_rule_versions (
  end_customer_id uuid not null,
  rule_id uuid not null,
  version integer not null check (version > 0),
  name text not null,
  mode text not null check (mode in ('candidate', 'automatic')),
  conditions jsonb not null,
  action jsonb not null,
  actor_id text not null,
  request_id text not null,
  created_at timestamptz not null,
  primary key (end_customer_id, rule_id, version),
  foreign key (end_customer_id, rule_id) references bank_rules
);
alter table bank_rule_versions
  alter column conditions set statistics 0,
  alter column action set statistics 0;

-- Who has switched a rule on or off, and why.
create table bank_rule_switches (
  end_customer_id uuid not null,
  rule_id uuid not null,
  switch_number integer not null check (switch_number > 0),
  version integer not null,
  state text not null check (state in ('on', 'off')),
  reason text not null,
  actor_id text not null,
  request_id text not null,
  created_at timestamptz not null,
  primary key (end_customer_id, rule_id, switch_number),
  foreign key (end_customer_id, rule_id, version) references bank_rule_versions
);

-- Which version has booked which bank entry, by which voucher.
create table bank_rule_bookings (
  end_customer_id uuid not null,
  booking_id uuid not null,
  rule_id uuid not null,
  version integer not null,
  entry_id uuid not null,
  source_fact_id uuid not null,
  -- Whether the service has booked it by itself; otherwise somebody has accepted the proposal.
  is_automatic boolean not null,
  actor_id text not null,
  request_id text not null,
  created_at timestamptz not null,
  primary key (end_customer_id, booking_id),
  foreign key (end_customer_id, rule_id, version) references bank_rule_versions
);
create unique index bank_rule_bookings_fact on bank_rule_bookings (end_customer_id, source_fact_id);
create index bank_rule_bookings_entry on bank_rule_bookings (end_customer_id, entry_id);
create index bank_rule_bookings_rule on bank_rule_bookings (end_customer_id, rule_id, booking_id);

create trigger bank_rule_versions_append_only before update or delete or truncate on bank_rule_versions
  for each statement execute function refuse_change();
create trigger bank_rule_switches_append_only before update or delete or truncate on bank_rule_switches
  for each statement execute function refuse_change();
create trigger bank_rule_bookings_append_only before update or delete or truncate on bank_rule_bookings
  for each statement execute function refuse_change();
