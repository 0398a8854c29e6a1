-- Balances of the partners that are or were holders of shares, organs or participations, as changes by bucket up to a day
-- and an entry. A session plans once (activity_of_accounts says why).
create or replace function sums_of_related_partners(customer uuid, starts date[], end_date date, as_of bigint)
returns table (
  account_code text, partner_key text, partner_reference text, partner_name text, relation_ids text[], bucket integer,
  base_minor numeric
)
language plpgsql stable set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
begin
  return query
  with related as materialized (
    select account_code, partner_key, max(partner_reference) as partner_reference, max(partner_name) as partner_name,
      array_agg(partner_relation_id::text) as relation_ids
    from partners_of_relations(customer, as_of)
    group by account_code, partner_key
  ), folded as (
    select case when partner_entry_number <= as_of then partner_entry_number else 0 end as through
    from statement_watermarks where end_customer_id = customer
  ), sums as (
    select related.account_code, related.partner_key, totals.period_start, totals.base_minor
    from related
    -- sql.md: lateral in order
    cross join lateral (
      select period_start, base_minor from partner_period_totals
      where end_customer_id = customer and account_code = related.account_code and partner_key = related.partner_key
      order by period_start
    ) totals
    where (select through from folded) > 0
    union all
    select behind.account_code, behind.partner_key, behind.period_start, behind.base_minor
    from folded
    cross join lateral partner_sums_between(customer, folded.through, as_of) behind
    where exists (select from related)
  )
  select sums.account_code, sums.partner_key, related.partner_reference, related.partner_name, related.relation_ids,
    -- sql.md: buckets
    width_bucket(sums.period_start, starts) - 1, sum(sums.base_minor)
  from sums join related using (account_code, partner_key)
  where period_start <= end_date
  group by 1, 2, 3, 4, 5, 6
  having sum(sums.base_minor) <> 0
  order by 1, 2, 6;
end $$;
