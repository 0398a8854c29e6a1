import { expect } from 'chai'
import { todayInSwitzerland } from '../../../../shared/process/clock.ts'
import { quietly } from '../../../support/books.ts'
import { get, post } from '../../../support/client.ts'
import { credit, debit, VOUCHERS, voucher } from '../../../support/requests/examples.ts'
import { there } from '../../../support/there.ts'
import { e2e, movedAtBank, returnsOf } from '../../bank-returns/books-with-returns.ts'
import { booksToOrder, detailsOf } from '../books-to-order.ts'

const date = todayInSwitzerland()

/** The bank has paid by an order that was withdrawn, something else has that debit, and the money comes back. */
describe('a payable whose payment was booked otherwise and came back', () => {
  const books = booksToOrder()
  const { customer, owedToHolz, order, withdraw, paid, list, settle } = books
  const { acceptOnly, takeBack } = returnsOf(books)
  const withdrawn = async (...amounts: number[]) => {
    const payables: { id: string }[] = []
    for (const amount of amounts) payables.push(await owedToHolz(amount))
    const { body, text } = await order({ payables: payables.map(({ id }) => id), execution_date: date })
    expect(body.payments, text).to.have.length(amounts.length)
    await withdraw(body.id)
    const ids = body.payments.map(({ end_to_end_id }) => end_to_end_id)
    return { payables, order_id: body.id, ids, batch: there(body.batches[0]).payment_information_id }
  }
  const again = async (payable: { id: string } | undefined) => {
    const { status, text } = await order({ payables: [there(payable).id] })
    return status === 201 ? [201] : [status, ...detailsOf(text)]
  }
  const DEBITED = [409, '/payables/0 already_debited']
  const elsewhere = async (order_id: string) =>
    (await get(`/v1/payment-orders/${order_id}`)).body.payments.flatMap((one) => one.unsettled_entry_ids)
  /** The bank entry that the bank statement has brought. */
  const moved = async (entry: Parameters<typeof movedAtBank>[0]) => {
    const before = new Set((await list('camt-053/entries')).map(({ id }) => id))
    await paid(movedAtBank({ date, ...entry }))
    await quietly(customer())
    return there((await list('camt-053/entries')).find(({ id }) => !before.has(id)))
  }
  const back = (amount: string, named: string) => moved({ amount, direction: 'CRDT', named, reason: 'AC04' })
  const settledFor = async (payable: string, amount: number, entry: { canonical_entry_hash: string }) => {
    const more = { evidence_sha256: entry.canonical_entry_hash, settlement_date: date }
    const { body } = await settle(payable, amount, more)
    expect(body.state, JSON.stringify(body)).to.equal('posted')
    await quietly(customer())
  }
  const booked = async (
    lines: (ReturnType<typeof debit> | ReturnType<typeof credit>)[],
    ...entries: { id: string }[]
  ) => {
    const bank_entries = entries.map(({ id }) => ({ entry_id: id }))
    const { body } = await post(VOUCHERS, voucher(customer(), { payload: { lines, bank_entries } }), { wait: 10 })
    expect(body.state, JSON.stringify(body.blockers)).to.equal('posted')
  }
  const out = (amount: number) => [debit('6500', amount), credit('1020', amount)]
  const into = (amount: number) => [debit('1020', amount), credit('6500', amount)]

  it('of a settlement of another payable, is ordered again from its return on, until that is taken back', async () => {
    const { payables, order_id, ids } = await withdrawn(10_000)
    const other = await owedToHolz(10_000)
    const named = e2e(there(ids[0]))
    const entry = await moved({ amount: '100.00', named })
    await settledFor(other.id, 10_000, entry)
    expect(await again(payables[0])).to.deep.equal(DEBITED)
    await back('100.00', named)
    expect(await again(payables[0])).to.deep.equal(DEBITED)
    expect(await elsewhere(order_id)).to.deep.equal([entry.id])
    const { id } = await acceptOnly()
    expect(await elsewhere(order_id)).to.deep.equal([])
    const { body } = await order({ payables: [there(payables[0]).id] })
    await withdraw(body.id)
    expect((await takeBack(id)).status).to.equal(202)
    expect(await again(payables[0])).to.deep.equal(DEBITED)
  })

  it('of two vouchers, is ordered again where all of it came back: not after 40.00 of 100.00, but with the other 60.00', async () => {
    const { payables, ids } = await withdrawn(10_000)
    const named = e2e(there(ids[0]))
    await booked(out(10_000), await moved({ amount: '100.00', named }))
    await booked(into(4_000), await back('40.00', named))
    expect(await again(payables[0])).to.deep.equal(DEBITED)
    await booked(into(6_000), await back('60.00', named))
    expect(await again(payables[0])).to.deep.equal([201])
  })

  it('of one voucher for debit and credit, is ordered again, with 2.00 that the bank has kept', async () => {
    const { payables, ids } = await withdrawn(10_000)
    const named = e2e(there(ids[0]))
    const [gone, came] = [await moved({ amount: '100.00', named }), await back('98.00', named)]
    await booked([credit('1020', 10_000), debit('1020', 9_800), debit('6940', 200)], gone, came)
    expect(await again(payables[0])).to.deep.equal([201])
  })

  it('is not ordered again beside a second debit that names it, booked or not', async () => {
    const { payables, ids } = await withdrawn(10_000)
    const named = e2e(there(ids[0]))
    await booked(out(10_000), await moved({ amount: '100.00', named }))
    await booked(into(10_000), await back('100.00', named))
    // The bank has taken 1.00 more: else it would be the same debit once more.
    const second = await moved({ amount: '101.00', named })
    expect(await again(payables[0])).to.deep.equal(DEBITED)
    await booked(out(10_100), second)
    expect(await again(payables[0])).to.deep.equal(DEBITED)
  })

  it('of a batch is ordered again where its own payment came back: 100.00, and not the 50.00 beside it', async () => {
    const { payables, ids, batch } = await withdrawn(10_000, 5_000)
    const inside = `<PmtInfId>${batch}</PmtInfId>`
    await booked(out(15_000), await moved({ amount: '150.00', named: inside }))
    expect([await again(payables[0]), await again(payables[1])]).to.deep.equal([DEBITED, DEBITED])
    await booked(into(10_000), await back('100.00', e2e(there(ids[0]))))
    expect([await again(payables[0]), await again(payables[1])]).to.deep.equal([[201], DEBITED])
  })

  it('of a batch that comes back as one amount is ordered again, each of its payments: 150.00', async () => {
    const { payables, batch } = await withdrawn(10_000, 5_000)
    const inside = `<PmtInfId>${batch}</PmtInfId>`
    await booked(out(15_000), await moved({ amount: '150.00', named: inside }))
    const all = await back('150.00', inside)
    expect([await again(payables[0]), await again(payables[1])]).to.deep.equal([DEBITED, DEBITED])
    await booked(into(15_000), all)
    expect([await again(payables[0]), await again(payables[1])]).to.deep.equal([[201], [201]])
  })
})
