import { date, moneyAnswer } from '../primitives.ts'
import { exactly } from '../schema.ts'

const textOrNull = { type: ['string', 'null'] } as const

/** What adds up to the balance of the bank. */
export const partOfBalance = exactly('BankBalancePart', {
  kind: {
    enum: ['closing_balance', 'opening_balance', 'entries_since'],
    description:
      'closing_balance: of the last bank statement of an account; opening_balance: of one that goes on behind the day; entries_since: what bank entries come to behind that balance, up to the day',
  },
  bank_account: { type: 'string' },
  from_date: { ...date, description: 'Of a balance its own day; of bank entries the first one' },
  to_date: date,
  amount: moneyAnswer,
  statement_id: textOrNull,
  import_id: {
    ...textOrNull,
    description: 'The import of the bank statement; of bank entries null where no single import has them',
  },
})

/** What a reconciliation begins with. */
export const partOfOpening = exactly('BankOpeningPart', {
  kind: {
    enum: ['ledger_balance', 'opening_entries', 'opening_balance'],
    description:
      'ledger_balance: of the ledger account, the day before the first bank statement; opening_entries: what opening entries of its first day add to it; opening_balance: of the first bank statement of an account',
  },
  date: { ...date, description: 'A balance of the ledger is that at the end of the day' },
  amount: moneyAnswer,
  fiscal_year_id: { ...textOrNull, description: 'Of the ledger that of the day; null where none is set up' },
  bank_account: { ...textOrNull, description: 'Null of the ledger' },
  statement_id: textOrNull,
  import_id: { ...textOrNull, description: 'The import of the bank statement' },
})
