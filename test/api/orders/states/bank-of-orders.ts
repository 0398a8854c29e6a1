import { expect } from 'chai'
import { todayInSwitzerland } from '../../../../shared/process/clock.ts'
import { bankEntry } from '../../../camt053/messages.ts'
import { statusReport } from '../../../camt053/status-report.ts'
import { quietly } from '../../../support/books.ts'
import { post } from '../../../support/client.ts'
import { credit, debit, VOUCHERS, voucher } from '../../../support/requests/examples.ts'
import { there } from '../../../support/there.ts'
import type { booksToOrder } from '../books-to-order.ts'
import type { ModelPayment } from './payable-in-orders.ts'

type Books = Pick<ReturnType<typeof booksToOrder>, 'customer' | 'list' | 'paid' | 'settle'>

/** What a bank says and does, and what the office does with it. */
export function bankOfOrders(books: Books) {
  return { ...bankOf(books), ...officeOf(books) }
}

/** No two bank entries are alike. */
let entries = 0

function bankOf({ customer, list, paid }: Books) {
  /** A bank entry of one transaction; with a reason it brings money back. */
  async function moved(amount: number, end_to_end_id: string | null, reason = '') {
    entries += 1
    const francs = (amount / 100).toFixed(2)
    const direction = reason ? 'CRDT' : 'DBIT'
    const returned = reason && `<RtrInf><Rsn><Cd>${reason}</Cd></Rsn></RtrInf>`
    const details = `<TxDtls><Refs><EndToEndId>${end_to_end_id ?? 'NOTPROVIDED'}</EndToEndId></Refs><Amt Ccy="CHF">${francs}</Amt><CdtDbtInd>${direction}</CdtDbtInd>${returned}</TxDtls>`
    const date = todayInSwitzerland()
    await paid(
      bankEntry({ amount: francs, direction, date, ref: `D-${entries}`, text: `Bewegung ${entries}`, details }),
    )
    return there((await list('camt-053/entries', '&limit=500')).at(-1))
  }
  const report = async ({ order_id, message_id, batch, end_to_end_id: id }: ModelPayment, status: string) => {
    const answer = await post(
      `/v1/payment-orders/${order_id}/status-reports?end_customer_id=${customer()}`,
      statusReport(message_id, {}, [{ id: batch, payments: [{ id, status }] }]),
      { headers: { 'Content-Type': 'application/xml' } },
    )
    expect(answer.status, answer.text).to.equal(201)
  }
  return { moved, report }
}

function officeOf({ customer, list, settle }: Books) {
  const dismiss = async (entry_id: string) => {
    const path = `/v1/camt-053/entries/${entry_id}/dismiss` as '/v1/camt-053/entries/{entry_id}/dismiss'
    const { status, text } = await post(path, { end_customer_id: customer(), reason: 'falsch' })
    expect(status, text).to.equal(201)
  }
  const settleBy = (payable: string, amount: number, evidence_sha256: string) =>
    settle(payable, amount, { settlement_date: todayInSwitzerland(), evidence_sha256 })
  const reverse = async (payable: string, settlement_id: string) => {
    const path = `/v1/supplier-payables/${payable}/settlements/${settlement_id}/reverse` as const
    const { body, text } = await post(path, { end_customer_id: customer(), reason: 'falsch' }, { wait: 10 })
    expect(body.state, text).to.equal('reversed')
  }
  /** Books that the money of a settlement came back, as it is proposed. */
  const accept = async (settlement_id: string, entry_id: string) => {
    await quietly(customer())
    const proposed = await list('settlement-candidates', '&target_type=return&limit=500')
    const candidate = proposed.find((one) => one.target_settlement_id === settlement_id && one.entry_id === entry_id)
    const request = { end_customer_id: customer(), candidate_id: there(candidate).id, reason: 'Konto saldiert' }
    const { body, text } = await post('/v1/bank-returns', request, { wait: 10 })
    expect(body.state, text).to.equal('booked')
    return body.id
  }
  /** A voucher with the credit of the bank. */
  const refund = async (supplier_payable_id: string, amount: number, entry_id: string) => {
    const lines = [
      debit('1020', amount),
      credit('2000', amount, { open_item: { supplier_payable_id, purpose: 'refund' } }),
    ]
    const business_date = todayInSwitzerland()
    const request = voucher(customer(), { business_date, payload: { lines, bank_entries: [{ entry_id }] } })
    const { body } = await post(VOUCHERS, request, { wait: 10 })
    expect(body.state, JSON.stringify(body.blockers)).to.equal('posted')
  }
  const takeBack = async (return_id: string) => {
    const path = `/v1/bank-returns/${return_id}/reverse` as '/v1/bank-returns/{return_id}/reverse'
    const { status, text } = await post(path, { end_customer_id: customer(), reason: 'Irrtum' }, { wait: 10 })
    expect(status, text).to.equal(202)
  }
  return { dismiss, settleBy, reverse, accept, takeBack, refund }
}
