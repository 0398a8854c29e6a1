-- When a blocked fact was handed on to be decided again; null for any other, which costs a row nothing. Until then it waits
-- like one that was never decided: no later fact of its end customer is decided before it. Processes of the release before
-- leave it as it is, so a fact that they block again is decided once more.
set local lock_timeout = '20s';
alter table fact_states add column decide_again_at timestamptz;
alter table fact_states alter column decide_again_at set statistics 0;

-- fact_states_waiting, with these facts. A query for the others alone is served by it too.
create index fact_states_undecided on fact_states (end_customer_id, source_fact_id)
  where state = 'received' and failed_at is null or state = 'blocked' and decide_again_at is not null;
drop index fact_states_waiting;
