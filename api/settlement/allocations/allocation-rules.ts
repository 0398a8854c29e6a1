import { amountInWords } from '../../../shared/accounting/amounts/decimal.ts'
import type { ItemPartner } from '../../../shared/accounting/documents/voucher-item.ts'
import { closedMinor, type DeductedSide } from '../../../shared/accounting/settlement/deductions/deduction-table.ts'
import type { DetailCode } from '../../../shared/contract/platform/detail-codes.ts'
import type { ErrorDetail } from '../../../shared/contract/platform/errors.ts'
import type { Money } from '../../../shared/contract/primitives.ts'
import { type AllocationRequest, moneyOfLine, sumOfMoney } from '../../../shared/contract/settlement/allocations.ts'
import type { PaymentRow } from '../../../shared/store/bank/payments.ts'
import type { LockedItem } from '../../../shared/store/open-items/locked-open-items.ts'
import { noneForCustomer } from '../../http/subject.ts'
import { checkConsent } from '../consent-rules.ts'
import type { AccountedDeductions } from '../deductions/accounts-of-deductions.ts'
import { checkClosed } from '../deductions/closed-amount.ts'
import { checkDeductions } from '../deductions/deduction-rules.ts'
import { inWords, type Reservations } from '../reservations.ts'
import type { NamedItems } from './allocation-lines.ts'

/** What is allocated: a payment, or money that the request says to stand on an account. */
export type AllocatedMoney = {
  readonly payment: PaymentRow | null
  readonly currency: string
  /** Whose credit the payment is; null for money that is nobody's yet: the allocation decides whose it is. */
  readonly creditor: ItemPartner | null
}

/** The documents of the lines, locked: their ids in the order of the lines, and what their deductions name. */
export type AllocatedDocuments = NamedItems & {
  readonly byId: ReadonlyMap<string, LockedItem>
  readonly named: AccountedDeductions
}

/** Everything that is wrong with the lines; with their sum only where each of them is right. */
export function checkAllocation(
  request: AllocationRequest,
  money: AllocatedMoney,
  documents: AllocatedDocuments,
  reserved: Reservations,
): ErrorDetail[] {
  const ofLines = request.lines.flatMap((_, index) => checkLine(request, index, money, documents, reserved))
  const details = [...ofLines, ...checkReason(request)]
  if (details.length > 0) return details
  const sumDetails = money.payment ? checkSum(request, money.payment, reserved) : checkMoved(request)
  return sumDetails.length > 0 ? sumDetails : checkSetOff(request, documents, money.creditor)
}

/** A loss is definitive where somebody says why: the tax is taken back for nothing else. @source MWSTG Art. 41 */
function checkReason({ lines, reason }: AllocationRequest): ErrorDetail[] {
  const hasLoss = lines.some(({ deductions = [] }) => deductions.some(({ type }) => type === 'write_off'))
  if (hasLoss === (reason !== undefined)) return []
  const [code, message] = hasLoss
    ? (['required', 'Say why the write_off is lost for good, or waived: a certificate of loss, say.'] as const)
    : (['not_allowed', 'No line has a write_off, so nothing is lost: leave the reason out.'] as const)
  return [{ pointer: '/reason', code, message }]
}

function checkLine(
  { lines, account_code }: AllocationRequest,
  index: number,
  money: AllocatedMoney,
  { side, ids, byId, named }: AllocatedDocuments,
  reserved: Reservations,
): ErrorDetail[] {
  const pointer = `/lines/${index}`
  const at = (field: string, code: DetailCode, message: string) => [{ pointer: pointer + field, code, message }]
  const line = lines[index]
  const document = byId.get(ids[index] ?? '')
  const [name, noun] = side === 'payable' ? ['/supplier_payable_id', 'payable'] : ['/document_id', 'document']
  if (!line || !document) return at(name, 'not_found', noneForCustomer(noun))
  if (document.is_being_reversed) return at(name, 'being_reversed', `The reversal of this ${noun} is under way.`)
  if (ids.indexOf(ids[index] ?? null) !== index) return at(name, 'duplicate', `Name each ${noun} once.`)
  const item = { ...document, id: document.document_id }
  const place = { side, pointer, money_currency: money.payment || account_code !== undefined ? money.currency : null }
  return [
    ...checkDeductions(line.deductions, item, place, named),
    ...checkAmount(line, side, document, money, reserved).flatMap(([field, code, message]) => at(field, code, message)),
  ]
}

type AmountFinding = [field: string, code: DetailCode, message: string]

function checkAmount(
  { amount, paid, deductions }: AllocationRequest['lines'][number],
  side: DeductedSide,
  document: LockedItem,
  money: AllocatedMoney,
  reserved: Reservations,
): AmountFinding[] {
  const { open_amount_minor: open_minor } = document
  const wrong = checkCurrencies({ amount, paid }, document, money)
  if (wrong.length > 0) return wrong
  const amount_minor = BigInt(amount.amount_minor)
  const closed_minor = closedMinor(side, amount_minor, deductions)
  const charges = (deductions ?? []).filter(({ type }) => type === 'bank_charges')
  const sum = charges.reduce((total, one) => total + BigInt(one.amount.amount_minor), 0n)
  if (sum > BigInt(Math.abs(amount.amount_minor)))
    return [
      ['/deductions', 'out_of_range', 'The bank has kept more than it has passed on: say what of it is a write_off.'],
    ]
  const found = checkClosed({ amount_minor, closed_minor, open_minor }, deductions)
  if (found === null) return []
  const message = `The open amount of the document is ${amountInWords(open_minor, document.currency)}; allocate no more than that.${inWords(reserved, [document.document_id])}`
  return [[found.pointer, found.code, found.message ?? message]]
}

/** The amount is in the currency of the document. Money in another one says what it paid. */
function checkCurrencies(
  { amount, paid }: { readonly amount: Money; readonly paid: Money | undefined },
  document: LockedItem,
  money: AllocatedMoney,
): AmountFinding[] {
  if (amount.currency !== document.currency)
    return [['/amount/currency', 'currency_mismatch', `The document is in ${document.currency}.`]]
  if (document.currency === money.currency)
    return paid
      ? [['/paid', 'not_allowed', 'Money and document are in one currency: the amount says what was paid.']]
      : []
  if (!paid) {
    const message = `The document is in ${document.currency}, the money in ${money.currency}: say with paid what of it was paid.`
    return [['/amount/currency', 'currency_mismatch', message]]
  }
  if (paid.currency !== money.currency)
    return [['/paid/currency', 'currency_mismatch', `The money is in ${money.currency}.`]]
  if (paid.amount_minor !== 0 && paid.amount_minor > 0 === amount.amount_minor > 0) return []
  return [['/paid/amount_minor', 'out_of_range', 'What was paid has the sign of the amount, and is not zero.']]
}

function checkSum({ lines }: AllocationRequest, payment: PaymentRow, reserved: Reservations): ErrorDetail[] {
  const sum = sumOfMoney(lines)
  const whole = (code: DetailCode, message: string) => [{ pointer: '/lines', code, message }]
  if (sum <= 0n) return whole('out_of_range', 'The lines must sum up to more than zero.')
  const words = (minor: bigint) => amountInWords(minor, payment.currency)
  if (sum > payment.open_amount_minor)
    return whole(
      'exceeds_open_amount',
      `The lines sum up to ${words(sum)}, of the payment ${words(payment.open_amount_minor)} is open.${inWords(reserved, [payment.payment_id])}`,
    )
  return []
}

/** Money comes in, or goes out where credit notes are paid. */
function checkMoved({ lines, account_code }: AllocationRequest): ErrorDetail[] {
  if (account_code === undefined) return []
  const message = 'The lines sum up to nothing, so no money moves on the account.'
  return sumOfMoney(lines) === 0n ? [{ pointer: '/lines', code: 'out_of_range', message }] : []
}

function checkSetOff(
  { lines, set_off_consent }: AllocationRequest,
  { side, ids, byId }: AllocatedDocuments,
  creditor: ItemPartner | null,
): ErrorDetail[] {
  const paid = lines.flatMap((line, index) => {
    const document = byId.get(ids[index] ?? '')
    return document ? [{ ...document, amount_minor: BigInt(moneyOfLine(line).amount_minor) }] : []
  })
  return checkConsent(
    set_off_consent,
    lines[0] ? moneyOfLine(lines[0]).currency : '',
    paid,
    creditor,
    side === 'payable' ? -1n : 1n,
  )
}
