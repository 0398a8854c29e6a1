import type { OpenItemKind } from '../../../contract/open-items/open-items.ts'
import type { Deduction } from '../../../contract/settlement/deductions.ts'
import type { MappedAccount } from '../leg.ts'

export type DeductedSide = 'receivable' | 'payable'

export function sideOfKind(kind: OpenItemKind): DeductedSide {
  return kind === 'payable' || kind === 'supplier_advance' ? 'payable' : 'receivable'
}

/** What a type of deduction does. */
type DeductionRule = {
  /** The sides whose item it closes, beside the money; on the other one it is paid on top. */
  readonly closes: readonly DeductedSide[]
  /** It reduces the consideration, and so the tax of the document. */
  readonly reduces: boolean
  /** Where it stands; of a payable's reduction that is the expense. Null: the request says it. */
  readonly account: MappedAccount | null
}

const BOTH: readonly DeductedSide[] = ['receivable', 'payable']

/**
 * Bank charges are no reduction: what the customer has paid counts as received, whatever the bank keeps of it. Of a small
 * difference tax is not looked at.
 *
 * @source MWSTG Art. 41; MWSTV Art. 46
 */
export const DEDUCTIONS: Readonly<Record<Deduction['type'], DeductionRule>> = {
  discount: { closes: BOTH, reduces: true, account: role('posting.revenue.reduction') },
  write_off: { closes: BOTH, reduces: true, account: role('posting.bad_debt', 'posting.revenue.reduction') },
  bank_charges: { closes: ['receivable'], reduces: false, account: role('posting.bank_charges') },
  rounding: { closes: BOTH, reduces: false, account: role('posting.rounding') },
  other: { closes: BOTH, reduces: false, account: null },
}

/** What a supplier takes off purchases of goods and material stands apart from them. */
export const PURCHASE_REDUCTION: MappedAccount = role('posting.expense.reduction')

type SentDeductions = readonly Pick<Deduction, 'type' | 'amount'>[] | undefined

/** What of an item is closed by money and deductions. */
export function closedMinor(side: DeductedSide, amount_minor: bigint, deductions: SentDeductions): bigint {
  return amount_minor + sumOf(deductions, (type) => DEDUCTIONS[type].closes.includes(side))
}

/** What the deductions close beyond the money. */
export function closedByDeductions(side: DeductedSide, deductions: SentDeductions): bigint {
  return closedMinor(side, 0n, deductions)
}

/** What is paid on top: the bank charges of a settlement. They are in the currency of the money. */
export function paidOnTop(side: DeductedSide, deductions: SentDeductions): bigint {
  return sumOf(deductions, (type) => !DEDUCTIONS[type].closes.includes(side))
}

/** Whether it reduces the consideration, and so a tax of the document: by its type, or as it names that tax. */
export function reducesTax({ type, tax_code }: Pick<Deduction, 'type' | 'tax_code'>): boolean {
  return DEDUCTIONS[type].reduces || tax_code !== undefined
}

/** What of a closed amount counts as received or paid: everything but what reduces the consideration. */
export function paidMinor(closed_minor: bigint, deductions: readonly Deduction[] | undefined): bigint {
  const reducing = (deductions ?? []).filter(reducesTax)
  return closed_minor - reducing.reduce((sum, { amount }) => sum + BigInt(amount.amount_minor), 0n)
}

function sumOf(deductions: SentDeductions, isCounted: (type: Deduction['type']) => boolean): bigint {
  const counted = (deductions ?? []).filter(({ type }) => isCounted(type))
  return counted.reduce((sum, { amount }) => sum + BigInt(amount.amount_minor), 0n)
}

function role(...keys: readonly string[]): MappedAccount {
  return { keys }
}
