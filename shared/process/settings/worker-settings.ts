import { databaseNames, integer, setting } from './setting.ts'

export const WORKER_SETTINGS = {
  worker_concurrency: setting(
    'WORKER_CONCURRENCY',
    2,
    integer(1, 16),
    'Posting loops of one worker process, for facts and for their backlog',
  ),
  worker_databases: setting(
    'WORKER_DATABASES',
    null,
    databaseNames,
    'Ledger databases that a worker works in, as home,ledgers-2; unset: in all',
  ),
  worker_batch_size: setting(
    'WORKER_BATCH_SIZE',
    500,
    integer(1, 5_000),
    'Facts that one batch decides and posts together',
  ),
}
