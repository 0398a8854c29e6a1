-- Facts whose evaluation failed wait for an operator, and there are few. A VAT return asks for those of its period.
set local lock_timeout = '20s';

lock table fact_states in share mode;

create index fact_states_failed on fact_states (end_customer_id, source_fact_id) where failed_at is not null;
