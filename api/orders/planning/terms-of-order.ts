import { isPaymentReference } from '../../../shared/accounting/documents/payment-references.ts'
import type {
  AlikePayable,
  NamedElsewhere,
  OrderTerms,
  PayableToOrder,
} from '../../../shared/accounting/orders/order-terms.ts'
import { withoutBlanks } from '../../../shared/accounting/orders/payment-to-order.ts'
import type { PaymentOrderRequest } from '../../../shared/contract/orders/payment-order-request.ts'
import { publicId } from '../../../shared/process/ids.ts'
import { eachInSteps, inTurns } from '../../../shared/process/in-turns.ts'
import type { Db } from '../../../shared/store/db/database.ts'
import { findAcceptedBefore, findLastIbans } from '../../../shared/store/orders/accounts/last-ibans.ts'
import { findRefusedAccounts } from '../../../shared/store/orders/accounts/refused-accounts.ts'
import { findAlikePayables } from '../../../shared/store/orders/paid-already/alike-payables.ts'
import { findCreditOfSuppliers } from '../../../shared/store/orders/paid-already/credit-of-suppliers.ts'
import { findDebitsOfCreditors } from '../../../shared/store/orders/paid-already/debits-of-creditors.ts'
import { findNamedElsewhere } from '../../../shared/store/orders/paid-already/named-elsewhere.ts'
import { findFittingDebits } from './fitting-debits.ts'
import { findNumberedElsewhere } from './numbered-elsewhere.ts'

/**
 * What a request says of all of its payments, and where their partners were paid last.
 *
 * @param known all that was found, also what is left out by now
 */
export async function termsOf(
  db: Db,
  end_customer_id: string,
  { execution_date, discount = 'take', accepted_ibans = [], accepted_debits = [] }: PaymentOrderRequest,
  message_id: string,
  payables: readonly PayableToOrder[],
  known: readonly PayableToOrder[],
): Promise<OrderTerms> {
  const partners = new Set(payables.map(({ partner_key }) => partner_key))
  const last_ibans = await findLastIbans(db, end_customer_id, [...partners])
  const ibans_accepted_before = await findAccepted(db, end_customer_id, payables, last_ibans)
  const fitting_debits = await findFittingDebits(db, end_customer_id, payables, last_ibans)
  const named_elsewhere = await findNamed(db, end_customer_id, payables, known)
  const alike_payables = await findAlike(db, end_customer_id, payables)
  const credit_of_suppliers = await findCreditOfSuppliers(
    db,
    end_customer_id,
    [...partners],
    payables.map(({ supplier_payable_id }) => supplier_payable_id),
  )
  const refused = await findRefusedAccounts(db, end_customer_id, [...partners])
  const refused_accounts = new Map(refused.map(({ iban, ...why }) => [iban, why]))
  const accepted = { accepted_ibans, accepted_debits, last_ibans, ibans_accepted_before, refused_accounts }
  const debits = { fitting_debits, named_elsewhere, alike_payables, credit_of_suppliers }
  return { message_id, execution_date, takes_discount: discount === 'take', ...accepted, ...debits }
}

/** Asks for nothing where each partner has the account to which it was paid last. */
async function findAccepted(
  db: Db,
  end_customer_id: string,
  payables: readonly PayableToOrder[],
  last_ibans: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const named = payables.flatMap(({ partner_key, instruction, creditor_iban }) => {
    const iban = withoutBlanks(instruction?.creditor_iban ?? creditor_iban)
    return iban === null ? [] : [{ partner_key, iban }]
  })
  const changed = new Set(
    named.flatMap(({ partner_key, iban }) => ((last_ibans.get(partner_key) ?? iban) === iban ? [] : partner_key)),
  )
  const asked = named.filter(({ partner_key }) => changed.has(partner_key))
  const found = asked.length === 0 ? [] : await findAcceptedBefore(db, end_customer_id, asked)
  const byPartner = Map.groupBy(found, ({ partner_key }) => partner_key)
  return new Map([...byPartner].map(([key, accounts]) => [key, new Set(accounts.map(({ iban }) => iban))]))
}

async function findNamed(
  db: Db,
  end_customer_id: string,
  payables: readonly PayableToOrder[],
  known: readonly PayableToOrder[],
): Promise<NamedElsewhere> {
  const ids = payables.map(({ supplier_payable_id }) => supplier_payable_id)
  const referenced = await findNamedElsewhere(db, end_customer_id, ids)
  const named = [...referenced, ...(await findNumberedElsewhere(db, end_customer_id, payables, known))]
  const found = [...named, ...(await findDebitsOfCreditors(db, end_customer_id, payables))]
  const byPayable = (dismissed: boolean) => {
    const own = found.filter(({ is_dismissed }) => is_dismissed === dismissed)
    const byId = Map.groupBy(own, ({ supplier_payable_id }) => supplier_payable_id)
    const idsOf = (debits: typeof own) => [...new Set(debits.map((one) => publicId('camt053_entry', one.entry_id)))]
    return new Map([...byId].map(([id, debits]) => [id, idsOf(debits)]))
  }
  return { booked: byPayable(false), dismissed: byPayable(true) }
}

async function findAlike(
  db: Db,
  end_customer_id: string,
  payables: readonly PayableToOrder[],
): Promise<ReadonlyMap<string, readonly AlikePayable[]>> {
  const structured = new Set(payables.filter(hasReference).map(({ supplier_payable_id }) => supplier_payable_id))
  const ids = payables.map(({ supplier_payable_id }) => supplier_payable_id)
  const found = await findAlikePayables(db, end_customer_id, ids)
  const told = new Map<string, AlikePayable[]>(ids.map((id) => [id, []]))
  const tell = (alike: AlikePayable) =>
    told.get(alike.supplier_payable_id)?.push({
      ...alike,
      other_id: publicId('supplier_payable', alike.other_id),
      has_reference: alike.has_reference && structured.has(alike.supplier_payable_id),
    })
  await inTurns(eachInSteps(found, tell))
  return told
}

function hasReference({ payment_reference }: PayableToOrder): boolean {
  return payment_reference !== null && isPaymentReference(payment_reference)
}
