-- Equal bank entries of different bank statements: which are one, which are two, and which nobody can tell yet.

alter table camt053_entries
  -- The rules of its hash. Rows of the release before, also while it still runs, have those of version 1.
  add column rule_version smallint not null default 1,
  -- Its hash as if it were the first of its kind; null for rule version 1. The name is unlike any that queries of the
  -- release before join with.
  add column first_hash text,
  -- Digests of the bank's references, each with its kind; null for rule version 1.
  add column bank_references text[],
  -- The bank entry that this one may repeat, or repeats.
  add column possible_repeat_of uuid,
  -- Null where nothing was in doubt. Decided by a reviewer, or by bank statements that came later.
  add column repeat_state text check (repeat_state in ('undecided', 'repeat', 'new')),
  add column repeat_reason text,
  add column repeat_decided_by text,
  add column repeat_decided_at timestamptz,
  add constraint camt053_entries_first_hash_kept check ((rule_version = 1) = (first_hash is null)),
  -- What may be a repeat is not booked, whoever tries.
  add constraint camt053_entries_repeats check (
    (repeat_state is null) = (possible_repeat_of is null)
    and (repeat_state is null or repeat_state = 'new' or used_minor = 0)
  );

create index camt053_entries_first_hash on camt053_entries (end_customer_id, first_hash, occurrence)
  where first_hash is not null;
create index camt053_entries_of_rule_1 on camt053_entries (end_customer_id, booking_date, amount_minor)
  where rule_version = 1;
create index camt053_entries_possible_repeats on camt053_entries (end_customer_id, entry_id)
  where repeat_state is not null;

alter table camt053_imports
  -- Why it is rejected, in a sentence.
  add column reason text,
  -- Bank entries that are kept and that another bank statement may have brought already.
  add column possible_repeat_count integer,
  add column is_test_file boolean not null default false,
  -- Who has accepted balances that do not add up, and why.
  add column difference_justification text,
  add column difference_accepted_by text,
  add column difference_accepted_at timestamptz;

-- The bank statements of imports that count, each page by itself; `until` is its last day, as text that sorts.
create table camt053_statements (
  end_customer_id uuid not null,
  import_id uuid not null,
  statement_number integer not null,
  account text not null,
  until text,
  figures jsonb not null,
  primary key (end_customer_id, import_id, statement_number)
);

create index camt053_statements_by_account on camt053_statements (end_customer_id, left(account, 100), until);

-- Trigger of camt053_imports: an import that is completed brings its bank statements, in whichever release it is.
create or replace function keep_bank_statements() returns trigger language plpgsql as $$
begin
  insert into camt053_statements (end_customer_id, import_id, statement_number, account, until, figures)
  select new.end_customer_id, new.import_id, ordinality - 1,
    coalesce(statement ->> 'account_iban', statement ->> 'account_other_id', ''),
    greatest(left(statement ->> 'to', 10), statement #>> '{closing,date}', statement ->> 'last_day'),
    statement - 'balances'
  from jsonb_array_elements(new.statements) with ordinality as element (statement, ordinality)
  on conflict do nothing;
  return null;
end $$;

create trigger bank_statements_kept after insert or update of state on camt053_imports
  for each row when (new.state = 'imported') execute function keep_bank_statements();

insert into camt053_statements (end_customer_id, import_id, statement_number, account, until, figures)
select end_customer_id, import_id, ordinality - 1,
  coalesce(statement ->> 'account_iban', statement ->> 'account_other_id', ''),
  greatest(left(statement ->> 'to', 10), statement #>> '{closing,date}', statement ->> 'last_day'),
  statement - 'balances'
from camt053_imports
cross join lateral jsonb_array_elements(statements) with ordinality as element (statement, ordinality)
where state = 'imported';
