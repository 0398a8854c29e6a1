-- A payment that was withdrawn here is paid all the same where the bank tells after that, by a report (pain.002), that it has it.
set local lock_timeout = '20s';
alter table payment_order_lines add column sent_all_the_same boolean not null default false;
alter table payment_order_lines alter column sent_all_the_same set statistics 0;
