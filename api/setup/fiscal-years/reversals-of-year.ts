import { reversalDate } from '../../../shared/accounting/journal/reversal-date.ts'
import { todayInSwitzerland } from '../../../shared/process/clock.ts'
import { type Kind, publicId } from '../../../shared/process/ids.ts'
import type { Tx } from '../../../shared/store/db/database.ts'
import { findOpenReversals, type OpenReversal } from '../../../shared/store/settlement/open-reversals.ts'
import type { LockedYear } from './year-of-request.ts'

const SUBJECTS: Readonly<Record<OpenReversal['intent_type'], Kind>> = {
  source_fact_reversal: 'source_fact',
  allocation_reversal: 'payment_allocation',
  settlement_reversal: 'supplier_payable_settlement',
}

/** What is to be reversed in a year and is not reversed yet, by its public id. */
export async function findReversalsOfYear(tx: Tx, { end_customer_id, settings, year }: LockedYear): Promise<string[]> {
  const today = todayInSwitzerland()
  const reversals = await findOpenReversals(tx, end_customer_id)
  const isOfYear = ({ wanted_date, booked_on }: OpenReversal) => {
    const day = wanted_date ?? reversalDate(settings, booked_on, today)
    return day !== null && day >= year.start_date && day <= year.end_date
  }
  return reversals.filter(isOfYear).map(({ intent_type, subject_id }) => publicId(SUBJECTS[intent_type], subject_id))
}
