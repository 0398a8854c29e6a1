import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { factOf, findings, linesOf } from '../../support/books.ts'
import { get, post, put } from '../../support/client.ts'
import { bookExpense } from '../../support/requests/book-expense.ts'
import { chf, INVOICES, invoice, newEndCustomer, taxLine } from '../../support/requests/examples.ts'
import { newKmuCustomer } from '../../support/requests/kmu-chart.ts'
import { expectRefusal } from '../setup/expect-refusal.ts'
import { EFFECTIVE, NET_RATE, NOT_REGISTERED, register, registrationsOf } from './register.ts'

const DECEMBER = { business_date: '2025-12-20' }
const taxed = (dates: object = {}) => ({
  payload: { document_date: '2025-12-19', tax_lines: [taxLine('I81', 10_000, 810)], ...dates },
})

describe('VAT registrations', () => {
  it('an end customer has one from the first day on, and dated ones behind it, with who, when and why', async () => {
    const customer = await newEndCustomer()
    expect((await get(`/v1/vat-registrations?end_customer_id=${randomUUID()}`)).body.registrations).to.deep.equal([])
    const before = await registrationsOf(customer)
    expect(before.map(({ valid_from, valid_to, method }) => [valid_from, valid_to, method])).to.deep.equal([
      ['0001-01-01', null, 'effective'],
    ])
    const { body } = await register(customer, '2026-01-01', NET_RATE, { reason: 'Bewilligung der ESTV' })
    const all = await registrationsOf(customer)
    expect(all.map(({ valid_from, valid_to, filing_period }) => [valid_from, valid_to, filing_period])).to.deep.equal([
      ['0001-01-01', '2025-12-31', 'quarter'],
      ['2026-01-01', null, 'half_year'],
    ])
    expect(body.registrations).to.deep.equal(all.slice(1))
    expect([body.registrations_has_more, body.changes.length, body.has_more]).to.deep.equal([false, 1, true])
    expect(body.registrations[0]?.activities).to.deep.equal(NET_RATE.activities)
    const [change] = body.changes
    expect([change?.change_number, change?.reason, change?.valid_from]).to.deep.equal([
      2,
      'Bewilligung der ESTV',
      '2026-01-01',
    ])
    expect(change?.actor_id).to.be.a('string').that.is.not.equal('end_customer')
    const [third] = (await register(customer, '2026-01-01', { ...NET_RATE, filing_period: 'year' })).body.changes
    expect([third?.change_number, third?.filing_period]).to.deep.equal([3, 'year'])
    expect((await registrationsOf(customer))[1]?.filing_period).to.equal('year')
    const { data } = (await get(`/v1/events?end_customer_id=${customer}`)).body
    const events = data.filter(({ event_type }) => event_type === 'vat_registration.changed')
    expect(events.map(({ subject }) => [subject.object, subject.id])).to.deep.equal([
      ['end_customer', customer],
      ['end_customer', customer],
    ])
  })

  it('a document follows the registration of its day of supply, whenever it is posted', async () => {
    const customer = await newKmuCustomer()
    await put(`/v1/end-customers/${customer}`, { vat_method: 'net_tax_rate' })
    const sale = { ...DECEMBER, payload: { document_date: '2025-12-19', due_date: '2026-01-18' } }
    const { body: sold } = await post(INVOICES, invoice(customer, sale), { wait: 10 })
    expect(await linesOf(sold.journal_entry_id.id)).to.deep.equal([
      ['1100', 10_810, 0],
      ['3400', 0, 10_810],
    ])
    await register(customer, '2026-01-01', EFFECTIVE)
    const late = await bookExpense(customer, { business_date: '2026-01-15', ...taxed() })
    expect(await linesOf(late.journal_entry_id.id)).to.deep.equal([
      ['6500', 10_810, 0],
      ['2000', 0, 10_810],
    ])
    const credit = { document_date: '2026-02-01', supply_date: '2025-12-19', ...negative }
    // No effective return has a line for it.
    const said = { business_date: '2026-02-01', vat_period: 'correction', payload: credit }
    const { body: note } = await post(INVOICES, invoice(customer, said), { wait: 10 })
    expect(await linesOf(note.journal_entry_id.id)).to.deep.equal([
      ['1100', 0, 10_810],
      ['3400', 10_810, 0],
    ])
    const present = await bookExpense(customer, {
      business_date: '2026-01-16',
      ...taxed({ document_date: '2026-01-15' }),
    })
    expect(await linesOf(present.journal_entry_id.id)).to.deep.equal([
      ['6500', 10_000, 0],
      ['1171', 810, 0],
      ['2000', 0, 10_810],
    ])
    await post(`/v1/source-facts/${sold.id}/reverse`, { end_customer_id: customer, reason: 'Storno' }, { wait: 10 })
    const { body: original } = await get(`/v1/journal-entries/${sold.journal_entry_id.id}`)
    expect(await linesOf(original.reversed_by)).to.deep.equal([
      ['1100', 0, 10_810],
      ['3400', 10_810, 0],
    ])
    expect(await findings(customer)).to.deep.equal([])
  })

  it('what is posted with tax is not registered otherwise: 409 with its entries, until they are reversed', async () => {
    const customer = await newEndCustomer()
    const fact = await bookExpense(customer, { ...DECEMBER, ...taxed({ supply_date: '2026-02-01' }) })
    await bookExpense(customer, { business_date: '2026-03-20', payload: { document_date: '2026-03-19' } })
    const refused = await register(customer, '2026-01-01', NET_RATE)
    expectRefusal(refused, 409, 'tax_posted')
    expect(refused.body.error.message).to.include(fact.journal_entry_id.id)
    expectRefusal(
      await register(customer, '2025-01-01', { ...EFFECTIVE, consideration: 'received' }),
      409,
      'tax_posted',
    )
    const undated = await put(`/v1/end-customers/${customer}`, { vat_method: 'not_registered' })
    expectRefusal(undated, 409, 'tax_posted')
    expect(undated.body.error.details[0]?.pointer).to.equal('/vat_method')
    expect((await register(customer, '2026-01-01', { ...EFFECTIVE, filing_period: 'month' })).status).to.equal(202)
    expect((await register(customer, '2027-01-01', NET_RATE)).status).to.equal(202)
    await post(`/v1/source-facts/${fact.id}/reverse`, { end_customer_id: customer, reason: 'Storno' }, { wait: 10 })
    expect((await register(customer, '2026-01-01', NET_RATE)).status).to.equal(202)
  })

  it('between two registrations only their days count', async () => {
    const customer = await newEndCustomer()
    await register(customer, '2027-01-01', NET_RATE)
    await bookExpense(customer, taxed({ supply_date: '2027-03-01' }))
    expect((await register(customer, '2026-01-01', NET_RATE)).status).to.equal(202)
    expectRefusal(await register(customer, '2027-01-01', EFFECTIVE), 409, 'tax_posted')
  })

  it('the method without a date shows that of today, and changes while no registration has a date', async () => {
    const customer = await newEndCustomer()
    const path = `/v1/end-customers/${customer}`
    expect((await put(path, { vat_method: 'not_registered' })).body.vat_method).to.equal('not_registered')
    await register(customer, '2026-01-01', EFFECTIVE)
    expect((await get(path)).body.vat_method).to.equal('effective')
    expect((await put(path, { vat_method: 'effective', locale: 'fr' })).body.locale).to.equal('fr')
    expectRefusal(await put(path, { vat_method: 'net_tax_rate' }), 409, 'vat_registrations_dated')
    expect((await registrationsOf(customer)).map(({ method }) => method)).to.deep.equal(['not_registered', 'effective'])
    await register(customer, '0001-01-01', NET_RATE)
    expect((await registrationsOf(customer)).map(({ method }) => method)).to.deep.equal(['net_tax_rate', 'effective'])
  })

  it('two registrations never share a filing period', async () => {
    const customer = await newEndCustomer()
    expectRefusal(
      await register(customer, '2026-02-15', { ...EFFECTIVE, filing_period: 'month' }),
      409,
      'inside_filing_period',
    )
    expectRefusal(await register(customer, '2026-04-01', NET_RATE), 409, 'inside_filing_period')
    expect((await register(customer, '2026-02-15', NOT_REGISTERED)).status).to.equal(202)
    expect((await register(customer, '2026-03-20', NET_RATE)).status).to.equal(202)
    expectRefusal(await register(customer, '2026-02-15', EFFECTIVE), 409, 'inside_filing_period')
  })

  it('a change frees what waits for it', async () => {
    const customer = await newEndCustomer()
    const { body: chart } = await get(`/v1/accounts?end_customer_id=${customer}&limit=100`)
    const accounts = chart.data
      .filter(({ account_code }) => account_code !== '1171')
      .map(({ account_code, account_name, account_type }) => ({ account_code, account_name, account_type }))
    await put('/v1/accounts', { end_customer_id: customer, valid_from: '2020-01-01', source_reference: 'x', accounts })
    const { id, state } = await bookExpense(customer, taxed({ document_date: '2026-03-14' }))
    expect(state).to.equal('blocked')
    await register(customer, '2026-01-01', NET_RATE)
    expect((await factOf(id)).state).to.equal('posted')
  })

  it('the same key changes once, and a wrong request says what is wrong', async () => {
    const customer = await newEndCustomer()
    const body = { end_customer_id: customer, valid_from: '2026-01-01', ...NET_RATE, reason: 'x' }
    const idempotencyKey = randomUUID()
    const first = await put('/v1/vat-registrations', body, { idempotencyKey })
    const again = await put('/v1/vat-registrations', body, { idempotencyKey })
    expect([again.text, again.headers.get('idempotent-replayed')]).to.deep.equal([first.text, 'true'])
    expect((await registrationsOf(customer)).length).to.equal(2)
    const [activity] = NET_RATE.activities
    for (const [registration, ...codes] of [
      [{ ...EFFECTIVE, activities: [activity] }, 'not_allowed'],
      [{ method: 'effective' }, 'required', 'required'],
      [{ ...EFFECTIVE, filing_period: 'half_year' }, 'filing_period_unfit'],
      [{ ...NET_RATE, filing_period: 'quarter' }, 'filing_period_unfit'],
      [{ ...NET_RATE, activities: [] }, 'required'],
      [{ ...NET_RATE, activities: [activity, activity] }, 'duplicate'],
      [{ ...NET_RATE, activities: [{ ...activity, activity_id: '1234' }] }, 'format'],
      [{ ...NET_RATE, activities: [{ ...activity, rate_bp: 1001 }] }, 'out_of_range'],
      [{ ...NET_RATE, activities: [{ ...activity, accounts: ['3400', '3400'] }] }, 'duplicate'],
      [{ ...NET_RATE, activities: [{ ...activity, accounts: ['3999'] }] }, 'unknown_account'],
      [{ ...NOT_REGISTERED, consideration: 'agreed' }, 'not_allowed'],
    ] as [object, ...string[]][])
      expectRefusal(await register(customer, '2027-01-01', registration), 422, ...codes)
  })
})

const negative = { gross_amount: chf(-10_810), tax_lines: [taxLine('V81', -10_000, -810)] }
