import { expect } from 'chai'
import { transaction } from '../../camt053/messages.ts'
import { quietly } from '../../support/books.ts'
import { get, itemsOf, post, put } from '../../support/client.ts'
import { chf, credit, debit, VOUCHERS, voucher } from '../../support/requests/examples.ts'
import { there } from '../../support/there.ts'
import { booksWithRules } from './books-with-rules.ts'
import { createRule, RULES } from './rule-requests.ts'

describe('GET /v1/bank-rules/{id}/trial', () => {
  const { customer, imported, trial, invoiced, owed, list } = booksWithRules()
  const codes = (body: Awaited<ReturnType<typeof trial>>) =>
    body.data.map(({ would_book, obstacles }) => [would_book, obstacles.map(({ code }) => code)])

  it('what the transactions say of a bank entry counts up to a thousand of them; what it says itself always', async () => {
    const details = (count: number) => transaction({ unstructured: 'Postenspesen' }).repeat(count)
    const [few, many] = await imported(
      { amount: '10.00', text: 'Sammelbelastung', details: details(1_000) },
      { amount: '11.00', text: 'Sammelbelastung', details: details(1_001) },
    )
    const found = async (text: string) => {
      const conditions = { credit_debit_indicator: 'DBIT', text }
      const { body: rule } = await createRule(customer(), { conditions })
      return (await trial(rule.id)).data.map(({ entry_id }) => entry_id)
    }
    expect(await found('Postenspesen')).to.deep.equal([there(few).id])
    expect(await found('Sammelbelastung')).to.deep.equal([there(few).id, there(many).id])
  })

  it('the lines to which the rule applies, with the voucher that it would send; nothing is stored', async () => {
    const [one] = await imported({ amount: '21.62' }, { amount: '3.00', text: 'Zins' })
    const action = {
      text: 'x',
      lines: [
        { account_code: '6500', share_bp: 5_000 },
        { account_code: '6500', tax_code: 'I81' },
      ],
    }
    const { body: rule } = await createRule(customer(), { action })
    const events = (await itemsOf('events', customer(), '&after=0')).length
    const body = await trial(rule.id)
    expect(body).to.include({ object: 'bank_rule_trial', rule_id: rule.id, version: 1, looked_at: 2, has_more: false })
    const line = (account_code: string, side: object, tax_code: string | null = null) => ({
      ...{ account_code, debit: null, credit: null, tax_code, open_item_id: null },
      ...side,
    })
    expect(body.data).to.deep.equal([
      {
        object: 'bank_rule_trial_entry',
        entry_id: there(one).id,
        booking_date: '2026-03-31',
        amount: chf(2_162),
        credit_debit_indicator: 'DBIT',
        reasons: ['direction', 'text', 'amount_range'],
        would_book: true,
        obstacles: [],
        voucher_lines: [
          line('1020', { credit: chf(2_162) }),
          line('6500', { debit: chf(1_081) }),
          line('6500', { debit: chf(1_000) }),
          line('1171', { debit: chf(81) }, 'I81'),
        ],
      },
    ])
    await quietly(customer())
    expect(await itemsOf('events', customer(), '&after=0')).to.have.length(events)
    expect(await itemsOf('source-facts', customer())).to.deep.equal([])
  })

  it('why not: booked, dismissed, locked, an equal line, a proposal by reference', async () => {
    const reference = 'RF18539007547034'
    await invoiced(20_000, { payment_reference: reference })
    const details = `<TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs><RmtInf><Ustrd>${reference}</Ustrd></RmtInf></TxDtls>`
    const comesIn = { direction: 'CRDT', text: 'Spesen' }
    const entries = await imported(
      { ...comesIn, amount: '1.00' },
      { ...comesIn, amount: '2.00' },
      { ...comesIn, amount: '3.00', date: '2026-01-31' },
      { ...comesIn, amount: '4.00' },
      { ...comesIn, amount: '200.00', details },
      { ...comesIn, amount: '6.00', reversal: 'true' },
    )
    const [booked, dismissed, , equal] = entries.map(({ id }) => id)
    const post2 = (lines: object[], more: object = {}) =>
      post(VOUCHERS, voucher(customer(), { payload: { lines, ...more } }), { wait: 10 })
    await post2([debit('1020', 100), credit('3400', 100)], { bank_entries: [{ entry_id: booked }] })
    await post(`/v1/camt-053/entries/${dismissed}/dismiss`, { end_customer_id: customer(), reason: 'x' })
    await put('/v1/period-locks', { end_customer_id: customer(), locked_through: '2026-01-31', reason: 'x' })
    const lines = [debit('1020', 400), credit('3400', 400)]
    await post(VOUCHERS, voucher(customer(), { business_date: '2026-04-05', payload: { lines } }), { wait: 10 })
    await quietly(customer())
    const conditions = { credit_debit_indicator: 'CRDT', text: 'spesen' }
    const { body: rule } = await createRule(customer(), { conditions })
    const body = await trial(rule.id)
    expect(codes(body)).to.deep.equal([
      [false, ['booked']],
      [false, ['dismissed']],
      [false, ['period_locked']],
      [false, ['equal_line']],
      [false, ['claimed_by_candidate']],
    ])
    expect(body.data[3]?.entry_id).to.equal(equal)
    const [candidate] = await list('settlement-candidates')
    expect(body.data[4]?.obstacles[0]?.id).to.equal(candidate?.id)
    expect(body.data[3]?.obstacles[0]?.id).to.match(/^je_/)
  })

  it('parts that take more than the bank entry has', async () => {
    await imported({ amount: '1.00' }, { amount: '2.00' })
    const action = { text: 'x', lines: [{ account_code: '6500', amount: chf(150) }, { account_code: '6500' }] }
    const { body: rule } = await createRule(customer(), { action })
    expect(codes(await trial(rule.id))).to.deep.equal([
      [false, ['parts_exceed_entry']],
      [true, []],
    ])
  })

  it('in pages, by days; a page may have none', async () => {
    await imported(
      ...Array.from({ length: 7 }, (_, index) => ({
        amount: `${index + 1}.00`,
        date: `2026-03-0${index + 1}`,
        text: index === 1 ? 'x' : 'Spesen',
      })),
    )
    const { body: rule } = await createRule(customer())
    const amounts: number[] = []
    const pages: number[] = []
    for (let after = ''; ; ) {
      const body = await trial(rule.id, `&limit=1${after}`)
      pages.push(body.data.length)
      amounts.push(...body.data.map(({ amount }) => amount.amount_minor))
      if (!body.has_more) break
      after = `&starting_after=${body.last_entry_id}`
    }
    expect(amounts).to.deep.equal([100, 300, 400, 500, 600, 700])
    expect(pages).to.deep.equal([1, 0, 1, 1, 1, 1, 1])
    const days = await trial(rule.id, '&booking_date_from=2026-03-03&booking_date_to=2026-03-05')
    expect(days.data.map(({ booking_date }) => booking_date)).to.deep.equal(['2026-03-03', '2026-03-04', '2026-03-05'])
    const { status } = await get(`${RULES}/${rule.id}/trial?end_customer_id=${customer()}&starting_after=x`)
    expect(status).to.equal(400)
  })

  it('two lines cannot both pay the one payable', async () => {
    const payable = await owed(500)
    await imported({ amount: '5.00' }, { amount: '5.00', date: '2026-03-30' })
    const action = { text: 'x', settle_payable_of: { name: payable.supplier_name } }
    const conditions = { credit_debit_indicator: 'DBIT', text: 'Spesen' }
    const { body: rule } = await createRule(customer(), { conditions, action })
    expect(codes(await trial(rule.id))).to.deep.equal([
      [true, []],
      [false, ['open_item_exceeded']],
    ])
  })
})
