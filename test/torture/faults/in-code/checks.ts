import { by, type CodeFault, fault, put } from './code-fault.ts'

const CHECKS = 'shared/accounting/statements/checks/book-checks.ts'
const UNIT = 'accounting/statements/book-checks'
const FROM_BEFORE = by(
  'api/setup/entry-types',
  'an entry of before that hides expense is shown by the checks until it is reversed',
)

/** Checks of the books that notice nothing any more, or too much. */
export const CHECK_FAULTS: readonly CodeFault[] = [
  fault(
    'assets are compared with themselves',
    'a balance sheet that does not balance is in order',
    CHECKS,
    put(`inTotal(amountOn(sheet, 'passiven'), `, `inTotal(amountOn(sheet, 'aktiven'), `),
    by(UNIT, 'see books of one side'),
  ),
  fault(
    'the result is compared with itself',
    'balance sheet and income statement say different results',
    CHECKS,
    put(
      `inTotal(amountOn(result, 'jahresergebnis'), amountOn(sheet`,
      `inTotal(amountOn(sheet, 'jahresgewinn_jahresverlust'), amountOn(sheet`,
    ),
    by(UNIT, 'see a result that is not that of the income statement'),
  ),
  fault(
    'an account that stands on one statement only is not seen',
    'a row of the law lacks an account',
    'shared/accounting/statements/checks/plain-and-or.ts',
    put('new Set([...expected.keys(), ...found.keys()])', 'new Set([...found.keys()])'),
    by(UNIT, 'see an account that stands on one of two statements only'),
  ),
  fault(
    'statements of different sums are the same',
    'a row of the law counts twice',
    CHECKS,
    put(`netAssets(sheet, 'aktiven', 'passiven')`, `netAssets(plain_sheet, 'assets', 'liabilities_and_equity')`),
    by(UNIT, 'see two statements that come to different sums'),
  ),
  fault(
    'debits are compared with themselves',
    'a trial balance of one side is in order',
    CHECKS,
    put('inTotal(totals.debit_minor, totals.credit_minor)', 'inTotal(totals.debit_minor, totals.debit_minor)'),
    by(UNIT, 'see books of one side'),
  ),
  fault(
    'an account without a row fails no check',
    'an amount that stands on no row of the law',
    CHECKS,
    put('({ ...inTotal(0n, amount_minor), account_code })', '({ ...inTotal(0n, 0n), account_code })'),
    by('api/statements/statements', 'an account that fits no row is shown on one of its own, and fails the check'),
  ),
  fault(
    'closing accounts may keep a balance',
    'a closing that stopped half way is in order',
    CHECKS,
    put('return [inTotal(0n, amount_minor, ', 'return [inTotal(amount_minor, amount_minor, '),
    by(
      'api/setup/closing',
      'a closing that stopped half way shows its class 9 and fails the check, and the result keeps its row',
    ),
  ),
  fault(
    'lines from before open items fail the check',
    'no ledger of before could close its year',
    CHECKS,
    put('expected_minor === found_minor + (unassigned_minor ?? 0n)', 'expected_minor === found_minor'),
    by('cli/unassigned-lines', 'lists them with what to do, and finds nothing'),
  ),
  fault(
    'recorded figures are not looked at',
    'what the database finds wrong fails no check',
    'shared/accounting/statements/checks/check-books.ts',
    put('(recorded && figuresOf(rule, recorded))', '(recorded && [])'),
    FROM_BEFORE,
  ),
  fault(
    'entries of before keep a year open for ever',
    'a rule of today forbids to close a year that was booked before it',
    'api/setup/fiscal-years/close-fiscal-year.ts',
    put('!holds && !is_from_before', '!holds'),
    FROM_BEFORE,
  ),
]
