-- A proposal says what the terms of the document let be taken off, and which other targets the same money pays.
set local lock_timeout = '20s';

alter table settlement_candidates
  -- 0 without a discount. It and the amount are what was open.
  add column discount_minor bigint not null default 0,
  add column together_with uuid[] not null default '{}';
