-- open_items_still_open has taken their places (0123).
set local lock_timeout = '20s';
drop index open_items_due, open_items_unclosed;
