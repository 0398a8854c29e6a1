import { expect } from 'chai'
import { codesOf, factOf, findings } from '../../../support/books.ts'
import { get, itemsOf, post } from '../../../support/client.ts'
import {
  chf,
  credit,
  debit,
  INVOICES,
  invoice,
  taxLine,
  VOUCHERS,
  voucher,
} from '../../../support/requests/examples.ts'
import { there } from '../../../support/there.ts'
import { booked, records } from '../records.ts'
import { newFiler } from './worked-quarter.ts'

const IN_MARCH = { business_date: '2026-03-31', payload: { document_date: '2026-03-31' } }

describe('tax of filed periods', () => {
  let customer: string
  let first: string
  const late = (fields: object, net = 10_000) => {
    const tax = (net * 81) / 1_000
    const payload = { gross_amount: chf(net + tax), tax_lines: [taxLine('V81', net, tax)], document_date: '2026-03-30' }
    return invoice(customer, { business_date: '2026-03-31', ...fields, payload })
  }
  const figure = async (period: string, wanted: string) => {
    const { body } = await get(`/v1/vat-returns/${period}?end_customer_id=${customer}`)
    return there(body.lines.find(({ figure }) => figure === wanted)).base_amount?.amount_minor
  }
  before(async () => {
    customer = await newFiler()
    first = (await booked(INVOICES, late({}))).id
    const { status } = await post('/v1/vat-returns/2026-Q1/file', { end_customer_id: customer })
    expect(status).to.equal(201)
  })

  it('locks no dates: entries without tax go on being posted', async () => {
    const lines = [debit('6500', 700), credit('1020', 700)]
    await booked(VOUCHERS, voucher(customer, { ...IN_MARCH, payload: { lines } }))
  })

  it('is blocked until the request says where it counts', async () => {
    const { body } = await post(INVOICES, late({}), { wait: 10 })
    expect([body.state, codesOf(body)]).to.deep.equal(['blocked', ['vat_period_missing']])
    expect(body.blockers[0]?.message).to.include('filed through 2026-03-31')
    const contradicted = late({ cause: 'error', vat_period: 'current' })
    expect(codesOf((await post(INVOICES, contradicted, { wait: 10 })).body)).to.deep.equal(['vat_period_missing'])
  })

  it('counts in the first period that is not filed, once, with its entry on its own day', async () => {
    const { journal_entry_id } = await booked(INVOICES, late({ vat_period: 'current' }, 20_000))
    const entry = (await get(`/v1/journal-entries/${there(journal_entry_id.id)}`)).body
    expect(entry.posting_date).to.equal('2026-03-31')
    expect([await figure('2026-Q1', '303'), await figure('2026-Q2', '303')]).to.deep.equal([10_000, 20_000])
    const { data } = await records(customer, '&from_date=2026-04-01&to_date=2026-06-30')
    expect(data.map((one) => [one.posting_date, one.vat_period, one.base_amount])).to.deep.equal([
      ['2026-04-01', 'current', chf(20_000)],
    ])
    const { tie } = (await get(`/v1/vat-returns/2026-Q2?end_customer_id=${customer}`)).body
    expect(tie.steps.map(({ kind, amount }) => [kind, amount.amount_minor])).to.deep.equal([
      ['payable_tax', 1_620],
      ['other_period', -1_620],
    ])
    expect(tie.is_explained).to.equal(true)
  })

  it('of a credit note follows its cause', async () => {
    const note = late({ cause: 'consideration_changed' }, -1_000)
    await booked(INVOICES, note)
    expect(await figure('2026-Q2', '303')).to.equal(19_000)
    await booked(INVOICES, late({ cause: 'error' }, -2_000))
    expect(await figure('2026-Q2', '303')).to.equal(19_000)
    const { data } = await records(customer, '&from_date=2026-03-01&to_date=2026-03-31')
    expect(data.map(({ vat_period, base_amount }) => [vat_period, base_amount.amount_minor])).to.deep.equal([
      [null, 10_000],
      ['correction', -2_000],
    ])
  })

  it('of an error that is found later counts in its own period, in the year that it names', async () => {
    const inMay = (fields: object, payload: object, net: number) => {
      const lines = { gross_amount: chf((net * 1_081) / 1_000), tax_lines: [taxLine('V81', net, (net * 81) / 1_000)] }
      return invoice(customer, { business_date: '2026-05-10', ...fields, payload: { ...payload, ...lines } })
    }
    const inSecond = await figure('2026-Q2', '303')
    const unplaced = await post(INVOICES, inMay({ cause: 'error' }, { document_date: '2026-05-10' }, -3_000), {
      wait: 10,
    })
    expect(codesOf(unplaced.body)).to.deep.equal(['vat_period_missing'])
    expect(unplaced.body.blockers[0]?.message).to.include('supply_date')
    const named = { document_date: '2026-05-10', supply_date: '2026-02-10' }
    await booked(INVOICES, inMay({ cause: 'error' }, named, -4_000))
    await booked(INVOICES, inMay({ vat_period: 'annual_reconciliation' }, { document_date: '2026-03-20' }, 5_000))
    expect(await figure('2026-Q2', '303')).to.equal(inSecond)
    const { data } = await records(customer, '&from_date=2026-01-01&to_date=2026-03-31')
    const late = data.filter(({ posting_date }) => posting_date < '2026-03-30')
    expect(late.map((one) => [one.posting_date, one.kind, one.vat_period, one.base_amount.amount_minor])).to.deep.equal(
      [
        ['2026-02-10', 'due', 'correction', -4_000],
        ['2026-03-20', 'due_annually', 'annual_reconciliation', 5_000],
      ],
    )
    await booked(INVOICES, inMay({ cause: 'consideration_changed' }, named, -1_000))
    await booked(
      INVOICES,
      inMay({ cause: 'error' }, { document_date: '2026-05-10', supply_date: '2026-04-30' }, -1_000),
    )
    expect(await figure('2026-Q2', '303')).to.equal((inSecond ?? 0) - 2_000)
    // Back to where it was, for the tests behind.
    await booked(INVOICES, inMay({}, { document_date: '2026-05-10' }, 2_000))
    const correction = await get(`/v1/vat-returns/2026-Q1?end_customer_id=${customer}&submission=correction`)
    // 100.00 first, less 20.00 and 40.00 by credit notes.
    expect(there(correction.body.lines.find(({ figure }) => figure === '303')).base_amount).to.deep.equal(chf(4_000))
    expect(correction.body.tie.is_explained).to.equal(true)
  })

  it('of a reversal for an error counts on the day of its original, whatever its own day', async () => {
    const q2 = await figure('2026-Q2', '303')
    const other = (await booked(INVOICES, late({ vat_period: 'correction' }, 6_000))).id
    const reversal = { end_customer_id: customer, reason: 'x', cause: 'error', posting_date: '2026-06-10' }
    await post(`/v1/source-facts/${other}/reverse`, reversal, { wait: 10 })
    expect(await figure('2026-Q2', '303')).to.equal(q2)
    const { data } = await records(customer, '&from_date=2026-03-31&to_date=2026-03-31')
    const pair = data.filter(({ base_amount }) => Math.abs(base_amount.amount_minor) === 6_000)
    expect(pair.map((one) => [one.posting_date, one.vat_period, one.base_amount.amount_minor])).to.deep.equal([
      ['2026-03-31', 'correction', 6_000],
      ['2026-03-31', 'correction', -6_000],
    ])
    expect(await findings(customer)).to.deep.equal([])
  })

  it('is reversed on the first day that is open for it, or where the request says', async () => {
    const reverse = (id: string, fields: object) =>
      post(`/v1/source-facts/${id}/reverse`, { end_customer_id: customer, reason: 'x', ...fields }, { wait: 10 })
    const refused = await reverse(first, { posting_date: '2026-03-31' })
    expect([refused.status, refused.body]).to.deep.include(422)
    const contradicted = await reverse(first, { cause: 'error', vat_period: 'current' })
    expect(contradicted.status).to.equal(422)
    const other = (await booked(INVOICES, late({ vat_period: 'correction' }, 3_000))).id
    const unsaid = await reverse(first, {})
    expect([unsaid.status, unsaid.body]).to.deep.include(422)
    expect(unsaid.body).to.have.nested.property('error.details[0].pointer', '/cause')
    await reverse(first, { cause: 'consideration_changed' })
    await reverse(other, { cause: 'error' })
    const entries = await itemsOf('journal-entries', customer)
    const dayOf = async (id: string) => {
      const { journal_entry_id } = await factOf(id)
      return entries.find(({ reversal_of }) => reversal_of === there(journal_entry_id).id)?.posting_date
    }
    expect([await dayOf(first), await dayOf(other)]).to.deep.equal(['2026-04-01', '2026-03-31'])
    expect(await figure('2026-Q2', '303')).to.equal(9_000)
    expect(await findings(customer)).to.deep.equal([])
  })

  it('of an error counts on the day that the request names, in whichever filed period', async () => {
    const accepted = [{ code: 'facts_not_booked', reason: 'Blocked by another test' }]
    const { status } = await post('/v1/vat-returns/2026-Q2/file', { end_customer_id: customer, accepted })
    expect(status).to.equal(201)
    // Dated, and supplied, in the first quarter; the error is one of the second, and it is found in the third or in the first.
    const inJuly = (fields: object, net: number) => ({
      ...late(fields, net),
      business_date: '2026-07-02',
    })
    await booked(INVOICES, inJuly({ cause: 'error', tax_date: '2026-04-20' }, -1_000))
    await booked(INVOICES, late({ vat_period: 'correction', tax_date: '2026-04-21' }, -3_000))
    await booked(INVOICES, inJuly({ vat_period: 'annual_reconciliation', tax_date: '2026-05-01' }, 2_000))
    const { data } = await records(customer, '&from_date=2026-04-20&to_date=2026-05-01')
    expect(data.map((one) => [one.posting_date, one.kind, one.vat_period, one.base_amount.amount_minor])).to.deep.equal(
      [
        ['2026-04-20', 'due', 'correction', -1_000],
        ['2026-04-21', 'due', 'correction', -3_000],
        ['2026-05-01', 'due_annually', 'annual_reconciliation', 2_000],
      ],
    )
    const q2 = (await get(`/v1/vat-returns/2026-Q2?end_customer_id=${customer}&submission=correction`)).body
    const filed = await figure('2026-Q2', '303')
    expect(there(q2.lines.find(({ figure }) => figure === '303')).base_amount).to.deep.equal(chf((filed ?? 0) - 4_000))
    expect(q2.tie.is_explained).to.equal(true)
    for (const fields of [
      { cause: 'error', tax_date: '2026-07-01' },
      { vat_period: 'current', tax_date: '2026-04-20' },
      { tax_date: '2026-04-20' },
    ]) {
      const { body } = await post(INVOICES, inJuly(fields, 4_000), { wait: 10 })
      expect(codesOf(body)).to.deep.equal(['vat_period_missing'])
      expect(body.blockers[0]?.message).to.include(`tax_date ${fields.tax_date} is a day of no filed return`)
    }
    const named = await post(INVOICES, inJuly({ cause: 'error', tax_date: '2026-13-01' }, 4_000))
    expect(named.status).to.equal(422)
    expect(await findings(customer)).to.deep.equal([])
  })
})
