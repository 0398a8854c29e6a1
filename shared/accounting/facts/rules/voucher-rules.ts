import type { Check } from '../../documents/rule-context.ts'
import { findImbalance } from './amount-rules.ts'
import { findTaxOfTransfer, findWrongAccounts } from './entry-type-rules.ts'

type VoucherRule = {
  readonly code: string
  readonly pointer: string
  readonly remedy: string
  readonly source: string
  readonly find: Check
}

/** The rules of `RULES` that only a voucher can break, in their place there. */
export const VOUCHER_RULES = [
  {
    code: 'voucher_not_balanced',
    pointer: '/payload/lines',
    remedy:
      'Send the fact again with lines whose debits and credits are equal; in a foreign currency give base_amount.',
    source: 'OR Art. 957a Abs. 2 Ziff. 1',
    find: findImbalance,
  },
  {
    code: 'entry_type_accounts',
    pointer: '/payload/entry_type',
    remedy:
      'Send an activity of the year as standard, or as takeover where it brings in income and expense of a running year. Where accounts are emptied at the end of the year, keep it a closing: list the account that sums up with the type closing (PUT /v1/accounts); for another account of the result set legal_form, or map posting.result.',
    source: 'OR Art. 959b Abs. 2; OR Art. 958c Abs. 1 Ziff. 2',
    find: findWrongAccounts,
  },
  {
    code: 'entry_type_tax',
    pointer: '/payload/entry_type',
    remedy:
      'Send the fact again without tax codes, or as standard where the tax is to be declared; the system before this one has declared that of its entries.',
    source: 'MWSTG Art. 71',
    find: findTaxOfTransfer,
  },
] as const satisfies readonly VoucherRule[]
