import { checkRecorded } from '../accounting/statements/checks/check-books.ts'
import { CHECKS } from '../contract/statements/checks.ts'
import type { Db } from '../store/db/database.ts'
import { findCheckFigures } from '../store/statements/check-figures.ts'
import type { Report } from './verify-chain.ts'

const LAST_DAY = '9999-12-31'
const LAST_ENTRY = 2n ** 63n - 1n

/** Runs the checks of statements that look at recorded rows, over everything that is booked. */
export async function verifyBooks(db: Db, end_customer_id: string, report: Report): Promise<void> {
  const recorded = await findCheckFigures(db, end_customer_id, LAST_DAY, LAST_ENTRY)
  for (const { check, figures } of checkRecorded(recorded)) {
    for (const { holds, account_code, currency, subject, expected_minor, found_minor, unassigned_minor } of figures) {
      const place = [account_code && `account ${account_code}`, currency, subject].filter((part) => part).join(', ')
      const found = unassigned_minor === null ? found_minor : `${found_minor} and ${unassigned_minor} on older lines`
      if (!holds) report(CHECKS[check], place, expected_minor, found)
    }
  }
}
