import { expect } from 'chai'
import { bankEntry, transaction } from '../../camt053/messages.ts'
import { findings, linesOf } from '../../support/books.ts'
import { get, post, put } from '../../support/client.ts'
import { chf } from '../../support/requests/examples.ts'
import { KMU_ACCOUNTS } from '../../support/requests/kmu-chart.ts'
import { there } from '../../support/there.ts'
import { booksToSettle } from './books-to-settle.ts'

describe('allocations', () => {
  const { customer, list, invoiced, received, allocate, openOf } = booksToSettle()

  it('several lines, partial, the rest to customer credit, later allocations out of it, all reversible', async () => {
    const [a, b, c] = [await invoiced(50_000), await invoiced(30_000), await invoiced(20_000)]
    const payment = await received(bankEntry({ amount: '900.00' }))
    const first = await allocateFromPayment()
    const second = await allocateFromCredit()
    await expectNoMoreThanCredit()
    await reverseNewestFirst()
    await expectEverythingOpen()

    async function allocateFromPayment() {
      const lines: [string, number][] = [
        [a.id, 50_000],
        [b.id, 10_000],
      ]
      const { status, body } = await allocate(payment.id, lines)
      expect([status, body.state]).to.deep.equal([201, 'posted'])
      expect([body.amount, body.customer_credit_balance]).to.deep.equal([chf(60_000), chf(30_000)])
      expect(body.lines.map((line) => [line.document_id, line.open_amount_before.amount_minor])).to.deep.equal([
        [a.id, 50_000],
        [b.id, 30_000],
      ])
      expect(await linesOf(body.journal_entry_id)).to.deep.equal([
        ['1020', 90_000, 0],
        ['1100', 0, 50_000],
        ['1100', 0, 10_000],
        ['2030', 0, 30_000],
      ])
      return body
    }

    async function allocateFromCredit() {
      const lines: [string, number][] = [
        [b.id, 20_000],
        [c.id, 5_000],
      ]
      const { body } = await allocate(payment.id, lines)
      expect(await linesOf(body.journal_entry_id)).to.deep.equal([
        ['2030', 25_000, 0],
        ['1100', 0, 20_000],
        ['1100', 0, 5_000],
      ])
      expect(body.customer_credit_balance).to.deep.equal(chf(5_000))
      return body
    }

    async function expectNoMoreThanCredit() {
      expect((await get(`/v1/payments/${payment.id}`)).body).to.deep.include({
        state: 'partially_allocated',
        customer_credit: chf(5_000),
      })
      const tooMuch = await allocate(payment.id, [[c.id, 5_001]])
      expect([tooMuch.status, tooMuch.body.error.details[0]?.code]).to.deep.equal([422, 'exceeds_open_amount'])
    }

    async function reverseNewestFirst() {
      const reverse = (id: string) =>
        post(`/v1/allocations/${id}/reverse`, { end_customer_id: customer(), reason: 'x' }, { wait: 10 })
      const early = await reverse(first.id)
      expect([early.status, early.body.error.details[0]?.code]).to.deep.equal([409, 'in_use'])
      expect(early.body.error.message).to.include(second.id)
      expect((await reverse(second.id)).body).to.deep.include({ state: 'reversed' })
      const { body: undone } = await reverse(first.id)
      expect(await linesOf(undone.reversal_journal_entry_id)).to.deep.equal([
        ['1020', 0, 90_000],
        ['1100', 50_000, 0],
        ['1100', 10_000, 0],
        ['2030', 30_000, 0],
      ])
      expect((await reverse(first.id)).status).to.equal(409)
    }

    async function expectEverythingOpen() {
      const open = await Promise.all([a, b, c].map(({ id }) => openOf('documents', id)))
      expect(open).to.deep.equal([50_000, 30_000, 20_000])
      expect(await openOf('payments', payment.id)).to.equal(90_000)
      const listed = await list('allocations', `&payment_id=${payment.id}`)
      expect(listed?.map(({ id, state }) => [id, state])).to.deep.equal([
        [first.id, 'reversed'],
        [second.id, 'reversed'],
      ])
    }
  })

  it('mistakes of an allocation are named line by line, and nothing is reserved', async () => {
    const a = await invoiced(10_000)
    const payment = await received(bankEntry({ amount: '100.00' }))
    const codes = async (lines: [string, number][], more: object = {}) => {
      const { status, body } = await allocate(payment.id, lines, more)
      return [status, ...(body.error?.details ?? []).map(({ pointer, code }) => `${pointer} ${code}`)]
    }
    expect(
      await codes([
        [a.id, 10_001],
        ['doc_x', 1],
      ]),
    ).to.deep.equal([422, '/lines/0/amount/amount_minor exceeds_open_amount', '/lines/1/document_id not_found'])
    expect(
      await codes([
        [a.id, 1],
        [a.id, 1],
      ]),
    ).to.deep.equal([422, '/lines/1/document_id duplicate'])
    expect(await codes([[a.id, 0]])).to.deep.equal([422, '/lines/0/amount/amount_minor out_of_range'])
    expect(await codes([[a.id, -1]])).to.deep.equal([422, '/lines/0/amount/amount_minor exceeds_open_amount'])
    const { body: manual } = await post('/v1/manual-payments', {
      end_customer_id: customer(),
      amount: chf(1),
      event_date: '2026-01-01',
    })
    const refused = await allocate(manual.id, [[a.id, 1]])
    expect([refused.status, refused.body.error.details[0]?.code]).to.deep.equal([422, 'not_supported_in_v0_1'])
    expect(await codes([[a.id, 1]], { payment_id: 'pay_x' })).to.deep.equal([422, '/payment_id not_found'])
    expect(await openOf('documents', a.id)).to.equal(10_000)
  })

  it('a credit note is used up together with an invoice of the same customer', async () => {
    const same = { customer: { name: 'Kundin GmbH', customer_external_reference: 'K-1' } }
    const [a, note, stranger] = [
      await invoiced(10_000, same),
      await invoiced(-3_000, same),
      await invoiced(-1_000, { customer: { name: 'Andere', customer_external_reference: 'K-2' } }),
    ]
    const payment = await received(bankEntry({ amount: '70.00' }))
    const refused = await allocate(payment.id, [
      [a.id, 8_000],
      [stranger.id, -1_000],
    ])
    const { code, pointer } = there(refused.body.error.details[0])
    expect([refused.status, code, pointer]).to.deep.equal([422, 'set_off_consent_missing', '/set_off_consent'])
    const { body } = await allocate(payment.id, [
      [a.id, 10_000],
      [note.id, -3_000],
    ])
    expect(await linesOf(body.journal_entry_id)).to.deep.equal([
      ['1020', 7_000, 0],
      ['1100', 0, 10_000],
      ['1100', 3_000, 0],
    ])
    expect([await openOf('documents', a.id), await openOf('documents', note.id)]).to.deep.equal([0, 0])
  })

  it('the account at the bank decides where the money is booked', async () => {
    const mappings = [
      { mapping_key: 'posting.bank.CH9300762011623852957', account_code: '1021', valid_from: '2020-01-01' },
    ]
    const { status, text } = await put('/v1/account-mappings', { end_customer_id: customer(), mappings })
    expect(status, text).to.equal(202)
    const a = await invoiced(10_000)
    const payment = await received(bankEntry({ amount: '100.00' }))
    const { body } = await allocate(payment.id, [[a.id, 10_000]])
    expect((await linesOf(body.journal_entry_id))[0]).to.deep.equal(['1021', 10_000, 0])
  })

  it('the verifier counts customer credit once, however many versions of the chart name its account', async () => {
    for (const valid_from of ['2018-01-01', '2015-01-01']) {
      const accounts = KMU_ACCOUNTS.map(({ or_row, ...account }) => account)
      await put('/v1/accounts', { end_customer_id: customer(), valid_from, accounts })
    }
    const payment = await received(bankEntry({ amount: '100', details: transaction() }))
    const { body } = await allocate(payment.id, [[(await invoiced(4_000)).id, 4_000]])
    expect([body.state, body.customer_credit_balance.amount_minor]).to.deep.equal(['posted', 6_000])
    expect(await findings(customer())).to.deep.equal([])
  })
})
