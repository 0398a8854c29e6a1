/** The queues, as operators and metrics name them. */
export type QueueName =
  | 'facts.evaluate'
  | 'facts.reevaluate'
  | 'ledger.post'
  | 'camt053.import'
  | 'settlement.match'
  | 'statements.refresh'
  | 'maintenance.daily'
