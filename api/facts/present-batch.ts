import type { ErrorDetail } from '../../shared/contract/platform/errors.ts'

export type ItemOutcome = {
  readonly outcome: 'created' | 'replayed' | 'conflict' | 'rejected'
  readonly source_fact: object | null
  readonly details: readonly ErrorDetail[]
}

/** The outcomes of the items, in their order, and how many there are of each. */
export function presentBatch(data: readonly ItemOutcome[]) {
  const count = (outcome: ItemOutcome['outcome']) => data.filter((item) => item.outcome === outcome).length
  const counts = {
    created: count('created'),
    replayed: count('replayed'),
    conflict: count('conflict'),
    rejected: count('rejected'),
  }
  return { object: 'source_fact_batch', data, counts }
}
