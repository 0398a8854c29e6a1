-- Other facts with the external reference of some facts, as far as they are still to be booked or are booked. A fact with a newer one of its
-- reference needs to know that one alone; so many of one reference cost no more each than a few.
-- Only the index by reference has this order (sql.md: lateral in order), and nothing may be sorted or read as a bitmap: while the
-- table had two pages, PostgreSQL read both by the index of body keys, and went on with thousands of pages, for each fact of a
-- batch, until autovacuum had analyzed the table.
create or replace function facts_of_same_reference(customers uuid[], fact_ids uuid[], systems text[], fact_references text[])
returns table (source_fact_id uuid, related_id uuid, related_state text, related_reference text)
language plpgsql stable
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
begin
  return query
  select wanted.source_fact_id, related.source_fact_id, related.state, wanted.external_reference
  from (
    select unnest(customers) as end_customer_id, unnest(fact_ids) as source_fact_id, unnest(systems) as source_system,
      unnest(fact_references) as external_reference
  ) wanted
  cross join lateral (
    select fact.source_fact_id, decided.state from source_facts fact
    -- sql.md: lateral limit 1
    cross join lateral (
      select state from fact_states
      where fact_states.end_customer_id = fact.end_customer_id and fact_states.source_fact_id = fact.source_fact_id
      limit 1
    ) decided
    where fact.end_customer_id = wanted.end_customer_id
      and fact.external_reference between wanted.external_reference and wanted.external_reference
      and fact.source_system = wanted.source_system and fact.source_fact_id <> wanted.source_fact_id
      and decided.state in ('received', 'blocked', 'posted')
    order by fact.external_reference desc, fact.source_fact_id desc
    limit 1
  ) newest
  cross join lateral (
    select newest.source_fact_id, newest.state
    where newest.source_fact_id > wanted.source_fact_id
    union all
    (select fact.source_fact_id, decided.state from source_facts fact
    cross join lateral (
      select state from fact_states
      where fact_states.end_customer_id = fact.end_customer_id and fact_states.source_fact_id = fact.source_fact_id
      limit 1
    ) decided
    where newest.source_fact_id < wanted.source_fact_id and fact.end_customer_id = wanted.end_customer_id
      and fact.external_reference between wanted.external_reference and wanted.external_reference
      and fact.source_system = wanted.source_system and fact.source_fact_id < wanted.source_fact_id
      and decided.state in ('received', 'blocked', 'posted')
    order by fact.external_reference, fact.source_fact_id)
  ) related;
end $$;
