-- Whether a bank entry brings money back was looked for in its details, of each that waits, with every matching. The import says it now.
set local lock_timeout = '20s';

alter table camt053_entries
  -- Whether one of its transactions says why it came back; null where the release before has brought it, and nobody has looked.
  add column says_return boolean;
