-- What pays an advance back whose tax is declared takes the tax back too: the candidate has the lines of the voucher, as clients send them.
set local lock_timeout = '20s';

alter table settlement_candidates
  add column voucher_lines jsonb not null default '[]',
  alter column voucher_lines set statistics 0;
