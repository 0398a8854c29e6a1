-- fact_states_awaited and fact_states_unsaid have taken their places (0040, 0047). Every statement that writes a fact's state
-- opens all indexes of the table, and asks of each partial one whether the row belongs there.
set local lock_timeout = '20s';
drop index fact_states_wait, fact_states_waits_for;
