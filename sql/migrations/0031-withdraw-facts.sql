-- As in 0023: whoever would wait for a long query gives up, and the release tries again.
set local lock_timeout = '20s';

-- Who has withdrawn a fact, when and why; null where nobody has, which costs a row nothing.
alter table fact_states add column withdrawal jsonb,
  drop constraint fact_states_state_check,
  add constraint fact_states_state_check
    check (state in ('received', 'blocked', 'posted', 'reversed', 'superseded', 'withdrawn')),
  add constraint fact_states_withdrawal check ((state = 'withdrawn') = (withdrawal is not null));

-- Withdrawn is final, whoever writes: no process decides such a fact again, and nobody edits who has withdrawn it.
create trigger fact_withdrawals_final after update on fact_states
  for each row when (old.state = 'withdrawn') execute function refuse_change();

alter table fact_states alter column withdrawal set statistics 0;
