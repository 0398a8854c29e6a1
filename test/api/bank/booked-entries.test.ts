import { expect } from 'chai'
import { bankEntry, camt053Message } from '../../camt053/messages.ts'
import { codesOf, factOf, quietly } from '../../support/books.ts'
import { firstOf, get, post, upload } from '../../support/client.ts'
import { chf, VOUCHERS, voucher } from '../../support/requests/examples.ts'
import { newKmuCustomer } from '../../support/requests/kmu-chart.ts'
import { there } from '../../support/there.ts'
import { booksToSettle } from '../settlement/books-to-settle.ts'

type Line = readonly [account_code: string, amount: number]

describe('bank entries that vouchers book', () => {
  const { customer, list, owed, invoiced, paid, received, settle, allocate } = booksToSettle()

  /** A voucher of these lines, debits positive, as the worker has decided it. */
  async function booked(lines: readonly Line[], more: object, fields: object = {}) {
    const sides = lines.map(([account_code, amount]) => ({
      account_code,
      [amount > 0 ? 'debit' : 'credit']: chf(Math.abs(amount)),
    }))
    const request = voucher(customer(), { payload: { lines: sides, ...more }, ...fields })
    return (await post(VOUCHERS, request, { wait: 10 })).body
  }
  const hashOf = async (entry_id: string) => (await get(`/v1/camt-053/entries/${entry_id}`)).body.canonical_entry_hash
  const reverse = (fact_id: string) =>
    post(`/v1/source-facts/${fact_id}/reverse`, { end_customer_id: customer(), reason: 'x' }, { wait: 10 })
  const refusal = async (answer: ReturnType<typeof allocate>) => {
    const { status, body } = await answer
    return [status, body.error?.details[0]?.code]
  }

  it('what a voucher has booked is neither allocated nor settled, and its reversal frees it', async () => {
    const payment = await received(bankEntry({ amount: '540.50' }))
    const evidence_links = [{ sha256: await hashOf(payment.entry_id), type: 'source_export' }]
    const advance = await booked(
      [
        ['1020', 54_050],
        ['1099', -54_050],
      ],
      {},
      { evidence_links },
    )
    expect(advance.state, JSON.stringify(advance.blockers)).to.equal('posted')
    const document = await invoiced(54_050)
    const { body } = await allocate(payment.id, [[document.id, 54_050]])
    expect(body.error.details[0]?.code).to.equal('bank_entry_exhausted')
    expect(body.error.details[0]?.message).to.contain(advance.id)
    expect((await get(`/v1/payments/${payment.id}`)).body.state).to.equal('booked')
    expect(await list('payments', '&open=true')).to.deep.equal([])
    await quietly(customer())
    expect(await list('settlement-candidates')).to.deep.equal([])
    const again = await booked(
      [
        ['1020', 54_050],
        ['6950', -54_050],
      ],
      { bank_entries: [{ entry_id: payment.entry_id }] },
    )
    expect(codesOf(again)).to.deep.equal(['bank_entry_exhausted'])
    expect(again.blockers[0]?.message).to.contain(advance.id)
    await reverse(advance.id)
    await quietly(customer())
    expect((await factOf(again.id)).state).to.equal('posted')
    await reverse(again.id)
    expect((await allocate(payment.id, [[document.id, 54_050]])).body.state).to.equal('posted')
  })

  it('what is allocated or settled is not booked by a voucher', async () => {
    const payment = await received(bankEntry({ amount: '108.10' }))
    const document = await invoiced(10_810)
    const { body: allocation } = await allocate(payment.id, [[document.id, 10_810]])
    const voucherOf = (entry_id: string, lines: readonly Line[]) => booked(lines, { bank_entries: [{ entry_id }] })
    const refused = await voucherOf(payment.entry_id, [
      ['1020', 10_810],
      ['6950', -10_810],
    ])
    expect(refused.blockers[0]?.message).to.contain(allocation.id)
    const payable = await owed(5_000)
    await paid(bankEntry({ amount: '50.00', direction: 'DBIT' }))
    const debit = there((await list('camt-053/entries')).at(-1))
    await settle(payable.id, 5_000, { evidence_sha256: debit.canonical_entry_hash })
    const fee = await voucherOf(debit.id, [
      ['6940', 5_000],
      ['1020', -5_000],
    ])
    expect(codesOf(fee)).to.deep.equal(['bank_entry_exhausted'])
  })

  it('a collective bank entry is booked payment by payment, or as a whole', async () => {
    const details = `<TxDtls><AmtDtls><TxAmt><Amt Ccy="CHF">50.00</Amt></TxAmt></AmtDtls></TxDtls>
      <TxDtls><AmtDtls><TxAmt><Amt Ccy="CHF">30.00</Amt></TxAmt></AmtDtls></TxDtls>`
    const [first, second] = await paid(bankEntry({ amount: '80.00', details }))
    const [one, other] = [there(first), there(second)]
    expect(one.amount.amount_minor).to.equal(5_000)
    const use = (payment_id: string | undefined, amount: number) =>
      booked(
        [
          ['1020', amount],
          ['6950', -amount],
        ],
        {
          bank_entries: [{ entry_id: one.entry_id, ...(payment_id ? { payment_id } : {}) }],
        },
      )
    expect((await use(one.id, 5_000)).state).to.equal('posted')
    const document = await invoiced(8_000)
    expect(await refusal(allocate(one.id, [[document.id, 5_000]]))).to.deep.equal([422, 'bank_entry_exhausted'])
    expect(codesOf(await use(one.id, 5_000))).to.deep.equal(['bank_entry_exhausted'])
    expect(codesOf(await use(undefined, 3_000))).to.deep.equal(['bank_entry_amount_mismatch'])
    expect((await allocate(other.id, [[document.id, 3_000]])).body.state).to.equal('posted')
  })

  it('several vouchers of one batch, and requests at the same moment, use no more than there is', async () => {
    const payment = await received(bankEntry({ amount: '100.00' }))
    const document = await invoiced(10_000)
    const bank_entries = [{ entry_id: payment.entry_id, amount: chf(6_000) }]
    const answers = await Promise.all([
      ...[1, 2, 3, 4].map(() =>
        booked(
          [
            ['1020', 6_000],
            ['6950', -6_000],
          ],
          { bank_entries },
        ),
      ),
      allocate(payment.id, [[document.id, 10_000]]).then(({ body }) => ({ state: body.state ?? 'refused' })),
      allocate(payment.id, [[document.id, 9_000]]).then(({ body }) => ({ state: body.state ?? 'refused' })),
    ])
    expect(answers.filter(({ state }) => state === 'posted').length).to.equal(1)
  })

  it('a bank entry that is not there yet blocks, until its statement is imported', async () => {
    const message = camt053Message({ bankEntries: bankEntry({ amount: '7.00', text: 'Zins' }) })
    const elsewhere = await newKmuCustomer()
    await upload(elsewhere, message, { wait: 20 })
    const { canonical_entry_hash } = await firstOf('camt-053/entries', elsewhere)
    const waiting = await booked(
      [
        ['1020', 700],
        ['6950', -700],
      ],
      { bank_entries: [{ canonical_entry_hash }] },
    )
    expect(codesOf(waiting)).to.deep.equal(['bank_entry_unknown'])
    await upload(customer(), message, { wait: 20 })
    await quietly(customer())
    expect((await factOf(waiting.id)).state).to.equal('posted')
    const { body } = await get(`/v1/events?end_customer_id=${customer()}&limit=500`)
    const { event_type, subject } = there(body.data.at(-1))
    const { id } = await firstOf('camt-053/entries', customer())
    expect([event_type, subject.object, subject.id]).to.deep.equal(['bank_entry.changed', 'camt053_entry', id])
  })
})
