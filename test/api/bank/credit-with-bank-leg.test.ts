import { expect } from 'chai'
import { bankEntry } from '../../camt053/messages.ts'
import { codesOf, factOf, quietly } from '../../support/books.ts'
import { get, post } from '../../support/client.ts'
import { credit, debit, voucher } from '../../support/requests/examples.ts'
import { there } from '../../support/there.ts'
import { balancesOf, bookedVoucher, bookVoucher, expectVerified, reverse } from '../open-items/items-of-customer.ts'
import { booksToSettle } from '../settlement/books-to-settle.ts'

describe('credit that a voucher gives to a payment', () => {
  const { customer, invoiced, received, allocate } = booksToSettle()

  const named = (payment_id: string) => ({ open_item: { payment_id, purpose: 'transfer' } })
  const leg = (entry_id: string) => ({ bank_entries: [{ entry_id }] })
  const asIncome = [debit('1020', 30_000), credit('6950', 30_000)]
  const parked = [debit('1020', 30_000), credit('1099', 30_000)]
  const given = (payment_id: string, from: string) => [debit(from, 30_000), credit('2030', 30_000, named(payment_id))]
  const outcomeOf = async (answer: ReturnType<typeof reverse>) => {
    const { status, body } = await answer
    return [status, body.error?.details[0]?.code ?? body.state]
  }

  it('needs its bank leg: credit from cash leaves the bank entry to others', async () => {
    const { id, entry_id } = await received(bankEntry({ amount: '300.00' }))
    const fromCash = await bookVoucher(customer(), given(id, '1000'))
    expect(fromCash.blockers.map(({ code, pointer }) => [code, pointer])).to.deep.equal([
      ['payment_not_booked', '/payload/lines/1/open_item'],
    ])
    expect(fromCash.blockers[0]?.message).to.match(
      /credit of CHF 300\.00, and nothing has booked bank entry \w+ yet, neither the voucher nor another one\.$/,
    )
    await bookedVoucher(customer(), asIncome, leg(entry_id))
    await quietly(customer())
    const mixed = [debit('6950', 1), debit('1000', 29_999), credit('2030', 30_000, named(id))]
    expect(codesOf(await bookVoucher(customer(), mixed))).to.deep.equal(['payment_not_booked'])
    // The bank entry is booked now, but on 6950: cash takes nothing from there.
    expect((await factOf(fromCash.id)).state).to.equal('blocked')
    const { id: document } = await invoiced(30_000)
    expect((await allocate(id, [[document, 30_000]])).status).to.equal(422)
    await bookedVoucher(customer(), given(id, '6950'))
    expect((await allocate(id, [[document, 30_000]])).body.state).to.equal('posted')
    expect(await balancesOf(customer(), '1000', '1020', '6950', '2030', '1100')).to.deep.equal([0, 30_000, 0, 0, 0])
    await expectVerified(customer())
  })

  it('holds its bank leg until the voucher that gave it is reversed', async () => {
    const { id, entry_id } = await received(bankEntry({ amount: '300.00' }))
    const first = await bookedVoucher(customer(), parked, leg(entry_id))
    const second = await bookedVoucher(customer(), given(id, '1099'))
    const refused = await reverse(customer(), `/v1/source-facts/${first.id}`)
    expect([refused.status, refused.body.error.details[0]?.code]).to.deep.equal([409, 'in_use'])
    expect(refused.body.error.message).to.contain(second.id)
    const { id: document } = await invoiced(30_000)
    const { body: allocation } = await allocate(id, [[document, 30_000]])
    expect(await outcomeOf(reverse(customer(), `/v1/source-facts/${first.id}`))).to.deep.equal([409, 'in_use'])
    await reverse(customer(), `/v1/allocations/${allocation.id}`)
    expect(await outcomeOf(reverse(customer(), `/v1/source-facts/${second.id}`))).to.deep.equal([202, 'reversed'])
    expect(await outcomeOf(reverse(customer(), `/v1/source-facts/${first.id}`))).to.deep.equal([202, 'reversed'])
    await bookedVoucher(customer(), asIncome, leg(entry_id))
    await expectVerified(customer())
  })

  it('may be dated before its bank leg: no day says what the credit stands on', async () => {
    const { id, entry_id } = await received(bankEntry({ amount: '300.00' }))
    await bookedVoucher(customer(), parked, leg(entry_id), { business_date: '2026-04-02' })
    await bookedVoucher(customer(), given(id, '1099'), {}, { business_date: '2026-03-31' })
    await expectVerified(customer())
  })

  it('holds a link that books its bank leg', async () => {
    const { id, entry_id } = await received(bankEntry({ amount: '300.00' }))
    const { journal_entry_id } = await bookedVoucher(customer(), parked)
    const at = { end_customer_id: customer(), journal_entry_id: there(journal_entry_id.id), line_number: 1 }
    const amount = { amount_minor: 30_000, currency: 'CHF' }
    const { body: linked } = await post(`/v1/camt-053/entries/${entry_id}/links`, { ...at, amount })
    const second = await bookedVoucher(customer(), given(id, '1099'))
    const back = () =>
      post(`/v1/camt-053/entries/${entry_id}/links/${linked.uses[0]?.id}/reverse`, {
        end_customer_id: customer(),
        reason: 'x',
      })
    const { status, body } = await back()
    expect([status, body.error.details[0]?.code]).to.deep.equal([409, 'in_use'])
    expect(body.error.message).to.contain(second.id)
    await reverse(customer(), `/v1/source-facts/${second.id}`)
    expect((await back()).status).to.equal(201)
  })

  it('waits for its bank leg, and finds it in the same batch', async () => {
    const { id, entry_id } = await received(bankEntry({ amount: '300.00' }))
    const waiting = await bookVoucher(customer(), given(id, '1099'))
    expect(codesOf(waiting)).to.deep.equal(['payment_not_booked'])
    await bookedVoucher(customer(), parked, leg(entry_id))
    await quietly(customer())
    expect((await factOf(waiting.id)).state).to.equal('posted')
    const other = await received(bankEntry({ amount: '300.00', text: 'Andere' }))
    const items = [
      voucher(customer(), { payload: { lines: parked, ...leg(other.entry_id) } }),
      voucher(customer(), { payload: { lines: given(other.id, '1000') } }),
      voucher(customer(), { payload: { lines: given(other.id, '1099') } }),
      voucher(customer(), { payload: { lines: asIncome, ...leg(other.entry_id) } }),
    ]
    const { body } = await post('/v1/source-facts/batch', { items }, { wait: 20 })
    await quietly(customer())
    const facts = await Promise.all(body.data.map(({ source_fact }) => factOf(there(source_fact).id)))
    const codes = facts.map(({ blockers }) => blockers.map(({ code }) => code))
    // The second one is evaluated again when the third one has given the payment its whole credit.
    expect(codes).to.deep.equal([[], ['payment_not_booked', 'open_item_exceeded'], [], ['bank_entry_exhausted']])
  })

  it('is never without its bank leg, whoever takes that back meanwhile', async () => {
    for (const text of ['a', 'b', 'c', 'd']) {
      const { id, entry_id } = await received(bankEntry({ amount: '300.00', text }))
      const first = await bookedVoucher(customer(), parked, leg(entry_id))
      const [second, taken] = await Promise.all([
        bookVoucher(customer(), given(id, '1099')),
        reverse(customer(), `/v1/source-facts/${first.id}`),
      ])
      await quietly(customer())
      const states = [(await factOf(first.id)).state, (await factOf(second.id)).state]
      expect(states).to.deep.equal(taken.status === 409 ? ['posted', 'posted'] : ['reversed', 'blocked'])
    }
    await expectVerified(customer())
  })

  it('is given once, however much of it is used, by whom, and given back', async () => {
    const { id, entry_id } = await received(bankEntry({ amount: '300.00' }))
    await bookedVoucher(customer(), parked, leg(entry_id))
    const first = await bookedVoucher(customer(), given(id, '1099'))
    const second = await bookVoucher(customer(), given(id, '1099'))
    const outcome = async () => {
      await quietly(customer())
      const { state, blockers } = await factOf(second.id)
      return [state, blockers.some(({ code }) => code === 'payment_not_booked')]
    }
    expect(await outcome()).to.deep.equal(['blocked', true])
    const [one, other] = [await invoiced(30_000), await invoiced(30_000)]
    const { body: allocation } = await allocate(id, [[one.id, 30_000]])
    expect(await outcome()).to.deep.equal(['blocked', true])
    expect((await allocate(id, [[other.id, 30_000]])).status).to.equal(422)
    await reverse(customer(), `/v1/allocations/${allocation.id}`)
    const refund = { open_item: { payment_id: id, purpose: 'refund' } }
    const refunded = await bookedVoucher(customer(), [debit('2030', 30_000, refund), credit('1000', 30_000)])
    expect(await outcome()).to.deep.equal(['blocked', true])
    await reverse(customer(), `/v1/source-facts/${refunded.id}`)
    expect(await outcome()).to.deep.equal(['blocked', true])
    await reverse(customer(), `/v1/source-facts/${first.id}`)
    expect(await outcome()).to.deep.equal(['posted', false])
    expect(await balancesOf(customer(), '1020', '1099', '2030')).to.deep.equal([30_000, 0, -30_000])
    await expectVerified(customer())
  })

  it('is given once by vouchers that come at once, and once its first allocation has booked it', async () => {
    const { id, entry_id } = await received(bankEntry({ amount: '300.00' }))
    await bookedVoucher(customer(), parked, leg(entry_id))
    const items = [1, 2, 3].map(() => voucher(customer(), { payload: { lines: given(id, '1099') } }))
    await Promise.all(items.map((item) => post('/v1/source-facts/batch', { items: [item] }, { wait: 20 })))
    await allocate(id, [[(await invoiced(30_000)).id, 30_000]])
    await quietly(customer())
    expect(await balancesOf(customer(), '1020', '1099', '2030')).to.deep.equal([30_000, 0, 0])
    const other = await received(bankEntry({ amount: '300.00', text: 'Andere' }))
    await allocate(other.id, [[(await invoiced(20_000)).id, 20_000]])
    const refund = { open_item: { payment_id: other.id, purpose: 'refund' } }
    await bookedVoucher(customer(), [debit('2030', 10_000, refund), credit('1020', 10_000)])
    const again = [debit('1000', 10_000), credit('2030', 10_000, named(other.id))]
    expect(codesOf(await bookVoucher(customer(), again))).to.deep.equal(['payment_not_booked'])
  })

  it('takes from an account no more than its bank entry brought there', async () => {
    const { id, entry_id } = await received(bankEntry({ amount: '300.00' }))
    const split = [debit('1020', 30_000), credit('1099', 20_000), credit('6950', 10_000)]
    await bookedVoucher(customer(), split, leg(entry_id))
    expect(codesOf(await bookVoucher(customer(), given(id, '1099')))).to.deep.equal(['payment_not_booked'])
    const both = [debit('1099', 20_000), debit('6950', 10_000), credit('2030', 30_000, named(id))]
    await bookedVoucher(customer(), both)
    await expectVerified(customer())
  })

  it('a bank entry is booked as a whole for each of its payments, once', async () => {
    const details = `<TxDtls><AmtDtls><TxAmt><Amt Ccy="CHF">300.00</Amt></TxAmt></AmtDtls></TxDtls>
      <TxDtls><AmtDtls><TxAmt><Amt Ccy="CHF">300.00</Amt></TxAmt></AmtDtls></TxDtls>`
    const { entry_id } = await received(bankEntry({ amount: '600.00', details }))
    const whole = await bookedVoucher(customer(), [debit('1020', 60_000), credit('1099', 60_000)], leg(entry_id))
    const { body: list } = await get(`/v1/payments?end_customer_id=${customer()}`)
    for (const { id } of list.data) await bookedVoucher(customer(), given(id, '1099'))
    expect(await outcomeOf(reverse(customer(), `/v1/source-facts/${whole.id}`))).to.deep.equal([409, 'in_use'])
    expect(await balancesOf(customer(), '1020', '1099', '2030')).to.deep.equal([60_000, 0, -60_000])
    await expectVerified(customer())
  })
})
