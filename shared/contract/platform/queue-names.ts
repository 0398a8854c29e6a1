/** Facts wait in the first, and those of keys that send very much in the second. */
export const FACT_QUEUES = ['facts.evaluate', 'facts.backlog'] as const
export type FactQueue = (typeof FACT_QUEUES)[number]

/** The queues, as operators and metrics name them. */
export type QueueName =
  | FactQueue
  | 'facts.reevaluate'
  | 'ledger.post'
  | 'camt053.import'
  | 'camt054.import'
  | 'settlement.match'
  | 'statements.refresh'
  | 'vat.transfer'
  | 'ledger.stamp'
  | 'maintenance.daily'
