-- No query compares addresses.
set local lock_timeout = '20s';

alter table end_customers alter column structured_address set statistics 0;
