-- As in 0023: what is read here is taken first, so that no process of the release before reserves anything meanwhile.
set local lock_timeout = '20s';
lock ledger_heads, camt053_imports in exclusive mode;
lock fact_states in share row exclusive mode;
lock payments in exclusive mode;
lock camt053_entries in access exclusive mode;
lock allocations, supplier_settlements in exclusive mode;

-- What has used a bank entry, and how much of it, whoever used it: allocations, settlements, vouchers, and links to lines
-- that were posted already. Nobody uses more than there is. What the bank says and is not booked can be dismissed.
create table bank_entry_uses (
  end_customer_id uuid not null,
  bank_entry_use_id uuid not null,
  entry_id uuid not null,
  -- The payment of the bank entry that is used; null where it is the whole bank entry, or a part that is no payment.
  payment_id uuid,
  used_by text not null check (used_by in ('allocation', 'settlement', 'voucher', 'link')),
  -- The allocation, settlement or fact; a link is its own source.
  source_id uuid not null,
  -- The line of the ledger that books it; null until it is posted.
  journal_entry_id uuid,
  line_number smallint,
  -- In the currency of the bank entry.
  amount_minor bigint not null check (amount_minor > 0),
  state text not null check (state in ('reserved', 'posted', 'released')),
  -- Of links: who made it and why, and who took it back.
  reason text,
  actor_id text,
  request_id text,
  release_reason text,
  released_by text,
  released_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (end_customer_id, bank_entry_use_id),
  constraint bank_entry_uses_posted check (state <> 'posted' or (journal_entry_id is not null and line_number is not null))
);

create index bank_entry_uses_by_entry on bank_entry_uses (end_customer_id, entry_id) where state <> 'released';
create index bank_entry_uses_by_source on bank_entry_uses (end_customer_id, source_id);
create index bank_entry_uses_by_line on bank_entry_uses (end_customer_id, journal_entry_id, line_number)
  where state <> 'released';
create unique index bank_entry_uses_by_payment on bank_entry_uses (end_customer_id, payment_id)
  where used_by = 'allocation' and state <> 'released';
create index bank_entry_uses_by_id on bank_entry_uses (bank_entry_use_id);

-- Bank entries that nobody is to book, with the reason; a pair that cancels out shares one dismissal.
create table bank_entry_dismissals (
  end_customer_id uuid not null,
  dismissal_id uuid not null,
  entry_id uuid not null,
  with_entry_id uuid,
  reason text not null,
  actor_id text not null,
  request_id text not null,
  created_at timestamptz not null,
  undone_reason text,
  undone_by text,
  undone_at timestamptz,
  primary key (end_customer_id, dismissal_id, entry_id)
);

create index bank_entry_dismissals_by_entry on bank_entry_dismissals (end_customer_id, entry_id);

-- Bank entries that were used beyond their amount before anybody prevented it. The verifier shows them.
create table bank_entry_conflicts (
  end_customer_id uuid not null,
  entry_id uuid not null,
  amount_minor bigint not null,
  used_minor bigint not null,
  created_at timestamptz not null default now(),
  primary key (end_customer_id, entry_id)
);

-- Lines of vouchers that named a bank entry as their evidence before a voucher could use one. A request for a link decides.
create table bank_entry_link_proposals (
  end_customer_id uuid not null,
  entry_id uuid not null,
  journal_entry_id uuid not null,
  line_number smallint not null,
  amount_minor bigint not null check (amount_minor > 0),
  created_at timestamptz not null default now(),
  primary key (end_customer_id, entry_id, journal_entry_id, line_number)
);

-- What settlements and the first allocations of payments use. The line is the one that moved the bank.
insert into bank_entry_uses (
  end_customer_id, bank_entry_use_id, entry_id, payment_id, used_by, source_id, journal_entry_id, line_number,
  amount_minor, state, created_at
)
select used.end_customer_id, gen_random_uuid(), used.entry_id, payment_id, used_by, source_id, used.journal_entry_id,
  case when used.journal_entry_id is not null then coalesce(bank.line_number, default_line) end, used.amount_minor,
  case when used.journal_entry_id is null then 'reserved' else 'posted' end, used.created_at
from (
  select end_customer_id, evidence_entry_id as entry_id, null::uuid as payment_id, 'settlement' as used_by,
    settlement_id as source_id, journal_entry_id, 2 as default_line, evidence_used_minor as amount_minor, created_at
  from supplier_settlements
  where state <> 'reversed' and evidence_entry_id is not null and evidence_used_minor > 0
  union all
  select payment.end_customer_id, payment.entry_id, payment.payment_id, 'allocation', allocation.allocation_id,
    allocation.journal_entry_id, 1, payment.amount_minor, allocation.created_at
  from payments payment
  cross join lateral (
    select allocation_id, journal_entry_id, created_at from allocations
    where allocations.end_customer_id = payment.end_customer_id and allocations.payment_id = payment.payment_id
      and state <> 'reversed' and coalesce(allocation_id = payment.booked_by, true)
    order by allocation_id
    limit 1
  ) allocation
) used
join camt053_entries entry on entry.end_customer_id = used.end_customer_id and entry.entry_id = used.entry_id
left join lateral (
  select line.line_number
  from journal_entries posted
  join journal_lines line on line.end_customer_id = posted.end_customer_id and line.entry_number = posted.entry_number
  where posted.end_customer_id = used.end_customer_id and posted.journal_entry_id = used.journal_entry_id
    and case entry.credit_debit when 'CRDT' then line.debit_minor else line.credit_minor end > 0
    and (line.transaction_currency = entry.currency and line.transaction_minor = used.amount_minor
      or line.debit_minor + line.credit_minor = used.amount_minor)
  order by abs(line.line_number - default_line), line.line_number
  limit 1
) bank on true;

alter table camt053_entries
  -- What was used beyond the amount before anybody prevented it; 0 for every bank entry since.
  add column conflict_minor bigint not null default 0,
  -- The dismissal in force.
  add column dismissed_by uuid,
  drop constraint camt053_entries_check;

with used as (
  select end_customer_id, entry_id, sum(amount_minor)::bigint as amount_minor
  from bank_entry_uses group by end_customer_id, entry_id
)
update camt053_entries entry
set used_minor = used.amount_minor, conflict_minor = greatest(used.amount_minor - entry.amount_minor, 0)
from used
where entry.end_customer_id = used.end_customer_id and entry.entry_id = used.entry_id
  and entry.used_minor <> used.amount_minor;

insert into bank_entry_conflicts (end_customer_id, entry_id, amount_minor, used_minor)
select end_customer_id, entry_id, amount_minor, used_minor from camt053_entries where conflict_minor > 0;

alter table camt053_entries
  add constraint camt053_entries_used check (used_minor between 0 and amount_minor + conflict_minor),
  add constraint camt053_entries_dismissed check (dismissed_by is null or used_minor = 0);

-- What the bank has booked and the ledger has not, or only a part of it.
create index camt053_entries_unbooked on camt053_entries (end_customer_id, entry_id)
  where is_booked and dismissed_by is null and used_minor < amount_minor;
create index camt053_entries_partly_booked on camt053_entries (end_customer_id, entry_id)
  where is_booked and used_minor > 0 and used_minor < amount_minor;
create index camt053_entries_overused on camt053_entries (end_customer_id, entry_id) where used_minor > amount_minor;
create index camt053_entries_dismissed on camt053_entries (end_customer_id, entry_id) where dismissed_by is not null;

-- The ledger account of an account at the bank on a day: the one that is mapped to its IBAN or QR-IBAN, or else the one of
-- posting.bank. Null where none is mapped.
create or replace function bank_ledger_account(customer uuid, bank_account text, on_date date)
returns text language sql stable as $$
  select account_code from account_mappings
  where end_customer_id = customer and mapping_key in ('posting.bank', 'posting.bank.' || bank_account)
    and valid_from <= on_date and (valid_to is null or on_date <= valid_to)
  order by length(mapping_key) desc, valid_from
  limit 1
$$;

-- A line of the ledger account of the IBAN, in the currency and direction of the bank entry.
insert into bank_entry_link_proposals (end_customer_id, entry_id, journal_entry_id, line_number, amount_minor)
select distinct entry.end_customer_id, entry.entry_id, posted.journal_entry_id, line.line_number,
  least(line.transaction_minor, entry.amount_minor)
from source_facts fact
cross join lateral jsonb_array_elements(
  case jsonb_typeof(fact.request -> 'evidence_links') when 'array' then fact.request -> 'evidence_links' else '[]' end
) evidence
join camt053_entries entry
  on entry.end_customer_id = fact.end_customer_id and entry.canonical_entry_hash = evidence ->> 'sha256'
join fact_states fact_state
  on fact_state.end_customer_id = fact.end_customer_id and fact_state.source_fact_id = fact.source_fact_id
join journal_entries posted
  on posted.end_customer_id = fact.end_customer_id and posted.journal_entry_id = fact_state.journal_entry_id
join journal_lines line on line.end_customer_id = posted.end_customer_id and line.entry_number = posted.entry_number
where fact.fact_type = 'journal_voucher' and fact_state.state = 'posted'
  and entry.is_booked and line.transaction_currency = entry.currency and line.transaction_minor > 0
  and case entry.credit_debit when 'CRDT' then line.debit_minor else line.credit_minor end > 0
  and line.account_code = bank_ledger_account(entry.end_customer_id, entry.account, posted.posting_date);

-- Gives back what a reversed journal entry had used of bank entries: as a voucher, or through links to its lines. Its key
-- is held until the commit, so that nobody links a line to a bank entry while the line's journal entry is being reversed.
create or replace function release_bank_entry_uses(customer uuid, reversed_entry uuid) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('bank_entry_uses ' || reversed_entry, 0));
  perform from camt053_entries
  where end_customer_id = customer and entry_id in (
    select entry_id from bank_entry_uses
    where end_customer_id = customer and journal_entry_id = reversed_entry and state <> 'released'
  )
  order by entry_id
  for update;
  with released as (
    update bank_entry_uses set state = 'released', released_at = now()
    where end_customer_id = customer and journal_entry_id = reversed_entry and state <> 'released'
      and used_by in ('voucher', 'link')
    returning entry_id, amount_minor
  ), freed as (
    select entry_id, sum(amount_minor) as amount_minor from released group by entry_id
  )
  update camt053_entries set used_minor = used_minor - freed.amount_minor
  from freed
  where camt053_entries.end_customer_id = customer and camt053_entries.entry_id = freed.entry_id;
end $$;

-- Trigger of allocations: the first one of a payment uses the payment's part of its bank entry, from the request on. The
-- others live on the customer credit that it leaves. Processes of the release before keep the uses complete by it.
create or replace function keep_uses_of_allocations() returns trigger language plpgsql as $$
declare
  used_entry uuid;
  amount bigint;
  heir uuid;
begin
  if tg_op = 'INSERT' then
    insert into bank_entry_uses (
      end_customer_id, bank_entry_use_id, entry_id, payment_id, used_by, source_id, amount_minor, state
    )
    select new.end_customer_id, gen_random_uuid(), payment.entry_id, payment.payment_id, 'allocation', new.allocation_id,
      payment.amount_minor, 'reserved'
    from payments payment
    where payment.end_customer_id = new.end_customer_id and payment.payment_id = new.payment_id and booked_by is null
      and not exists (
        select from bank_entry_uses used
        where used.end_customer_id = new.end_customer_id and used.payment_id = new.payment_id
          and used_by = 'allocation' and state <> 'released'
      )
    returning entry_id, amount_minor into used_entry, amount;
    update camt053_entries set used_minor = used_minor + amount
    where end_customer_id = new.end_customer_id and entry_id = used_entry;
  elsif old.state = 'draft' and new.state = 'posted' and new.credit_base_minor is null then
    -- It has booked the bank, on its first line, whichever of the payment's drafts came first.
    update bank_entry_uses
    set state = 'posted', source_id = new.allocation_id, journal_entry_id = new.journal_entry_id, line_number = 1
    where end_customer_id = new.end_customer_id and payment_id = new.payment_id and used_by = 'allocation'
      and state = 'reserved';
  elsif old.state <> 'reversed' and new.state = 'reversed' then
    select allocation_id into heir from allocations
    where end_customer_id = new.end_customer_id and payment_id = new.payment_id and state = 'draft'
    order by allocation_id
    limit 1;
    if heir is null then
      update bank_entry_uses set state = 'released', released_at = now()
      where end_customer_id = new.end_customer_id and source_id = new.allocation_id and used_by = 'allocation'
        and state <> 'released'
      returning entry_id, amount_minor into used_entry, amount;
      update camt053_entries set used_minor = used_minor - amount
      where end_customer_id = new.end_customer_id and entry_id = used_entry;
    else
      update bank_entry_uses set source_id = heir
      where end_customer_id = new.end_customer_id and source_id = new.allocation_id and used_by = 'allocation'
        and state = 'reserved';
    end if;
    if new.journal_entry_id is not null then
      perform release_bank_entry_uses(new.end_customer_id, new.journal_entry_id);
    end if;
  end if;
  return null;
end $$;

-- Trigger of supplier_settlements: a settlement uses its evidence, from the request on. The query that writes the
-- settlement takes the amount out of the bank entry itself, in this release and in the one before.
create or replace function keep_uses_of_settlements() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into bank_entry_uses (
      end_customer_id, bank_entry_use_id, entry_id, used_by, source_id, amount_minor, state
    )
    select new.end_customer_id, gen_random_uuid(), new.evidence_entry_id, 'settlement', new.settlement_id,
      new.evidence_used_minor, 'reserved'
    where new.evidence_entry_id is not null and new.evidence_used_minor > 0;
  elsif old.state = 'draft' and new.state = 'posted' then
    -- The bank is its second line, after the payable.
    update bank_entry_uses set state = 'posted', journal_entry_id = new.journal_entry_id, line_number = 2
    where end_customer_id = new.end_customer_id and source_id = new.settlement_id and state = 'reserved';
  elsif old.state <> 'reversed' and new.state = 'reversed' then
    update bank_entry_uses set state = 'released', released_at = now()
    where end_customer_id = new.end_customer_id and source_id = new.settlement_id and state <> 'released';
    if new.journal_entry_id is not null then
      perform release_bank_entry_uses(new.end_customer_id, new.journal_entry_id);
    end if;
  end if;
  return null;
end $$;

-- Trigger of fact_states: the reversal of a fact frees the bank entries that its journal entry used.
create or replace function keep_uses_of_facts() returns trigger language plpgsql as $$
begin
  perform release_bank_entry_uses(new.end_customer_id, new.journal_entry_id);
  return null;
end $$;

create trigger bank_entry_uses_kept after insert or update of state on allocations
  for each row execute function keep_uses_of_allocations();
create trigger bank_entry_uses_kept after insert or update of state on supplier_settlements
  for each row execute function keep_uses_of_settlements();
create trigger bank_entry_uses_kept after update of state on fact_states
  for each row when (new.state = 'reversed' and old.state <> 'reversed' and new.journal_entry_id is not null)
  execute function keep_uses_of_facts();
