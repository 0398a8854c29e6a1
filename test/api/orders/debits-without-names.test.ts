import { expect } from 'chai'
import { todayInSwitzerland } from '../../../shared/process/clock.ts'
import { bankEntry } from '../../camt053/messages.ts'
import { quietly } from '../../support/books.ts'
import { get } from '../../support/client.ts'
import { chf, taxLine } from '../../support/requests/examples.ts'
import { there } from '../../support/there.ts'
import { createRule } from '../bank-rules/rule-requests.ts'
import { booksToOrder, holz, OTHER_IBAN } from './books-to-order.ts'

const today = todayInSwitzerland()
const debit = (amount: string, details: string) => bankEntry({ amount, direction: 'DBIT', date: today, details })
const toIban = (iban: string) =>
  `<TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs><RltdPties><Cdtr><Pty><Nm>Papier AG</Nm></Pty></Cdtr>
    <CdtrAcct><Id><IBAN>${iban}</IBAN></Id></CdtrAcct></RltdPties></TxDtls>`

describe('debits that name no payment of an order', () => {
  const { customer, owed, owedToHolz, order, paid, list, settle } = booksToOrder()
  const owedToPaper = (document_number: string) =>
    owed(108_100, {
      document_number,
      supplier: holz({ name: 'Papier AG', supplier_external_reference: 'L-8', iban: OTHER_IBAN }),
      supplier_external_reference: 'L-8',
      tax_lines: [taxLine('I81', 100_000, 8_100)],
    })
  const bookAllDebits = async () => {
    const { status, text } = await createRule(customer(), {
      mode: 'automatic',
      state: 'on',
      conditions: { credit_debit_indicator: 'DBIT', amount_from: chf(1) },
      action: { text: 'Papier', lines: [{ account_code: '6500', tax_code: 'I81' }] },
    })
    expect(status, text).to.equal(201)
  }
  const proposed = async () =>
    (await list('settlement-candidates')).map(({ target_type, target_supplier_payable_id, score, reasons }) =>
      target_type === 'rule' ? 'rule' : [target_supplier_payable_id, score, ...reasons].join(' '),
    )
  const bookingStates = async () => (await list('camt-053/entries')).map(({ booking_state }) => booking_state)

  it('are of the one that waits with their account, amount, day and creditor: no rule books them as an expense', async () => {
    const [first, second] = [await owedToPaper('P1'), await owedToPaper('P2')]
    const { body } = await order({ payables: [first.id], execution_date: today })
    await bookAllDebits()
    await paid(debit('1081.00', toIban(OTHER_IBAN)))
    await quietly(customer())
    expect(await bookingStates()).to.deep.equal(['unbooked'])
    expect(await proposed()).to.have.members([
      `${first.id} 88 ordered amount iban`,
      `${second.id} 64 amount name iban`,
      'rule',
    ])
    const { canonical_entry_hash: evidence_sha256 } = there((await list('camt-053/entries'))[0])
    const { status, text } = await settle(first.id, 108_100, { evidence_sha256, settlement_date: today })
    expect(status, text).to.equal(201)
    expect((await get(`/v1/payment-orders/${body.id}`)).body.payments.map(({ state }) => state)).to.deep.equal(['paid'])
  })

  it('are of its batch where they are all of it, also when one of its payments is settled', async () => {
    const [first, second] = [await owedToPaper('P1'), await owedToHolz(5_000)]
    await order({ payables: [first.id, second.id], execution_date: today })
    await bookAllDebits()
    await paid(debit('1131.00', ''))
    await quietly(customer())
    expect(await bookingStates()).to.deep.equal(['unbooked'])
    const ofBatch = [first, second].map(({ id }) => `${id} 88 ordered_batch`)
    expect(await proposed()).to.have.members([...ofBatch, 'rule'])
    const { canonical_entry_hash: evidence_sha256 } = there((await list('camt-053/entries'))[0])
    const { status, text } = await settle(first.id, 108_100, { evidence_sha256, settlement_date: today })
    expect(status, text).to.equal(201)
    await quietly(customer())
    expect(await proposed()).to.deep.equal([`${second.id} 88 ordered_batch`])
  })
})
