import type { OPEN_WORK_CODES } from '../../../contract/vat/open-work.ts'

export type OpenWorkCode = (typeof OPEN_WORK_CODES)[number]

/** What of the days of a return is not booked. It may change the return. */
export type OpenWork = {
  readonly code: OpenWorkCode
  readonly count: number
  /** Of facts: the others wait for their decision. */
  readonly blocked: number
  /** There is more than was looked at. */
  readonly is_at_least: boolean
  /** The first of them; a settlement is found with its payable. */
  readonly first: readonly { readonly kind: KindOfWork; readonly id: string }[]
  /** Of warnings only: how much tax, turnover or money it is. */
  readonly tax_in_words?: string
}

type KindOfWork =
  | 'source_fact'
  | 'payment_allocation'
  | 'supplier_payable'
  | 'camt053_entry'
  | 'payment'
  | 'receivable'
  | 'payable'

/** With why somebody has filed the return all the same. */
export type KeptOpenWork = OpenWork & { readonly accepted_because?: string }

type WorkOfDays = {
  readonly what: string
  readonly effect: string
  readonly remedy: string
  /** Payments alone declare tax where consideration is reported as received. */
  readonly must_be_accepted: (consideration: 'agreed' | 'received') => boolean
}

/** In the order of the answer. */
export const OPEN_WORK: Readonly<Record<OpenWorkCode, WorkOfDays>> = {
  facts_not_booked: {
    what: 'Source facts',
    effect: 'The return does not have their tax.',
    remedy: 'Book, supersede or withdraw them.',
    must_be_accepted: () => true,
  },
  drafts_not_booked: {
    what: 'Blocked allocations and settlements',
    effect: 'The return does not have what they change.',
    remedy: 'Book or reverse them.',
    must_be_accepted: () => true,
  },
  reversals_not_booked: {
    what: 'Blocked reversals',
    effect: 'The return still has the tax that they take back.',
    remedy: 'They are booked once nothing blocks them.',
    must_be_accepted: () => true,
  },
  bank_entries_not_booked: {
    what: 'Bank entries',
    effect: 'The books do not have these payments yet.',
    remedy: 'Book, link or dismiss them.',
    must_be_accepted: (consideration) => consideration === 'received',
  },
  money_before_invoice: {
    what: 'Credit and payments of customers that came before their invoice',
    effect: 'What is paid in advance is taxed with its receipt, and the return has no tax of it',
    remedy:
      'Where it was paid for a supply in advance: a voucher of its day that takes it from the item (purpose transfer), credits the account of customer credit with the net amount in a new item, and the tax with its code and tax_base. Where an invoice has taken it already, paid_before_invoice of its allocation or voucher says what to send. Allocate what pays documents of before; nothing is to be done where it came by mistake, or for a supply that was made before it.',
    must_be_accepted: () => false,
  },
  tax_not_due_at_end: {
    what: 'Receivables and payables with tax that is not due on the last day of the liability',
    effect: 'No return has their tax',
    remedy:
      'Ask the tax administration whether the last return declares it. A payment afterwards takes vat_period: correction, and its tax then counts in the last return.',
    must_be_accepted: () => false,
  },
  taken_over_without_balance: {
    what: 'Accounts of tax whose opening balance does not have the tax that was taken over with items',
    effect: 'Their payments declare it, and the returns transfer it from the account',
    remedy: 'Book it with the opening balance of the account, against the items.',
    must_be_accepted: () => false,
  },
  activity_below_threshold: {
    what: 'Activities with ten per cent of the turnover or less',
    effect: 'Only an activity with more has a net tax rate of its own',
    remedy:
      'Nothing within the year. GET /v1/statements/vat-reconciliation has the shares of the year: ask the tax administration which rate the activity has where it stays below.',
    must_be_accepted: () => false,
  },
}

/** For messages: how much of what is not booked, and what that does to the return. */
export function openWorkInWords(work: OpenWork, period: string): string {
  const { code, count, blocked, is_at_least, tax_in_words } = work
  const { what, effect } = OPEN_WORK[code]
  if (tax_in_words !== undefined)
    return `${what}: ${is_at_least ? 'at least ' : ''}${count}. ${effect}: ${tax_in_words}.`
  const parts =
    code === 'facts_not_booked' ? ` (${blocked} blocked, ${count - blocked} waiting for their decision)` : ''
  return `${what} of ${period} that are not booked: ${is_at_least ? 'at least ' : ''}${count}${parts}. ${effect}`
}
