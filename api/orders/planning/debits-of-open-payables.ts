import { discountOn } from '../../../shared/accounting/orders/early-payment.ts'
import { withoutBlanks } from '../../../shared/accounting/orders/payment-to-order.ts'
import type { PayableToOrder } from '../../../shared/accounting/orders/plan-payments.ts'
import { createMatcher, type MatchablePayment } from '../../../shared/camt053/matching/match.ts'
import type { OpenTarget } from '../../../shared/camt053/matching/open-target.ts'
import { type DebitFit, fitsOfMatches } from '../../../shared/camt053/matching/orders/debits-of-payables.ts'
import { type KnownPartner, partnerOf } from '../../../shared/camt053/matching/target-index.ts'
import { eachInSteps, inTurns } from '../../../shared/process/in-turns.ts'
import { findDiscountTerms } from '../../../shared/store/bank/open-movements.ts'
import { findPartnersOfAccounts } from '../../../shared/store/bank/partners-of-accounts.ts'
import type { Db } from '../../../shared/store/db/database.ts'

/** Money that has left an account, or a part of it that goes to one creditor. */
type Debit = MatchablePayment & { readonly day: string | null; readonly account_of_other: string | null }

/**
 * Debits that may have paid these payables by whatever way, as they are proposed for them beside all that their suppliers are owed. The IBAN of
 * a document tells its supplier, also before anything was paid there.
 *
 * @param targets all that these suppliers are owed
 */
export function debitsOfOpenPayables(
  db: Db,
  end_customer_id: string,
  payables: readonly PayableToOrder[],
  targets: readonly OpenTarget[],
) {
  const { match, mayBeDiscounted } = createMatcher(targets)
  const byId = new Map(targets.map((target) => [target.id, target]))
  const own = new Set(payables.map(({ supplier_payable_id }) => supplier_payable_id))
  const partnersOf = partnersOfDocuments(payables, byId)
  const fitsOf = async (debits: readonly Debit[]): Promise<readonly (readonly DebitFit[])[]> => {
    const accounts = [...new Set(debits.flatMap(({ account_of_other }) => account_of_other ?? []))]
    const paid = await findPartnersOfAccounts(db, end_customer_id, 'supplier_payable', accounts)
    const known = debits.map((debit) => {
      const account = debit.account_of_other ?? ''
      const known_partners = eachOnce([...(paid.get(account) ?? []), ...(partnersOf.get(withoutBlanks(account)) ?? [])])
      return { ...debit, known_partners }
    })
    const discountable = (await inTurns(eachInSteps(known, mayBeDiscounted))).flat()
    const terms = await findDiscountTerms(db, end_customer_id, [...new Set(discountable)])
    const matched = eachInSteps(known, (debit) => {
      const { day } = debit
      const found = match(debit, (target) => {
        const discount_terms = terms.get(target.id)
        return day !== null && discount_terms ? discountOn(day, { ...target, discount_terms }) : 0n
      })
      return fitsOfMatches(found, (id) => own.has(id) && (day === null || day >= (byId.get(id)?.document_date ?? day)))
    })
    return inTurns(matched)
  }
  return { fitsOf }
}

/** By the IBAN of their documents. */
function partnersOfDocuments(
  payables: readonly PayableToOrder[],
  targets: ReadonlyMap<string, OpenTarget>,
): ReadonlyMap<string | null, readonly KnownPartner[]> {
  const byIban = Map.groupBy(payables, ({ creditor_iban }) => withoutBlanks(creditor_iban))
  byIban.delete(null)
  const partners = (own: readonly PayableToOrder[]) =>
    own.flatMap(({ supplier_payable_id }) => {
      const target = targets.get(supplier_payable_id)
      return target ? [partnerOf(target)] : []
    })
  return new Map([...byIban].map(([iban, own]) => [iban, eachOnce(partners(own))]))
}

/** A partner that is known twice would be its own rival. */
function eachOnce(partners: readonly KnownPartner[]): KnownPartner[] {
  return [...new Map(partners.map((partner) => [JSON.stringify([partner.name, partner.reference]), partner])).values()]
}
