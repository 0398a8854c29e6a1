import { addDays } from '../../../shared/accounting/amounts/dates.ts'
import { discountOn } from '../../../shared/accounting/orders/early-payment.ts'
import type { FittingDebits, PayableToOrder } from '../../../shared/accounting/orders/order-terms.ts'
import { fitsOfUnnamed } from '../../../shared/camt053/matching/orders/debits-of-payables.ts'
import { amountsOf as amountsOfDebit } from '../../../shared/camt053/matching/orders/fits-of-orders.ts'
import { namesAnOrder } from '../../../shared/camt053/matching/orders/match-waiting-orders.ts'
import { publicId } from '../../../shared/process/ids.ts'
import { createTurns, eachInSteps, type InTurns } from '../../../shared/process/in-turns.ts'
import { findCreditTargets } from '../../../shared/store/bank/candidates/credit-targets.ts'
import { findOpenDebits, isDebitInDoubt, MOVEMENTS, type OpenDebit } from '../../../shared/store/bank/open-movements.ts'
import type { Db } from '../../../shared/store/db/database.ts'
import type { KindOfTold } from '../../../shared/store/orders/paid-already/announced-debits.ts'
import {
  findDebitsBookedOtherwise,
  findDebitsDismissed,
  isBookedOtherwise,
  isDismissedDebit,
} from '../../../shared/store/orders/paid-already/debits-booked-otherwise.ts'
import {
  type DebitsToFind,
  findPartsOfDebits,
  type PartOfDebit,
} from '../../../shared/store/orders/paid-already/parts-of-debits.ts'
import { findOrderedAlike } from '../../../shared/store/orders/paid-already/payables-alike.ts'
import { findOpenPayablesOf } from '../../../shared/store/orders/payables-to-order.ts'
import { bookedOtherwise } from './booked-otherwise.ts'
import { debitsOfGivenUp } from './debits-of-given-up.ts'
import { debitsOfOpenPayables } from './debits-of-open-payables.ts'
import { addDebitsToCome } from './debits-to-come.ts'
import { debitsToFind } from './debits-to-find.ts'
import { findGivenToOthers } from './given-to-others.ts'

/**
 * Debits that nobody has booked and that may have paid these payables: payments that were ordered for them, or for payables like them, and
 * are not awaited any more; and what somebody has paid without an order. Also those that only a notification tells, or that are pending. 135 says what is certain.
 */
export async function findFittingDebits(
  db: Db,
  end_customer_id: string,
  payables: readonly PayableToOrder[],
  last_ibans: ReadonlyMap<string, string>,
): Promise<FittingDebits> {
  const { found, add } = collectFits()
  if (payables.length === 0) return { ...found, announced: new Set() }
  const ids = payables.map(({ supplier_payable_id }) => supplier_payable_id)
  const alike = await findOrderedAlike(db, end_customer_id, ids)
  for (const { id, entry_ids } of alike) for (const entry_id of entry_ids) add(entry_id, id, true)
  const partners = [...new Set(payables.map(({ partner_key }) => partner_key))]
  const owed = await findOpenPayablesOf(db, end_customer_id, partners)
  const credit = await findCreditTargets(db, end_customer_id, 'supplier_payable')
  const inTurns = createTurns()
  const ordered = await debitsOfGivenUp(db, end_customer_id, payables, { alike, owed }, inTurns)
  const open = debitsOfOpenPayables(db, end_customer_id, payables, { owed, credit, last_ibans }, inTurns)
  const { addFits, addParts } = createLook(payables, ordered, open, inTurns, add)
  for (let after: string | null = null; ; ) {
    const debits: readonly OpenDebit[] = await findOpenDebits(db, end_customer_id, after)
    await addFits(debits)
    if (debits.length < MOVEMENTS) break
    after = debits.at(-1)?.id ?? null
  }
  // What may repeat a booking may be a second payment: nobody knows.
  const asPossible: Add = (id, payable, _, kind) => add(id, payable, false, kind)
  const inDoubt = await findOpenDebits(db, end_customer_id, null, isDebitInDoubt)
  await createLook(payables, ordered, open, inTurns, asPossible).addFits(inDoubt)
  const meant = debitsToFind(payables, owed)
  await addParts(await findPartsOfDebits(db, end_customer_id, meant))
  for (const kind of ['booked_otherwise', 'dismissed'] as const) {
    const elsewhere = await findDebitsElsewhere(db, end_customer_id, payables, meant, ELSEWHERE[kind])
    const fits = await open.fitsOf(elsewhere)
    for (const { debit, payable } of await inTurns(bookedOtherwise(elsewhere, fits, payables)))
      addTo(found[kind], publicId('camt053_entry', debit.entry_id), payable)
  }
  for (const { debit, payable } of await findGivenToOthers(db, end_customer_id, payables, meant, open.fitsOf, inTurns))
    addTo(found.given_to_others, publicId('camt053_entry', debit.entry_id), payable)
  const announced = await addDebitsToCome(db, end_customer_id, { addFits, addParts, namedBy: ordered.namedBy, add })
  return { ...found, announced }
}

type Add = ReturnType<typeof collectFits>['add']

/** What looks at debits, and at parts of them, for payments that were given up and for payables that are open. */
function createLook(
  payables: readonly PayableToOrder[],
  ordered: Pick<Awaited<ReturnType<typeof debitsOfGivenUp>>, 'fitsOf'>,
  open: ReturnType<typeof debitsOfOpenPayables>,
  inTurns: InTurns,
  add: Add,
) {
  const addFits = async (debits: readonly OpenDebit[], kind: KindOfTold = 'camt053_entry') => {
    const fits = await ordered.fitsOf(debits)
    for (const [{ entry_id }, { own }] of fits) for (const payable of own) add(entry_id, payable, true, kind)
    const others = debits.filter((debit) => !namesAnOrder(debit)).flatMap(asDebitedAndInstructed)
    const matched = await open.fitsOf(others.map(({ said }) => said))
    const ofUnnamed = await inTurns(eachInSteps(others, ({ said }) => unnamed(said, payables)))
    for (const [index, { debit }] of others.entries())
      for (const { payable, is_certain, is_named } of [...(matched[index] ?? []), ...(ofUnnamed[index] ?? [])])
        add(debit.entry_id, payable, is_named || (is_certain && fits.get(debit)?.is_of_other !== true), kind)
  }
  const addParts = async (parts: readonly PartOfDebit[], kind: KindOfTold = 'camt053_entry') => {
    const fits = await open.fitsOf(parts)
    for (const [index, part] of parts.entries())
      for (const { payable, is_certain } of fits[index] ?? []) add(part.entry_id, payable, is_certain, kind)
  }
  return { addFits, addParts }
}

/** A debit as the account has it, and as it was instructed: in the currency of the payable, or without charges. */
function asDebitedAndInstructed(debit: OpenDebit): { readonly debit: OpenDebit; readonly said: OpenDebit }[] {
  const { currency, amount_minor } = debit
  const others = amountsOfDebit(debit).filter((one) => one.currency !== currency || one.left_minor !== amount_minor)
  const instructed = others.map((one) => ({ ...debit, currency: one.currency, amount_minor: one.left_minor }))
  return [debit, ...instructed].map((said) => ({ debit, said }))
}

/** So long before the oldest document debits that are booked are looked at: there are years of them. */
const DAYS_BEFORE = 60

const ELSEWHERE = {
  booked_otherwise: { find: findDebitsBookedOtherwise, isMeant: isBookedOtherwise },
  dismissed: { find: findDebitsDismissed, isMeant: isDismissedDebit },
} as const

/** Debits that are booked for no open item, or dismissed, and their parts. */
async function findDebitsElsewhere(
  db: Db,
  end_customer_id: string,
  payables: readonly PayableToOrder[],
  meant: DebitsToFind,
  { find, isMeant }: (typeof ELSEWHERE)[keyof typeof ELSEWHERE],
) {
  const first = payables.map(({ document_date }) => document_date).sort()[0] as string
  const from = addDays(first, -DAYS_BEFORE)
  return [
    ...(await find(db, end_customer_id, from, meant)),
    ...(await findPartsOfDebits(db, end_customer_id, meant, { isMeant, from })),
  ]
}

type ByPayable = Map<string, Set<string>>

function collectFits() {
  const found = {
    certain: new Map(),
    possible: new Map(),
    booked_otherwise: new Map(),
    dismissed: new Map(),
    given_to_others: new Map(),
  } satisfies Record<string, ByPayable>
  const add = (id: string, payable: string, is_certain: boolean, kind: KindOfTold = 'camt053_entry') =>
    addTo(found[is_certain ? 'certain' : 'possible'], publicId(kind, id), payable)
  return { found, add }
}

function addTo(fits: ByPayable, public_id: string, payable: string): void {
  fits.set(payable, (fits.get(payable) ?? new Set()).add(public_id))
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
