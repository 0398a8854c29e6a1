import { expect } from 'chai'
import { todayInSwitzerland } from '../../../../shared/process/clock.ts'
import { bankEntry } from '../../../camt053/messages.ts'
import { statusReport } from '../../../camt053/status-report.ts'
import { get, post } from '../../../support/client.ts'
import { there } from '../../../support/there.ts'
import { booksToOrder, detailsOf } from '../books-to-order.ts'

describe('the withdrawal of a payment that the bank has told of (pain.002)', () => {
  const { customer, owedToHolz, order, withdraw, paid, list, settle } = booksToOrder()
  async function ordered(...amounts: readonly number[]) {
    const payables = await Promise.all(amounts.map((amount) => owedToHolz(amount)))
    const { body } = await order({ payables: payables.map(({ id }) => id) })
    const ids = body.payments.map(({ end_to_end_id }) => end_to_end_id)
    return { ...body, payables: payables.map(({ id }) => id), ids }
  }
  type Ordered = Awaited<ReturnType<typeof ordered>>
  type Said = { readonly id: string; readonly status: string }
  async function told({ id, message_id, batches }: Ordered, status: string, payments: readonly Said[] = []) {
    const batch = { id: there(batches[0]).payment_information_id, payments }
    const { body, text } = await post(
      `/v1/payment-orders/${id}/status-reports?end_customer_id=${customer()}`,
      statusReport(message_id, status ? { status } : {}, payments.length > 0 ? [batch] : []),
      { headers: { 'Content-Type': 'application/xml' } },
    )
    expect(body.payments, text).to.be.an('array')
    return body.payments.map(({ state, bank_status }) => [state, bank_status])
  }

  for (const status of ['RCVD', 'ACTC', 'ACCP', 'ACSP', 'ACSC', 'ACWC', 'PDNG', 'PART'])
    it(`is refused after ${status}, for the order and for the payment, until the bank has cancelled it`, async () => {
      const made = await ordered(108_100)
      expect(await told(made, status)).to.deep.equal([['ordered', status]])
      const whole = await withdraw(made.id)
      expect([whole.status, ...detailsOf(whole.text)]).to.deep.equal([409, '/end_to_end_ids already_sent'])
      expect(whole.text).to.include(status).and.to.include('cancelled_by_bank')
      const single = { end_to_end_ids: made.ids }
      const named = await withdraw(made.id, single)
      expect([named.status, ...detailsOf(named.text)]).to.deep.equal([409, '/end_to_end_ids/0 already_sent'])
      const again = await order({ payables: made.payables })
      expect([again.status, ...detailsOf(again.text)]).to.deep.equal([409, '/payables/0 already_ordered'])
      const byWord = await withdraw(made.id, { ...single, cancelled_by_bank: true })
      expect(byWord.status, byWord.text).to.equal(201)
      const [payment] = (await get(`/v1/payment-orders/${made.id}`)).body.payments
      expect([payment?.state, payment?.bank_status]).to.deep.equal(['withdrawn', status])
      expect((await order({ payables: made.payables })).status).to.equal(201)
    })

  it('is free where no report came, or the bank has cancelled it itself, whatever it says later', async () => {
    const unsent = await ordered(100)
    expect(there(unsent.payments[0]).bank_status).to.equal(null)
    expect((await withdraw(unsent.id)).status).to.equal(201)
    const made = await ordered(100)
    await told(made, 'ACCP')
    expect(await told(made, 'CANC')).to.deep.equal([['ordered', 'CANC']])
    expect(await told(made, 'ACCP')).to.deep.equal([['ordered', 'CANC']])
    expect((await withdraw(made.id)).status).to.equal(201)
  })

  it('goes by what is said of the payment before what is said of all: of three, one is rejected and one is cancelled', async () => {
    const made = await ordered(100, 200, 300)
    const [, second = '', third = ''] = made.ids
    const said = [
      { id: second, status: 'RJCT' },
      { id: third, status: 'CANC' },
    ]
    expect(await told(made, 'PART', said)).to.deep.equal([
      ['ordered', 'PART'],
      ['rejected', 'RJCT'],
      ['ordered', 'CANC'],
    ])
    const whole = await withdraw(made.id)
    expect([whole.status, ...detailsOf(whole.text)]).to.deep.equal([409, '/end_to_end_ids already_sent'])
    expect((await withdraw(made.id, { end_to_end_ids: [third] })).status).to.equal(201)
  })

  describe('before the bank tells that it has it', () => {
    const HELD = [409, '/payables/0 already_sent']
    const again = async (payables: readonly string[]) => {
      const { status, text } = await order({ payables })
      return status === 201 ? [201] : [status, ...detailsOf(text)]
    }

    for (const status of ['RCVD', 'ACCP', 'ACSP', 'PART'])
      it(`holds its payable (${status}), until it is withdrawn once more by word`, async () => {
        const made = await ordered(108_100, 200)
        const [first = '', second = ''] = made.payables
        expect((await withdraw(made.id)).status).to.equal(201)
        const paidBefore = await told(made, status, [{ id: there(made.ids[1]), status: 'RJCT' }])
        expect(paidBefore).to.deep.equal([
          ['withdrawn', status],
          ['withdrawn', 'RJCT'],
        ])
        expect(await again([first])).to.deep.equal(HELD)
        expect((await order({ select: { currency: 'CHF' } })).body.left_out).to.have.length(1)
        const plain = await withdraw(made.id, { end_to_end_ids: [there(made.ids[0])] })
        expect([plain.status, ...detailsOf(plain.text)]).to.deep.equal([409, '/end_to_end_ids/0 already_sent'])
        expect((await withdraw(made.id, { cancelled_by_bank: true })).status).to.equal(201)
        expect(await again([first])).to.deep.equal([201])
        expect((await withdraw(made.id, { cancelled_by_bank: true })).status).to.equal(409)
        expect(await again([second])).to.deep.equal([409, '/payables/0 already_ordered'])
      })

    it('holds it no more once the bank has rejected or cancelled it, and not where it was cancelled by word before', async () => {
      const [rejected, cancelled, byWord] = [await ordered(100), await ordered(200), await ordered(300)]
      for (const made of [rejected, cancelled]) {
        await withdraw(made.id)
        await told(made, 'ACSP')
        expect(await again(made.payables)).to.deep.equal(HELD)
      }
      await told(rejected, 'RJCT')
      await told(cancelled, 'CANC')
      await told(byWord, 'ACSP')
      await withdraw(byWord.id, { cancelled_by_bank: true })
      for (const made of [rejected, cancelled, byWord]) expect(await again(made.payables)).to.deep.equal([201])
    })

    it('holds it by its debit once that has come, and by nothing of it once that is settled', async () => {
      const made = await ordered(10_000)
      await withdraw(made.id)
      await told(made, 'ACSP')
      const date = todayInSwitzerland()
      const named = `<TxDtls><Refs><EndToEndId>${there(made.ids[0])}</EndToEndId></Refs></TxDtls>`
      await paid(bankEntry({ amount: '100.00', direction: 'DBIT', date, details: named }))
      expect(await again(made.payables)).to.deep.equal([409, '/payables/0 already_debited'])
      const [entry] = await list('camt-053/entries')
      const evidence_sha256 = there(entry).canonical_entry_hash
      const payable = there(made.payables[0])
      const settled = await settle(payable, 10_000, { evidence_sha256, settlement_date: date })
      expect(settled.status, settled.text).to.equal(201)
      expect(await again(made.payables)).to.deep.equal([409, '/payables/0 nothing_open'])
    })
  })
})
