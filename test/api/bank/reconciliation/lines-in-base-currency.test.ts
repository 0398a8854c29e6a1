import { expect } from 'chai'
import { get, itemsOf, post, put } from '../../../support/client.ts'
import { credit, debit } from '../../../support/requests/examples.ts'
import { newKmuCustomer } from '../../../support/requests/kmu-chart.ts'
import { there } from '../../../support/there.ts'
import { blockedVoucher, bookedVoucher } from '../../open-items/items-of-customer.ts'
import { importedBy } from '../imports-of.ts'
import { datedIn, fileOf, reconciled } from './dated-statements.ts'

const statement = datedIn('2026-03')
const FOREIGN = 'CH5604835012345678009'
const money = (amount_minor: number, currency: string) => ({ amount_minor, currency })

describe('bank entries in euros on a ledger account in euros', () => {
  it('are not booked by a line in francs on a ledger account in euros, which stands in francs to the Rappen', async () => {
    const customer = await newKmuCustomer()
    const rates = [{ currency: 'EUR', rate: '0.95', rate_date: '2026-01-01' }]
    await put('/v1/exchange-rates', { end_customer_id: customer, rates })
    await put('/v1/accounts', {
      end_customer_id: customer,
      valid_from: '2020-01-01',
      accounts: [
        { account_code: '1024', account_name: 'Bank EUR', account_type: 'asset', currency: 'EUR' },
        { account_code: '6950', account_name: 'Finanzertrag', account_type: 'revenue' },
      ],
    })
    const mapping = { mapping_key: `posting.bank.${FOREIGN}`, account_code: '1024', valid_from: '2020-01-01' }
    await put('/v1/account-mappings', { end_customer_id: customer, mappings: [mapping] })
    const file = fileOf({ ...statement('F', [1, 31], [0, 300], [5, 300]), currency: 'EUR', iban: FOREIGN })
    await importedBy(customer, file)
    const { id: entry_id } = there((await itemsOf('camt-053/entries', customer))[0])
    const inFrancs = [debit('1024', 28_500), credit('6950', 28_500)]
    expect(await blockedVoucher(customer, inFrancs, { bank_entries: [{ entry_id }] })).to.deep.equal([
      'bank_entry_amount_mismatch /payload/bank_entries',
    ])
    const at = { business_date: '2026-03-10' }
    const eur = money(30_000, 'EUR')
    const inEuros = [debit('1024', 30_000, { debit: eur }), credit('6950', 30_000, { credit: eur })]
    await bookedVoucher(customer, inEuros, { bank_entries: [{ entry_id }] }, at)
    const corrected = await bookedVoucher(customer, [debit('1024', 1_234), credit('6950', 1_234)], {}, at)
    const link = { journal_entry_id: there(corrected.journal_entry_id).id, line_number: 1, amount: money(1, 'EUR') }
    const linked = await post(`/v1/camt-053/entries/${entry_id}/links`, { end_customer_id: customer, ...link })
    expect(linked.status).to.equal(422)
    // 300.00 euros on both sides; the ledger has 12.34 francs that no bank has: 285.00 + 12.34 in the balance sheet.
    const { body, differences } = await reconciled(customer, '2026-03-31', '1024')
    expect([body.bank_balance, body.ledger_balance, differences]).to.deep.equal([eur, eur, []])
    const [francs, ...others] = body.other_currencies
    expect(others).to.deep.equal([])
    expect([francs?.bank_balance, francs?.ledger_balance, francs?.unexplained]).to.deep.equal(
      [0, 1_234, 0].map((minor) => money(minor, 'CHF')),
    )
    expect(francs?.differences.map(({ kind, amount }) => [kind, amount])).to.deep.equal([
      ['line_without_entry', money(-1_234, 'CHF')],
    ])
    const trial = await get(`/v1/statements/trial-balance?end_customer_id=${customer}&fiscal_year_id=FY2026`)
    const row = trial.body.rows.find(({ account_code }) => account_code === '1024')
    expect(row?.closing_balance.amount_minor).to.equal(29_734)
  })
})
