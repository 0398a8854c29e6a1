-- What has happened to facts, money and statements, in the order in which it was committed. It begins with this
-- migration: earlier changes have no events.

-- Whoever appends takes this row last of all, so numbers are gapless and become visible in order.
create table event_heads (
  end_customer_id uuid primary key,
  last_event_number bigint not null
);

create table events (
  end_customer_id uuid not null,
  event_number bigint not null,
  event_type text not null,
  subject_type text not null,
  subject_id uuid not null,
  journal_entry_id uuid,
  blocker_codes text[] not null,
  created_at timestamptz not null default now(),
  primary key (end_customer_id, event_number)
);

create trigger events_append_only before update or delete or truncate on events
  for each statement execute function refuse_change();
