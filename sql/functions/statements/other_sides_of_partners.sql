-- What partners have on the other side than their control account, as changes by bucket up to a day and an entry: the
-- totals, plus the items and changes that no refresh has folded yet. A session plans once (activity_of_accounts says why).
create or replace function other_sides_of_partners(customer uuid, starts date[], end_date date, as_of bigint)
returns table (
  account_code text, partner_key text, partner_reference text, partner_name text, bucket integer, base_minor numeric
)
language plpgsql stable set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
begin
  return query
  with folded as (
    select case when partner_entry_number <= as_of then partner_entry_number else 0 end as through
    from statement_watermarks where end_customer_id = customer
  ), sums as (
    select account_code, partner_key, partner_reference, partner_name, period_start, base_minor
    from other_side_totals
    where end_customer_id = customer and (select through from folded) > 0
    union all
    select account_code, partner_key, partner_reference, partner_name, period_start, other_side_minor
    from folded cross join lateral partner_sums_between(customer, folded.through, as_of)
  )
  select sums.account_code, sums.partner_key, max(sums.partner_reference), min(sums.partner_name collate "C"),
    -- sql.md: buckets
    width_bucket(period_start, starts) - 1, sum(sums.base_minor)
  from sums
  where period_start <= end_date
  group by 1, 2, 5
  having sum(sums.base_minor) <> 0
  order by 1, 2, 5;
end $$;
