-- A document of before a change of consideration that is booked afterwards was open on its day, too. So a look keeps how far it has seen
-- the journal: items of later entries, with a day of before, are looked at again.
set local lock_timeout = '20s';

-- The last entry whose items were seen; null where nothing was left before this was kept, and on transfers.
alter table vat_transfers add column through_entry_number bigint;

-- What was looked at so far counts as seen up to now; what is booked from here on is late.
insert into vat_transfers (end_customer_id, transfer_id, change_number, looked_on, through_entry_number)
select end_customer_id, gen_random_uuid(), change_number, looked_on, last_entry_number
from vat_transfers
join ledger_heads using (end_customer_id)
where change_number is not null;
