-- The next end customers, in the order of their ids, that have facts waiting for a decision, the first one or another; the
-- nil UUID starts with the first. Each step is one probe of the index fact_states_undecided, however many facts wait
-- (sql.md: skip scan). `>` alone is a condition of the index; `is null or >` was a filter on all of it.
create or replace function waiting_customers(behind uuid, at_most integer) returns setof uuid language sql stable as $$
  with recursive customers (end_customer_id, found) as (
    select behind, 0
    union all
    select (
      select waiting.end_customer_id from fact_states waiting
      where (
          waiting.state = 'received' and waiting.failed_at is null
          or waiting.state = 'blocked' and waiting.decide_again_at is not null
        )
        and waiting.end_customer_id > customers.end_customer_id
        and waiting.end_customer_id <> all(array(select fence.end_customer_id from fences fence where fence.state <> 'open'))
      order by waiting.end_customer_id, waiting.source_fact_id
      limit 1
    ), found + 1
    from customers
    where found < at_most and end_customer_id is not null
  )
  select end_customer_id from customers where found > 0 and end_customer_id is not null
$$;
