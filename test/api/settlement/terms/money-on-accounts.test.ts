import { expect } from 'chai'
import { bankEntry } from '../../../camt053/messages.ts'
import { linesOf } from '../../../support/books.ts'
import { get, post } from '../../../support/client.ts'
import { chf } from '../../../support/requests/examples.ts'
import { there } from '../../../support/there.ts'
import { booksToSettle } from '../books-to-settle.ts'

describe('money on an account', () => {
  const { customer, list, owed, invoiced, paid, received, settle, openOf } = booksToSettle()
  const allocateFrom = (account_code: string, lines: [string, number][], more: object = {}) => {
    const amounts = lines.map(([document_id, amount]) => ({ document_id, amount: chf(amount) }))
    const request = { end_customer_id: customer(), account_code, posting_date: '2026-04-15', lines: amounts, ...more }
    return post('/v1/allocations', request, { wait: 10 })
  }
  const refusal = ({ status, body }: Awaited<ReturnType<typeof allocateFrom>>) => [
    status,
    body.error?.details.map(({ pointer, code }) => `${pointer} ${code}`).join(),
  ]

  it('a payable is paid in cash, by card, by staff, privately, by a shareholder', async () => {
    for (const account_code of ['1000', '2215', '2210', '2160']) {
      const payable = await owed(10_810)
      const { status, body } = await settle(payable.id, 10_810, { account_code })
      expect([status, body.state, body.account_code]).to.deep.equal([201, 'posted', account_code])
      expect(await linesOf(body.journal_entry_id)).to.deep.equal([
        ['2000', 10_810, 0],
        [account_code, 0, 10_810],
      ])
      expect(await openOf('supplier-payables', payable.id)).to.equal(0)
    }
  })

  it('customers pay in cash and through a clearing account, in parts, several documents at once', async () => {
    const [first, second] = [await invoiced(50_000), await invoiced(30_000)]
    const { status, body } = await allocateFrom('1000', [
      [first.id, 50_000],
      [second.id, 10_000],
    ])
    expect([status, body.state, body.payment_id, body.account_code]).to.deep.equal([201, 'posted', null, '1000'])
    expect([body.posting_date, body.amount.amount_minor, body.customer_credit_balance.amount_minor]).to.deep.equal([
      '2026-04-15',
      60_000,
      0,
    ])
    expect(await linesOf(body.journal_entry_id)).to.deep.equal([
      ['1000', 60_000, 0],
      ['1100', 0, 50_000],
      ['1100', 0, 10_000],
    ])
    const { body: entry } = await get(`/v1/journal-entries/${there(body.journal_entry_id)}`)
    expect(entry.description).to.equal('Zahlung Kundin GmbH')
    await allocateFrom('1099', [[second.id, 20_000]])
    expect([await openOf('documents', first.id), await openOf('documents', second.id)]).to.deep.equal([0, 0])
    const { body: listed } = await get(`/v1/allocations?end_customer_id=${customer()}&document_id=${second.id}`)
    expect(listed.data.map(({ account_code }) => account_code)).to.deep.equal(['1000', '1099'])
  })

  it('a credit note is paid out of the till', async () => {
    const note = await invoiced(-10_810)
    const { body } = await allocateFrom('1000', [[note.id, -10_810]])
    expect(await linesOf(body.journal_entry_id)).to.deep.equal([
      ['1000', 0, 10_810],
      ['1100', 10_810, 0],
    ])
    const reversed = await post(
      `/v1/allocations/${body.id}/reverse`,
      { end_customer_id: customer(), reason: 'x' },
      { wait: 10 },
    )
    expect([reversed.status, reversed.body.state]).to.deep.equal([202, 'reversed'])
    expect(await openOf('documents', note.id)).to.equal(-10_810)
  })

  it('both are reversed, and paid anew', async () => {
    const [payable, document] = [await owed(10_810), await invoiced(10_810)]
    const { body: settlement } = await settle(payable.id, 10_810, { account_code: '1000' })
    const { body: allocation } = await allocateFrom('1000', [[document.id, 10_810]])
    const reverse = { end_customer_id: customer(), reason: 'x' }
    const paths = [
      `/v1/supplier-payables/${payable.id}/settlements/${settlement.id}/reverse`,
      `/v1/allocations/${allocation.id}/reverse`,
    ] as const
    for (const path of paths) expect((await post(path, reverse, { wait: 10 })).body.state).to.equal('reversed')
    expect([await openOf('supplier-payables', payable.id), await openOf('documents', document.id)]).to.deep.equal([
      10_810, 10_810,
    ])
    expect((await settle(payable.id, 10_810, { account_code: '2215' })).body.state).to.equal('posted')
    expect((await allocateFrom('1099', [[document.id, 10_810]])).body.state).to.equal('posted')
  })

  it('refuses accounts on which no money stands, and two sources of one money', async () => {
    const [payable, document] = [await owed(10_810), await invoiced(10_810)]
    const payment = await received(bankEntry({ amount: '108.10' }))
    await paid(bankEntry({ amount: '108.10', direction: 'DBIT' }))
    const evidence = there((await list('camt-053/entries'))[1])
    const cases = [
      ['1100', '/account_code control_account'],
      ['2000', '/account_code control_account'],
      ['2030', '/account_code control_account'],
      ['3400', '/account_code account_unfit'],
      ['6500', '/account_code account_unfit'],
      ['9100', '/account_code account_unfit'],
      ['2200', '/account_code account_unfit'],
      ['1171', '/account_code account_unfit'],
      ['1109', '/account_code account_unfit'],
      ['2979', '/account_code account_unfit'],
      ['7777', '/account_code unknown_account'],
    ] as const
    for (const [account_code, expected] of cases) {
      expect(refusal(await allocateFrom(account_code, [[document.id, 10_810]])), account_code).to.deep.equal([
        422,
        expected,
      ])
      const settled = await settle(payable.id, 10_810, { account_code })
      expect([settled.status, settled.body.error.details[0]?.code]).to.deep.equal([422, expected.split(' ')[1]])
    }
    const both = await settle(payable.id, 10_810, {
      account_code: '1000',
      evidence_sha256: evidence.canonical_entry_hash,
    })
    expect([both.status, both.body.error.details[0]?.pointer]).to.deep.equal([422, '/account_code'])
    const line: [string, number][] = [[document.id, 10_810]]
    expect(refusal(await allocateFrom('1000', line, { payment_id: payment.id }))).to.deep.equal([
      422,
      '/account_code exactly_one',
    ])
    expect(refusal(await allocateFrom('1000', line, { account_code: undefined }))).to.deep.equal([
      422,
      '/payment_id required',
    ])
    expect(refusal(await allocateFrom('1000', line, { posting_date: undefined }))).to.deep.equal([
      422,
      '/posting_date required',
    ])
    expect(refusal(await allocateFrom('1000', [[document.id, 10_811]]))).to.deep.equal([
      422,
      '/lines/0/amount/amount_minor exceeds_open_amount',
    ])
    const note = await invoiced(-10_810)
    expect(refusal(await allocateFrom('1000', [...line, [note.id, -10_810]]))).to.deep.equal([
      422,
      '/lines out_of_range',
    ])
    expect([await openOf('supplier-payables', payable.id), await openOf('documents', document.id)]).to.deep.equal([
      10_810, 10_810,
    ])
  })
})
