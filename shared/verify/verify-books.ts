import { checkRecorded } from '../accounting/statements/checks/check-books.ts'
import { CHECKS } from '../contract/statements/checks.ts'
import { todayInSwitzerland } from '../process/clock.ts'
import type { Db } from '../store/db/database.ts'
import { findCheckFigures } from '../store/statements/check-figures.ts'
import { findRolesWithoutItems } from '../store/verify/mappings.ts'
import type { Report } from './verify-chain.ts'

const LAST_DAY = '9999-12-31'
const LAST_ENTRY = 2n ** 63n - 1n

/** Runs the checks of statements that look at recorded rows, over everything that is booked, and looks at the accounts of roles. */
export async function verifyBooks(db: Db, end_customer_id: string, report: Report): Promise<void> {
  await verifyRoles(db, end_customer_id, report)
  const recorded = await findCheckFigures(db, end_customer_id, LAST_DAY, LAST_ENTRY)
  for (const { check, figures } of checkRecorded(recorded)) {
    for (const { holds, account_code, currency, subject, expected_minor, found_minor, unassigned_minor } of figures) {
      const place = [account_code && `account ${account_code}`, currency, subject].filter((part) => part).join(', ')
      const found = unassigned_minor === null ? found_minor : `${found_minor} and ${unassigned_minor} on older lines`
      if (!holds) report(CHECKS[check], place, expected_minor, found)
    }
  }
}

/** Every line on the account of a role of open items has an item only where it is a control account. */
async function verifyRoles(db: Db, end_customer_id: string, report: Report): Promise<void> {
  for (const { mapping_key, valid_from, account_code } of await findRolesWithoutItems(
    db,
    end_customer_id,
    todayInSwitzerland(),
  ))
    report(
      'the account of a role of open items is a control account',
      `${mapping_key} from ${valid_from}`,
      account_code,
      'it is none',
    )
}
