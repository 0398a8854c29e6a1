import { expect } from 'chai'
import { camt053Message, camt054Message } from '../../camt053/messages.ts'
import { quietly } from '../../support/books.ts'
import { get, notify, post, put, upload } from '../../support/client.ts'
import { there } from '../../support/there.ts'
import { booksToSettle } from '../settlement/books-to-settle.ts'
import { e2e, movedAtBank, returnsOf } from './books-with-returns.ts'

const named = e2e('E2E-7')
const back = { amount: '108.10', direction: 'CRDT', date: '2026-04-09', named } as const
const referred = (entry: string) => entry.replace('</ValDt>', '</ValDt><AcctSvcrRef>BANK-9</AcctSvcrRef>')

describe('payments that come back, told in other files', () => {
  const books = booksToSettle()
  const { customer, invoiced, owed, list, openOf, received, allocate } = books
  const { moved, paidOut, proposed, acceptOnly } = returnsOf(books)

  /** Its details say that it comes back; the bank statement does not. */
  const bare = referred(movedAtBank(back)).replace(/<NtryDtls>.*<\/NtryDtls>/s, '')
  const statement = () => upload(customer(), camt053Message({ header: '<Id>B</Id>', bankEntries: bare }), { wait: 20 })
  const notification = () =>
    notify(customer(), camt054Message({ bankEntries: referred(movedAtBank({ ...back, reason: 'AC04' })) }), {
      wait: 20,
    })

  for (const [first, second] of [
    [statement, notification],
    [notification, statement],
  ] as const)
    it(`the notification comes ${first === statement ? 'later' : 'first'}`, async () => {
      const payable = await owed(10_810)
      const { id } = await paidOut(payable.id, 10_810, { amount: '108.10', named })
      await first()
      await second()
      await quietly(customer())
      expect(await list('payments')).to.deep.equal([])
      expect((await proposed()).map(({ target_settlement_id, score }) => [target_settlement_id, score])).to.deep.equal([
        [id, 100],
      ])
      await acceptOnly()
      expect(await openOf('supplier-payables', payable.id)).to.equal(10_810)
    })

  it('a debit that takes a payment back is proposed for that, and for no payable whose number it has', async () => {
    const receivable = await invoiced(10_810)
    const payable = await owed(10_810, { document_number: 'R-7788' })
    const paid = await received(movedAtBank({ ...back, date: '2026-04-02' }))
    const { body: allocation } = await allocate(paid.id, [[receivable.id, 10_810]])
    const debit = (reason: string) => {
      const entry = movedAtBank({ ...back, direction: 'DBIT', reason })
      return referred(entry).replace('</Ntry>', '<AddtlNtryInf>Rechnung R-7788</AddtlNtryInf></Ntry>')
    }
    const bareDebit = debit('').replace(/<NtryDtls>.*<\/NtryDtls>/s, '')
    await upload(customer(), camt053Message({ header: '<Id>B</Id>', bankEntries: bareDebit }), { wait: 20 })
    await quietly(customer())
    const proposed = () => list('settlement-candidates')
    expect((await proposed()).map(({ target_supplier_payable_id: id }) => id)).to.deep.equal([payable.id])
    await notify(customer(), camt054Message({ bankEntries: debit('AC04') }), { wait: 20 })
    await quietly(customer())
    expect((await proposed()).map(({ target_type, target_allocation_id: id }) => [target_type, id])).to.deep.equal([
      ['return', allocation.id],
    ])
  })

  it('a payment of an order is withdrawn then, and its payable can be ordered again', async () => {
    await put(`/v1/end-customers/${customer()}`, { name: 'Treuhand Beispiel AG' })
    // So that the service knows the account.
    await moved({ amount: '1.00' })
    const supplier = {
      name: 'Papeterie Muster AG',
      structured_address: { town_name: 'Bern', country: 'CH' },
      iban: 'CH5604835012345678009',
    }
    const payable = await owed(10_810, { supplier })
    const order = async () => {
      const bank = { bank_account: 'CH9300762011623852957', execution_date: '2099-12-31' }
      const request = { end_customer_id: customer(), ...bank, payables: [payable.id] }
      const { status, body } = await post('/v1/payment-orders', request)
      expect(status, JSON.stringify(body)).to.equal(201)
      return body
    }
    const { id, payments } = await order()
    const paid = e2e(there(payments[0]).end_to_end_id)
    await paidOut(payable.id, 10_810, { amount: '108.10', named: paid })
    await upload(
      customer(),
      camt053Message({ header: '<Id>B</Id>', bankEntries: movedAtBank({ ...back, named: paid, reason: 'AC04' }) }),
      { wait: 20 },
    )
    await quietly(customer())
    await acceptOnly()
    const { body } = await get(`/v1/payment-orders/${id}`)
    expect(body.payments.map(({ state, state_reason }) => [state, state_reason])).to.deep.equal([
      ['withdrawn', 'Konto saldiert'],
    ])
    expect((await order()).payments).to.have.length(1)
  })
})
