import { expect } from 'chai'
import { row, sql, type Tx } from '../../../shared/store/db/database.ts'
import { bankEntry } from '../../camt053/messages.ts'
import { linesOf } from '../../support/books.ts'
import { firstOf, get, post, put } from '../../support/client.ts'
import { chf } from '../../support/requests/examples.ts'
import { service } from '../../support/service.ts'
import { booksToSettle } from './books-to-settle.ts'

const eur = (amount_minor: number) => ({ amount_minor, currency: 'EUR' })
const RATES = (rate: string, rate_date: string) => ({ currency: 'EUR', rate, rate_date })

describe('payments in foreign currency', () => {
  const { customer, invoiced, owed, paid, received, allocate, settle } = booksToSettle()
  async function creditOn() {
    const lists = `/v1/statements/open-items?end_customer_id=${customer()}&side=receivables&date=2026-12-31`
    const items = (await get(lists)).body.items as unknown as { [name: string]: unknown }[]
    return items.map(({ account_code, open_amount }) => [account_code, open_amount])
  }

  it('foreign currency: a payable is settled with gain or loss, by the rate or by what the bank took', async () => {
    await put('/v1/exchange-rates', {
      end_customer_id: customer(),
      rates: [RATES('0.95', '2026-01-01'), RATES('0.94', '2026-04-01')],
    })
    const document_of = { currency: 'EUR', gross_amount: eur(50_000), tax_lines: [] }
    const [first, second] = [await owed(0, document_of), await owed(0, document_of)]
    const { body: gained } = await settle(first.id, 0, { amount: eur(50_000) })
    expect(await linesOf(gained.journal_entry_id)).to.deep.equal([
      ['2000', 47_500, 0],
      ['1020', 0, 47_000],
      ['6999', 0, 500],
    ])
    await paid(bankEntry({ amount: '480.00', direction: 'DBIT' }))
    const evidence = await firstOf('camt-053/entries', customer())
    const { body: lost } = await settle(second.id, 0, {
      amount: eur(50_000),
      evidence_sha256: evidence.canonical_entry_hash,
    })
    expect(await linesOf(lost.journal_entry_id)).to.deep.equal([
      ['2000', 47_500, 0],
      ['1020', 0, 48_000],
      ['6949', 500, 0],
    ])
  })

  it('foreign currency: a receivable is paid with loss, and customer credit keeps the value at which it was booked', async () => {
    const rates = [RATES('0.95', '2026-01-01'), RATES('0.94', '2026-03-31')]
    await put('/v1/exchange-rates', { end_customer_id: customer(), rates })
    const claim = () => invoiced(0, { currency: 'EUR', gross_amount: eur(100_000) })
    const [first, second] = [await claim(), await claim()]
    const payment = await received(bankEntry({ amount: '1500.00', currency: 'EUR' }))
    const allocated = async (document_id: string, amount: number) => {
      const lines = [{ document_id, amount: eur(amount) }]
      const { body } = await post(
        '/v1/allocations',
        { end_customer_id: customer(), payment_id: payment.id, lines },
        { wait: 10 },
      )
      expect(body.state, JSON.stringify(body)).to.equal('posted')
      return linesOf(body.journal_entry_id)
    }
    expect(await allocated(first.id, 100_000)).to.deep.equal([
      ['1020', 141_000, 0],
      ['1100', 0, 95_000],
      ['2030', 0, 47_000],
      ['6949', 1_000, 0],
    ])
    expect(await allocated(second.id, 50_000)).to.deep.equal([
      ['2030', 47_000, 0],
      ['1100', 0, 47_500],
      ['6949', 500, 0],
    ])
    expect((await get(`/v1/documents/${second.id}`)).body.base_open_amount.amount_minor).to.equal(47_500)
    const other = await invoiced(1_000)
    const refused = await allocate(payment.id, [[other.id, 1_000]])
    expect(refused.body.error.details[0]?.code).to.equal('currency_mismatch')
  })

  it('a gain as large as the rest of a payment: the credit stands on its own line', async () => {
    await put('/v1/exchange-rates', { end_customer_id: customer(), rates: [RATES('0.95', '2026-01-01')] })
    // 500.00 at 0.95 are 475.00. Of 495.00 it takes 485.00: a gain of 10.00, and 10.00 are left.
    const claim = await invoiced(0, { currency: 'EUR', gross_amount: eur(50_000) })
    const payment = await received(bankEntry({ amount: '495.00' }))
    const lines = [{ document_id: claim.id, amount: eur(50_000), paid: chf(48_500) }]
    const request = { end_customer_id: customer(), payment_id: payment.id, lines }
    const { body } = await post('/v1/allocations', request, { wait: 10 })
    expect(await linesOf(body.journal_entry_id)).to.deep.equal([
      ['1020', 49_500, 0],
      ['1100', 0, 47_500],
      ['2030', 0, 1_000],
      ['6999', 0, 1_000],
    ])
    expect(await creditOn()).to.deep.equal([['2030', chf(-1_000)]])
    const other = await invoiced(1_000)
    expect((await allocate(payment.id, [[other.id, 1_000]])).body.state).to.equal('posted')
    // keep_payment_credit of the release before goes by the book value, too.
    const states = await service().owner.anyFirst(sql.type(row<{ state: string }>())`
      update open_items set state = 'open'
      where end_customer_id = ${customer()} and payment_id is not null
      returning state
    `)
    expect(states).to.deep.equal(['settled'])
  })

  it('a line that bank entries of both currencies take in full is a finding', async () => {
    await put('/v1/exchange-rates', { end_customer_id: customer(), rates: [RATES('0.94', '2026-01-01')] })
    const claim = await invoiced(0, { currency: 'EUR', gross_amount: eur(50_000) })
    const payment = await received(bankEntry({ amount: '500.00', currency: 'EUR' }))
    const lines = [{ document_id: claim.id, amount: eur(50_000) }]
    await post('/v1/allocations', { end_customer_id: customer(), payment_id: payment.id, lines }, { wait: 10 })
    await received(bankEntry({ amount: '470.00' }))
    // 500.00 at 0.94 are 470.00: the second one takes what the first one has.
    const undone = new Error('undone')
    let found: unknown
    const linked = service().owner.transaction(async (tx) => {
      found = await linkToLineOfOther(tx, customer(), 47_000)
      throw undone
    })
    expect(await linked.catch((error: unknown) => error)).to.equal(undone)
    expect(found).to.deep.equal([{ expected: 'at most 47000 CHF or 50000 EUR', found: '47000 CHF and 50000 EUR' }])
  })

  it('a rest that is worth nothing stands on the account of its day', async () => {
    await put('/v1/exchange-rates', { end_customer_id: customer(), rates: [RATES('0.3', '2026-01-01')] })
    const mappings = [{ mapping_key: 'posting.customer_credit', account_code: '2210', valid_from: '2099-01-01' }]
    await put('/v1/account-mappings', { end_customer_id: customer(), mappings })
    // A cent is 0.003 francs.
    const claim = await invoiced(0, { currency: 'EUR', gross_amount: eur(9_999) })
    const payment = await received(bankEntry({ amount: '100.00', currency: 'EUR' }))
    const lines = [{ document_id: claim.id, amount: eur(9_999) }]
    const request = { end_customer_id: customer(), payment_id: payment.id, lines }
    expect((await post('/v1/allocations', request, { wait: 10 })).body.state).to.equal('posted')
    expect(await creditOn()).to.deep.equal([['2030', eur(-1)]])
  })
})

/** Links the bank entry in francs to the line of the one in euros, and looks what the verifier says. */
async function linkToLineOfOther(tx: Tx, customer: string, amount_minor: number) {
  await tx.query(sql.type(row())`
    insert into bank_entry_uses
    select (jsonb_populate_record(used, jsonb_build_object(
      'bank_entry_use_id', gen_random_uuid(), 'entry_id', francs.entry_id, 'payment_id', null, 'used_by', 'link',
      'source_id', gen_random_uuid(), 'amount_minor', ${amount_minor}::bigint
    ))).*
    from bank_entry_uses used
    join camt053_entries francs on francs.end_customer_id = used.end_customer_id and francs.currency = 'CHF'
    where used.end_customer_id = ${customer} and used.state = 'posted'
  `)
  return tx.any(sql.type(row<{ expected: string; found: string }>())`
    select expected, found from bank_findings(${customer}) where "check" = 'a line of the ledger is linked up to its amount'
  `)
}
