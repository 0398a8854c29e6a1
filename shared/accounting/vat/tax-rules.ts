import { allChecks, type Check } from '../documents/rule-context.ts'
import { findChangedMethods, findForbiddenCodes, findTaxShown } from './allowed-tax.ts'
import { withMemos } from './consideration/memos.ts'
import { findUnregisteredSupplier } from './suppliers/supplier-uid.ts'
import { findTaxMismatch } from './tax-amount-rules.ts'
import { findOutdatedRates, findUnknownTaxCodes, findWrongPeriods, findWrongSigns } from './tax-code-rules.ts'

type TaxRule = {
  readonly code: string
  readonly pointer: string
  readonly remedy: string
  readonly source: string
  readonly find: Check
}

/** The rules of `RULES` about tax, in their place there. */
export const TAX_RULES = [
  {
    code: 'tax_code_unknown',
    pointer: '/payload/tax_lines',
    remedy:
      'Use a code of purchases (M, I, B with the rate, E100M, E100I), of sales (V, VO, VS with the rate, V0X, V0A, V0M, V0E, V0D, Z900, Z910) or NONE.',
    source: 'MWSTG Art. 25',
    find: withMemos(findUnknownTaxCodes),
  },
  {
    code: 'supply_period_wrong',
    pointer: '/payload/tax_lines',
    remedy:
      'Send either supply_date or supply_period with the line; a period ends on or after the day on which it begins.',
    source: 'MWSTG Art. 26 Abs. 2 lit. c',
    find: withMemos(findWrongPeriods),
  },
  {
    code: 'tax_rate_not_valid_on_date',
    pointer: '/payload/tax_lines',
    remedy:
      'Use the rate that was law on the day of supply, or send supply_date, with an open item its document_date or that of its tax line; split a line whose supply crosses a change of rates, each part with its own supply_period.',
    source: 'MWSTG Art. 25 and 115',
    find: withMemos(findOutdatedRates),
  },
  {
    code: 'tax_amount_mismatch',
    pointer: '/payload/tax_lines',
    remedy:
      'Correct the net amount, the tax or the gross amount; put a rounding difference on a line with code NONE. Where the document prints this tax, send tax_amount_accepted with the line: who has decided it, and why.',
    source: 'MWSTG Art. 26 Abs. 2 lit. f',
    find: withMemos(findTaxMismatch),
  },
  {
    code: 'tax_sign_wrong',
    pointer: '/payload/tax_lines',
    remedy: 'Send the reduction with negative amounts, or turnover with a V code.',
    source: 'MWSTG Art. 41',
    find: withMemos(findWrongSigns, true),
  },
  {
    code: 'tax_shown_unregistered',
    pointer: '/payload/tax_lines',
    remedy:
      'Correct the invoice: send it again with its gross amount and code NONE; or register the end customer; or send tax_owed_accepted, and the tax is booked as owed to the tax administration.',
    source: 'MWSTG Art. 27 Abs. 1 and 2',
    find: findTaxShown,
  },
  {
    code: 'supplier_not_registered',
    pointer: '/payload/supplier/uid_mwst_number',
    remedy:
      'Send the document again with its gross amount and code NONE; or with input_tax_decision: who has decided that the tax is deducted, and why; or correct the answer with PUT /v1/supplier-uids, and the fact is evaluated again.',
    source: 'MWSTG Art. 27 Abs. 1 and Art. 28 Abs. 1',
    find: findUnregisteredSupplier,
  },
  {
    code: 'tax_code_not_registered',
    pointer: '/payload/lines',
    remedy:
      'Send the voucher again with gross amounts and without the code, or split a line whose supply crosses a change of registration, each part with its own supply_period; or correct the registration of that day, and the fact is evaluated again.',
    source: 'MWSTG Art. 10, 27, 28 and 37',
    find: allChecks(findForbiddenCodes, withMemos(findChangedMethods)),
  },
] as const satisfies readonly TaxRule[]
