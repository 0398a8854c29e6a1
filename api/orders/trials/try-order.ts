import { batchesOf } from '../../../shared/accounting/orders/payment-batches.ts'
import { withoutBlanks } from '../../../shared/accounting/orders/payment-to-order.ts'
import { type PlannedPayment, planPayments } from '../../../shared/accounting/orders/plan-payments.ts'
import type { PaymentOrderRequest } from '../../../shared/contract/orders/payment-order-request.ts'
import { paymentOrderTrial } from '../../../shared/contract/orders/payment-order-trial.ts'
import { useSnapshotIsolation } from '../../../shared/store/statements/ledger-snapshot.ts'
import type { ApiDeps } from '../../http/api-deps.ts'
import { presentMoney } from '../../http/present-money.ts'
import type { Trial, TrialRequest } from '../../http/trial.ts'
import { inSlicesOf } from '../../statements/in-slices-of.ts'
import { conflictOf, findPayables, type PointedPayable } from '../lock-payables.ts'
import { warningsOf } from '../planning/payment-warnings.ts'
import { requireKnownDebits } from '../planning/require-known-debits.ts'
import { withInstructions } from '../planning/with-instructions.ts'
import { withoutHeld } from '../planning/without-held.ts'
import { presentToldOfOrder } from '../present-told-of-order.ts'
import { requireDebtor } from '../require-debtor.ts'

/** What an order would pay, and what is wrong with each payment. It holds no lock, and nothing is stored. */
export const orderTrial: Trial = { response: paymentOrderTrial, run: tryOrder }

function tryOrder(deps: ApiDeps, { body, caller, end_customer_id }: TrialRequest<PaymentOrderRequest>) {
  return inSlicesOf(deps, caller, (pause) =>
    deps.pool.transaction(async (tx) => {
      await useSnapshotIsolation(tx)
      await requireDebtor(tx, end_customer_id, body)
      await requireKnownDebits(tx, end_customer_id, body)
      const { found, left_out } = await findPayables(tx, end_customer_id, body)
      const instructed = withInstructions(found, body)
      const { payables, terms, held } = await withoutHeld(tx, end_customer_id, body, TRIED, instructed)
      const tried: TriedPayment[] = []
      const warnings: ReturnType<typeof warningsOf> = []
      for (const planned of planPayments(payables, terms)) {
        warnings.push(...warningsOf([planned]))
        tried.push(tryPayment(planned, payables[tried.length] as PointedPayable))
        await pause()
      }
      const sound = tried.filter(({ defects }) => defects.length === 0)
      return {
        object: 'payment_order_trial' as const,
        end_customer_id,
        bank_account: withoutBlanks(body.bank_account),
        execution_date: body.execution_date,
        can_be_ordered: tried.length > 0 && sound.length === tried.length,
        totals: batchesOf(TRIED, sound).map(({ currency, payments }) => ({
          amount: presentMoney(
            payments.reduce((sum, { amount_minor }) => sum + amount_minor, 0n),
            currency,
          ),
          count: payments.length,
        })),
        payments: tried.map(({ amount_minor: _, currency: __, ...payment }) => payment),
        ...(await presentToldOfOrder(tx, end_customer_id, { left_out: [...left_out, ...held], warnings })),
      }
    }),
  )
}

/** In place of the id that its message would have. */
const TRIED = 'HB'

type TriedPayment = ReturnType<typeof tryPayment>

function tryPayment({ payment, discount_minor, iban_before, defects }: PlannedPayment, payable: PointedPayable) {
  const { amount_minor, currency, creditor_name, creditor_iban, creditor_address, creditor_bic } = payment
  const conflict = conflictOf(payable)
  return {
    amount_minor,
    currency,
    supplier_payable_id: payable.public_id,
    amount: presentMoney(amount_minor, currency),
    discount: presentMoney(discount_minor, currency),
    creditor: {
      name: creditor_name ?? '',
      iban: creditor_iban,
      structured_address: creditor_address,
      bic: creditor_bic ?? null,
      iban_before,
    },
    payment_reference: payment.payment_reference,
    document_number: payment.document_number,
    defects: [...(conflict ? [conflict] : []), ...defects].map(({ code, message }) => ({ code, message })),
  }
}
