import { expect } from 'chai'
import { bankEntry, transaction } from '../../camt053/messages.ts'
import { linesOf } from '../../support/books.ts'
import { get, put } from '../../support/client.ts'
import { chf } from '../../support/requests/examples.ts'
import { there } from '../../support/there.ts'
import { booksToSettle } from './books-to-settle.ts'

describe('credit of customers', () => {
  const { customer, invoiced, received, allocate, list, openOf } = booksToSettle()
  const map = async (mapping_key: string, account_code: string) => {
    const mappings = [{ mapping_key, account_code, valid_from: '2020-01-01' }]
    const { status, text } = await put('/v1/account-mappings', { end_customer_id: customer(), mappings }, { wait: 10 })
    expect(status, text).to.equal(202)
  }

  it('of an advance invoice is an open item, used by allocations in parts', async () => {
    await map('posting.revenue.category.advance', '2030')
    // An advance of 100.00 is invoiced and paid; of the later invoice of 300.00 it pays 60.00, and the rest of the next.
    const advance = await invoiced(10_000, { revenue_category: 'advance' })
    const credit = there((await list('documents')).find(({ kind }) => kind === 'customer_credit'))
    expect([credit.account_code, credit.amount.amount_minor, credit.customer_name, credit.is_opening]).to.deep.equal([
      '2030',
      -10_000,
      advance.customer_name,
      false,
    ])
    await allocate((await received(bankEntry({ amount: '100.00' }))).id, [[advance.id, 10_000]])
    const [first, second] = [await invoiced(30_000), await invoiced(5_000)]
    const payment = await received(bankEntry({ amount: '240.00' }))
    const { body } = await allocate(payment.id, [
      [first.id, 30_000],
      [credit.id, -6_000],
    ])
    expect(await linesOf(body.journal_entry_id)).to.deep.equal([
      ['1020', 24_000, 0],
      ['1100', 0, 30_000],
      ['2030', 6_000, 0],
    ])
    const rest = await received(bankEntry({ amount: '10.00' }))
    expect(
      (
        await allocate(rest.id, [
          [credit.id, -4_001],
          [second.id, 5_000],
        ])
      ).body.error.details[0]?.code,
    ).to.equal('exceeds_open_amount')
    await allocate(rest.id, [
      [second.id, 5_000],
      [credit.id, -4_000],
    ])
    expect([await openOf('documents', credit.id), await openOf('documents', second.id)]).to.deep.equal([0, 0])
  })

  it('stays on its account when the role moves to another one', async () => {
    const payment = await received(bankEntry({ amount: '100.00' }))
    await allocate(payment.id, [[(await invoiced(4_000)).id, 4_000]])
    await map('posting.customer_credit', '2210')
    const { body } = await allocate(payment.id, [[(await invoiced(6_000)).id, 6_000]])
    expect(await linesOf(body.journal_entry_id)).to.deep.equal([
      ['2030', 6_000, 0],
      ['1100', 0, 6_000],
    ])
  })

  it('credit of another customer pays with a word of consent, and with none where each pays for his own', async () => {
    const of = (name: string) => ({ customer: { name, customer_external_reference: name } })
    const [a, noteOfA, b, noteOfB] = [
      await invoiced(10_000, of('A')),
      await invoiced(-3_000, of('A')),
      await invoiced(5_000, of('B')),
      await invoiced(-1_000, of('B')),
    ]
    // 70.00 of A and 40.00 of B: each uses up a credit note of his own.
    const own = await received(bankEntry({ amount: '110.00' }))
    const { body: alone } = await allocate(own.id, [
      [a.id, 8_000],
      [noteOfA.id, -1_000],
      [b.id, 4_500],
      [noteOfB.id, -500],
    ])
    expect(alone.state).to.equal('posted')
    // 20.00 of the invoice of A, for which 5.00 of the credit of B pay.
    const payment = await received(bankEntry({ amount: '15.00' }))
    const lines: [string, number][] = [
      [a.id, 2_000],
      [noteOfB.id, -500],
    ]
    const refused = await allocate(payment.id, lines)
    expect([refused.status, refused.body.error.details[0]?.pointer]).to.deep.equal([422, '/set_off_consent'])
    const { body } = await allocate(payment.id, lines, { set_off_consent: 'A and B, by letter of 1 March' })
    expect(await linesOf(body.journal_entry_id)).to.deep.equal([
      ['1020', 1_500, 0],
      ['1100', 0, 2_000],
      ['1100', 500, 0],
    ])
    expect(await openOf('documents', noteOfB.id)).to.equal(0)
  })

  it('a rest is credit of the customer whose documents were paid first, and pays for another one with consent', async () => {
    const of = (name: string) => ({ customer: { name, customer_external_reference: name } })
    const [first, second, other] = [
      await invoiced(35_000, of('Ka AG')),
      await invoiced(2_000, of('Ka AG')),
      await invoiced(36_000, of('Kb AG')),
    ]
    const payment = await received(bankEntry({ amount: '400.00', details: transaction({ name: 'K. Muster' }) }))
    await allocate(payment.id, [[first.id, 35_000]])
    const lists = `/v1/statements/open-items?end_customer_id=${customer()}&side=receivables&date=2026-12-31`
    const { body: list } = await get(lists)
    const items = list.items as unknown as { kind: string; partner: object; open_amount: object }[]
    const { partner, open_amount } = there(items.find(({ kind }) => kind === 'customer_credit'))
    expect([partner, open_amount]).to.deep.equal([{ name: 'Ka AG', reference: 'Ka AG' }, chf(-5_000)])
    const refused = await allocate(payment.id, [[other.id, 3_000]])
    expect([refused.status, refused.body.error.details[0]?.code]).to.deep.equal([422, 'set_off_consent_missing'])
    expect((await allocate(payment.id, [[second.id, 2_000]])).body.state).to.equal('posted')
    const consent = { set_off_consent: 'Ka AG and Kb AG, by letter of 1 March' }
    expect((await allocate(payment.id, [[other.id, 3_000]], consent)).body.state).to.equal('posted')
  })

  it('customers of one name and different numbers are two, also for the rest of a payment', async () => {
    const of = (customer_external_reference: string) => ({ customer: { name: 'Meier', customer_external_reference } })
    const [first, other] = [await invoiced(10_000, of('K1')), await invoiced(10_000, of('K2'))]
    const payment = await received(bankEntry({ amount: '150.00' }))
    await allocate(payment.id, [[first.id, 10_000]])
    const refused = await allocate(payment.id, [[other.id, 2_000]])
    expect([refused.status, refused.body.error?.details[0]?.code]).to.deep.equal([422, 'set_off_consent_missing'])
  })
})
