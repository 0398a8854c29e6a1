import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { camt053Message } from '../../../camt053/messages.ts'
import { quietly } from '../../../support/books.ts'
import { post, upload } from '../../../support/client.ts'
import { chf, credit, debit, VOUCHERS, voucher } from '../../../support/requests/examples.ts'
import { there } from '../../../support/there.ts'
import { booksToSettle } from '../../settlement/books-to-settle.ts'
import { e2e, movedAtBank, returnsOf } from '../books-with-returns.ts'

const called = (ref: string, entry: Parameters<typeof movedAtBank>[0]) =>
  movedAtBank(entry).replace('</ValDt>', `</ValDt><AcctSvcrRef>${ref}</AcctSvcrRef>`)

/** A bank takes a whole booking back, and says no more than what it has called that. Each to the Rappen, computed by hand. */
describe('batches that come back by the reference of the bank alone', () => {
  const books = booksToSettle()
  const { customer, owed, invoiced, list, allocate, settle, openOf } = books
  const { proposed, accept, bookingState } = returnsOf(books)
  const stated = async (...bankEntries: string[]) => {
    const message = camt053Message({ header: `<Id>${randomUUID()}</Id>`, bankEntries: bankEntries.join('') })
    expect((await upload(customer(), message, { wait: 20 })).body.state).to.equal('imported')
    await quietly(customer())
    return there((await list('camt-053/entries')).at(-1))
  }
  const offered = async () =>
    (await proposed()).map((one) => [
      one.target_settlement_id ?? one.target_allocation_id,
      one.proposed_amount.amount_minor,
      one.score,
      ...one.reasons,
    ])
  const byReference = (id: string, amount: number) => [id, amount, 100, 'acct_svcr_ref', 'amount']
  const byVoucher = async (entry_id: string, amount: number, lines: object[]) => {
    const bank_entries = [{ entry_id, amount: chf(amount) }]
    const request = voucher(customer(), { business_date: '2026-04-11', payload: { lines, bank_entries } })
    const { body } = await post(VOUCHERS, request, { wait: 10 })
    expect(body.state, JSON.stringify(body.blockers)).to.equal('posted')
    await quietly(customer())
  }
  const acceptOf = async (id: string) => {
    const found = (await proposed()).find((one) => (one.target_settlement_id ?? one.target_allocation_id) === id)
    const { body } = await accept(there(found).id)
    expect(body.state, JSON.stringify(body)).to.equal('booked')
    await quietly(customer())
  }

  for (const voucherFirst of [true, false])
    it(`debits of which a voucher has booked 30.00 of 198.10, given back ${voucherFirst ? 'first' : 'last'}`, async () => {
      const [a, b, c] = [await owed(10_810), await owed(6_000), await owed(3_000)]
      const paid = await stated(called('BANK-1', { amount: '198.10' }))
      const open_item = { supplier_payable_id: c.id, purpose: 'payment' }
      await byVoucher(paid.id, 3_000, [debit('2000', 3_000, { open_item }), credit('1020', 3_000)])
      const dated = { settlement_date: '2026-04-02', evidence_sha256: paid.canonical_entry_hash }
      const first = (await settle(a.id, 10_810, dated)).body.id
      const second = (await settle(b.id, 6_000, dated)).body.id
      const back = await stated(
        called('BANK-1', { amount: '198.10', direction: 'CRDT', reversal: true, date: '2026-04-10' }),
      )
      expect(await offered()).to.have.deep.members([byReference(first, 10_810), byReference(second, 6_000)])
      const giveBack = () => byVoucher(back.id, 3_000, [debit('1020', 3_000), credit('1099', 3_000)])
      if (voucherFirst) await giveBack()
      await acceptOf(first)
      expect(await offered()).to.deep.equal([byReference(second, 6_000)])
      await acceptOf(second)
      if (!voucherFirst) await giveBack()
      expect([await openOf('supplier-payables', a.id), await openOf('supplier-payables', b.id)]).to.deep.equal([
        10_810, 6_000,
      ])
      expect([await bookingState(paid.id), await bookingState(back.id)]).to.deep.equal(['booked', 'booked'])
    })

  it('credits of three customers, one of them booked by a voucher: 108.10 and 60.00 of 198.10', async () => {
    const [a, b] = [await invoiced(10_810), await invoiced(6_000)]
    const parts = (
      [
        ['108.10', 'E-1'],
        ['60.00', 'E-2'],
        ['30.00', 'E-3'],
      ] as const
    ).map(([amount, name]) => ({ amount, named: e2e(name) }))
    const got = await stated(called('BANK-2', { amount: '198.10', direction: 'CRDT', parts }))
    const payments = await list('payments')
    const allocated: string[] = []
    for (const [item, minor] of [
      [a, 10_810],
      [b, 6_000],
    ] as const) {
      const payment = there(payments.find(({ amount }) => amount.amount_minor === minor))
      const { body } = await allocate(payment.id, [[item.id, minor]])
      expect(body.state, JSON.stringify(body)).to.equal('posted')
      allocated.push(body.id)
    }
    const third = there(payments.find(({ amount }) => amount.amount_minor === 3_000))
    const bank_entries = [{ entry_id: got.id, payment_id: third.id }]
    const lines = [debit('1020', 3_000), credit('6950', 3_000)]
    const request = voucher(customer(), { business_date: '2026-04-02', payload: { lines, bank_entries } })
    const { body: interest } = await post(VOUCHERS, request, { wait: 10 })
    expect(interest.state, JSON.stringify(interest.blockers)).to.equal('posted')
    const [first, second] = [there(allocated[0]), there(allocated[1])]
    await stated(called('BANK-2', { amount: '138.10', reversal: true, date: '2026-04-09' }))
    expect(await offered()).to.deep.equal([])
    const back = await stated(called('BANK-2', { amount: '198.10', reversal: true, date: '2026-04-10' }))
    expect(await offered()).to.have.deep.members([byReference(first, 10_810), byReference(second, 6_000)])
    await acceptOf(first)
    expect(await offered()).to.deep.equal([byReference(second, 6_000)])
    await acceptOf(second)
    expect([await openOf('documents', a.id), await openOf('documents', b.id)]).to.deep.equal([10_810, 6_000])
    expect(await bookingState(back.id)).to.equal('partly_booked')
  })

  it('one payment of a batch, which its amount tells: 60.00 of 198.10, and 30.00 of which there are two', async () => {
    const owedOf = [10_810, 6_000, 3_000, 3_000]
    const items = await Promise.all(owedOf.map((amount) => owed(amount)))
    const paid = await stated(called('BANK-4', { amount: '228.10' }))
    const dated = { settlement_date: '2026-04-02', evidence_sha256: paid.canonical_entry_hash }
    const settled: string[] = []
    for (const [index, item] of items.entries())
      settled.push((await settle(item.id, there(owedOf[index]), dated)).body.id)
    const [, second, third, fourth] = settled.map((id) => there(id))
    await stated(called('BANK-4', { amount: '60.00', direction: 'CRDT', reversal: true, date: '2026-04-09' }))
    expect(await offered()).to.deep.equal([[second, 6_000, 95, 'acct_svcr_ref', 'amount']])
    await acceptOf(there(second))
    expect(await openOf('supplier-payables', there(items[1]).id)).to.equal(6_000)
    await stated(called('BANK-4', { amount: '30.00', direction: 'CRDT', reversal: true, date: '2026-04-10' }))
    expect(await offered()).to.have.deep.members([
      [third, 3_000, 60, 'acct_svcr_ref', 'amount'],
      [fourth, 3_000, 60, 'acct_svcr_ref', 'amount'],
    ])
  })

  it('credits that are all allocated: payment by payment, and the documents are open again', async () => {
    const [a, b] = [await invoiced(10_810), await invoiced(6_000)]
    const parts = [
      { amount: '108.10', named: e2e('E-1') },
      { amount: '60.00', named: e2e('E-2') },
    ]
    const got = await stated(called('BANK-3', { amount: '168.10', direction: 'CRDT', parts }))
    const payments = await list('payments')
    const allocated = await Promise.all(
      (
        [
          [a, 10_810],
          [b, 6_000],
        ] as const
      ).map(async ([item, minor]) => {
        const payment = there(payments.find(({ amount }) => amount.amount_minor === minor))
        return (await allocate(payment.id, [[item.id, minor]])).body.id
      }),
    )
    const back = await stated(called('BANK-3', { amount: '168.10', reversal: true, date: '2026-04-10' }))
    const [first, second] = [there(allocated[0]), there(allocated[1])]
    expect(await offered()).to.have.deep.members([byReference(first, 10_810), byReference(second, 6_000)])
    await acceptOf(first)
    await acceptOf(second)
    expect([await openOf('documents', a.id), await openOf('documents', b.id)]).to.deep.equal([10_810, 6_000])
    expect([await bookingState(got.id), await bookingState(back.id)]).to.deep.equal(['booked', 'booked'])
  })
})
