-- Where end customers are: on QR-bills and payment orders.
set local lock_timeout = '20s';

-- street_name, building_number, post_code, town_name, country. Null while nobody has said it.
alter table end_customers add column structured_address jsonb;
