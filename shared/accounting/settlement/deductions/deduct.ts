import assert from 'node:assert/strict'
import type { Deduction } from '../../../contract/settlement/deductions.ts'
import type { TaxOfItem, TaxSnapshot } from '../../documents/tax-record.ts'
import { isOnAccount } from '../../open-items/tax-of-lines.ts'
import type { PostingSettings } from '../../setup/posting-settings.ts'
import type { Leg, LegAccount } from '../leg.ts'
import { afterTaking, reducedAcquired, takenWith } from './acquired/acquired-tax.ts'
import { reduceAcquired } from './acquired/reduce-acquired.ts'
import { DEDUCTIONS, PURCHASE_REDUCTION, reducesTax } from './deduction-table.ts'
import { documentParts } from './document-parts.ts'
import { legOfDeduction } from './leg-of-deduction.ts'
import { type NeverDue, neverDue, neverOwed } from './never-due.ts'
import { reductionRecord } from './reduction-record.ts'
import { type PartShare, shareReduction, withWaiting } from './share-reduction.ts'
import { reducedDocument, reducedOf, valueOfDocument } from './tax-groups.ts'
import type { DocumentOfItem } from './taxed-document.ts'
import { type PartOfItem, sumOfParts } from './untaxed-part.ts'

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
  const found = documentParts(document, context.settings, context.tax && { tax: context.tax, day: context.day })
  const booked = reducedDocument(document, found.parts)
  let { tax } = context
  let reduced = withWaiting(document, booked)
  let reduced_minor = reducedOf(booked.groups)
  let acquired = reducedAcquired(document, found.acquired, found.parts)
  const done: Deducted[] = []
  for (const deduction of deductions.filter(({ type }) => DEDUCTIONS[type].closes.includes(document.side))) {
    if (!reducesTax(deduction)) {
      done.push({ legs: [aside(document, deduction)], tax_due: [] })
      continue
    }
    const { amount, tax_code } = deduction
    const amount_minor = BigInt(amount.amount_minor)
    const shared = shareReduction(document, reduced, { amount_minor, tax_code })
    assert(typeof shared !== 'string', `a deduction that ${shared} is refused before`)
    const never = neverDue(document, amount_minor, tax, context.day)
    reduced_minor += shared.base_minor
    const taking = acquired.map((one) => takenWith(one, reduced_minor, sumOfParts(found.parts)))
    const ofAcquired = acquired.flatMap((one, index) =>
      reduceAcquired(document, one, taking[index] ?? NOTHING, shared.base_minor, never),
    )
    acquired = acquired.map((one, index) => afterTaking(one, taking[index] ?? NOTHING))
    const legs = [...shared.shares.flatMap((share) => reducePart(document, deduction, share, never)), ...ofAcquired]
    expectSum(legs, legOfDeduction(document, accountOf(deduction), shared.base_minor).base_minor)
    done.push({ legs, tax_due: never.onItem })
    tax = never.after
    reduced = shared.after
  }
  return { legs: merged(done.flatMap(({ legs }) => legs)), tax_due: done.flatMap(({ tax_due }) => tax_due) }
}

const NOTHING = { base_minor: 0n, tax_minor: 0n }

/** It closes the item and reduces nothing. */
function aside(document: DocumentOfItem, deduction: Deduction): Leg {
  return legOfDeduction(
    document,
    accountOf(deduction),
    valueOfDocument(document, BigInt(deduction.amount.amount_minor)),
  )
}

function accountOf({ type, account_code: code }: Deduction): LegAccount {
  const account = code === undefined ? DEDUCTIONS[type].account : { code }
  assert(account, 'what is of no type says its account')
  return account
}

function reducePart(
  document: DocumentOfItem,
  deduction: Deduction,
  { part, share_minor, tax_minor: reduced_minor }: PartShare,
  never: NeverDue,
): Leg[] {
  const { record, due_key, tax_account } = part
  const unpaid = due_key === null ? undefined : never.byKey.get(due_key)
  if (share_minor === 0n && !unpaid) return []
  const tax_minor = unpaid ? neverOwed(unpaid, share_minor) : reduced_minor
  const net_minor = share_minor - tax_minor
  const isNamed = deduction.account_code !== undefined
  const onAccount = isNamed || document.side === 'receivable' ? accountOf(deduction) : expenseOf(part)
  const reduced = record && !unpaid ? reductionRecord(document, record, net_minor, tax_minor) : null
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
  if (account_code === null && record?.direction === 'import_material')
    return { keys: [...PURCHASE_REDUCTION.keys, 'posting.expense.default'] }
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
