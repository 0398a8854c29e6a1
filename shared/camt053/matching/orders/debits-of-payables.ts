import { isQrIban } from '../../../accounting/bank/iban.ts'
import { compact, hasSameWords } from '../compare-texts.ts'
import type { Match } from '../match.ts'
import { isOfOtherReference } from './other-reference.ts'

/** How a debit that nobody has booked fits payables that are to be ordered. */
export type DebitFit = {
  readonly payable: string
  readonly is_certain: boolean
  /** It has the reference of the payable, so it is of no other. */
  readonly is_named: boolean
  /** It has the number of the payable, and its supplier or amount, and is not from before its document. */
  readonly is_numbered?: boolean
}

/** What a debit tells beside the proposals for it. */
export type ToldByDebit = {
  readonly references: readonly string[]
  readonly name: string | null
  readonly account_of_other: string | null
  readonly day: string | null
}

/** A payable to order, with what tells its supplier. */
export type PayableToFit = {
  readonly payment_reference: string | null
  readonly document_date: string
  readonly partner_name: string
  /** Accounts of its supplier, without blanks: that of the document, and where it was paid last. */
  readonly accounts: readonly string[]
}

const NAMES = ['name', 'iban', 'number_in_text'] as const
const EXPLAINS = ['amount', 'discount', 'sum', 'set_off'] as const
const DOUBTS = ['other_sums', 'search_ended', 'other_number'] as const

/** What fits worse by more than this is not meant. */
const RIVAL_WITHIN = 10

/**
 * What the proposals for a debit say of the payables of an order. Certain is what names the reference of the payable, or its supplier or number
 * with an amount that it explains: alone, less a discount or credit, or as the one sum of several. All else is possible.
 */
export function fitsOfMatches(
  matches: readonly Match[],
  debit: ToldByDebit,
  payables: ReadonlyMap<string, PayableToFit>,
): DebitFit[] {
  const best = Math.max(0, ...matches.map(({ score }) => score))
  return matches.flatMap((match) => {
    const payable = payables.get(match.target_id)
    const fit =
      payable && (match.score >= best - RIVAL_WITHIN || isOfOtherMonth(match)) ? fitOf(match, debit, payable) : null
    if (!payable || !fit) return []
    const is_numbered = isNumbered(match, debit, payable)
    return [{ payable: match.target_id, is_certain: fit === 'certain', is_named: isNamed(match), is_numbered }]
  })
}

/** It says where all of the money belongs. */
export function explains({ reasons }: Match): boolean {
  return EXPLAINS.some((reason) => reasons.includes(reason))
}

function isNamed({ reasons }: Pick<Match, 'reasons'>): boolean {
  return reasons.includes('reference')
}

/** The word of a month makes it possible still. */
function isOfOtherMonth({ reasons }: Pick<Match, 'reasons'>): boolean {
  return reasons.includes('other_month')
}

function isNumbered({ reasons }: Match, { day, references }: ToldByDebit, payable: PayableToFit): boolean {
  const isOfOther = isOfOtherReference(references, payable.payment_reference)
  if (isOfOther || !reasons.includes('number_in_text') || (day !== null && day < payable.document_date)) return false
  return [...EXPLAINS, 'name', 'iban'].some((reason) => reasons.some((own) => own === reason))
}

/** Money from before the document is for it only where it names the document: who pays the same each month pays another one. */
export function fitOf(
  match: Pick<Match, 'reasons'>,
  debit: ToldByDebit,
  payable: PayableToFit,
): 'certain' | 'possible' | null {
  if (isNamed(match)) return 'certain'
  const has = (some: readonly string[]) => some.some((reason) => match.reasons.some((own) => own === reason))
  if (debit.day !== null && debit.day < payable.document_date)
    return has(['number_in_text']) && has(EXPLAINS) ? 'possible' : null
  if (isOfOtherReference(debit.references, payable.payment_reference)) return 'possible'
  const isNamedEnough = isToOther(match, debit, payable) ? has(['name']) && has(['number_in_text']) : has(NAMES)
  return isNamedEnough && has(EXPLAINS) && !has(DOUBTS) ? 'certain' : 'possible'
}

/**
 * The money goes to another account than any that its supplier is known by: a name that is like it may be that of somebody else. Banks know
 * the owner of a QR-IBAN by another account, so the whole name counts there.
 */
function isToOther(
  { reasons }: Pick<Match, 'reasons'>,
  { name, account_of_other }: ToldByDebit,
  payable: PayableToFit,
): boolean {
  const { accounts, partner_name } = payable
  if (account_of_other === null || reasons.includes('iban') || accounts.length === 0) return false
  const account = compact(account_of_other)
  if (accounts.includes(account)) return false
  const isBehindQrIban = accounts.every(isQrIban) && !isQrIban(account)
  return !(isBehindQrIban && name !== null && hasSameWords(name, partner_name))
}

/** A payable of an order, with what would be paid of it on a day. */
export type PayableOfOrder = {
  readonly id: string
  readonly currency: string
  readonly open_amount_minor: bigint
  readonly discount_minor: bigint
}

/**
 * What a debit that names nobody may have paid: all payables of the order in its currency together, with or without their discounts, which
 * is certain; or a single one, which its amount alone does not prove.
 */
export function fitsOfUnnamed(
  { currency, amount_minor }: { readonly currency: string; readonly amount_minor: bigint },
  payables: readonly PayableOfOrder[],
): DebitFit[] {
  const inCurrency = payables.filter((payable) => payable.currency === currency)
  const full = inCurrency.reduce((sum, { open_amount_minor }) => sum + open_amount_minor, 0n)
  const discounts = inCurrency.reduce((sum, { discount_minor }) => sum + discount_minor, 0n)
  if (inCurrency.length > 1 && [full, full - discounts].includes(amount_minor))
    return inCurrency.map(({ id }) => ({ payable: id, is_certain: true, is_named: false }))
  return inCurrency
    .filter(({ open_amount_minor: open, discount_minor }) => [open, open - discount_minor].includes(amount_minor))
    .map(({ id }) => ({ payable: id, is_certain: false, is_named: false }))
}
