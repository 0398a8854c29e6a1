import { expect } from 'chai'
import { sha256Of } from '../../../shared/canonical/hash.ts'
import { todayInSwitzerland } from '../../../shared/process/clock.ts'
import { get, itemsOf, post, put } from '../../support/client.ts'
import { there } from '../../support/there.ts'
import { booksToOrder, DEBTOR, detailsOf, fileOf, HOLZ_IBAN, holz, tomorrow } from './books-to-order.ts'

describe('POST /v1/payment-orders', () => {
  const { customer, owed, owedToHolz, order, withdraw, orderedOf, settle } = booksToOrder()

  it('orders payables: a file, a mark on each payable, and nothing booked', async () => {
    const first = await owedToHolz(10_810, { document_number: 'R <1>' })
    const second = await owedToHolz(5_000, { payment_reference: 'RF18 5390 0754 7034' })
    const entries = (await itemsOf('journal-entries', customer())).length
    const { status, body, text } = await order({ payables: [second.id, first.id] })
    expect(status, text).to.equal(201)
    expect(body).to.include({ state: 'open', bank_account: DEBTOR, execution_date: tomorrow() })
    expect(body.batches).to.deep.equal([
      { payment_information_id: `${body.message_id}-B1`, amount: { amount_minor: 15_810, currency: 'CHF' }, count: 2 },
    ])
    expect(
      body.payments.map(({ supplier_payable_id, amount, state }) => [supplier_payable_id, amount, state]),
    ).to.deep.equal([
      [second.id, { amount_minor: 5_000, currency: 'CHF' }, 'ordered'],
      [first.id, { amount_minor: 10_810, currency: 'CHF' }, 'ordered'],
    ])
    expect(body.payments.map(({ end_to_end_id }) => end_to_end_id)).to.deep.equal([
      `${body.message_id}-1`,
      `${body.message_id}-2`,
    ])
    expect(there(body.payments[1]).creditor).to.deep.equal({
      name: 'Schreinerei Holz GmbH',
      iban: HOLZ_IBAN,
      bic: null,
      structured_address: holz().structured_address,
      iban_before: null,
    })
    expect(await orderedOf(first.id)).to.deep.equal({
      payment_order_id: body.id,
      end_to_end_id: `${body.message_id}-2`,
      amount: { amount_minor: 10_810, currency: 'CHF' },
      execution_date: tomorrow(),
    })
    expect((await itemsOf('journal-entries', customer())).length).to.equal(entries)
    expect((await get(`/v1/payment-orders/${body.id}`)).body).to.deep.equal(body)
    const { payments: _, status_reports, left_out, warnings, ...summary } = body
    expect([status_reports, left_out, warnings]).to.deep.equal([[], [], []])
    expect(await itemsOf('payment-orders', customer())).to.deep.equal([summary])
  })

  it('gives the same bytes for ever, whose hash it has said', async () => {
    const payable = await owedToHolz(10_810)
    const { body } = await order({ payables: [payable.id] })
    const { type, text } = await fileOf(body.id)
    expect(type).to.equal('application/xml; charset=utf-8')
    expect(sha256Of(text)).to.equal(body.file_sha256)
    expect(text).to.include('<Nm>Muster &amp; Söhne AG</Nm>').and.to.include(`<IBAN>${HOLZ_IBAN}</IBAN>`)
    await put(`/v1/end-customers/${customer()}`, { name: 'Anders AG' })
    await withdraw(body.id)
    expect((await fileOf(body.id, 'application/xml')).text).to.equal(text)
    const inJson = JSON.parse((await fileOf(body.id, 'application/json')).text)
    expect(inJson).to.include({ object: 'payment_order_file', payment_order_id: body.id, xml: text })
  })

  it('orders no payable twice, one after the other or at once, until it is withdrawn', async () => {
    const payable = await owedToHolz(10_810)
    const other = await owedToHolz(100)
    const answers = await Promise.all([1, 2, 3, 4].map(() => order({ payables: [other.id, payable.id] })))
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([201, 409, 409, 409])
    const refused = there(answers.find(({ status }) => status === 409))
    expect(detailsOf(refused.text)).to.deep.equal(['/payables/0 already_ordered', '/payables/1 already_ordered'])
    expect(detailsOf((await order({ select: { currency: 'CHF' } })).text)).to.deep.equal(['/select nothing_open'])
    const { body } = there(answers.find(({ status }) => status === 201))
    const withdrawn = await withdraw(body.id, { end_to_end_ids: [`${body.message_id}-2`] })
    expect(withdrawn.status, withdrawn.text).to.equal(201)
    expect(withdrawn.body.state).to.equal('open')
    expect(withdrawn.body.payments.map(({ state, state_reason }) => [state, state_reason])).to.deep.equal([
      ['ordered', null],
      ['withdrawn', 'falsches Konto'],
    ])
    expect(await orderedOf(payable.id)).to.equal(null)
    expect((await order({ payables: [payable.id] })).status).to.equal(201)
    expect(detailsOf((await withdraw(body.id, { end_to_end_ids: [`${body.message_id}-2`] })).text)).to.deep.equal([
      '/end_to_end_ids/0 already_withdrawn',
    ])
    expect(detailsOf((await withdraw(body.id, { end_to_end_ids: ['HB0'] })).text)).to.deep.equal([
      '/end_to_end_ids/0 not_found',
    ])
    expect((await withdraw(body.id)).body.state).to.equal('withdrawn')
    expect(detailsOf((await withdraw(body.id)).text)).to.deep.equal(['/state already_withdrawn'])
  })

  it('chooses payables by due date, currency and partner, and leaves credit notes and paid ones out', async () => {
    const late = await owedToHolz(300, { due_date: '2026-05-31' })
    const early = await owedToHolz(100, { due_date: '2026-04-30' })
    const undated = await owedToHolz(200, { due_date: undefined })
    await owedToHolz(-50)
    const settled = await owedToHolz(400)
    await settle(settled.id, 400, { account_code: '1000' })
    const other = await owed(500, {
      due_date: '2026-04-30',
      supplier: holz({ name: 'Andere AG', supplier_external_reference: 'L-8' }),
      supplier_external_reference: 'L-8',
    })
    const chosen = async (select: object) => {
      const { body, text } = await order({ select })
      expect(body.payments, text).to.be.an('array')
      await withdraw(body.id)
      return body.payments.map(({ supplier_payable_id }) => supplier_payable_id)
    }
    expect(await chosen({ due_through: '2026-04-30', currency: 'CHF' })).to.deep.equal([undated.id, early.id, other.id])
    expect(await chosen({ partner_reference: 'L-7' })).to.deep.equal([undated.id, early.id, late.id])
    expect(detailsOf((await order({ select: { currency: 'EUR' } })).text)).to.deep.equal(['/select nothing_open'])
  })

  it('takes the discount that still counts on the day of execution, and none of a document that is partly paid', async () => {
    const terms = {
      discount_terms: [
        { days: 30, discount_bp: 100 },
        { days: 1, discount_bp: 300 },
      ],
    }
    const today = todayInSwitzerland()
    const payable = await owedToHolz(10_811, { document_date: today, ...terms })
    const old = await owedToHolz(10_811, terms)
    const partly = await owedToHolz(10_811, { document_date: today, ...terms })
    await settle(partly.id, 811, { account_code: '1000' })
    const payables = [payable.id, old.id, partly.id]
    const amounts = async (more: object) => {
      const { body } = await order({ payables, ...more })
      await withdraw(body.id)
      return body.payments.map(({ amount, discount }) => [amount.amount_minor, discount.amount_minor])
    }
    expect(await amounts({})).to.deep.equal([
      [10_487, 324],
      [10_811, 0],
      [10_000, 0],
    ])
    expect(await amounts({ discount: 'leave' })).to.deep.equal([
      [10_811, 0],
      [10_811, 0],
      [10_000, 0],
    ])
  })

  it('keeps the document of an ordered payment from being reversed', async () => {
    const payable = await owedToHolz(10_000)
    const { body } = await order({ payables: [payable.id] })
    const reverse = () =>
      post(
        `/v1/source-facts/${payable.source_fact_id.id}/reverse`,
        { end_customer_id: customer(), reason: 'falsch' },
        { wait: 10 },
      )
    const refused = await reverse()
    expect([refused.status, ...detailsOf(refused.text)]).to.deep.equal([409, '/state already_ordered'])
    await withdraw(body.id)
    expect((await reverse()).body.state).to.equal('reversed')
    expect(detailsOf((await order({ payables: [payable.id] })).text)).to.deep.equal(['/payables/0 nothing_open'])
  })

  it('is paid where its payable is, whatever pays it, and ordered again where that is reversed', async () => {
    const first = await owedToHolz(10_000)
    const second = await owedToHolz(5_000)
    const { body } = await order({ payables: [first.id, second.id] })
    const states = async () => {
      const { body: now } = await get(`/v1/payment-orders/${body.id}`)
      return [now.state, ...now.payments.map(({ state }) => state)]
    }
    const { body: settlement } = await settle(first.id, 10_000, { account_code: '1020' })
    expect(await states()).to.deep.equal(['open', 'paid', 'ordered'])
    expect(await orderedOf(first.id)).to.equal(null)
    expect(detailsOf((await withdraw(body.id)).text)).to.deep.equal(['/end_to_end_ids already_paid'])
    expect(detailsOf((await withdraw(body.id, { end_to_end_ids: [`${body.message_id}-1`] })).text)).to.deep.equal([
      '/end_to_end_ids/0 already_paid',
    ])
    await settle(second.id, 4_999, { account_code: '1020' })
    expect(await states()).to.deep.equal(['open', 'paid', 'ordered'])
    await settle(second.id, 1, { account_code: '1020' })
    expect(await states()).to.deep.equal(['completed', 'paid', 'paid'])
    await post(
      `/v1/supplier-payables/${first.id}/settlements/${settlement.id}/reverse`,
      { end_customer_id: customer(), reason: 'falsch' },
      { wait: 10 },
    )
    expect(await states()).to.deep.equal(['open', 'ordered', 'paid'])
    expect((await order({ payables: [first.id] })).status).to.equal(409)
    expect((await withdraw(body.id, { end_to_end_ids: [`${body.message_id}-1`] })).body.state).to.equal('completed')
  })
})
