-- What the list of a day reads of each open item, in rows of its own: those of ten thousand items are on a few hundred pages,
-- where the items themselves are on two thousand; and items that are added up together have one id, so that names of
-- partners are compared once. Reading goes on meanwhile; what opens or changes items waits.
set local lock_timeout = '20s';
lock table open_items, open_item_changes in share row exclusive mode;

create table open_item_groups (
  end_customer_id uuid not null,
  -- open_item_group of all that follows.
  group_id uuid not null,
  kind text not null,
  account_code text not null,
  currency text not null,
  partner_reference text,
  partner_name text not null,
  primary key (end_customer_id, group_id)
);

create table open_item_spans (
  end_customer_id uuid not null,
  open_item_id uuid not null,
  group_id uuid not null,
  -- As opened.
  amount_minor bigint not null,
  base_amount_minor bigint not null,
  -- The first day on which anything moved the item.
  first_day date not null,
  -- The day from which it ages.
  due_on date not null,
  -- As in open_items.
  used_from date,
  closed_on date,
  rest_from date,
  -- span_day of the days from first_day to closed_on.
  span_day integer,
  rest_minor bigint,
  rest_base_minor bigint
);

-- The id of the open items that stand together in every sum: of one kind, account, currency and partner, as it is written. It
-- is a hash of these, so that whoever opens an item knows it without looking anything up, and no two of them share one.
create function open_item_group(
  kind text, account_code text, currency text, partner_reference text, partner_name text
)
returns uuid language sql stable parallel safe as $$
  select encode(substr(sha256(convert_to(
    kind || ' ' || currency || ' ' || char_length(account_code)::text || ' '
      || coalesce(char_length(partner_reference)::text, '-') || ' ' || account_code || coalesce(partner_reference, '')
      || partner_name,
    'UTF8'
  )), 1, 16), 'hex')::uuid
$$;

-- Trigger of open_items: keeps what lists of a day read of new items, and the groups that these are in. Nobody waits for a
-- group: whoever opens items of an end customer holds the head of its ledger.
create function list_new_items()
returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  with item as materialized (
    select end_customer_id, open_item_id, kind, account_code, currency, partner_reference, partner_name, amount_minor,
      base_amount_minor, posting_date, coalesce(due_date, document_date) as due_on,
      open_item_group(kind, account_code, currency, partner_reference, partner_name) as group_id
    from new_items
  ), grouped as (
    insert into open_item_groups (
      end_customer_id, group_id, kind, account_code, currency, partner_reference, partner_name
    )
    select end_customer_id, group_id, kind, account_code, currency, partner_reference, partner_name
    from item
    where not exists (
      select from open_item_groups known
      where known.end_customer_id = item.end_customer_id and known.group_id = item.group_id
    )
    order by end_customer_id, group_id
    on conflict do nothing
  )
  insert into open_item_spans (
    end_customer_id, open_item_id, group_id, amount_minor, base_amount_minor, first_day, due_on
  )
  select end_customer_id, open_item_id, group_id, amount_minor, base_amount_minor, posting_date, due_on
  from item;
  return null;
end $$;

-- Trigger of open_item_changes: brings what lists of a day read of the items up to date. Its name comes behind that of
-- keep_spans, which has written the spans to the items, and has locked these.
create function list_changed_items()
returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  changed record;
begin
  for changed in
    select end_customer_id, array_agg(distinct open_item_id order by open_item_id) as items
    from new_changes
    group by end_customer_id
    order by end_customer_id
  loop
    update open_item_spans listed
    set used_from = item.used_from, closed_on = item.closed_on, rest_from = item.rest_from,
      rest_minor = item.rest_minor, rest_base_minor = item.rest_base_minor,
      first_day = least(item.posting_date, item.used_from),
      span_day = span_day(least(item.posting_date, item.used_from), item.closed_on)
    from open_items item
    where item.end_customer_id = changed.end_customer_id and item.open_item_id = any(changed.items)
      and listed.end_customer_id = changed.end_customer_id and listed.open_item_id = any(changed.items)
      and listed.open_item_id = item.open_item_id;
  end loop;
  return null;
end $$;

create trigger list_new_items after insert on open_items referencing new table as new_items
  for each statement execute function list_new_items();
create trigger list_changed_items after insert on open_item_changes referencing new table as new_changes
  for each statement execute function list_changed_items();

insert into open_item_spans (
  end_customer_id, open_item_id, group_id, amount_minor, base_amount_minor, first_day, due_on, used_from, closed_on,
  rest_from, span_day, rest_minor, rest_base_minor
)
select end_customer_id, open_item_id, open_item_group(kind, account_code, currency, partner_reference, partner_name),
  amount_minor, base_amount_minor, least(posting_date, used_from), coalesce(due_date, document_date), used_from,
  closed_on, rest_from, span_day(least(posting_date, used_from), closed_on), rest_minor, rest_base_minor
from open_items
-- So that what is open on a day stands on the same pages.
order by end_customer_id, least(posting_date, used_from), open_item_id;

insert into open_item_groups (
  end_customer_id, group_id, kind, account_code, currency, partner_reference, partner_name
)
select end_customer_id, open_item_group(kind, account_code, currency, partner_reference, partner_name), kind,
  account_code, currency, partner_reference, partner_name
from open_items
group by end_customer_id, kind, account_code, currency, partner_reference, partner_name;

alter table open_item_spans add primary key (end_customer_id, open_item_id);
create index open_item_spans_unclosed on open_item_spans (end_customer_id, first_day) where closed_on is null;
create index open_item_spans_begun on open_item_spans (end_customer_id, span_day, closed_on)
  where closed_on is not null;
create index open_item_spans_unfinished on open_item_spans (end_customer_id, span_day, first_day)
  where closed_on is not null;

-- sql.md: no statistics
alter table open_item_spans
  alter column amount_minor set statistics 0,
  alter column base_amount_minor set statistics 0,
  alter column due_on set statistics 0,
  alter column used_from set statistics 0,
  alter column rest_from set statistics 0,
  alter column rest_minor set statistics 0,
  alter column rest_base_minor set statistics 0;
alter table open_item_groups
  alter column kind set statistics 0,
  alter column account_code set statistics 0,
  alter column currency set statistics 0,
  alter column partner_reference set statistics 0,
  alter column partner_name set statistics 0;

analyze open_item_groups, open_item_spans;
