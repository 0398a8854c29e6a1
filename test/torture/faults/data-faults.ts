import { BANK_AND_FEED_ROW_FAULTS } from './in-rows/bank-and-feed.ts'
import { CLOSING_ROW_FAULTS } from './in-rows/closings.ts'
import type { DataFault } from './in-rows/data-fault.ts'
import { FACT_AND_STATEMENT_ROW_FAULTS } from './in-rows/facts-and-statements.ts'
import { FILING_ROW_FAULTS } from './in-rows/filings.ts'
import { JOURNAL_ROW_FAULTS } from './in-rows/journal.ts'
import { MONEY_ROW_FAULTS } from './in-rows/money.ts'
import { NOTIFICATION_ROW_FAULTS } from './in-rows/notifications.ts'
import { ORDER_ROW_FAULTS } from './in-rows/orders.ts'
import { RECOUNTED_ROW_FAULTS } from './in-rows/recounted.ts'
import { RETURN_AND_RULE_ROW_FAULTS } from './in-rows/returns-and-rules.ts'
import { STAMP_ROW_FAULTS } from './in-rows/stamps.ts'

/** Faults in the rows, by what they break. */
export const DATA_FAULTS: readonly DataFault[] = [
  ...JOURNAL_ROW_FAULTS,
  ...FACT_AND_STATEMENT_ROW_FAULTS,
  ...CLOSING_ROW_FAULTS,
  ...FILING_ROW_FAULTS,
  ...MONEY_ROW_FAULTS,
  ...ORDER_ROW_FAULTS,
  ...BANK_AND_FEED_ROW_FAULTS,
  ...NOTIFICATION_ROW_FAULTS,
  ...RETURN_AND_RULE_ROW_FAULTS,
  ...STAMP_ROW_FAULTS,
  ...RECOUNTED_ROW_FAULTS,
]
