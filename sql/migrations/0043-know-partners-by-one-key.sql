-- A partner without a reference is the one with this name, whatever its letter case and blanks, in what is folded as in
-- lists; and credit whose payer the bank does not name is of nobody, instead of the account at which it arrived.
set local lock_timeout = '20s';

-- A name without the differences of letter case and blanks, as partnerName in shared/accounting/open-items computes it.
create or replace function partner_name_key(name text)
returns text language sql immutable parallel safe as $$
  select btrim(regexp_replace(
    lower(normalize(name, NFKC) collate "und-x-icu"), '[\u0009-\u000d \u0085\u1680\u2028\u2029]+', ' ', 'g'
  ), ' ')
$$;

-- Who a partner is: the one with this reference, or without one the one with this name, whatever its letter case and
-- blanks. The first character keeps a reference and an equal name apart. Without a name it is nobody: the unknown payer of
-- credit.
create or replace function partner_key(partner_reference text, partner_name text)
returns text language sql immutable parallel safe as $$
  select coalesce('#' || partner_reference, '=' || partner_name_key(partner_name))
$$;

-- What the entries behind `after`, up to `through`, change of the balances of partners on control accounts, by the key
-- of partner_period_totals: the change itself, and the change of what the partner has on the other side than the
-- account. The latter depends on the balance, so it is computed anew for all periods of the partners that moved, from
-- the totals that are folded up to `after`; it may change in a later period than the one that was posted into. It costs
-- as much as there are such items and changes, and periods of their partners.
create or replace function partner_sums_between(customer uuid, after bigint, through bigint)
returns table (
  account_code text, partner_key text, partner_reference text, partner_name text, period_start date, base_minor numeric,
  other_side_minor numeric
)
language sql stable as $$
  with written as materialized (
    select item.account_code, item.partner_reference, item.partner_name,
      greatest(date_trunc('month', item.posting_date::timestamp)::date, year.start_date) as period_start,
      sum(case when kind in ('payable', 'supplier_advance') then -base_amount_minor else base_amount_minor end)
        as base_minor
    from (
      (select kind, account_code, partner_reference, partner_name, posting_date, base_amount_minor
      from open_items
      where end_customer_id = customer and entry_number > after and entry_number <= through
      order by entry_number, line_number)
      union all
      select kind, account_code, partner_reference, partner_name, change.posting_date, change.base_amount_minor
      from (
        select open_item_id, posting_date, base_amount_minor from open_item_changes
        where end_customer_id = customer and entry_number > after and entry_number <= through
        order by entry_number, line_number
      ) change
      -- sql.md: lateral limit 1
      cross join lateral (
        select kind, account_code, partner_reference, partner_name from open_items
        where end_customer_id = customer and open_item_id = change.open_item_id
        limit 1
      ) item
    ) item
    cross join lateral (
      select start_date from fiscal_years
      where end_customer_id = customer and start_date <= item.posting_date
      order by start_date desc
      limit 1
    ) year
    group by 1, 2, 3, 4
  ), moved as materialized (
    -- Names are compared once for all of their items.
    select written.account_code, partner_key(written.partner_reference, written.partner_name) as partner_key,
      written.period_start, sum(written.base_minor) as base_minor, max(written.partner_reference) as partner_reference,
      min(written.partner_name collate "C") as partner_name
    from written
    group by 1, 2, 3
  ), periods as (
    select moved.account_code, moved.partner_key, moved.period_start, moved.base_minor, 0 as folded_minor from moved
    union all
    select touched.account_code, touched.partner_key, folded.period_start, 0, folded.base_minor
    from (select distinct moved.account_code, moved.partner_key from moved) touched
    -- sql.md: lateral in order
    cross join lateral (
      select period_start, base_minor from partner_period_totals totals
      where totals.end_customer_id = customer and totals.account_code = touched.account_code
        and totals.partner_key = touched.partner_key
      order by period_start
    ) folded
    where after > 0
  ), balances as (
    select periods.account_code, periods.partner_key, periods.period_start, sum(base_minor) as base_minor,
      sum(sum(folded_minor)) over through_period as before_minor,
      sum(sum(folded_minor + base_minor)) over through_period as after_minor
    from periods
    group by 1, 2, 3
    window through_period as (
      partition by periods.account_code, periods.partner_key order by periods.period_start
    )
  ), sides as (
    select balances.account_code, balances.partner_key, balances.period_start, balances.base_minor,
      case account_type when 'asset' then least(after_minor, 0) - least(before_minor, 0)
        else greatest(after_minor, 0) - greatest(before_minor, 0) end as other_side_minor
    from balances
    join accounts on accounts.end_customer_id = customer and accounts.account_code = balances.account_code
  ), changes as (
    select sides.account_code, sides.partner_key, sides.period_start, sides.base_minor,
      other_side_minor - lag(other_side_minor, 1, 0::numeric) over (
        partition by sides.account_code, sides.partner_key order by sides.period_start
      ) as other_side_minor
    from sides
  )
  select changes.account_code, changes.partner_key, named.partner_reference, named.partner_name, changes.period_start,
    changes.base_minor, changes.other_side_minor
  from changes
  join (
    select moved.account_code, moved.partner_key, max(moved.partner_reference) as partner_reference,
      min(moved.partner_name collate "C") as partner_name
    from moved
    group by moved.account_code, moved.partner_key
  ) named on named.account_code = changes.account_code and named.partner_key = changes.partner_key
  where changes.base_minor <> 0 or changes.other_side_minor <> 0
$$;

-- The partner of the documents that an allocation pays; no row where they are of several.
create or replace function partner_of_allocation(customer uuid, allocation uuid)
returns table (partner_name text, partner_reference text) language sql stable as $$
  select min(item.partner_name collate "C"), max(item.partner_reference)
  from allocation_lines line
  join open_items item on item.end_customer_id = customer and item.open_item_id = line.document_id
  where line.end_customer_id = customer and line.allocation_id = allocation
  having count(distinct partner_key(item.partner_reference, item.partner_name)) = 1
$$;

-- Whose credit a payment is: the partner of its open item. Before there is one, the first allocation that is requested
-- decides whose money it is, as it will for the item; where its documents are of several partners, the payer. No row
-- before that allocation, nor where the payer is unknown and the item is of nobody.
create or replace function creditor_of_payment(customer uuid, payment uuid)
returns table (partner_name text, partner_reference text) language sql stable as $$
  select coalesce(nullif(item.partner_name, ''), paid.partner_name, debtor_name),
    case when item.open_item_id is null then paid.partner_reference else item.partner_reference end
  from payments
  left join open_items item on item.end_customer_id = customer and item.open_item_id = payment
  left join lateral (
    select allocation_id from allocations
    where allocations.end_customer_id = customer and allocations.payment_id = payment and state <> 'reversed'
    order by allocations.created_at, allocation_id
    limit 1
  ) first on true
  left join lateral partner_of_allocation(customer, first.allocation_id) paid on true
  where payments.end_customer_id = customer and payments.payment_id = payment
    and first.allocation_id is not null
    and coalesce(nullif(item.partner_name, ''), paid.partner_name, debtor_name) is not null
$$;

-- The first allocation of a payment leaves the rest as customer credit: an item with the id of the payment. Whoever
-- allocates decides whose money it is: the item is of the partner of the documents, or else of the payer, or of nobody,
-- which is an empty name, where the bank names none. After the reversal of that allocation another one may leave credit again; it is a change of the same item.
create or replace function open_payment_credit(customer uuid, entries bigint[])
returns void language plpgsql as $$
declare
  credit record;
begin
  for credit in
    select entry.entry_number, entry.posting_date, entry.journal_entry_id, entry.posted_at, payment.payment_id,
      payment.amount_minor - allocation.amount_minor as rest_minor, payment.credit_minor, payment.credit_base_minor,
      coalesce(paid.partner_name, payment.debtor_name, '') as partner_name, paid.partner_reference, payment.booking_date, payment.currency,
      coalesce(line.line_number, 0) as line_number, coalesce(line.base_minor, 0) as base_minor,
      coalesce(line.account_code, (
        select account_code from account_mappings
        where end_customer_id = customer and mapping_key = 'posting.customer_credit'
        order by valid_from desc limit 1
      )) as account_code
    from journal_entries entry
    join allocations allocation on allocation.end_customer_id = customer and allocation.allocation_id = entry.source_id
    join payments payment on payment.end_customer_id = customer and payment.payment_id = allocation.payment_id
    left join lateral partner_of_allocation(customer, allocation.allocation_id) paid on true
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
      posting_date, partner_name, partner_reference, document_date, currency, amount_minor, base_amount_minor, open_amount_minor,
      base_open_amount_minor, state, created_at
    ) values (
      customer, credit.payment_id, 'customer_credit', credit.account_code, credit.payment_id, credit.journal_entry_id,
      credit.entry_number, credit.line_number, credit.posting_date, credit.partner_name, credit.partner_reference,
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

-- Relations first, as whoever changes them takes the head of the ledger before anything else. Of those of one partner, side
-- and day the newest keeps the key, so that another one replaces it.
lock table partner_relations in share row exclusive mode;
with relation as (
  select end_customer_id, partner_relation_id, row_number() over (
    partition by end_customer_id, split_part(partner_key, '=', 1), partner_name_key(partner_name), valid_from
    order by partner_relation_id desc
  ) as place
  from partner_relations
  where partner_reference is null
)
update partner_relations known
set partner_key = concat(known.partner_key, ' of ', known.partner_relation_id)
from relation
where place > 1 and known.end_customer_id = relation.end_customer_id
  and known.partner_relation_id = relation.partner_relation_id;
update partner_relations
set partner_key = split_part(partner_key, '=', 1) || partner_key(null, partner_name)
where partner_reference is null and partner_key not like '% of ' || partner_relation_id;

-- No posting opens an item, and no refresh folds one, until all is folded by the new keys. Postings take them in this order.
lock table open_items in share row exclusive mode;
lock table statement_watermarks in exclusive mode;
lock table partner_period_totals, other_side_totals in exclusive mode;

update open_items item set partner_name = ''
from payments payment
where item.payment_id is not null and payment.end_customer_id = item.end_customer_id
  and payment.payment_id = item.payment_id and item.partner_name = payment.account;

delete from partner_period_totals;
delete from other_side_totals;
with folded as materialized (
  select watermark.end_customer_id, sums.account_code, partner_key, partner_reference, partner_name, period_start,
    base_minor, other_side_minor
  from statement_watermarks watermark
  cross join lateral partner_sums_between(end_customer_id, 0, partner_entry_number) sums
  where partner_entry_number > 0
), partners as (
  insert into partner_period_totals (end_customer_id, account_code, partner_key, period_start, base_minor)
  select end_customer_id, account_code, partner_key, period_start, base_minor from folded where base_minor <> 0
)
insert into other_side_totals (
  end_customer_id, account_code, partner_key, partner_reference, partner_name, period_start, base_minor
)
select end_customer_id, account_code, partner_key, partner_reference, partner_name, period_start, other_side_minor
from folded where other_side_minor <> 0;

analyze partner_period_totals, other_side_totals;
