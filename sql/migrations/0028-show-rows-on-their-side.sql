-- Rows of the balance sheet stand on the side of their balance, control accounts split by partner, and positions towards
-- holders of shares, organs and participations are shown apart.

alter table chart_accounts
  -- A balance on either side is normal; null is false.
  add column either_side_normal boolean,
  -- Has no balance when the books are in order; null where the code of the account decides.
  add column is_clearing boolean,
  -- Towards whom its amounts are; null where the code decides.
  add column related_to text check (related_to in ('holders', 'organs', 'participations'));

-- Who a partner is: the one with this reference, or without one the one with this name. The first character keeps a
-- reference and an equal name apart.
create function partner_key(partner_reference text, partner_name text)
returns text language sql immutable parallel safe as $$
  select coalesce('#' || partner_reference, '=' || partner_name)
$$;

-- What a partner is to the end customer from a day on; null ends it.
create table partner_relations (
  end_customer_id uuid not null references end_customers,
  partner_relation_id uuid not null,
  partner_key text not null,
  partner_reference text,
  partner_name text not null,
  related_to text check (related_to in ('holders', 'organs', 'participations')),
  valid_from date not null,
  actor_id text not null,
  created_at timestamptz not null default now(),
  primary key (end_customer_id, partner_relation_id),
  constraint partner_relations_of_day unique (end_customer_id, partner_key, valid_from)
);
call watch_books('partner_relations');

-- Folds of the open items and their changes, droppable and rebuildable like account_period_totals. Debit is positive.
create table partner_period_totals (
  end_customer_id uuid not null,
  account_code text not null,
  partner_key text not null,
  -- As in account_period_totals.
  period_start date not null,
  base_minor numeric not null,
  primary key (end_customer_id, account_code, partner_key, period_start)
);

-- Only of partners that were once on the other side than the account: what they had there, as changes by period.
create table other_side_totals (
  end_customer_id uuid not null,
  account_code text not null,
  partner_key text not null,
  partner_reference text,
  partner_name text not null,
  period_start date not null,
  base_minor numeric not null,
  primary key (end_customer_id, account_code, partner_key, period_start)
);

-- Items and changes of entries up to this number are in the two folds. Processes of the release before move the other
-- watermark alone.
alter table statement_watermarks add column partner_entry_number bigint not null default 0;

-- What the entries behind `after`, up to `through`, change of the balances of partners on control accounts, by the key
-- of partner_period_totals: the change itself, and the change of what the partner has on the other side than the
-- account. The latter depends on the balance, so it is computed anew for all periods of the partners that moved, from
-- the totals that are folded up to `after`; it may change in a later period than the one that was posted into. It costs
-- as much as there are such items and changes, and periods of their partners.
create function partner_sums_between(customer uuid, after bigint, through bigint)
returns table (
  account_code text, partner_key text, partner_reference text, partner_name text, period_start date, base_minor numeric,
  other_side_minor numeric
)
language sql stable as $$
  with moved as materialized (
    select item.account_code, partner_key(item.partner_reference, item.partner_name) as partner_key,
      greatest(date_trunc('month', item.posting_date::timestamp)::date, year.start_date) as period_start,
      sum(case when kind in ('payable', 'supplier_advance') then -base_amount_minor else base_amount_minor end)
        as base_minor, max(item.partner_reference) as partner_reference, max(item.partner_name) as partner_name
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
    select moved.partner_key, max(moved.partner_reference) as partner_reference, max(moved.partner_name) as partner_name
    from moved
    group by moved.partner_key
  ) named using (partner_key)
  where changes.base_minor <> 0 or changes.other_side_minor <> 0
$$;

with folded as materialized (
  select watermark.end_customer_id, sums.account_code, partner_key, partner_reference, partner_name, period_start,
    base_minor, other_side_minor
  from statement_watermarks watermark
  cross join lateral partner_sums_between(end_customer_id, 0, entry_number) sums
), partners as (
  insert into partner_period_totals (end_customer_id, account_code, partner_key, period_start, base_minor)
  select end_customer_id, account_code, partner_key, period_start, base_minor from folded where base_minor <> 0
)
insert into other_side_totals (
  end_customer_id, account_code, partner_key, partner_reference, partner_name, period_start, base_minor
)
select end_customer_id, account_code, partner_key, partner_reference, partner_name, period_start, other_side_minor
from folded where other_side_minor <> 0;

update statement_watermarks set partner_entry_number = entry_number;

analyze partner_period_totals, other_side_totals;
