import { expect } from 'chai'
import type { PaymentOrderTrial } from '../../../../shared/contract/orders/payment-order-trial.ts'
import { todayInSwitzerland } from '../../../../shared/process/clock.ts'
import { bankEntry } from '../../../camt053/messages.ts'
import { quietly } from '../../../support/books.ts'
import { post } from '../../../support/client.ts'
import { chf, credit, debit, VOUCHERS, voucher } from '../../../support/requests/examples.ts'
import { there } from '../../../support/there.ts'
import { booksToOrder, holz, OTHER_IBAN } from '../books-to-order.ts'

const date = todayInSwitzerland()
export const STRANGE_IBAN = 'CH5800791123000889012'
export const PAPER = {
  supplier: holz({ name: 'Papier und Druck AG', iban: OTHER_IBAN, supplier_external_reference: 'L-8' }),
  supplier_external_reference: 'L-8',
}
/** Of which nobody has paid anything. */
export const EISEN = {
  gross_amount: chf(777),
  supplier: holz({ name: 'Metallbau Eisen AG', iban: 'LI21088100002324013AA', supplier_external_reference: 'L-9' }),
  supplier_external_reference: 'L-9',
}

export type Told = {
  readonly text?: string
  readonly name?: string
  readonly iban?: string
  readonly reference?: string
  /** Of one payment among several. */
  readonly amount?: string
}

/** Books whose bills of 100.00 are selected, beside debits of that amount that somebody has given to something else. */
export function booksWithDebits() {
  const { customer, owedToHolz, order, request, paid, list, settle } = booksToOrder()
  const select = { select: { currency: 'CHF' } }
  const bill = (document_number: string, more: object = {}) =>
    owedToHolz(10_000, { document_date: date, due_date: date, document_number, ...more })
  const debited = async (...told: readonly Told[]) => {
    await paid(bankEntry({ amount: '100.00', direction: 'DBIT', date, details: told.map(detailsTold).join('') }))
    await quietly(customer())
    return there((await list('camt-053/entries')).at(-1))
  }
  const settled = async (payable: { id: string }, entry: { canonical_entry_hash: string }, amount = 10_000) => {
    const more = { evidence_sha256: entry.canonical_entry_hash, settlement_date: date }
    const { status, text } = await settle(payable.id, amount, more)
    expect(status, text).to.equal(201)
    await quietly(customer())
  }
  const asExpense = async ({ id: entry_id }: { id: string }) => {
    const lines = [debit('6500', 10_000), credit('1020', 10_000)]
    const { body } = await post(
      VOUCHERS,
      voucher(customer(), { business_date: date, payload: { lines, bank_entries: [{ entry_id }] } }),
      { wait: 10 },
    )
    expect(body.state, JSON.stringify(body.blockers)).to.equal('posted')
  }
  const dismissed = async ({ id }: { id: string }) => {
    const path = `/v1/camt-053/entries/${id}/dismiss` as '/v1/camt-053/entries/{entry_id}/dismiss'
    expect((await post(path, { end_customer_id: customer(), reason: 'privat' })).status).to.equal(201)
  }
  const selected = async (more: object = {}) => {
    const { body } = await post('/v1/payment-orders?dry_run=true', request({ ...select, ...more }), {
      idempotencyKey: null,
    })
    const { payments, left_out } = body as unknown as PaymentOrderTrial
    return {
      ordered: payments.map(({ supplier_payable_id }) => supplier_payable_id),
      left_out: left_out.map(({ supplier_payable_id, code }) => `${supplier_payable_id} ${code}`),
    }
  }
  return { select, order, bill, debited, settled, asExpense, dismissed, selected }
}

function detailsTold({ text = '', name = '', iban = '', reference = '', amount = '' }: Told): string {
  const structured = reference && `<Strd><CdtrRefInf><Ref>${reference}</Ref></CdtrRefInf></Strd>`
  const account = iban && `<CdtrAcct><Id><IBAN>${iban}</IBAN></Id></CdtrAcct>`
  const party = name && `<RltdPties><Cdtr><Pty><Nm>${name}</Nm></Pty></Cdtr>${account}</RltdPties>`
  const told = `<RmtInf>${text && `<Ustrd>${text}</Ustrd>`}${structured}</RmtInf>`
  const part = amount && `<Amt Ccy="CHF">${amount}</Amt><CdtDbtInd>DBIT</CdtDbtInd>`
  return `<TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs>${part}${party}${told}</TxDtls>`
}
