/** The same for the tables of pg-boss. Processes install nothing of it: the release does, and creates the queues. */
export const QUEUE_RIGHTS: Readonly<Record<string, string>> = {
  bam: 'select',
  job: 'select, insert, update, delete',
  /** The partition that has the jobs of all queues; pg-boss names it itself. */
  job_common: 'select, insert, update, delete',
  job_dependency: 'select, insert, update, delete',
  queue: 'select, insert, update',
  queue_stats: 'select',
  schedule: 'select, insert, update',
  subscription: 'select',
  version: 'select, update',
  warning: 'select',
}
