import { MOST_LINES_AT_ONCE } from '../../shared/accounting/documents/lines-of-document.ts'
import type { FactQueue } from '../../shared/contract/platform/queue-names.ts'
import type { Turn } from './turn-of-facts.ts'

/** A queue of facts, and how much of its jobs is done before the rest goes behind the facts of others. */
export type Lane = {
  readonly queue: FactQueue
  readonly turn: Turn
  readonly turns: number
}

/**
 * Facts of keys that send as much as they may expect to have booked at once. It waits for no ledger, and leaves an end
 * customer that has much waiting to the other lane. Where only the ledger is held, the fact comes back into this one.
 */
export const SHORT_LANE: Lane = {
  queue: 'facts.evaluate',
  turn: { most_lines: 2_000, most_of_customer: 400, waits: false, extra_after_ms: 500 },
  turns: 2,
}

/**
 * Everything else, with as many lines in a transaction as a batch of usual facts and its extra customers have. It takes
 * nobody along whose facts are about to be booked in the short lane: it would hold their ledger until the last of its own
 * facts is booked, and their next facts would be held up behind it as well.
 */
export const BACKLOG: Lane = {
  queue: 'facts.backlog',
  turn: { most_lines: MOST_LINES_AT_ONCE, most_of_customer: MOST_LINES_AT_ONCE, waits: true, extra_after_ms: 5_000 },
  turns: 8,
}
