import type { WorkerDeps } from '../../job.ts'

/** Says on which days nothing was compared, as one reference has too many notifications: they wait, and a bank statement keeps its payments as a whole. */
export function warnOfDays({ log }: Pick<WorkerDeps, 'log'>, end_customer_id: string, days: readonly string[]): void {
  for (const day of days) log.warn({ end_customer_id, day }, 'too many notifications of one reference to join them')
}
