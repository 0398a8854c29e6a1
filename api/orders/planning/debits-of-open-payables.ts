import { isPaymentReference } from '../../../shared/accounting/documents/payment-references.ts'
import { discountsOn } from '../../../shared/accounting/orders/early-payment.ts'
import type { PayableToOrder } from '../../../shared/accounting/orders/order-terms.ts'
import { withoutBlanks } from '../../../shared/accounting/orders/payment-to-order.ts'
import { bare, compact, numbersIn } from '../../../shared/camt053/matching/compare-texts.ts'
import { createMatcher, type MatchablePayment } from '../../../shared/camt053/matching/match.ts'
import { withoutOtherMonths } from '../../../shared/camt053/matching/named/bills-of-months.ts'
import type { OpenTarget } from '../../../shared/camt053/matching/open-target.ts'
import { createCurrencyLook } from '../../../shared/camt053/matching/orders/debits-in-other-currency.ts'
import { createPartLook } from '../../../shared/camt053/matching/orders/debits-of-parts.ts'
import {
  type DebitFit,
  fitsOfMatches,
  type PayableToFit,
} from '../../../shared/camt053/matching/orders/debits-of-payables.ts'
import { createFirstLook } from '../../../shared/camt053/matching/orders/first-look.ts'
import { accountsTold, referencesInText } from '../../../shared/camt053/matching/orders/references-in-text.ts'
import { eachPartnerOnce, type KnownPartner, partnerOf } from '../../../shared/camt053/matching/target-index.ts'
import { eachInSteps, eachWithSteps, type InTurns } from '../../../shared/process/in-turns.ts'
import { findDiscountTerms } from '../../../shared/store/bank/open-movements.ts'
import { findPartnersOfAccounts } from '../../../shared/store/bank/partners-of-accounts.ts'
import type { Db } from '../../../shared/store/db/database.ts'
import type { OwedPayable } from '../../../shared/store/orders/payables-to-order.ts'

/** A debit may be that of each of many equal bills. */
const MOST_FITS = 50

/** Money that has left an account, or a part of it that goes to one creditor. */
type Debit = MatchablePayment & {
  readonly day: string | null
  readonly account_of_other: string | null
  /** Of a whole one. */
  readonly booked_minor?: bigint
  readonly instructed_minor?: bigint | null
}

/** All that the suppliers of an order are owed, what suppliers owe, and where each was paid last, by its key. */
export type KnownOfSuppliers = {
  readonly owed: readonly OwedPayable[]
  /** Above zero. */
  readonly credit: readonly OpenTarget[]
  readonly last_ibans: ReadonlyMap<string, string>
}

/**
 * Debits that may have paid these payables by whatever way, as they are proposed for them beside all that their suppliers are owed. The IBAN of
 * a document tells its supplier, also before anything was paid there.
 */
export function debitsOfOpenPayables(
  db: Db,
  end_customer_id: string,
  payables: readonly PayableToOrder[],
  { owed: targets, credit, last_ibans }: KnownOfSuppliers,
  inTurns: InTurns,
) {
  const { match, mayBeDiscounted } = createMatcher(targets, credit, MOST_FITS)
  const byId = new Map(targets.map((target) => [target.id, target]))
  const own = new Map(payables.map((payable) => [payable.supplier_payable_id, toFit(payable, last_ibans)]))
  const mayConcern = createFirstLook(targets, [...own.values()])
  const lookAtParts = createPartLook(payables.map((payable) => toFitInPart(payable, last_ibans)))
  const lookAtWorth = createCurrencyLook(payables.flatMap((payable) => toFitInBooks(payable, last_ibans, byId)))
  const partnersOf = partnersOfDocuments(payables, byId)
  const mayPay = mayPayEarly(payables)
  const references = structuredReferences(payables)
  const withAccount = createWithAccount([...own.values()])
  const fitsOf = async (found: readonly Debit[]): Promise<readonly (readonly DebitFit[])[]> => {
    const debits = await inTurns(eachInSteps(found, withAccount))
    const accounts = [...new Set(debits.flatMap(({ account_of_other }) => account_of_other ?? []))]
    const paid = await findPartnersOfAccounts(db, end_customer_id, 'supplier_payable', accounts)
    const read = eachInSteps(debits, (debit) => {
      const account = debit.account_of_other ?? ''
      const known_partners = eachPartnerOnce([
        ...(paid.get(account) ?? []),
        ...(partnersOf.get(withoutBlanks(account)) ?? []),
      ])
      if (!mayConcern({ ...debit, known_partners })) return null
      const said = [...debit.references, ...referencesInText(debit, references)]
      return { ...debit, references: said, known_partners }
    })
    const known = await inTurns(read)
    const discountable = await inTurns(eachInSteps(known, (debit) => (debit ? mayBeDiscounted(debit) : [])))
    const terms = await findDiscountTerms(db, end_customer_id, [...new Set(discountable.flat())])
    const matched = eachWithSteps(known, function* (debit) {
      if (!debit || !mayPay(debit)) return []
      yield
      const proposed = yield* match(debit, discountsOn(debit.day, terms))
      yield
      const ofMonths = withoutOtherMonths(fitsOfMatches(proposed, debit, own), debit, proposed, byId)
      const fits = [...ofMonths, ...lookAtParts(debit, proposed)]
      const { booked_minor, instructed_minor = null } = debit
      if (booked_minor !== debit.amount_minor) return fits
      return [...fits, ...lookAtWorth({ ...debit, booked_minor, instructed_minor }, proposed)]
    })
    return inTurns(matched)
  }
  return { fitsOf }
}

function toFit(payable: PayableToOrder, last_ibans: ReadonlyMap<string, string>): PayableToFit {
  const { payment_reference, document_date, partner_name, partner_key } = payable
  const accounts = [...accountsOf(payable), withoutBlanks(last_ibans.get(partner_key) ?? null)]
  return { payment_reference, document_date, partner_name, accounts: accounts.flatMap((account) => account ?? []) }
}

function toFitInPart(payable: PayableToOrder, last_ibans: ReadonlyMap<string, string>) {
  const { supplier_payable_id: id, currency, document_number, open_amount_minor, instruction } = payable
  const part_minor = instruction?.amount_minor ?? null
  return { ...toFit(payable, last_ibans), id, currency, document_number, open_amount_minor, part_minor }
}

function toFitInBooks(
  payable: PayableToOrder,
  last_ibans: ReadonlyMap<string, string>,
  targets: ReadonlyMap<string, OwedPayable>,
) {
  const { supplier_payable_id: id, currency, open_amount_minor } = payable
  const target = targets.get(id)
  if (!target) return []
  const { book_minor, book_currency } = target
  return [{ ...toFit(payable, last_ibans), id, currency, open_amount_minor, book_minor, book_currency }]
}

/** An account of one of the suppliers that stands in the text alone is that of the other side. */
function createWithAccount(payables: readonly PayableToFit[]): (debit: Debit) => Debit {
  const known = new Set(payables.flatMap(({ accounts }) => accounts))
  return (debit) => {
    if (debit.account_of_other !== null) return debit
    return { ...debit, account_of_other: accountsTold(debit).find((account) => known.has(account)) ?? null }
  }
}

function structuredReferences(payables: readonly PayableToOrder[]): ReadonlySet<string> {
  const own = payables.flatMap(({ payment_reference }) => payment_reference ?? [])
  return new Set(own.filter(isPaymentReference).map(compact))
}

/** That of its document, and that of the request. */
function accountsOf({ creditor_iban, instruction }: PayableToOrder): (string | null)[] {
  return [withoutBlanks(creditor_iban), withoutBlanks(instruction?.creditor_iban ?? null)]
}

/** Of debits that are older than all documents only those are compared that name one: nobody has booked the others for years, perhaps. */
function mayPayEarly(payables: readonly PayableToOrder[]): (debit: Debit) => boolean {
  const first = payables.map(({ document_date }) => document_date).sort()[0] ?? ''
  const references = new Set(payables.map(({ payment_reference }) => withoutBlanks(payment_reference)))
  const numbers = new Set(payables.map(({ document_number }) => document_number && bare(document_number)))
  return ({ day, references: said, text }) =>
    day === null ||
    day >= first ||
    said.some((reference) => references.has(withoutBlanks(reference))) ||
    [...numbersIn(text)].some((number) => numbers.has(number))
}

/** By the IBAN of their documents. */
function partnersOfDocuments(
  payables: readonly PayableToOrder[],
  targets: ReadonlyMap<string, OpenTarget>,
): ReadonlyMap<string | null, readonly KnownPartner[]> {
  const named = payables.flatMap((payable) => accountsOf(payable).map((iban) => ({ iban, payable })))
  const byIban = Map.groupBy(named, ({ iban }) => iban)
  byIban.delete(null)
  const partners = (own: readonly PayableToOrder[]) =>
    own.flatMap(({ supplier_payable_id }) => {
      const target = targets.get(supplier_payable_id)
      return target ? [partnerOf(target)] : []
    })
  return new Map([...byIban].map(([iban, own]) => [iban, eachPartnerOnce(partners(own.map(({ payable }) => payable)))]))
}
