-- Queues of which workers take nothing, from an operator's pause to his resume.

create table paused_queues (
  queue text primary key,
  paused_at timestamptz not null default now(),
  reason text
);
