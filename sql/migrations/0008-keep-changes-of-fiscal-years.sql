-- Who opened or closed a fiscal year, and why. Kept as long as the books (GeBüV Art. 7).
create table fiscal_year_changes (
  end_customer_id uuid not null,
  change_id uuid not null,
  fiscal_year_id text not null,
  state text not null check (state in ('open', 'closed')),
  reason text not null,
  actor_id text not null,
  created_at timestamptz not null default now(),
  primary key (end_customer_id, change_id)
);

create trigger fiscal_year_changes_append_only before update or delete or truncate on fiscal_year_changes
  for each statement execute function refuse_change();
