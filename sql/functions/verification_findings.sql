-- Values in the ledger of one end customer that must be equal and are not. Every row is a finding.
create or replace function verification_findings(customer uuid)
returns table ("check" text, subject text, expected text, found text)
language sql stable as $$
  with booked as (
    select entry.source_id, count(*) filter (where reversal_of is null) as bookings,
      count(*) filter (where reversal_of is not null) as reversals,
      (array_agg(journal_entry_id) filter (where reversal_of is null))[1] as journal_entry_id,
      min(entry_number) as first_entry_number
    from journal_entries entry
    where end_customer_id = customer
    group by entry.source_id
  ), facts as (
    select source_fact_id, state, journal_entry_id,
      case when state in ('posted', 'reversed') then 1 else 0 end as bookings,
      case when state = 'reversed' then 1 else 0 end as reversals
    from source_facts join fact_states using (end_customer_id, source_fact_id)
    where end_customer_id = customer
  ), sources as (
    select source_fact_id as id, bookings, reversals, journal_entry_id, 'source fact' as kind,
      'fact' as prefix
    from facts
    union all
    select allocation_id, (journal_entry_id is not null)::integer, (reversal_journal_entry_id is not null)::integer,
      journal_entry_id, 'allocation', 'alloc'
    from allocations where end_customer_id = customer
    union all
    select settlement_id, (journal_entry_id is not null)::integer, (reversal_journal_entry_id is not null)::integer,
      journal_entry_id, 'settlement', 'settle'
    from supplier_settlements where end_customer_id = customer
    union all
    select filing_id, (journal_entry_id is not null)::integer, 0, journal_entry_id, 'filing', 'vatf'
    from vat_filings where end_customer_id = customer
    union all
    select transfer_id, 1, 0, journal_entry_id, 'transfer of tax', 'vatt'
    from vat_transfers where end_customer_id = customer and journal_entry_id is not null
  ), lines as (
    select line.account_code, line.debit_minor, line.credit_minor, line.entry_number,
      greatest(date_trunc('month', line.posting_date::timestamp)::date,
        years.start_dates[width_bucket(line.posting_date, years.start_dates)]) as period_start,
      entry.entry_type
    from journal_lines line
    join journal_entries entry using (end_customer_id, entry_number)
    cross join (
      select array(select start_date from fiscal_years where end_customer_id = customer order by start_date)
        as start_dates
    ) years
    where line.end_customer_id = customer
  )
  select 'a source is booked as its state says', kind || ' ' || public_id(prefix, sources.id),
    sources.bookings || ' booked, ' || sources.reversals || ' reversed',
    coalesce(booked.bookings, 0) || ' booked, ' || coalesce(booked.reversals, 0) || ' reversed'
  from sources left join booked on booked.source_id = sources.id
  where (sources.bookings, sources.reversals)
      is distinct from (coalesce(booked.bookings, 0), coalesce(booked.reversals, 0))
    or sources.journal_entry_id is distinct from booked.journal_entry_id
  union all
  select 'a fact has one state', 'source fact ' || public_id('fact', source_fact_id), 'one',
    case when state is null then 'none' else 'a state of no fact' end
  from (select source_fact_id, request_hash from source_facts where end_customer_id = customer) fact
  full join (select source_fact_id, state from fact_states where end_customer_id = customer) fact_state using (source_fact_id)
  where state is null or request_hash is null
  union all
  select 'an entry has a source', 'entry ' || booked.first_entry_number, 'a source', 'none'
  from booked left join sources on sources.id = booked.source_id
  where sources.id is null
  union all
  -- Once it is booked, what of it is left is its credit, which open_item_findings compares with its item.
  select 'a payment is open as far as nothing has used it', 'payment ' || public_id('pay', payment_id), left_minor::text,
    open_amount_minor::text
  from (
    select payment_id, open_amount_minor, case when returned_by is null and superseded_by is null
      then case when booked_by is null then amount_minor else credit_minor end - reserved_minor else 0 end as left_minor
    from payments payment
    cross join lateral (
      select coalesce(sum(allocation.amount_minor), 0) as reserved_minor from allocations allocation
      where allocation.end_customer_id = customer and state = 'draft' and allocation.payment_id = payment.payment_id
    ) draft
    where end_customer_id = customer
  ) payment
  where open_amount_minor <> left_minor
  union all
  -- A feed that has lost its oldest events says where it begins.
  select 'the feed is gapless', 'events', 'numbers ' || head.first_number || ' to ' || head.last_number,
    feed.size || ' events from ' || coalesce(feed.first_number, 0) || ' to ' || feed.last_number
  from (
    select count(*) as size, min(event_number) as first_number, coalesce(max(event_number), 0) as last_number
    from events where end_customer_id = customer
  ) feed
  cross join (
    select coalesce(max(first_kept_number), 1) as first_number, coalesce(max(last_event_number), 0) as last_number
    from event_heads where end_customer_id = customer
  ) head
  where feed.size <> head.last_number - head.first_number + 1 or feed.last_number <> head.last_number
    or feed.first_number <> head.first_number
  union all
  select 'statement tables equal the lines', 'account ' || account_code || ' from ' || period_start || ', ' || entry_type,
    coalesce(line.debit, 0) || ' debit, ' || coalesce(line.credit, 0) || ' credit',
    coalesce(total.debit_minor, 0) || ' debit, ' || coalesce(total.credit_minor, 0) || ' credit'
  from (
    select account_code, period_start, entry_type, sum(debit_minor) as debit, sum(credit_minor) as credit
    from lines
    where entry_number <= (select entry_number from statement_watermarks where end_customer_id = customer)
    group by account_code, period_start, entry_type
  ) line
  full join (
    select account_code, period_start, entry_type, debit_minor, credit_minor
    from account_period_totals where end_customer_id = customer
  ) total using (account_code, period_start, entry_type)
  where (coalesce(line.debit, 0), coalesce(line.credit, 0))
    <> (coalesce(total.debit_minor, 0), coalesce(total.credit_minor, 0))
  union all
  select 'totals of partners equal their items', 'account ' || account_code || ', partner ' || partner_key || ' from '
    || period_start,
    coalesce(item.base_minor, 0) || ', on the other side ' || coalesce(item.other_side_minor, 0),
    coalesce(total.base_minor, 0) || ', on the other side ' || coalesce(total.other_side_minor, 0)
  from (
    select account_code, partner_key, period_start, base_minor, other_side_minor
    from statement_watermarks
    cross join lateral partner_sums_between(customer, 0, partner_entry_number)
    where end_customer_id = customer
  ) item
  full join (
    select account_code, partner_key, period_start, sum(base_minor) as base_minor, sum(other_minor) as other_side_minor
    from (
      select account_code, partner_key, period_start, base_minor, 0 as other_minor
      from partner_period_totals where end_customer_id = customer
      union all
      select account_code, partner_key, period_start, 0, base_minor
      from other_side_totals where end_customer_id = customer
    ) folded
    group by account_code, partner_key, period_start
  ) total using (account_code, partner_key, period_start)
  where (coalesce(item.base_minor, 0), coalesce(item.other_side_minor, 0))
    <> (coalesce(total.base_minor, 0), coalesce(total.other_side_minor, 0))
  union all
  select 'names of partners are those of their items',
    concat_ws(', ', 'account ' || account_code, side, partner_reference, name_key),
    coalesce(item.first_entry_number::text, 'none'), coalesce(named.first_entry_number::text, 'none')
  from (
    select partner_name_key(partner_name) as name_key, coalesce(partner_reference, '') as partner_reference,
      account_code, side, min(first_entry_number) as first_entry_number
    from (
      select partner_name, partner_reference, account_code,
        case when kind in ('payable', 'supplier_advance') then 'supplier' else 'customer' end as side,
        min(entry_number) as first_entry_number
      from open_items
      where end_customer_id = customer
        and entry_number <= (select named_entry_number from statement_watermarks where end_customer_id = customer)
      group by 1, 2, 3, 4
    ) written
    group by 1, 2, 3, 4
  ) item
  full join (
    select name_key, coalesce(partner_reference, '') as partner_reference, account_code, side, first_entry_number
    from partner_names where end_customer_id = customer
  ) named using (name_key, partner_reference, account_code, side)
  where item.first_entry_number is distinct from named.first_entry_number
$$;
