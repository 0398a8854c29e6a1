-- Looks into the bank entries that were there before and wait to be booked. Processes go on: what books these waits.
set local lock_timeout = '20s';

update camt053_entries set says_return = jsonb_path_exists(entry, '$.tx_details[*].return_reason ? (@ != null)')
where is_booked and used_minor < amount_minor and dismissed_by is null;
