import type { RuleContext } from '../../../shared/accounting/documents/rule-context.ts'
import { settings } from './blocker-cases/blocker-case.ts'
import { amount, expenseContext, invoiceContext, line, SETTINGS } from './rule-contexts.ts'

const { mappings } = SETTINGS
const ROUNDED = { gross: amount(10_813), tax_lines: [line('I81', 10_000, 810), line('NONE', 3, 0)] }
const REDUCED = { gross: amount(-10_810), tax_lines: [line('VS81', -10_000, -810)] }
const ROUNDING = { mapping_key: 'posting.rounding', account_code: '6500', valid_from: '2020-01-01', valid_to: null }

/** The chart has 3800, and not 6945. */
export const ROLES: readonly (readonly [name: string, given: RuleContext, expected: readonly string[]])[] = [
  [
    'a difference of rounding without an account',
    expenseContext(ROUNDED),
    ['role_without_account /payload/tax_lines/1'],
  ],
  [
    'a difference of rounding with an account',
    expenseContext(ROUNDED, settings({ mappings: [...mappings, ROUNDING] })),
    [],
  ],
  ['a reduction of revenue with an account', invoiceContext(REDUCED), []],
  [
    'a reduction of revenue without an account',
    invoiceContext(
      REDUCED,
      settings({ mappings: mappings.filter(({ mapping_key }) => mapping_key !== 'posting.revenue.reduction') }),
    ),
    ['role_without_account /payload/tax_lines/0'],
  ],
]
