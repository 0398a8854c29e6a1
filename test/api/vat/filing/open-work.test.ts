import { expect } from 'chai'
import { row, sql } from '../../../../shared/store/db/database.ts'
import { bankEntry, camt053Message } from '../../../camt053/messages.ts'
import { codesOf, findings } from '../../../support/books.ts'
import { firstOf, get, itemsOf, post, put, upload } from '../../../support/client.ts'
import {
  chf,
  EXPENSES,
  expense,
  INVOICES,
  invoice,
  taxLine,
  VOUCHERS,
  voucher,
} from '../../../support/requests/examples.ts'
import { service } from '../../../support/service.ts'
import { fetchAs } from '../../statements/books-to-show.ts'
import { booked } from '../records.ts'
import { EFFECTIVE, register } from '../register.ts'
import { bookQuarter, newFiler } from './worked-quarter.ts'

const FACTS = 'facts_not_booked'
const IN_Q2 = { business_date: '2026-05-05', payload: { document_date: '2026-05-05' } }

/** An end customer with a filed quarter to come, and what may be open of it. */
async function books(consideration = 'agreed') {
  const customer = await newFiler()
  if (consideration !== 'agreed') await register(customer, '2026-01-01', { ...EFFECTIVE, consideration })
  const read = async (period = '2026-Q1', more = '') =>
    (await get(`/v1/vat-returns/${period}?end_customer_id=${customer}${more}`)).body
  const warnings = async (period?: string, more?: string) =>
    (await read(period, more)).warnings.map(({ code, count, must_be_accepted }) => [code, count, must_be_accepted])
  const file = async (more: object = {}, period = '2026-Q1') => {
    const { status, body } = await post(
      `/v1/vat-returns/${period}/file` as '/v1/vat-returns/{period}/file',
      { end_customer_id: customer, ...more } as never,
    )
    if (status === 201) return { status, details: [] }
    const { error } = body as unknown as { error: { details: { pointer: string; code: string; message: string }[] } }
    return { status, details: error.details }
  }
  /** Without a receipt, which it says to need. */
  const blocked = async (fields: object = {}) => {
    const { body } = await post(EXPENSES, expense(customer, { evidence_links: [], ...fields }), { wait: 10 })
    expect(codesOf(body)).to.deep.equal(['receipt_missing'])
    return body.id
  }
  const withdraw = (id: string) => post(`/v1/source-facts/${id}/withdraw`, { end_customer_id: customer, reason: 'x' })
  const imported = async (...entries: string[]) =>
    expect(
      (await upload(customer, camt053Message({ bankEntries: entries.join('') }), { wait: 20 })).body.state,
    ).to.equal('imported')
  return { customer, read, warnings, file, blocked, withdraw, imported }
}

describe('a VAT return of days with open work', () => {
  it('says how many facts of its days are blocked or wait, and where to look', async () => {
    const { customer, read, warnings, blocked } = await books()
    expect(await warnings()).to.deep.equal([])
    const ids = [await blocked(), await blocked()]
    const failed = await blocked()
    await blocked(IN_Q2)
    await service().worker.pool.query(sql.type(row())`
      update fact_states set state = 'received', blockers = '[]', blocker_codes = '{}', failed_at = now()
      where end_customer_id = ${customer} and source_fact_id = (
        select max(source_fact_id::text)::uuid from (
          select source_fact_id from fact_states where end_customer_id = ${customer} order by source_fact_id limit 3
        ) first
      )
    `)
    const [warning] = (await read()).warnings
    expect(warning).to.deep.include({
      code: FACTS,
      count: 3,
      is_at_least: false,
      message:
        'Source facts of 2026-Q1 that are not booked: 3 (2 blocked, 1 waiting for their decision). The return does not have their tax.',
      must_be_accepted: true,
      accepted_because: null,
    })
    expect(warning?.look_at).to.deep.equal([
      `/v1/source-facts?end_customer_id=${customer}&state=blocked`,
      `/v1/source-facts?end_customer_id=${customer}&state=received`,
      ...[...ids, failed].map((id) => `/v1/source-facts/${id}`),
    ])
    for (const path of warning?.look_at ?? []) expect((await get(path)).status, path).to.equal(200)
    expect(await warnings('2026-Q2')).to.deep.equal([[FACTS, 1, true]])
  })

  it('is filed only with a word about each of them, and keeps that for ever', async () => {
    const { customer, file, blocked, read, withdraw } = await books()
    await bookQuarter(customer)
    const id = await blocked()
    const refused = await file()
    expect([refused.status, refused.details.map(({ pointer, code }) => [pointer, code])]).to.deep.equal([
      409,
      [['/accepted', FACTS]],
    ])
    expect(refused.details[0]?.message).to.include(
      'Book, supersede or withdraw them. Or file it all the same: accepted',
    )
    expect((await file({ accepted: [{ code: 'drafts_not_booked', reason: 'x' }] })).status).to.equal(409)
    expect((await file({ accepted: [{ code: 'unknown', reason: 'x' }] })).status).to.equal(422)
    const accepted = [{ code: FACTS, reason: 'Beleg verlangt, kommt ins 2. Quartal' }]
    expect((await file({ accepted })).status).to.equal(201)
    const { warnings, filing } = await read()
    expect(filing).to.not.equal(null)
    expect(warnings.map(({ code, count, accepted_because }) => [code, count, accepted_because])).to.deep.equal([
      [FACTS, 1, accepted[0]?.reason],
    ])
    const path = `/v1/vat-returns/2026-Q1?end_customer_id=${customer}`
    const texts = () =>
      Promise.all(['application/json', 'text/html'].map(async (type) => (await fetchAs(path, type)).text()))
    const before = await texts()
    expect(before[1]).to.include('Nicht verbucht: Belege 1 (Beleg verlangt, kommt ins 2. Quartal)')
    expect((await withdraw(id)).status).to.equal(201)
    expect(await texts()).to.deep.equal(before)
    expect(await findings(customer)).to.deep.equal([])
  })

  it('is filed without a word once nothing is open any more, whatever was accepted before', async () => {
    const { customer, file, blocked, withdraw, warnings } = await books()
    await bookQuarter(customer)
    const id = await blocked()
    expect((await file()).status).to.equal(409)
    await withdraw(id)
    expect(await warnings()).to.deep.equal([])
    expect((await file({ accepted: [{ code: FACTS, reason: 'x' }] })).status).to.equal(201)
  })

  it('shows blocked allocations and reversals', async () => {
    const { customer, warnings, file, imported, read } = await books('received')
    const sale = await booked(INVOICES, invoice(customer))
    const cost = await booked(VOUCHERS, voucher(customer))
    const { id } = await firstOf('documents', customer, `&source_fact_id=${sale.id}`)
    await imported(bankEntry({ amount: '108.10', date: '2026-03-20' }))
    const payment = await firstOf('payments', customer)
    await put('/v1/period-locks', { end_customer_id: customer, locked_through: '2099-12-31', reason: 'x' })
    const line = { document_id: id, amount: chf(10_810) }
    const { body } = await post(
      '/v1/allocations',
      { end_customer_id: customer, payment_id: payment.id, posting_date: '2026-03-20', lines: [line] },
      { wait: 10 },
    )
    expect(body.state).to.equal('draft')
    await post(`/v1/source-facts/${cost.id}/reverse`, { end_customer_id: customer, reason: 'x' }, { wait: 10 })
    expect(await warnings()).to.deep.equal([
      ['drafts_not_booked', 1, true],
      ['reversals_not_booked', 1, true],
    ])
    const paths = (await read()).warnings.flatMap(({ look_at }) => look_at)
    expect(paths).to.include.members([`/v1/allocations/${body.id}`, `/v1/source-facts/${cost.id}`])
    for (const path of paths) expect((await get(path)).status, path).to.equal(200)
    expect(await warnings('2026-Q2')).to.deep.equal([])
    expect((await file()).details.map(({ code }) => code)).to.deep.equal(['drafts_not_booked', 'reversals_not_booked'])
  })

  it('shows bank entries: they declare tax where consideration is received, and are only told of otherwise', async () => {
    for (const [consideration, status] of [
      ['agreed', 201],
      ['received', 409],
    ] as const) {
      const { customer, imported, warnings, file } = await books(consideration)
      const at = (date: string) => bankEntry({ amount: '50.00', date })
      await imported(at('2026-03-31'), at('2026-04-01'))
      expect(await warnings(), consideration).to.deep.equal([['bank_entries_not_booked', 1, status === 409]])
      expect((await file()).status, consideration).to.equal(status)
      const [entry] = await itemsOf('camt-053/entries', customer, '&to_date=2026-03-31')
      await post(
        `/v1/camt-053/entries/${entry?.id}/dismiss` as '/v1/camt-053/entries/{entry_id}/dismiss',
        {
          end_customer_id: customer,
          reason: 'x',
        } as never,
      )
      if (status === 409) expect([await warnings(), (await file()).status]).to.deep.equal([[], 201])
    }
  })

  it('is that of the error where it is a correction, whenever the fact is dated', async () => {
    const { customer, warnings, file, blocked } = await books()
    await bookQuarter(customer)
    expect((await file()).status).to.equal(201)
    await booked(
      INVOICES,
      invoice(customer, { vat_period: 'correction', payload: { tax_lines: [taxLine('V81', 10_000, 810)] } }),
    )
    await blocked({ ...IN_Q2, vat_period: 'correction', tax_date: '2026-02-02' })
    await blocked({ ...IN_Q2, cause: 'error', payload: { document_date: '2026-05-05', supply_date: '2026-01-31' } })
    await blocked({ ...IN_Q2, vat_period: 'annual_reconciliation', tax_date: '2026-02-02' })
    await blocked(IN_Q2)
    expect(await warnings('2026-Q1', '&submission=correction')).to.deep.equal([[FACTS, 2, true]])
    expect(await warnings('2026', '&submission=annual_reconciliation')).to.deep.equal([[FACTS, 1, true]])
    expect(await warnings('2026-Q2')).to.deep.equal([[FACTS, 4, true]])
    expect((await file({ submission: 'correction' })).details.map(({ code }) => code)).to.deep.equal([FACTS])
    const accepted = [{ code: FACTS, reason: 'x' }]
    expect((await file({ submission: 'correction', accepted })).status).to.equal(201)
  })
})
