import { discountOn } from '../../../shared/accounting/orders/early-payment.ts'
import type { FittingDebits, PayableToOrder } from '../../../shared/accounting/orders/plan-payments.ts'
import { fitsOfUnnamed } from '../../../shared/camt053/matching/orders/debits-of-payables.ts'
import { namesAnOrder } from '../../../shared/camt053/matching/orders/match-waiting-orders.ts'
import { publicId } from '../../../shared/process/ids.ts'
import { eachInSteps, inTurns } from '../../../shared/process/in-turns.ts'
import { findOpenDebitsFrom, MOVEMENTS, type OpenDebit } from '../../../shared/store/bank/open-movements.ts'
import type { Db } from '../../../shared/store/db/database.ts'
import { findPartsOfDebits } from '../../../shared/store/orders/paid-already/parts-of-debits.ts'
import { findOrderedAlike } from '../../../shared/store/orders/paid-already/payables-alike.ts'
import { findOpenPayablesOf } from '../../../shared/store/orders/payables-to-order.ts'
import { debitsOfGivenUp } from './debits-of-given-up.ts'
import { debitsOfOpenPayables } from './debits-of-open-payables.ts'

/**
 * Debits that nobody has booked and that may have paid these payables: payments that were ordered for them, or for payables like them, and
 * are not awaited any more; and what somebody has paid without an order. 133 says what is certain.
 */
export async function findFittingDebits(
  db: Db,
  end_customer_id: string,
  payables: readonly PayableToOrder[],
): Promise<FittingDebits> {
  const { found, add } = collectFits()
  if (payables.length === 0) return found
  const ids = payables.map(({ supplier_payable_id }) => supplier_payable_id)
  const alike = await findOrderedAlike(db, end_customer_id, ids)
  for (const { id, entry_ids } of alike) for (const entry_id of entry_ids) add(entry_id, id, true)
  const partners = [...new Set(payables.map(({ partner_key }) => partner_key))]
  const owed = await findOpenPayablesOf(db, end_customer_id, partners)
  const ordered = await debitsOfGivenUp(db, end_customer_id, payables, { alike, owed })
  const open = debitsOfOpenPayables(db, end_customer_id, payables, owed)
  const from = [...payables.map(({ document_date }) => document_date), ...ordered.days].sort()[0] as string
  for (let after: string | null = null; ; ) {
    const debits: readonly OpenDebit[] = await findOpenDebitsFrom(db, end_customer_id, from, after)
    const fits = await ordered.fitsOf(debits)
    for (const [debit, { own }] of fits) for (const payable of own) add(debit.entry_id, payable, true)
    const others = debits.filter((debit) => !namesAnOrder(debit))
    const matched = await open.fitsOf(others)
    const ofUnnamed = await inTurns(eachInSteps(others, (debit) => unnamed(debit, payables)))
    for (const [index, debit] of others.entries())
      for (const { payable, is_certain } of [...(matched[index] ?? []), ...(ofUnnamed[index] ?? [])])
        add(debit.entry_id, payable, is_certain && fits.get(debit)?.is_of_other !== true)
    if (debits.length < MOVEMENTS) break
    after = debits.at(-1)?.id ?? null
  }
  const parts = await findPartsOfDebits(db, end_customer_id, from, wanted(payables))
  const ofParts = await open.fitsOf(parts)
  for (const [index, part] of parts.entries())
    for (const { payable, is_certain } of ofParts[index] ?? []) add(part.entry_id, payable, is_certain)
  return found
}

function collectFits() {
  const found = { certain: new Map<string, Set<string>>(), possible: new Map<string, Set<string>>() }
  const add = (entry_id: string, payable: string, is_certain: boolean) => {
    const to = found[is_certain ? 'certain' : 'possible']
    to.set(payable, (to.get(payable) ?? new Set()).add(publicId('camt053_entry', entry_id)))
  }
  return { found, add }
}

function isUnnamed({ name, account_of_other, references }: OpenDebit): boolean {
  return name === null && account_of_other === null && references.length === 0
}

/** What a debit that names nobody may have paid. */
function unnamed(debit: OpenDebit, payables: readonly PayableToOrder[]) {
  const { currency, amount_minor, day } = debit
  if (!isUnnamed(debit)) return []
  const known = payables.filter(({ document_date }) => day === null || day >= document_date)
  return fitsOfUnnamed(
    { currency, amount_minor },
    known.map((payable) => ({
      id: payable.supplier_payable_id,
      currency: payable.currency,
      open_amount_minor: payable.open_amount_minor,
      discount_minor: day === null ? 0n : discountOn(day, payable),
    })),
  )
}

function wanted(payables: readonly PayableToOrder[]) {
  const ibans = payables.flatMap(({ creditor_iban }) => creditor_iban?.replaceAll(/\s/g, '').toUpperCase() ?? [])
  return { ibans: [...new Set(ibans)], amounts: payables.map(({ open_amount_minor }) => open_amount_minor) }
}
