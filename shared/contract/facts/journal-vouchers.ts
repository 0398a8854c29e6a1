import { ENTRY_TYPES } from '../journal/journal-entries.ts'
import { date, positiveMoney, SAFE_MAX, statedText, text } from '../primitives.ts'
import type { FromSchema } from '../schema.ts'
import { accountCode } from '../setup/accounts.ts'
import {
  activityId,
  factRequest,
  inputTaxDecision,
  ownRate,
  receipt,
  supply,
  taxAccepted,
  taxCode,
} from './source-fact-parts.ts'
import { voucherBankEntries } from './voucher-bank-entries.ts'
import { voucherOpenItem } from './voucher-open-items.ts'

const lineMoney = {
  ...positiveMoney,
  title: 'LineMoney',
  description: 'An amount in minor units of its currency, above zero; zero only where a base_amount revalues an item.',
  properties: { ...positiveMoney.properties, amount_minor: { type: 'integer', minimum: 0, maximum: SAFE_MAX } },
} as const

const line = {
  title: 'VoucherLine',
  description: 'One side of one account: either debit or credit.',
  type: 'object',
  required: ['account_code'],
  additionalProperties: false,
  properties: {
    account_code: accountCode,
    debit: lineMoney,
    credit: lineMoney,
    base_amount: {
      ...positiveMoney,
      description: 'The amount of a foreign line in the base currency, where it is not that of the exchange rate',
    },
    text,
    tax_code: { ...taxCode, description: 'The line is this tax, or turnover without tax' },
    tax_base: { ...positiveMoney, description: 'What the tax is computed on; needed for a code with a rate' },
    tax_amount_accepted: taxAccepted,
    activity_id: activityId,
    ...supply,
    open_item: voucherOpenItem,
  },
  oneOf: [{ required: ['debit'] }, { required: ['credit'] }],
} as const

const payload = {
  title: 'JournalVoucherPayload',
  type: 'object',
  required: ['text', 'lines'],
  additionalProperties: false,
  properties: {
    ...receipt,
    input_tax_decision: inputTaxDecision,
    entry_type: {
      enum: ENTRY_TYPES,
      default: 'standard',
      description:
        '`opening` and `closing` are no activity of the period; `takeover` brings in the income and expense of a running year. All three are without tax codes.',
    },
    text,
    document_number: text,
    document_date: date,
    supply_date: { ...date, description: 'Decides the tax rate; the document date where it is missing' },
    exchange_rate: ownRate,
    bank_entries: voucherBankEntries,
    set_off_consent: {
      ...statedText,
      description: 'Who agreed, where items of different partners are set off (OR Art. 120)',
    },
    lines: { type: 'array', minItems: 2, maxItems: 1000, items: line },
  },
} as const

/** Free lines: opening balances, payroll, depreciation, accruals, closing. */
export const journalVoucherRequest = factRequest('JournalVoucherRequest', 'journal_voucher', payload)
export type JournalVoucherRequest = FromSchema<typeof journalVoucherRequest>
export type VoucherLineRequest = JournalVoucherRequest['payload']['lines'][number]
