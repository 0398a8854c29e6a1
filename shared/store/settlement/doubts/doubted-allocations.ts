import { doubtOfPayment } from '../../../camt053/matching/orders/doubt-of-payment.ts'
import { findLinesBookedBefore, type LineBookedBefore } from '../../bank/uses/lines-booked-before.ts'
import type { Db } from '../../db/database.ts'
import type { Visibility } from '../../db/filters.ts'
import type { Page } from '../../db/pages/list-page.ts'
import { type AllocationFilter, type AllocationRow, findAllocation, listAllocations } from '../allocations.ts'
import { findNumberedDocuments } from './numbered-documents.ts'
import { findToldPayments } from './told-payments.ts'

/** An allocation as answers show it: with why its payment may be for something else, as that follows its name, or booked before. */
export type DoubtedAllocation = AllocationRow & {
  readonly payment_doubt: string | null
  readonly equal_line: LineBookedBefore | null
}

export async function findDoubtedAllocation(
  db: Db,
  allocation_id: string,
  visible: Visibility,
): Promise<DoubtedAllocation | null> {
  const found = await findAllocation(db, allocation_id, visible)
  const [doubted = null] = await withDoubts(db, found ? [found] : [])
  return doubted
}

/** Oldest first. */
export async function listDoubtedAllocations(
  db: Db,
  filter: AllocationFilter,
  after: string | null,
): Promise<Page<DoubtedAllocation>> {
  const page = await listAllocations(db, filter, after)
  return { ...page, rows: await withDoubts(db, page.rows) }
}

async function withDoubts(db: Db, allocations: readonly AllocationRow[]): Promise<DoubtedAllocation[]> {
  // What is reversed needs no look any more.
  const paid = allocations.filter(({ payment_id, state }) => payment_id !== null && state !== 'reversed')
  const told = await findToldPayments(db, paid)
  const numbered = await findNumberedDocuments(db, told)
  const equal = await findLinesBookedBefore(db, told)
  const doubts = new Map(
    told.map((payment) => {
      const { allocation_id, entry_id } = payment
      const payment_doubt = doubtOfPayment({ ...payment, numbered: numbered.get(allocation_id) ?? [] })
      return [allocation_id, { payment_doubt, equal_line: equal.get(entry_id)?.[0] ?? null }]
    }),
  )
  return allocations.map((allocation) => {
    const { payment_doubt = null, equal_line = null } = doubts.get(allocation.allocation_id) ?? {}
    return { ...allocation, payment_doubt, equal_line }
  })
}
