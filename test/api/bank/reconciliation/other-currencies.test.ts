import { expect } from 'chai'
import { firstOf, get, itemsOf, post, put } from '../../../support/client.ts'
import { credit, debit, INVOICES, invoice } from '../../../support/requests/examples.ts'
import { newKmuCustomer } from '../../../support/requests/kmu-chart.ts'
import { there } from '../../../support/there.ts'
import { bookedVoucher } from '../../open-items/items-of-customer.ts'
import { cellsOf, fetchAs } from '../../statements/books-to-show.ts'
import { importedBy } from '../imports-of.ts'
import { datedIn, fileOf, reconciled } from './dated-statements.ts'

const statement = datedIn('2026-03')
const FOREIGN = 'CH5604835012345678009'
const money = (amount_minor: number, currency: string) => ({ amount_minor, currency })

describe('bank statements in a currency that the ledger account does not have', () => {
  let customer: string
  beforeEach(async () => {
    customer = await newKmuCustomer()
    const rates = [
      { currency: 'EUR', rate: '0.95', rate_date: '2026-01-01' },
      { currency: 'JPY', rate: '0.005321', rate_date: '2026-01-01' },
    ]
    await put('/v1/exchange-rates', { end_customer_id: customer, rates })
    await importedBy(customer, fileOf(statement('A', [1, 31], [0, 100], [5, 100])))
  })
  const importForeign = async (currency: string, amount: number, iban = FOREIGN) => {
    const file = fileOf({ ...statement('F', [1, 31], [0, amount], [5, amount]), currency, iban })
    const answer = await importedBy(customer, currency === 'JPY' ? file.replaceAll('.00</Amt>', '</Amt>') : file)
    expect(answer.state).to.equal('imported')
    const entries = await itemsOf('camt-053/entries', customer)
    return there(entries.find(({ amount }) => amount.currency === currency)).id
  }
  const allocate = async (currency: string, minor: number) => {
    const payments = await itemsOf('payments', customer)
    const payment = there(payments.find(({ amount }) => amount.currency === currency))
    const gross_amount = money(minor, currency)
    const { body: fact } = await post(
      INVOICES,
      invoice(customer, { business_date: '2026-03-02', payload: { currency, gross_amount, tax_lines: [] } }),
      { wait: 10 },
    )
    expect(fact.state, JSON.stringify(fact)).to.equal('posted')
    const { id: document_id } = await firstOf('documents', customer)
    const { body } = await post(
      '/v1/allocations',
      { end_customer_id: customer, payment_id: payment.id, lines: [{ document_id, amount: gross_amount }] },
      { wait: 10 },
    )
    expect(body.state, JSON.stringify(body)).to.equal('posted')
  }
  const sidesOf = ({ other_currencies }: Awaited<ReturnType<typeof reconciled>>['body']) =>
    other_currencies.map(({ currency, bank_balance, ledger_balance, differences, unexplained, is_explained }) => ({
      currency,
      balances: [bank_balance, ledger_balance, unexplained].map((amount) => {
        expect(amount.currency).to.equal(currency)
        return amount.amount_minor
      }),
      differences: differences.map(({ kind, amount }) => [kind, amount.amount_minor]),
      is_explained,
    }))

  it('stand in that currency before they are booked', async () => {
    await importForeign('EUR', 300)
    const { body, differences } = await reconciled(customer, '2026-03-31')
    expect(differences).to.deep.equal(['entry_unbooked 100'])
    expect(sidesOf(body)).to.deep.equal([
      { currency: 'EUR', balances: [30_000, 0, 0], differences: [['entry_unbooked', 30_000]], is_explained: true },
    ])
    const path = `/v1/statements/bank-reconciliation?end_customer_id=${customer}&bank_account=1020&date=2026-03-31&locale=en`
    const rows = cellsOf(await (await fetchAs(path, 'text/csv')).text()).map((row) => [row[0], row[3], row[8]])
    expect(rows).to.deep.equal([
      ['kind', 'amount', 'currency'],
      ['Balance of the ledger', '0.00', 'CHF'],
      ['Not booked', '100.00', 'CHF'],
      ['Balance of the bank', '100.00', 'CHF'],
      ['EUR, Balance of the ledger', '0.00', 'EUR'],
      ['EUR, Not booked', '300.00', 'EUR'],
      ['EUR, Balance of the bank', '300.00', 'EUR'],
    ])
    expect(await (await fetchAs(path, 'text/html')).text()).to.contain('EUR, Not booked')
  })

  for (const [currency, amount, minor, base] of [
    ['EUR', 300, 30_000, 285],
    ['JPY', 100_000, 100_000, 532.1],
  ] as const)
    it(`are one difference in base currency once they are booked: ${currency}`, async () => {
      await importForeign(currency, amount)
      await allocate(currency, minor)
      const { body, ...rest } = await reconciled(customer, '2026-03-31')
      expect(rest).to.deep.equal({
        bank: 100,
        ledger: base,
        unexplained: 0,
        gaps: [],
        differences: ['entry_unbooked 100', `line_linked_elsewhere ${-base}`],
      })
      expect(sidesOf(body)).to.deep.equal([
        { currency, balances: [minor, minor, 0], differences: [], is_explained: true },
      ])
    })

  it('are the same whether a voucher books all of them or several vouchers a part each', async () => {
    const entry_id = await importForeign('EUR', 300)
    for (const part of [10_001, 10_001, 9_998]) {
      const amount = money(part, 'EUR')
      const lines = [debit('1020', part, { debit: amount }), credit('6950', part, { credit: amount })]
      await bookedVoucher(customer, lines, { bank_entries: [{ entry_id, amount }] }, { business_date: '2026-03-10' })
    }
    const { body, differences, ledger } = await reconciled(customer, '2026-03-31')
    // 100.01 at 0.95 is 95.0095, and 99.98 is 94.981.
    expect([ledger, differences]).to.deep.equal([
      285,
      ['entry_unbooked 100', ...[95.01, 95.01, 94.98].map((part) => `line_linked_elsewhere ${-part}`)],
    ])
    expect(sidesOf(body)[0]?.differences).to.deep.equal([])
  })

  it('name the rest of a line of which they use a part', async () => {
    const entry_id = await importForeign('EUR', 300)
    const amount = money(50_000, 'EUR')
    const lines = [debit('1020', 1, { debit: amount }), credit('6950', 1, { credit: amount })]
    const fact = await bookedVoucher(customer, lines, {}, { business_date: '2026-03-10' })
    const journal_entry_id = there(fact.journal_entry_id).id
    const link = { end_customer_id: customer, journal_entry_id, line_number: 1, amount: money(30_000, 'EUR') }
    expect((await post(`/v1/camt-053/entries/${entry_id}/links`, link)).status).to.be.oneOf([200, 201])
    const { body, differences } = await reconciled(customer, '2026-03-31')
    expect(differences).to.deep.equal(['entry_unbooked 100', 'line_without_entry -190', 'line_linked_elsewhere -285'])
    expect(sidesOf(body)[0]?.differences).to.deep.equal([['line_without_entry', -20_000]])
  })

  it('are told apart where one IBAN has both, and its doubts are those of the whole', async () => {
    const { body: before } = await reconciled(customer, '2026-03-31')
    const iban = there(before.bank_accounts[0])
    await importForeign('EUR', 300, iban)
    const { body } = await reconciled(customer, '2026-03-31', iban)
    expect([body.bank_accounts, body.is_explained]).to.deep.equal([[iban], true])
    expect(sidesOf(body)[0]?.balances).to.deep.equal([30_000, 0, 0])
    // The 300.00 of the 5th once more, in a file without balances.
    const again = { ...statement('G', [5, 6], [0, 0], [5, 300]), currency: 'EUR', iban, balances: null }
    await importedBy(customer, fileOf(again))
    const { body: doubtful } = await reconciled(customer, '2026-03-31', iban)
    expect(doubtful.possible_repeats).to.deep.equal([])
    expect(doubtful.other_currencies[0]?.possible_repeats.map(({ amount }) => amount)).to.deep.equal([
      money(30_000, 'EUR'),
    ])
    expect(doubtful.is_explained).to.equal(false)
  })

  it('alone on a ledger account in francs are reconciled all the same', async () => {
    const other = await newKmuCustomer()
    await importedBy(other, fileOf({ ...statement('F', [1, 31], [0, 300], [5, 300]), currency: 'EUR', iban: FOREIGN }))
    const { status, body } = await get(
      `/v1/statements/bank-reconciliation?end_customer_id=${other}&bank_account=${FOREIGN}&date=2026-03-31`,
    )
    expect([status, body.bank_balance.amount_minor, body.differences]).to.deep.equal([200, 0, []])
    expect(sidesOf(body)[0]?.differences).to.deep.equal([['entry_unbooked', 30_000]])
  })

  it('in francs on a ledger account in euros as well, with its lines in francs', async () => {
    await put('/v1/accounts', {
      end_customer_id: customer,
      valid_from: '2020-01-01',
      accounts: [{ account_code: '1024', account_name: 'Bank EUR', account_type: 'asset', currency: 'EUR' }],
    })
    const mapping = { mapping_key: `posting.bank.${FOREIGN}`, account_code: '1024', valid_from: '2020-01-01' }
    await put('/v1/account-mappings', { end_customer_id: customer, mappings: [mapping] })
    await importForeign('EUR', 300)
    await importedBy(customer, fileOf({ ...statement('C', [1, 31], [0, 7], [5, 7]), iban: FOREIGN }))
    const { body } = await reconciled(customer, '2026-03-31', '1024')
    expect([body.currency, body.bank_balance.amount_minor]).to.deep.equal(['EUR', 30_000])
    expect(sidesOf(body)).to.deep.equal([
      { currency: 'CHF', balances: [700, 0, 0], differences: [['entry_unbooked', 700]], is_explained: true },
    ])
  })
})
