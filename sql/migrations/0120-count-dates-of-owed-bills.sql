-- The index of bills that were entered twice has the day of the document: its statistics tell how many of an amount are of the same days.
set local lock_timeout = '20s';
alter table open_items alter column document_date set statistics -1;
