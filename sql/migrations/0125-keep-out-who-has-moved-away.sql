-- End customers that have moved to another ledger database: nobody writes them here before they come back.
create table departed_customers (
  end_customer_id uuid not null primary key,
  move_id uuid not null
);

-- For a copy by logical replication, which no release has made.
set local lock_timeout = '20s';
drop table fence_marks;
