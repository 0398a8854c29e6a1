import { expect } from 'chai'
import { todayInSwitzerland } from '../../../shared/process/clock.ts'
import { issueKey } from '../../../shared/store/platform/issue-key.ts'
import { findings } from '../../support/books.ts'
import { itemsOf, post, put } from '../../support/client.ts'
import { newKmuCustomer } from '../../support/requests/kmu-chart.ts'
import { service } from '../../support/service.ts'
import { there } from '../../support/there.ts'
import { booksToOrder, DEBTOR, detailsOf, HOLZ_IBAN, holz, OTHER_IBAN } from './books-to-order.ts'

describe('POST /v1/payment-orders?dry_run=true', () => {
  const { customer, owedToHolz, order, request, orderedOf } = booksToOrder()
  const tryOut = async (more: object, options = {}) => {
    const { status, body, text } = await post('/v1/payment-orders?dry_run=true', request(more), {
      idempotencyKey: null,
      ...options,
    })
    return { status, text, trial: body as unknown as Tried }
  }

  it('200: the payments that the same order makes, and nothing is stored', async () => {
    const terms = { document_date: todayInSwitzerland(), discount_terms: [{ days: 10, discount_bp: 200 }] }
    const discounted = await owedToHolz(10_000, terms)
    const other = await owedToHolz(5_001)
    const events = (await itemsOf('events', customer(), '&limit=500')).length
    const only = { client_name: `reader-${customer()}`, scopes: ['read'] as ['read'], end_customer_ids: [customer()] }
    const { status, text, trial } = await tryOut(
      { select: { currency: 'CHF' } },
      { key: await issueKey(service().home, only) },
    )
    expect(status, text).to.equal(200)
    expect([trial.can_be_ordered, trial.bank_account, trial.totals]).to.deep.equal([
      true,
      DEBTOR,
      // 100.00 less 2 %, and 50.01.
      [{ amount: { amount_minor: 14_801, currency: 'CHF' }, count: 2 }],
    ])
    expect((await itemsOf('events', customer(), '&limit=500')).length).to.equal(events)
    expect(await itemsOf('payment-orders', customer())).to.deep.equal([])
    expect([await orderedOf(discounted.id), await orderedOf(other.id)]).to.deep.equal([null, null])
    const { body } = await order({ select: { currency: 'CHF' } })
    const kept = [
      'supplier_payable_id',
      'amount',
      'discount',
      'creditor',
      'payment_reference',
      'document_number',
    ] as const
    expect(trial.payments.map((payment) => kept.map((member) => payment[member]))).to.deep.equal(
      body.payments.map((payment) => kept.map((member) => payment[member])),
    )
  })

  it('200: every defect of each payment, where the order itself would be refused', async () => {
    const sound = await owedToHolz(100)
    const unnamed = await owedToHolz(200, { supplier: holz({ iban: undefined, structured_address: { town: 'Bern' } }) })
    const ordered = await owedToHolz(300)
    await order({ payables: [ordered.id] })
    const moved = await owedToHolz(400, { supplier: holz({ iban: OTHER_IBAN }) })
    const { trial } = await tryOut({ payables: [sound.id, unnamed.id, ordered.id, moved.id] })
    expect(trial.can_be_ordered).to.equal(false)
    expect(trial.payments.map(({ defects }) => defects.map(({ code }) => code))).to.deep.equal([
      [],
      ['creditor_iban_missing', 'address_incomplete'],
      ['already_ordered'],
      ['iban_changed'],
    ])
    expect(trial.totals).to.deep.equal([{ amount: { amount_minor: 100, currency: 'CHF' }, count: 1 }])
    expect(there(trial.payments[3]).creditor).to.include({ iban: OTHER_IBAN, iban_before: HOLZ_IBAN })
    // What was wrong with none of the payments is refused as that of an order.
    const refused = await tryOut({ payables: [sound.id, 'x'] })
    expect([refused.status, ...detailsOf(refused.text)]).to.deep.equal([422, '/payables/1 not_found'])
  })

  it('shows nothing of another end customer, neither to its key nor by the id of a payable', async () => {
    const payable = await owedToHolz(100)
    const stranger = await newKmuCustomer()
    await put(`/v1/end-customers/${stranger}`, { name: 'Andere AG' })
    const mappings = [{ mapping_key: `posting.bank.${DEBTOR}`, account_code: '1020', valid_from: '2020-01-01' }]
    await put('/v1/account-mappings', { end_customer_id: stranger, mappings })
    const theirs = await tryOut({ end_customer_id: stranger, payables: [payable.id] })
    expect([theirs.status, ...detailsOf(theirs.text)]).to.deep.equal([422, '/payables/0 not_found'])
    const only = { client_name: `stranger-${stranger}`, scopes: ['read'] as ['read'], end_customer_ids: [stranger] }
    const key = await issueKey(service().home, only)
    expect((await tryOut({ payables: [payable.id] }, { key })).status).to.equal(403)
    expect(await findings(customer())).to.deep.equal([])
  })
})

type Money = { amount_minor: number; currency: string }
type Tried = {
  can_be_ordered: boolean
  bank_account: string
  totals: { amount: Money; count: number }[]
  payments: {
    supplier_payable_id: string
    amount: Money
    discount: Money
    creditor: object
    payment_reference: string | null
    document_number: string | null
    defects: { code: string; message: string }[]
  }[]
}
