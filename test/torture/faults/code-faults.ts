import { ACCESS_FAULTS } from './in-code/access.ts'
import { BANK_FAULTS } from './in-code/bank.ts'
import { BANK_IMPORT_FAULTS } from './in-code/bank-imports.ts'
import { EXPLAINED_FAULTS } from './in-code/bank-rules/explained.ts'
import { OTHER_SIDE_FAULTS } from './in-code/bank-rules/other-sides.ts'
import { BUDGET_FAULTS } from './in-code/budgets.ts'
import { CHECK_FAULTS } from './in-code/checks.ts'
import { CLOSING_FAULTS } from './in-code/closings.ts'
import type { CodeFault } from './in-code/code-fault.ts'
import { LARGE_FILE_FAULTS } from './in-code/limits/large-files.ts'
import { TURN_FAULTS } from './in-code/limits/turns.ts'
import { MONEY_FAULTS } from './in-code/money.ts'
import { MOVE_FAULTS } from './in-code/moving/moves.ts'
import { OPEN_ITEM_FAULTS } from './in-code/open-items.ts'
import { BY_WORD_FAULTS } from './in-code/orders/by-word.ts'
import { EVIDENCE_FAULTS } from './in-code/orders/evidence.ts'
import { MONTH_AND_END_FAULTS } from './in-code/orders/months-and-ends.ts'
import { NOT_BOOKED_YET_FAULTS } from './in-code/orders/not-booked-yet.ts'
import { PAID_TWICE_FAULTS } from './in-code/orders/paid-twice.ts'
import { POSTING_FAULTS } from './in-code/posting.ts'
import { STAMP_FAULTS } from './in-code/proof/stamps.ts'
import { PROOF_FAULTS } from './in-code/proofs.ts'
import { REQUEST_AND_JOB_FAULTS } from './in-code/requests-and-jobs.ts'
import { RULE_FAULTS } from './in-code/rules.ts'
import { STATEMENT_FAULTS } from './in-code/statements.ts'
import { VAT_FAULTS } from './in-code/vat.ts'

/** Faults in the source files, by what they break. */
export const CODE_FAULTS: readonly CodeFault[] = [
  ...POSTING_FAULTS,
  ...STATEMENT_FAULTS,
  ...CLOSING_FAULTS,
  ...ACCESS_FAULTS,
  ...REQUEST_AND_JOB_FAULTS,
  ...MONEY_FAULTS,
  ...BANK_FAULTS,
  ...BANK_IMPORT_FAULTS,
  ...OPEN_ITEM_FAULTS,
  ...PAID_TWICE_FAULTS,
  ...BY_WORD_FAULTS,
  ...MONTH_AND_END_FAULTS,
  ...EVIDENCE_FAULTS,
  ...NOT_BOOKED_YET_FAULTS,
  ...RULE_FAULTS,
  ...EXPLAINED_FAULTS,
  ...OTHER_SIDE_FAULTS,
  ...CHECK_FAULTS,
  ...PROOF_FAULTS,
  ...BUDGET_FAULTS,
  ...TURN_FAULTS,
  ...LARGE_FILE_FAULTS,
  ...VAT_FAULTS,
  ...STAMP_FAULTS,
  ...MOVE_FAULTS,
]
