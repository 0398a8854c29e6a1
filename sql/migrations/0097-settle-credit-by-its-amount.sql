-- Credit of which nothing is open is settled, also where a revaluation has left something of its book value.
set local lock_timeout = '20s';
update open_items set state = 'settled'
where payment_id is not null and state = 'open' and open_amount_minor = 0;
