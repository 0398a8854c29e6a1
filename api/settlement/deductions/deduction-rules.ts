import { isMoneyItem } from '../../../shared/accounting/open-items/new-item.ts'
import {
  DEDUCTIONS,
  type DeductedSide,
  reducesTax,
} from '../../../shared/accounting/settlement/deductions/deduction-table.ts'
import { codesOfDocument, findUnfitReduction } from '../../../shared/accounting/settlement/deductions/reductions.ts'
import { bankAccounts } from '../../../shared/accounting/setup/accounts-of-roles.ts'
import type { PostingSettings } from '../../../shared/accounting/setup/posting-settings.ts'
import { hasReceivedConsideration } from '../../../shared/accounting/vat/due-with-payment.ts'
import type { OpenItemKind } from '../../../shared/contract/open-items/open-items.ts'
import type { DetailCode } from '../../../shared/contract/platform/detail-codes.ts'
import type { ErrorDetail } from '../../../shared/contract/platform/errors.ts'
import type { Deduction } from '../../../shared/contract/settlement/deductions.ts'
import type { KnownAccount } from '../../../shared/store/setup/chart.ts'
import type { AccountedDeductions } from './accounts-of-deductions.ts'
import { whyNeverPaid } from './unfit-accounts.ts'

/** The item of which something is deducted. */
export type ItemToDeductFrom = {
  readonly id: string
  readonly kind: OpenItemKind
  readonly currency: string
  readonly open_amount_minor: bigint
}

/** Where the deductions stand in the request, and the currency of the money that is used; null where none moves. */
type PlaceOfDeductions = {
  readonly side: DeductedSide
  readonly pointer: string
  readonly money_currency: string | null
}
type DeductionFinding = readonly [field: string, code: DetailCode, message: string]

/** Everything that is wrong with each deduction by itself. */
export function checkDeductions(
  deductions: readonly Deduction[] | undefined,
  item: ItemToDeductFrom,
  place: PlaceOfDeductions,
  known: AccountedDeductions,
): ErrorDetail[] {
  const beyond = ofRounding(deductions ?? [], place)
  const wrong = (deductions ?? []).flatMap((deduction, index) =>
    [
      ...ofAmount(deduction, item, place),
      ...ofKind(deduction, item, place),
      ...ofAccount(deduction, known),
      ...ofTaxCode(deduction, item, known),
    ].map(([field, code, message]) => ({ pointer: `${place.pointer}/deductions/${index}${field}`, code, message })),
  )
  if (wrong.length + beyond.length > 0) return [...wrong, ...beyond]
  return ofWhole(deductions ?? [], item, place, known)
}

/** More than that is no rounding: it reduces the consideration, or is paid too much. In minor units. */
const MOST_ROUNDED = 5

function ofRounding(deductions: readonly Deduction[], { pointer }: PlaceOfDeductions): ErrorDetail[] {
  const rounded = deductions.reduce((sum, { type, amount }) => sum + (type === 'rounding' ? amount.amount_minor : 0), 0)
  if (Math.abs(rounded) <= MOST_ROUNDED) return []
  const index = deductions.findIndex(({ type }) => type === 'rounding')
  const message = `Rounding is at most ${MOST_ROUNDED} minor units of a document: less is a discount or a write_off, more is credit or an advance.`
  return [{ pointer: `${pointer}/deductions/${index}/amount/amount_minor`, code: 'out_of_range', message }]
}

/** What is not booked yet counts too. */
function ofWhole(
  deductions: readonly Deduction[],
  { id }: ItemToDeductFrom,
  { pointer }: PlaceOfDeductions,
  { documents, settings }: AccountedDeductions,
): ErrorDetail[] {
  const document = documents.get(id)
  if (!document || !settings) return []
  const unfit = findUnfitReduction(document, deductions, settings, null)
  if (!unfit) return []
  const at = `${pointer}/deductions/${unfit.index}/amount/amount_minor`
  return [{ pointer: at, code: 'exceeds_open_amount', message: unfit.message }]
}

function ofAmount(
  { type, amount }: Deduction,
  item: ItemToDeductFrom,
  { side, money_currency }: PlaceOfDeductions,
): DeductionFinding[] {
  const currency = DEDUCTIONS[type].closes.includes(side) ? item.currency : (money_currency ?? amount.currency)
  if (amount.currency !== currency) return [['/amount/currency', 'currency_mismatch', `The amount is in ${currency}.`]]
  const { amount_minor } = amount
  if (amount_minor === 0) return [['/amount/amount_minor', 'out_of_range', 'The amount must not be zero.']]
  if (type === 'bank_charges' && amount_minor < 0)
    return [['/amount/amount_minor', 'out_of_range', 'Bank charges are positive, also where money comes back.']]
  const isOfItem = amount_minor > 0 === item.open_amount_minor > 0n
  if (!DEDUCTIONS[type].reduces || isOfItem || item.open_amount_minor === 0n) return []
  const sign = item.open_amount_minor > 0n ? 'positive' : 'negative'
  return [['/amount/amount_minor', 'out_of_range', `What reduces this item is ${sign}, as the item is.`]]
}

/** Credit and advances are money: there is no consideration to reduce. */
function ofKind(
  deduction: Deduction,
  { kind }: ItemToDeductFrom,
  { side, money_currency }: PlaceOfDeductions,
): DeductionFinding[] {
  if (money_currency === null && !DEDUCTIONS[deduction.type].closes.includes(side))
    return [['/type', 'not_allowed', 'No money moves, so the bank charges nothing.']]
  if (!isMoneyItem(kind) || !reducesTax(deduction)) return []
  return [
    ['/type', 'not_allowed', 'The item is money that was paid in advance; book what becomes of it with a voucher.'],
  ]
}

function ofAccount(
  { type, account_code }: Deduction,
  { accounts, settings, day }: AccountedDeductions,
): DeductionFinding[] {
  const pointer = '/account_code'
  if (type !== 'other')
    return account_code === undefined
      ? []
      : [[pointer, 'not_allowed', `The account of ${type} follows from its mapping; only other names one.`]]
  if (account_code === undefined) return [[pointer, 'required', 'Say on which account it stands.']]
  const account = accounts.get(account_code)
  if (!account) return [[pointer, 'unknown_account', `Account ${account_code} is in no chart.`]]
  if (account.is_control)
    return [
      [pointer, 'control_account', `Each line on account ${account_code} has an open item, and this one has none.`],
    ]
  const unfit = whyNoDeduction(account, day, settings ?? undefined)
  return unfit === null ? [] : [[pointer, 'account_unfit', unfit]]
}

/** Money at a bank is no deduction: the reconciliation would miss it on the bank statement. */
function whyNoDeduction(account: KnownAccount, day: string, settings: PostingSettings | undefined): string | null {
  const { account_code, account_type } = account
  if (account_type === 'closing') return `Account ${account_code} is for the closing of a year.`
  if (settings && bankAccounts(settings, day).has(account_code))
    return `Account ${account_code} is money at a bank: what comes there is a payment of its own, and no deduction.`
  return whyNeverPaid(account, day, settings)
}

function ofTaxCode(
  { type, tax_code }: Deduction,
  { id }: ItemToDeductFrom,
  { documents, settings }: AccountedDeductions,
): DeductionFinding[] {
  if (tax_code === undefined) return []
  if (type !== 'other')
    return [['/tax_code', 'not_allowed', `${type} takes its part of every tax of the document; only other names one.`]]
  const document = documents.get(id)
  const codes = document && settings ? codesOfDocument(document, settings) : []
  if (!codes.includes(tax_code)) {
    const known = codes.length > 0 ? `it may be ${codes.join(' or ')}` : 'the document has no tax: leave it out'
    return [['/tax_code', 'tax_code_unfit', `${tax_code} reduces no tax of this document; ${known}.`]]
  }
  if (!settings || !hasReceivedConsideration(settings) || codes.length === 1) return []
  return [
    [
      '/tax_code',
      'tax_code_unfit',
      'Payments make the taxes of this document due together: use discount or write_off, which reduce all of them.',
    ],
  ]
}
