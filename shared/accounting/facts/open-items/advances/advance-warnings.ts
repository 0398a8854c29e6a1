import { findAdvanceOfOtherMethod } from './advance-of-other-method.ts'
import { findAdvanceTakenOff } from './advance-taken-off.ts'
import { findAdvanceTaxKept } from './advance-tax-kept.ts'
import { findTakenOffTwice } from './taken-off-twice.ts'

/** The warnings about advances whose tax is declared with their money, in their place among all of them. */
export const ADVANCE_WARNINGS = [
  {
    code: 'advance_taken_off',
    pointer: '/payload/tax_lines',
    remedy: 'Set the two items off: POST /v1/allocations with both, and neither payment_id nor account_code.',
    source: 'MWSTG Art. 40 Abs. 1 lit. c',
    find: findAdvanceTakenOff,
  },
  {
    code: 'advance_of_other_method',
    pointer: '/payload/tax_lines',
    remedy:
      'Where the advance was received before the change of method: send the voucher that the message says, in place of an allocation of the two items. Nothing, where it was received since.',
    source: 'MWSTG Art. 37 Abs. 4 and Art. 40 Abs. 1 lit. c; MWSTV Art. 79 and 81',
    find: findAdvanceOfOtherMethod,
  },
  {
    code: 'advance_tax_kept',
    pointer: '/payload/lines',
    remedy: 'Reverse the voucher, and send it with a line that takes the tax of the advance back (VS81 for V81).',
    source: 'MWSTG Art. 40 Abs. 1 lit. c',
    find: findAdvanceTaxKept,
  },
  {
    code: 'advance_taken_off_twice',
    pointer: '/payload/lines',
    remedy:
      'Reverse the voucher, and set the advance off against the credit that the message names: POST /v1/allocations with both, and neither payment_id nor account_code. Nothing, where the advance that the invoice takes off is yet to be booked.',
    source: 'MWSTG Art. 40 Abs. 1 lit. c and Art. 41',
    find: findTakenOffTwice,
  },
] as const
