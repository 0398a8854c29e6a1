-- A ledger database that is drained takes nobody new, and those who live there move away one after the other. One that
-- was taken out is no row any more, and its moves are still to be read.
set local lock_timeout = '20s';

alter table databases drop constraint databases_state_check;
alter table databases add constraint databases_state_check check (state in ('opening', 'open', 'draining'));
alter table databases add column draining_since timestamptz;
alter table databases add check ((state = 'draining') = (draining_since is not null));

alter table moves drop constraint moves_from_name_fkey, drop constraint moves_to_name_fkey;
