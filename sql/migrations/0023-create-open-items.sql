-- Processes of the release before work meanwhile. What is read here and changes with postings and reservations is taken
-- first, in the order in which they lock rows, so that none of their writes falls between the reading and the new tables:
-- they wait, and go on with the views. Whoever would wait for a long query gives up, and the release tries again.
set local lock_timeout = '20s';
lock ledger_heads in exclusive mode;
lock documents, supplier_payables in access exclusive mode;
lock payments, allocations, allocation_lines, supplier_settlements in exclusive mode;
lock account_mappings, chart_accounts in share row exclusive mode;
lock statement_watermarks in access exclusive mode;
lock journal_entries in exclusive mode;
lock journal_lines in access exclusive mode;

-- Sub-ledgers had a table for each side, with what is open today and no way to say what was open on another day; lines
-- on their accounts that came from elsewhere had no item at all, and nothing noticed. Now every line on a control account
-- opens an item or moves one, and the two tables of before are views of one.
create table control_accounts (
  end_customer_id uuid not null,
  account_code text not null,
  -- The role that it plays or once played: an account stays a control account.
  kind text not null check (kind in ('receivable', 'payable', 'customer_credit', 'supplier_advance')),
  -- The last entry of the ledger when it became one.
  since_entry_number bigint not null,
  created_at timestamptz not null default now(),
  primary key (end_customer_id, account_code, kind)
);
create trigger books_changed_by_insert after insert on control_accounts
  referencing new table as changed for each statement execute function bump_books_version();

create table open_items (
  end_customer_id uuid not null,
  open_item_id uuid not null,
  -- receivable, customer_credit: debit is positive. payable, supplier_advance: credit is positive.
  kind text not null check (kind in ('receivable', 'payable', 'customer_credit', 'supplier_advance')),
  account_code text not null,
  source_fact_id uuid,
  -- The payment that left this credit; it has the same id.
  payment_id uuid check (payment_id = open_item_id),
  journal_entry_id uuid not null,
  -- The line that opened it; 0 where rounding left no line.
  entry_number bigint not null,
  line_number smallint not null,
  posting_date date not null,
  partner_name text not null,
  partner_reference text,
  document_number text,
  document_date date not null,
  due_date date,
  payment_reference text,
  currency text not null,
  -- As opened.
  amount_minor bigint not null check (amount_minor <> 0),
  base_amount_minor bigint not null,
  -- What nothing has used or reserved.
  open_amount_minor bigint not null,
  base_open_amount_minor bigint not null,
  state text not null default 'open' check (state in ('open', 'settled', 'reversed')),
  -- Taken over from another system.
  is_opening boolean not null default false,
  -- Memo of its tax; it posts nothing.
  tax_lines jsonb,
  created_at timestamptz not null,
  primary key (end_customer_id, open_item_id),
  constraint open_items_line unique (end_customer_id, entry_number, line_number),
  -- Between nothing and the whole amount, on the side of the amount. A payment may leave credit again, after a reversal.
  constraint open_items_open check (payment_id is not null or (
    open_amount_minor >= least(0, amount_minor) and open_amount_minor <= greatest(0, amount_minor)))
);

-- What happened to open items after their opening; the opening itself is in their row.
create table open_item_changes (
  end_customer_id uuid not null,
  entry_number bigint not null,
  -- 0 where rounding left no line.
  line_number smallint not null,
  open_item_id uuid not null,
  posting_date date not null,
  -- With the sign of the item: what is used is taken from it.
  amount_minor bigint not null,
  base_amount_minor bigint not null,
  -- opened: credit that a payment left once more.
  purpose text not null check (purpose in (
    'opened', 'payment', 'refund', 'set_off', 'write_off', 'transfer', 'revaluation', 'reversal')),
  primary key (end_customer_id, entry_number, line_number, open_item_id)
);
create index open_item_changes_by_item on open_item_changes (end_customer_id, open_item_id);

-- Lines on control accounts from before they were such, and what is left of them to be given items.
create table legacy_lines (
  end_customer_id uuid not null,
  entry_number bigint not null,
  line_number smallint not null,
  account_code text not null,
  posting_date date not null,
  currency text not null,
  -- Debit is positive.
  amount_minor bigint not null,
  base_amount_minor bigint not null,
  rest_minor bigint not null,
  rest_base_minor bigint not null,
  primary key (end_customer_id, entry_number, line_number)
);
create index legacy_lines_unassigned on legacy_lines (end_customer_id, account_code, currency)
  where rest_minor <> 0 or rest_base_minor <> 0;

create table legacy_line_uses (
  end_customer_id uuid not null,
  entry_number bigint not null,
  line_number smallint not null,
  by_entry_number bigint not null,
  by_line_number smallint not null,
  posting_date date not null,
  -- With the sign of the line; a reversal gives back.
  amount_minor bigint not null,
  base_amount_minor bigint not null,
  primary key (end_customer_id, by_entry_number, by_line_number, entry_number, line_number)
);

-- A fold of the lines and items of control accounts, droppable and rebuildable like account_period_totals. Debit is
-- positive.
create table control_account_totals (
  end_customer_id uuid not null,
  account_code text not null,
  -- Of the line, and of the item.
  currency text not null,
  -- As in account_period_totals.
  period_start date not null,
  line_minor numeric not null,
  line_base_minor numeric not null,
  item_minor numeric not null,
  item_base_minor numeric not null,
  primary key (end_customer_id, account_code, currency, period_start)
);
-- Processes of the release before move the other watermark alone.
alter table statement_watermarks add column control_entry_number bigint not null default 0;

-- The item that a voucher's line names or opens.
alter table journal_lines add column open_item jsonb;

-- The kind of control account that a mapping key makes of its account, also for one currency; null for any other key.
create function control_account_kind(mapping_key text)
returns text language sql immutable as $$
  select case
    when mapping_key ~ '^posting\.accounts_receivable(\.currency\.[A-Z]{3})?$' then 'receivable'
    when mapping_key ~ '^posting\.accounts_payable(\.currency\.[A-Z]{3})?$' then 'payable'
    when mapping_key = 'posting.customer_credit' then 'customer_credit'
    when mapping_key = 'posting.supplier_advance' then 'supplier_advance'
  end
$$;

-- Keeps the lines of an account that have no item when it becomes a control account. What is left of them can be given
-- items later; until then it is shown beside the sub-ledger. Lines that a reversal has undone have nothing left.
create function list_legacy_lines(customer uuid, account text, through bigint)
returns void language sql as $$
  insert into legacy_lines (
    end_customer_id, entry_number, line_number, account_code, posting_date, currency, amount_minor, base_amount_minor,
    rest_minor, rest_base_minor
  )
  select customer, entry_number, line_number, account, posting_date, transaction_currency, amount_minor,
    base_amount_minor, amount_minor, base_amount_minor
  from journal_lines line
  cross join lateral (
    select debit_minor - credit_minor as base_amount_minor,
      case when debit_minor > 0 then transaction_minor else -transaction_minor end as amount_minor
  ) signed
  where line.end_customer_id = customer and account_code = account and entry_number <= through
    and not exists (
      select from open_items item
      where item.end_customer_id = customer and item.entry_number = line.entry_number
        and item.line_number = line.line_number
    )
    and not exists (
      select from open_item_changes change
      where change.end_customer_id = customer and change.entry_number = line.entry_number
        and change.line_number = line.line_number
    )
    and not exists (
      select from legacy_line_uses used
      where used.end_customer_id = customer and used.by_entry_number = line.entry_number
        and used.by_line_number = line.line_number
    )
  on conflict do nothing;

  with undone as (
    delete from legacy_lines line
    using journal_entries reversal, journal_entries original, legacy_lines original_line
    where line.end_customer_id = customer and line.account_code = account
      and reversal.end_customer_id = customer and reversal.entry_number = line.entry_number
      and original.end_customer_id = customer and original.journal_entry_id = reversal.reversal_of
      and original_line.end_customer_id = customer and original_line.entry_number = original.entry_number
      and original_line.line_number = line.line_number and original_line.rest_minor = original_line.amount_minor
      and line.rest_minor = line.amount_minor
    returning original_line.entry_number, line.line_number, line.entry_number as by_entry_number, reversal.posting_date,
      original_line.amount_minor, original_line.base_amount_minor
  ), used as (
    insert into legacy_line_uses (
      end_customer_id, entry_number, line_number, by_entry_number, by_line_number, posting_date, amount_minor,
      base_amount_minor
    )
    select customer, entry_number, line_number, by_entry_number, line_number, posting_date, amount_minor,
      base_amount_minor
    from undone
  )
  update legacy_lines line set rest_minor = 0, rest_base_minor = 0
  from undone
  where line.end_customer_id = customer and line.entry_number = undone.entry_number
    and line.line_number = undone.line_number;
$$;

-- Trigger of account_mappings: an account becomes a control account when it is mapped to a role of open items, whoever
-- maps it, and stays one.
create function keep_control_accounts()
returns trigger language plpgsql as $$
begin
  insert into control_accounts (end_customer_id, account_code, kind, since_entry_number)
  select distinct mapping.end_customer_id, account_code, control_account_kind(mapping_key), last_entry_number
  from new_mappings mapping join ledger_heads using (end_customer_id)
  where control_account_kind(mapping_key) is not null
  order by 1, 2, 3
  on conflict do nothing;
  return null;
end $$;

-- What the entries behind `after`, up to `through`, moved of open items on control accounts, by account, currency and day.
-- Debit is positive. A revaluation in base currency has a line in another currency than its item, which keeps its amount:
-- line_minor takes the amount of that line off.
create function control_item_sums_between(customer uuid, after bigint, through bigint)
returns table (
  account_code text, currency text, posting_date date, line_minor numeric, item_minor numeric, item_base_minor numeric
) language sql stable as $$
  select item.account_code, item.currency, item.posting_date, 0::numeric,
    sum(case when kind in ('payable', 'supplier_advance') then -amount_minor else amount_minor end),
    sum(case when kind in ('payable', 'supplier_advance') then -base_amount_minor else base_amount_minor end)
  from open_items item
  where item.end_customer_id = customer and item.entry_number > after and item.entry_number <= through
    and item.line_number > 0
  group by 1, 2, 3
  union all
  select item.account_code, part.currency, change.posting_date, sum(part.line_minor), sum(part.item_minor),
    sum(part.item_base_minor)
  from open_item_changes change
  -- sql.md: lateral limit 1
  cross join lateral (
    select account_code, currency, case when kind in ('payable', 'supplier_advance') then -1 else 1 end as side
    from open_items
    where open_items.end_customer_id = customer and open_items.open_item_id = change.open_item_id
    limit 1
  ) item
  cross join lateral (
    select item.currency, 0 as line_minor, side * change.amount_minor as item_minor,
      side * change.base_amount_minor as item_base_minor
    union all
    select transaction_currency, case when debit_minor > 0 then -transaction_minor else transaction_minor end, 0, 0
    from journal_lines
    where change.amount_minor = 0 and journal_lines.end_customer_id = customer
      and journal_lines.entry_number = change.entry_number and journal_lines.line_number = change.line_number
      and transaction_currency <> item.currency
  ) part
  where change.end_customer_id = customer and change.entry_number > after and change.entry_number <= through
    and change.line_number > 0
  group by 1, 2, 3
$$;

-- What the entries behind `after`, up to `through`, posted on some control accounts, and what they moved of open items, by
-- the key of control_account_totals. Debit is positive.
create function control_sums_between(customer uuid, accounts text[], after bigint, through bigint)
returns table (
  account_code text, currency text, period_start date, line_minor numeric, line_base_minor numeric, item_minor numeric,
  item_base_minor numeric
) language sql stable as $$
  with control as materialized (
    select unnest(accounts) as account_code
  ), moved as (
    select line.account_code, line.currency, entry.posting_date, sum(line.line_minor) as line_minor,
      sum(line.line_base_minor) as line_base_minor, 0 as item_minor, 0 as item_base_minor
    from journal_entries entry
    -- sql.md: lateral in order
    cross join lateral (
      select account_code, transaction_currency as currency, debit_minor - credit_minor as line_base_minor,
        case when debit_minor > 0 then transaction_minor else -transaction_minor end as line_minor
      from journal_lines
      where journal_lines.end_customer_id = customer and journal_lines.entry_number = entry.entry_number
      order by line_number
    ) line
    where entry.end_customer_id = customer and entry.entry_number > after and entry.entry_number <= through
    group by 1, 2, 3
    union all
    select item.account_code, item.currency, item.posting_date, item.line_minor, 0, item.item_minor,
      item.item_base_minor
    from control_item_sums_between(customer, after, through) item
  )
  select moved.account_code, moved.currency,
    greatest(date_trunc('month', moved.posting_date::timestamp)::date, year.start_date), sum(moved.line_minor),
    sum(moved.line_base_minor), sum(moved.item_minor), sum(moved.item_base_minor)
  from moved
  join control using (account_code)
  cross join lateral (
    select start_date from fiscal_years
    where end_customer_id = customer and start_date <= moved.posting_date
    order by start_date desc
    limit 1
  ) year
  group by 1, 2, 3
$$;

-- Trigger of control_accounts: an account that becomes one has its lines so far listed as lines without an item, and
-- folded as far as those of the others are. An account that gets another role has them already.
create function adopt_control_account()
returns trigger language plpgsql as $$
begin
  if exists (
    select from control_accounts
    where end_customer_id = new.end_customer_id and account_code = new.account_code and kind <> new.kind
  ) then
    return null;
  end if;
  perform list_legacy_lines(new.end_customer_id, new.account_code, new.since_entry_number);
  insert into control_account_totals (
    end_customer_id, account_code, currency, period_start, line_minor, line_base_minor, item_minor, item_base_minor
  )
  select new.end_customer_id, account_code, currency, period_start, line_minor, line_base_minor, item_minor,
    item_base_minor
  from statement_watermarks watermark
  cross join lateral control_sums_between(
    new.end_customer_id, array[new.account_code], 0, watermark.control_entry_number
  ) sums
  where watermark.end_customer_id = new.end_customer_id;
  return null;
end $$;

-- The item of the credit that a payment left has what the payment has. Its row is locked by nobody: the payment's is.
create function keep_payment_credit()
returns trigger language plpgsql as $$
begin
  update open_items set open_amount_minor = -new.credit_minor, base_open_amount_minor = -new.credit_base_minor,
    state = case when new.credit_minor = 0 and new.credit_base_minor = 0 then 'settled' else 'open' end
  where end_customer_id = new.end_customer_id and open_item_id = new.payment_id;
  return null;
end $$;

-- Processes of the release before open an item without the line that it stands on. This finds the line, and opens items
-- for the document's other lines on control accounts.
create function place_open_item()
returns trigger language plpgsql as $$
declare
  entry record;
begin
  select entry_number, posting_date, source_type into entry
  from journal_entries
  where journal_entry_id = new.journal_entry_id and end_customer_id = new.end_customer_id;
  perform refuse_entry(format('open item %s belongs to no entry', new.open_item_id), 'open_items_line')
  where entry is null;
  new.entry_number := entry.entry_number;
  new.posting_date := entry.posting_date;
  new.kind := coalesce(new.kind, case entry.source_type when 'expense_document' then 'payable' else 'receivable' end);
  new.line_number := coalesce((
    select line_number from journal_lines line
    where line.end_customer_id = new.end_customer_id and line.entry_number = entry.entry_number
      and account_code = new.account_code and transaction_minor = abs(new.amount_minor)
      and debit_minor - credit_minor =
        case when new.kind in ('payable', 'supplier_advance') then -new.base_amount_minor else new.base_amount_minor end
    order by line_number
    limit 1
  ), 0);
  insert into open_items (
    end_customer_id, open_item_id, kind, account_code, source_fact_id, journal_entry_id, entry_number, line_number,
    posting_date, partner_name, partner_reference, document_number, document_date, due_date, payment_reference, currency,
    amount_minor, base_amount_minor, open_amount_minor, base_open_amount_minor, created_at
  )
  select new.end_customer_id, gen_random_uuid(), control.kind, line.account_code, new.source_fact_id,
    new.journal_entry_id, line.entry_number, line.line_number, line.posting_date, new.partner_name,
    new.partner_reference, new.document_number, new.document_date, new.due_date, new.payment_reference,
    line.transaction_currency, sign * transaction_minor, sign * abs(debit_minor - credit_minor),
    sign * transaction_minor, sign * abs(debit_minor - credit_minor), new.created_at
  from journal_lines line
  cross join lateral (
    -- An account of several roles takes the one of the document's side.
    select kind from control_accounts
    where control_accounts.end_customer_id = line.end_customer_id
      and control_accounts.account_code = line.account_code
    order by (kind in ('payable', 'supplier_advance')) = (new.kind in ('payable', 'supplier_advance')) desc, kind
    limit 1
  ) control
  cross join lateral (
    select case when (debit_minor > 0) = (control.kind in ('receivable', 'customer_credit')) then 1 else -1 end as sign
  ) side
  where line.end_customer_id = new.end_customer_id and line.entry_number = entry.entry_number
    and line.line_number <> new.line_number
    and not exists (
      select from open_items known
      where known.end_customer_id = line.end_customer_id and known.entry_number = line.entry_number
        and known.line_number = line.line_number
    );
  return new;
end $$;

-- What allocations and settlements took from which items, with the base amount of the line (debit is positive) and the
-- place of the move among equal ones of its entry.
create function moves_of_money(customer uuid, entries bigint[])
returns table (
  entry_number bigint, posting_date date, open_item_id uuid, amount_minor bigint, base_amount_minor bigint,
  account_code text, line_base_minor bigint, place bigint
) language sql stable as $$
  select moved.entry_number, moved.posting_date, moved.open_item_id, moved.amount_minor, moved.base_amount_minor,
    item.account_code, moved.line_base_minor, row_number() over (
      partition by moved.entry_number, item.account_code, moved.line_base_minor, abs(moved.amount_minor)
      order by moved.position
    )
  from (
    select entry.entry_number, entry.posting_date, line.document_id as open_item_id, -line.amount_minor as amount_minor,
      -line.base_amount_minor as base_amount_minor, -line.base_amount_minor as line_base_minor,
      line.line_number as position
    from journal_entries entry
    join allocation_lines line on line.end_customer_id = customer and line.allocation_id = entry.source_id
    where entry.end_customer_id = customer and entry.entry_number = any(entries) and entry.reversal_of is null
      and entry.source_type = 'payment_allocation'
    union all
    select entry.entry_number, entry.posting_date, settlement.supplier_payable_id, -settlement.amount_minor,
      -settlement.base_amount_minor, settlement.base_amount_minor, 1
    from journal_entries entry
    join supplier_settlements settlement
      on settlement.end_customer_id = customer and settlement.settlement_id = entry.source_id
    where entry.end_customer_id = customer and entry.entry_number = any(entries) and entry.reversal_of is null
      and entry.source_type = 'supplier_payable_settlement'
    union all
    -- A later allocation of a payment takes its credit, in the first line of the entry.
    select entry.entry_number, entry.posting_date, allocation.payment_id, allocation.amount_minor,
      allocation.credit_base_minor, allocation.credit_base_minor, 0
    from journal_entries entry
    join allocations allocation on allocation.end_customer_id = customer and allocation.allocation_id = entry.source_id
    where entry.end_customer_id = customer and entry.entry_number = any(entries) and entry.reversal_of is null
      and entry.source_type = 'payment_allocation' and allocation.credit_base_minor is not null
  ) moved
  join open_items item on item.end_customer_id = customer and item.open_item_id = moved.open_item_id
$$;

-- The first allocation of a payment leaves the rest as customer credit: an item with the id of the payment. After the
-- reversal of that allocation another one may leave credit again; it is a change of the same item.
create function open_payment_credit(customer uuid, entries bigint[])
returns void language plpgsql as $$
declare
  credit record;
begin
  for credit in
    select entry.entry_number, entry.posting_date, entry.journal_entry_id, entry.posted_at, payment.payment_id,
      payment.amount_minor - allocation.amount_minor as rest_minor, payment.credit_minor, payment.credit_base_minor,
      coalesce(payment.debtor_name, payment.account) as partner_name, payment.booking_date, payment.currency,
      coalesce(line.line_number, 0) as line_number, coalesce(line.base_minor, 0) as base_minor,
      coalesce(line.account_code, (
        select account_code from account_mappings
        where end_customer_id = customer and mapping_key = 'posting.customer_credit'
        order by valid_from desc limit 1
      )) as account_code
    from journal_entries entry
    join allocations allocation on allocation.end_customer_id = customer and allocation.allocation_id = entry.source_id
    join payments payment on payment.end_customer_id = customer and payment.payment_id = allocation.payment_id
    left join lateral (
      -- The last credit of that amount: the lines of the receivables stand before it.
      select line_number, credit_minor as base_minor, account_code from journal_lines
      where journal_lines.end_customer_id = customer and journal_lines.entry_number = entry.entry_number
        and credit_minor > 0 and transaction_minor = payment.amount_minor - allocation.amount_minor
        and transaction_currency = payment.currency
      order by line_number desc
      limit 1
    ) line on true
    where entry.end_customer_id = customer and entry.entry_number = any(entries) and entry.reversal_of is null
      and entry.source_type = 'payment_allocation' and allocation.credit_base_minor is null
      and payment.amount_minor > allocation.amount_minor
    order by entry.entry_number
  loop
    insert into open_items (
      end_customer_id, open_item_id, kind, account_code, payment_id, journal_entry_id, entry_number, line_number,
      posting_date, partner_name, document_date, currency, amount_minor, base_amount_minor, open_amount_minor,
      base_open_amount_minor, state, created_at
    ) values (
      customer, credit.payment_id, 'customer_credit', credit.account_code, credit.payment_id, credit.journal_entry_id,
      credit.entry_number, credit.line_number, credit.posting_date, credit.partner_name,
      coalesce(credit.booking_date, credit.posting_date), credit.currency, -credit.rest_minor, -credit.base_minor,
      -credit.credit_minor, -credit.credit_base_minor,
      case when credit.credit_minor = 0 and credit.credit_base_minor = 0 then 'settled' else 'open' end,
      credit.posted_at
    ) on conflict (end_customer_id, open_item_id) do nothing;
    insert into open_item_changes (
      end_customer_id, entry_number, line_number, open_item_id, posting_date, amount_minor, base_amount_minor, purpose
    )
    select customer, credit.entry_number, credit.line_number, credit.payment_id, credit.posting_date,
      -credit.rest_minor, -credit.base_minor, 'opened'
    from open_items item
    where item.end_customer_id = customer and item.open_item_id = credit.payment_id
      and item.entry_number <> credit.entry_number;
  end loop;
end $$;

-- The reversal of an entry takes the lines of it that have no item, and gives back what the entry took from such lines.
create function use_legacy_lines(customer uuid, entries bigint[])
returns void language sql as $$
  with taken as (
    insert into legacy_line_uses (
      end_customer_id, entry_number, line_number, by_entry_number, by_line_number, posting_date, amount_minor,
      base_amount_minor
    )
    select customer, taken.entry_number, taken.line_number, reversal.entry_number, taken.by_line_number,
      reversal.posting_date, taken.amount_minor, taken.base_amount_minor
    from journal_entries reversal
    join journal_entries original
      on original.end_customer_id = customer and original.journal_entry_id = reversal.reversal_of
    cross join lateral (
      select line.entry_number, line.line_number, line.line_number as by_line_number, line.amount_minor,
        line.base_amount_minor
      from legacy_lines line
      where line.end_customer_id = customer and line.entry_number = original.entry_number
      union all
      select used.entry_number, used.line_number, used.by_line_number, -used.amount_minor, -used.base_amount_minor
      from legacy_line_uses used
      where used.end_customer_id = customer and used.by_entry_number = original.entry_number
    ) taken
    where reversal.end_customer_id = customer and reversal.entry_number = any(entries)
    on conflict do nothing
    returning entry_number, line_number, amount_minor, base_amount_minor
  )
  update legacy_lines line
  set rest_minor = rest_minor - taken.amount_minor, rest_base_minor = rest_base_minor - taken.base_amount_minor
  from (
    select entry_number, line_number, sum(amount_minor)::bigint as amount_minor,
      sum(base_amount_minor)::bigint as base_amount_minor
    from taken group by entry_number, line_number
  ) taken
  where line.end_customer_id = customer and line.entry_number = taken.entry_number
    and line.line_number = taken.line_number
$$;

-- Writes what some entries of one ledger did to its open items, after the entries and their lines. Lines of documents
-- and vouchers name their items where they are posted; here are the entries whose effect the database knows better:
-- allocations, settlements, reversals, and vouchers of the release before, whose lines name no item.
create function move_open_items(customer uuid, entries bigint[])
returns void language plpgsql as $$
begin
  perform open_payment_credit(customer, entries);

  insert into open_item_changes (
    end_customer_id, entry_number, line_number, open_item_id, posting_date, amount_minor, base_amount_minor, purpose
  )
  select customer, moved.entry_number, coalesce(line.line_number, 0), moved.open_item_id, moved.posting_date,
    moved.amount_minor, moved.base_amount_minor, 'payment'
  from moves_of_money(customer, entries) moved
  -- Equal lines of an entry are as good as each other: the first move has the first of them.
  left join lateral (
    select line_number from journal_lines
    where journal_lines.end_customer_id = customer and journal_lines.entry_number = moved.entry_number
      and debit_minor - credit_minor = moved.line_base_minor and transaction_minor = abs(moved.amount_minor)
      and account_code = moved.account_code
    order by line_number
    offset moved.place - 1 limit 1
  ) line on true;

  insert into open_item_changes (
    end_customer_id, entry_number, line_number, open_item_id, posting_date, amount_minor, base_amount_minor, purpose
  )
  select customer, reversal.entry_number, moved.line_number, moved.open_item_id, reversal.posting_date,
    -moved.amount_minor, -moved.base_amount_minor, 'reversal'
  from journal_entries reversal
  join journal_entries original
    on original.end_customer_id = customer and original.journal_entry_id = reversal.reversal_of
  cross join lateral (
    select line_number, open_item_id, amount_minor, base_amount_minor from open_items
    where open_items.end_customer_id = customer and open_items.entry_number = original.entry_number
    union all
    select line_number, open_item_id, amount_minor, base_amount_minor from open_item_changes change
    where change.end_customer_id = customer and change.entry_number = original.entry_number
  ) moved
  where reversal.end_customer_id = customer and reversal.entry_number = any(entries);

  insert into legacy_lines (
    end_customer_id, entry_number, line_number, account_code, posting_date, currency, amount_minor, base_amount_minor,
    rest_minor, rest_base_minor
  )
  select customer, entry_number, line_number, account_code, line.posting_date, transaction_currency, amount_minor,
    base_amount_minor, amount_minor, base_amount_minor
  from journal_entries entry join journal_lines line using (end_customer_id, entry_number)
  cross join lateral (
    select debit_minor - credit_minor as base_amount_minor,
      case when debit_minor > 0 then transaction_minor else -transaction_minor end as amount_minor
  ) signed
  where end_customer_id = customer and entry_number = any(entries) and source_type = 'journal_voucher'
    and reversal_of is null and rule_version < 3 and line.open_item is null
    and account_code in (select account_code from control_accounts where control_accounts.end_customer_id = customer)
  on conflict do nothing;

  perform use_legacy_lines(customer, entries);
end $$;

-- The sub-ledgers follow the journal: allocations, settlements and reversals move items, whichever process books them.
create function follow_entries()
returns trigger language plpgsql as $$
declare
  posted record;
begin
  for posted in
    select end_customer_id, array_agg(entry_number) as entries
    from new_entries
    where reversal_of is not null or source_type in ('payment_allocation', 'supplier_payable_settlement')
      or source_type = 'journal_voucher' and rule_version < 3
    group by end_customer_id
  loop
    perform move_open_items(posted.end_customer_id, posted.entries);
  end loop;
  return null;
end $$;

-- The items of before, at the line that opened them.
insert into open_items (
  end_customer_id, open_item_id, kind, account_code, source_fact_id, journal_entry_id, entry_number, line_number,
  posting_date, partner_name, partner_reference, document_number, document_date, due_date, payment_reference, currency,
  amount_minor, base_amount_minor, open_amount_minor, base_open_amount_minor, state, created_at
)
select item.end_customer_id, open_item_id, kind, item.account_code, source_fact_id, item.journal_entry_id,
  entry.entry_number, coalesce(line.line_number, 0), entry.posting_date, partner_name, partner_reference,
  document_number, item.document_date, due_date, payment_reference, item.currency, amount_minor, base_amount_minor,
  open_amount_minor, base_open_amount_minor, state, created_at
from (
  select end_customer_id, document_id as open_item_id, 'receivable' as kind, 1 as sign, account_code, source_fact_id,
    journal_entry_id, customer_name as partner_name, customer_reference as partner_reference, document_number,
    document_date, due_date, payment_reference, currency, amount_minor, base_amount_minor, open_amount_minor,
    base_open_amount_minor, state, created_at
  from documents
  union all
  select end_customer_id, supplier_payable_id, 'payable', -1, account_code, source_fact_id, journal_entry_id,
    supplier_name, supplier_reference, document_number, document_date, due_date, payment_reference, currency,
    amount_minor, base_amount_minor, open_amount_minor, base_open_amount_minor, state, created_at
  from supplier_payables
) item
join journal_entries entry using (end_customer_id, journal_entry_id)
left join lateral (
  select line_number from journal_lines
  where journal_lines.end_customer_id = item.end_customer_id and journal_lines.entry_number = entry.entry_number
    and account_code = item.account_code and debit_minor - credit_minor = sign * base_amount_minor
    and transaction_minor = abs(amount_minor)
  order by line_number
  limit 1
) line on true;

drop table documents, supplier_payables;

-- Open items of customers that are named by a document_id, as processes of the release before know them.
create view documents as
select end_customer_id, open_item_id as document_id, source_fact_id, journal_entry_id, account_code,
  partner_name as customer_name, partner_reference as customer_reference, document_number, document_date, due_date,
  payment_reference, currency, amount_minor, open_amount_minor, base_amount_minor, base_open_amount_minor, state,
  created_at
from open_items
where kind in ('receivable', 'customer_credit') and payment_id is null;

-- Open items of suppliers, as processes of the release before know them.
create view supplier_payables as
select end_customer_id, open_item_id as supplier_payable_id, source_fact_id, journal_entry_id, account_code,
  partner_name as supplier_name, partner_reference as supplier_reference, document_number, document_date, due_date,
  payment_reference, currency, amount_minor, open_amount_minor, base_amount_minor, base_open_amount_minor, state,
  created_at
from open_items
where kind in ('payable', 'supplier_advance');

-- Everything that moved an open item, its opening first, with the sign of the item. Their sum is its balance; up to a
-- date it is what was open on that day. Amounts that drafts have reserved are no movements.
create view open_item_movements as
select end_customer_id, open_item_id, entry_number, line_number, posting_date, amount_minor, base_amount_minor,
  'opened' as purpose
from open_items
union all
select end_customer_id, open_item_id, entry_number, line_number, posting_date, amount_minor, base_amount_minor, purpose
from open_item_changes;

-- Roles that a chart has an account for and no mapping yet, as if the chart were put today.
insert into account_mappings (
  end_customer_id, account_mapping_id, mapping_key, account_code, valid_from, version, is_default
)
select end_customer_id, gen_random_uuid(), mapping_key, account_code, min(valid_from), 1, true
from chart_accounts
join (values ('posting.accounts_receivable', '1100'), ('posting.accounts_payable', '2000'),
  ('posting.customer_credit', '2030'), ('posting.supplier_advance', '1192')) role (mapping_key, code)
  on code = account_code
where status = 'active' and not exists (
  select from account_mappings known
  where known.end_customer_id = chart_accounts.end_customer_id and known.mapping_key = role.mapping_key
)
group by end_customer_id, mapping_key, account_code;

insert into control_accounts (end_customer_id, account_code, kind, since_entry_number)
select end_customer_id, account_code, kind, last_entry_number
from (
  select end_customer_id, account_code, control_account_kind(mapping_key) as kind from account_mappings
  where control_account_kind(mapping_key) is not null
  union
  select end_customer_id, account_code, kind from open_items
) role
join ledger_heads using (end_customer_id);

select move_open_items(end_customer_id, array_agg(entry_number))
from journal_entries
where reversal_of is not null or source_type in ('payment_allocation', 'supplier_payable_settlement')
group by end_customer_id;

-- An account that no mapping names any more may have the credit of payments.
insert into control_accounts (end_customer_id, account_code, kind, since_entry_number)
select distinct end_customer_id, account_code, kind, last_entry_number
from open_items join ledger_heads using (end_customer_id)
on conflict do nothing;

select list_legacy_lines(end_customer_id, account_code, since_entry_number)
from (select distinct end_customer_id, account_code, since_entry_number from control_accounts) account;

insert into control_account_totals (
  end_customer_id, account_code, currency, period_start, line_minor, line_base_minor, item_minor, item_base_minor
)
select end_customer_id, account_code, currency, period_start, line_minor, line_base_minor, item_minor, item_base_minor
from statement_watermarks
cross join lateral control_sums_between(end_customer_id, array(
  select distinct account_code from control_accounts
  where control_accounts.end_customer_id = statement_watermarks.end_customer_id
), 0, entry_number);
update statement_watermarks set control_entry_number = entry_number;

-- The changes that a table watches from now on; the rows above are what was there before.
create trigger control_accounts_are_kept before delete or truncate on control_accounts
  for each statement execute function refuse_change();
create trigger adopt_control_account after insert on control_accounts
  for each row execute function adopt_control_account();
create trigger open_items_are_kept before delete or truncate on open_items
  for each statement execute function refuse_change();
create trigger open_items_stay_as_opened
  before update of open_item_id, kind, account_code, journal_entry_id, entry_number, line_number, posting_date, currency,
    amount_minor, base_amount_minor, is_opening on open_items
  for each statement execute function refuse_change();
create trigger open_items_place before insert on open_items
  for each row when (new.entry_number is null) execute function place_open_item();
create trigger open_item_changes_append_only before update or delete or truncate on open_item_changes
  for each statement execute function refuse_change();
create trigger legacy_line_uses_append_only before update or delete or truncate on legacy_line_uses
  for each statement execute function refuse_change();
create trigger follow_entries after insert on journal_entries referencing new table as new_entries
  for each statement execute function follow_entries();
create trigger keep_control_accounts after insert on account_mappings referencing new table as new_mappings
  for each statement execute function keep_control_accounts();
create trigger keep_payment_credit after update of credit_minor, credit_base_minor on payments
  for each row when (old.credit_minor <> new.credit_minor or old.credit_base_minor <> new.credit_base_minor)
  execute function keep_payment_credit();

analyze open_items, open_item_changes;
