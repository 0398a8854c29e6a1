-- The number of lines of a fact that has many; null for any other, which costs a row nothing. Workers bound by it what one
-- transaction books. Processes of the release before leave it null, which only makes a transaction longer.
set local lock_timeout = '20s';
alter table fact_states add column lines smallint;
alter table fact_states alter column lines set statistics 0;
