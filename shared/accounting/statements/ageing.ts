import type { OpenItemKind } from '../../contract/open-items/open-items.ts'
import type { Age, SubLedger } from '../../contract/statements/open-items-of-a-day.ts'
import { daysBetween } from '../amounts/dates.ts'

/** The kinds of open items in each list. What a partner has paid too much or in advance stands beside what is owed. */
export const KINDS_OF_SIDE = {
  receivables: ['receivable', 'customer_credit'],
  payables: ['payable', 'supplier_advance'],
} as const satisfies Record<SubLedger, readonly OpenItemKind[]>

/** 1 where debit is positive, as in the items of customers. */
export function signOfSide(side: SubLedger): 1n | -1n {
  return side === 'receivables' ? 1n : -1n
}

/** The days since the due date at which an age begins; before the first of them an item is not due. */
export const AGE_BOUNDS = [1, 31, 61, 91] as const

const BY_BOUND = ['not_due', 'days_1_30', 'days_31_60', 'days_61_90', 'over_90_days'] as const satisfies readonly Age[]

/** @param bucket the number of bounds that are reached, as `width_bucket` counts them */
export function ageOf(bucket: number): Age {
  return BY_BOUND[bucket] ?? 'over_90_days'
}

/** The age of an item on a day; one without a due date ages from the date of its document. */
export function ageOn(date: string, due_on: string): { readonly days_overdue: number; readonly age: Age } {
  const days_overdue = Math.max(0, daysBetween(due_on, date))
  return { days_overdue, age: ageOf(AGE_BOUNDS.filter((bound) => days_overdue >= bound).length) }
}
