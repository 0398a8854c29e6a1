-- Whoever books an allocation or a settlement says on which line of the entry it moves which item. All are null in what was booked
-- before, and by processes of the release before: their lines are found by what they say.
set local lock_timeout = '20s';
alter table allocations
  -- The line that leaves or takes the credit of the payment, 0 where rounding left no line, and its account.
  add column credit_line_number smallint,
  add column credit_account_code text;
-- The line of the entry that closes the document; 0 where rounding left no line.
alter table allocation_lines add column entry_line_number smallint;
alter table supplier_settlements
  -- The line of the payable and the line of the advance in the entry, 0 where rounding left no line.
  add column payable_line_number smallint,
  add column advance_line_number smallint,
  add column advance_account_code text;
