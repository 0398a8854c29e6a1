import assert from 'node:assert/strict'
import type { Deduction } from '../../../contract/settlement/deductions.ts'
import { shareOf } from '../../amounts/share-of.ts'
import type { TaxOfItem, TaxSnapshot } from '../../documents/tax-record.ts'
import { isOnAccount } from '../../open-items/tax-of-lines.ts'
import type { PostingSettings } from '../../setup/posting-settings.ts'
import { reductionCodeOf } from '../../vat/tax-codes.ts'
import type { Leg, LegAccount } from '../leg.ts'
import { DEDUCTIONS, PURCHASE_REDUCTION, reducesTax } from './deduction-table.ts'
import { distributed, documentParts } from './document-parts.ts'
import { legOfDeduction } from './leg-of-deduction.ts'
import { type NeverDue, neverDue, neverOwed } from './never-due.ts'
import { reduceAcquired } from './reduce-acquired.ts'
import { reductionRecord } from './reduction-record.ts'
import type { DocumentOfItem } from './taxed-document.ts'
import type { PartOfItem } from './untaxed-part.ts'

type DeductionContext = {
  readonly settings: PostingSettings
  readonly day: string
  /** Tax of the document that is due with payments, as the money has left it; null without any. */
  readonly tax: TaxOfItem | null
}

/** What deductions book, and what they do to tax that was not due, for the line of the item. */
export type Deducted = { readonly legs: readonly Leg[]; readonly tax_due: readonly TaxSnapshot[] }

/**
 * Books what closes an item beside its money, at the value with which the document was booked. A reduction takes its part of
 * each tax of the document: tax that was declared is reduced, tax that payments would have declared is never due.
 *
 * @source MWSTG Art. 41; Art. 39 Abs. 2 and Art. 40 Abs. 2
 */
export function deduct(
  document: DocumentOfItem,
  deductions: readonly Deduction[],
  context: DeductionContext,
): Deducted {
  let { tax } = context
  const done: Deducted[] = []
  for (const deduction of deductions.filter(({ type }) => DEDUCTIONS[type].closes.includes(document.side))) {
    const one = deductOne(document, deduction, { ...context, tax })
    done.push(one)
    tax = one.after
  }
  return { legs: merged(done.flatMap(({ legs }) => legs)), tax_due: done.flatMap(({ tax_due }) => tax_due) }
}

function deductOne(document: DocumentOfItem, deduction: Deduction, context: DeductionContext): Reduced {
  const { type, amount, tax_code, account_code: code } = deduction
  const amount_minor = BigInt(amount.amount_minor)
  const base_minor = shareOf(document.base_amount_minor, amount_minor, document.amount_minor)
  const account = code === undefined ? DEDUCTIONS[type].account : { code }
  assert(account, 'what is of no type says its account')
  const leg = legOfDeduction(document, account, base_minor)
  if (!reducesTax(deduction)) return { legs: [leg], tax_due: [], after: context.tax }
  const reduction = { amount_minor, base_minor, tax_code, account, isNamed: code !== undefined }
  const reduced = reduce(document, reduction, context)
  expectSum(reduced.legs, leg.base_minor)
  return reduced
}

type Reduction = {
  readonly amount_minor: bigint
  readonly base_minor: bigint
  /** The one tax that it reduces; undefined: all of them. */
  readonly tax_code: string | undefined
  readonly account: LegAccount
  readonly isNamed: boolean
}
type Reduced = Deducted & { readonly after: TaxOfItem | null }

function reduce(document: DocumentOfItem, reduction: Reduction, { settings, day, tax }: DeductionContext): Reduced {
  const { parts, acquired } = documentParts(document, settings, tax)
  const wanted = parts.filter(
    ({ record }) => reduction.tax_code === undefined || (record && reductionCodeOf(record) === reduction.tax_code),
  )
  const shares = distributed(reduction.base_minor, wanted)
  const never = neverDue(document, reduction.amount_minor, tax, day)
  const reducedParts = shares.map(({ part, share_minor }) => reducePart(document, reduction, part, share_minor, never))
  const ofAcquired = acquired.flatMap((one) => reduceAcquired(document, one, reduction.base_minor, parts, never))
  const onItem = [...never.byKey.values()].flatMap((records) => records.filter((record) => !isOnAccount(record)))
  return {
    legs: [...reducedParts.flat(), ...ofAcquired],
    tax_due: onItem,
    after: never.after,
  }
}

function reducePart(
  document: DocumentOfItem,
  { account, isNamed }: Reduction,
  part: PartOfItem,
  share_minor: bigint,
  never: NeverDue,
): Leg[] {
  const { record, due_key, tax_account } = part
  const unpaid = due_key === null ? undefined : never.byKey.get(due_key)
  const tax_minor = unpaid ? neverOwed(unpaid, share_minor) : shareOf(part.tax_minor, share_minor, part.gross_minor)
  const net_minor = share_minor - tax_minor
  const onAccount = isNamed || document.side === 'receivable' ? account : expenseOf(part)
  const reduced = record && !unpaid ? reductionRecord(document.side, record, net_minor, tax_minor) : null
  if (tax_minor === 0n || tax_account === undefined)
    return [{ ...legOfDeduction(document, onAccount, share_minor), ...(reduced && { tax: reduced }) }]
  const tax_due = unpaid?.filter(isOnAccount)
  const ofTax = {
    ...legOfDeduction(document, tax_account, tax_minor),
    ...(reduced && { tax: reduced }),
    ...(tax_due && { tax_due }),
  }
  return [legOfDeduction(document, onAccount, net_minor), ofTax]
}

/** Purchases of goods and material have an account of their own for what reduces them; any other expense is less. */
function expenseOf({ account_code, record }: PartOfItem): LegAccount {
  if (account_code === null && record?.direction.endsWith('operating')) return { keys: ['posting.expense.default'] }
  if (account_code === null || account_code.startsWith('4'))
    return { ...PURCHASE_REDUCTION, ...(account_code && { otherwise: account_code }) }
  return { code: account_code }
}

/** What is missing would otherwise be taken for a difference of rates. */
function expectSum(legs: readonly Leg[], wanted: bigint): void {
  const sum = legs.reduce((total, { base_minor }) => total + base_minor, 0n)
  assert(sum === wanted, `the lines of a deduction are ${wanted - sum} apart from it`)
}

/** Lines without tax on one account are one line. */
function merged(legs: readonly Leg[]): Leg[] {
  const byAccount = Map.groupBy(legs, (leg) => (leg.tax || leg.tax_due ? leg : JSON.stringify(leg.account)))
  return [...byAccount.values()].flatMap(([first, ...more]) =>
    first ? [{ ...first, base_minor: more.reduce((sum, { base_minor }) => sum + base_minor, first.base_minor) }] : [],
  )
}
