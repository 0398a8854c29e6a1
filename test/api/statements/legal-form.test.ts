import { expect } from 'chai'
import { amountOn, balanceSheet } from '../../support/books.ts'
import { post, put } from '../../support/client.ts'
import { credit, debit, VOUCHERS, voucher } from '../../support/requests/examples.ts'
import { KMU_ACCOUNTS, newKmuCustomer } from '../../support/requests/kmu-chart.ts'

const EQUITY = [
  ['2800', 'Eigenkapital zu Beginn des Geschäftsjahres'],
  ['2820', 'Kapitaleinlagen und Kapitalrückzüge'],
  ['2850', 'Privat'],
  ['2891', 'Jahresgewinn oder Jahresverlust'],
].map(([account_code = '', account_name = '']) => ({ account_code, account_name, account_type: 'equity' as const }))

const PRIVATE = [
  ['2820', 'Privat Gesellschafterin A'],
  ['2870', 'Privat Kommanditär A'],
].map(([account_code = '', account_name = '']) => ({ account_code, account_name, account_type: 'equity' as const }))

describe('the balance sheet of a sole proprietor', () => {
  it('has capital, contributions, private account and result, in the language that is asked for', async () => {
    const customer = await newKmuCustomer()
    const others = KMU_ACCOUNTS.filter(({ account_code }) => !account_code.startsWith('28'))
    const accounts = [...others.map(({ or_row, ...account }) => account), ...EQUITY]
    await put('/v1/accounts', { end_customer_id: customer, valid_from: '2020-01-01', accounts })
    await put(`/v1/end-customers/${customer}`, { legal_form: 'sole_proprietor' }, { wait: 10 })
    const lines = [debit('1020', 5_000_000), debit('2850', 290_000), credit('2800', 5_000_000), credit('3400', 290_000)]
    await post(VOUCHERS, voucher(customer, { payload: { lines } }), { wait: 10 })
    const equity = async (more = '') =>
      (await balanceSheet(customer, 'FY2026', more)).rows
        .filter(({ parent_key }) => parent_key === 'eigenkapital')
        .map(({ row_key, label, amount }) => [row_key, label, amount.amount_minor])
    expect(await equity()).to.deep.equal([
      ['kapital', 'Kapital des Inhabers', 5_000_000],
      ['einlagen_rueckzuege', 'Kapitaleinlagen und Kapitalrückzüge', 0],
      ['privat', 'Privat', -290_000],
      ['jahresgewinn_jahresverlust', 'Jahresgewinn oder Jahresverlust', 290_000],
    ])
    expect((await equity('&locale=fr')).map(([, label]) => label)).to.deep.equal([
      'Capital du propriétaire',
      'Apports et retraits de capital',
      'Privé',
      "Bénéfice ou perte de l'exercice",
    ])
    const mappings = [{ mapping_key: 'or.freiwillige_gewinnreserven', account_code: '2850', valid_from: '2020-01-01' }]
    expect((await put('/v1/account-mappings', { end_customer_id: customer, mappings })).status).to.equal(202)
    expect((await equity()).map(([row_key]) => row_key)).to.deep.equal([
      'kapital',
      'einlagen_rueckzuege',
      'privat',
      'freiwillige_gewinnreserven',
      'jahresgewinn_jahresverlust',
    ])
  })
})

describe('withholding tax', () => {
  // 350.00 were withheld, and 810.00 of VAT are owed: the ESTV refunds companies and partnerships, the canton a natural person (VStG Art. 30).
  for (const [legal_form, claims, debts] of [
    ['company', 0, 46_000],
    ['foundation', 0, 46_000],
    ['sole_proprietor', 35_000, 81_000],
    ['partnership', 0, 46_000],
  ] as const)
    it(`is set off against VAT where the same office owes it: ${legal_form}`, async () => {
      const customer = await newKmuCustomer()
      await put(`/v1/end-customers/${customer}`, { legal_form }, { wait: 10 })
      const lines = [debit('1020', 46_000), debit('1176', 35_000), credit('2200', 81_000)]
      await post(VOUCHERS, voucher(customer, { payload: { lines } }), { wait: 10 })
      const sheet = await balanceSheet(customer)
      expect([
        amountOn(sheet, 'uebrige_kurzfristige_forderungen'),
        amountOn(sheet, 'uebrige_kurzfristige_verbindlichkeiten'),
      ]).to.deep.equal([claims, debts])
      expect(Object.values(sheet.checks)).to.not.include(false)
    })
})

describe('the balance sheet of a form that has no private accounts', () => {
  for (const [legal_form, capital] of [
    ['company', 'grundkapital'],
    ['association', 'vereinskapital'],
    ['foundation', 'stiftungskapital'],
  ] as const)
    it(`has a row for one while money is on it, and does not net it with the capital: ${legal_form}`, async () => {
      const customer = await newKmuCustomer()
      const accounts = KMU_ACCOUNTS.map(({ or_row, ...account }) => account).filter(
        ({ account_code }) => !account_code.startsWith('28'),
      )
      await put('/v1/accounts', {
        end_customer_id: customer,
        valid_from: '2020-01-01',
        accounts: [...accounts, ...EQUITY],
      })
      await put(`/v1/end-customers/${customer}`, { legal_form }, { wait: 10 })
      const rows = async () =>
        (await balanceSheet(customer)).rows
          .filter(({ parent_key, amount }) => parent_key === 'eigenkapital' && amount.amount_minor !== 0)
          .map(({ row_key, amount }) => [row_key, amount.amount_minor])
      const book = async (...lines: object[]) => {
        const { body } = await post(VOUCHERS, voucher(customer, { payload: { lines } }), { wait: 10 })
        expect(body.state).to.equal('posted')
      }
      await book(debit('1020', 100_000), credit('2800', 100_000))
      await book(debit('2850', 300), credit('1020', 300))
      expect(await rows()).to.have.deep.members([
        [capital, 100_000],
        ['privat', -300],
      ])
      await book(debit('1020', 300), credit('2850', 300))
      expect((await balanceSheet(customer)).rows.map(({ row_key }) => row_key)).to.not.include('privat')
    })
})

describe('a result that closing entries take to a private account', () => {
  // Capital 1000.00, profit 300.00: the rows are the same before and after, and the next year begins without the result.
  for (const [legal_form, capital, account] of [
    ['sole_proprietor', 'kapital', '2850'],
    ['partnership', 'kapital_gesellschafter', '2820'],
  ] as const)
    it(`moves no row of the year: ${legal_form}`, async () => {
      const customer = await newKmuCustomer()
      const others = KMU_ACCOUNTS.filter(({ account_code }) => !account_code.startsWith('28'))
      const accounts = [...others.map(({ or_row, ...rest }) => rest), ...EQUITY]
      await put('/v1/accounts', { end_customer_id: customer, valid_from: '2020-01-01', accounts })
      await put(`/v1/end-customers/${customer}`, { legal_form }, { wait: 10 })
      const book = async (entry_type: string, ...lines: object[]) => {
        const { body } = await post(VOUCHERS, voucher(customer, { payload: { entry_type, lines } }), { wait: 10 })
        expect(body.state, JSON.stringify(body.blockers)).to.equal('posted')
      }
      const rows = async () => {
        const sheet = await balanceSheet(customer)
        return [capital, 'privat', 'jahresgewinn_jahresverlust', 'eigenkapital'].map((key) => amountOn(sheet, key))
      }
      await book('standard', debit('1020', 100_000), credit('2800', 100_000))
      await book('standard', debit('1020', 30_000), credit('3400', 30_000))
      expect(await rows()).to.deep.equal([100_000, 0, 30_000, 130_000])
      await book('closing', debit('3400', 30_000), credit('9200', 30_000))
      await book('closing', debit('9200', 30_000), credit(account, 30_000))
      expect(await rows()).to.deep.equal([100_000, 0, 30_000, 130_000])
      await book('standard', debit(account, 5_000), credit('1020', 5_000))
      expect(await rows()).to.deep.equal([100_000, -5_000, 30_000, 125_000])
    })

  it('takes off the row what several private accounts got, as one part of it', async () => {
    const customer = await newKmuCustomer()
    const others = KMU_ACCOUNTS.filter(({ account_code }) => !account_code.startsWith('28'))
    const accounts = [...others.map(({ or_row, ...rest }) => rest), ...PRIVATE]
    await put('/v1/accounts', { end_customer_id: customer, valid_from: '2020-01-01', accounts })
    await put(`/v1/end-customers/${customer}`, { legal_form: 'partnership' }, { wait: 10 })
    const book = async (entry_type: string, ...lines: object[]) => {
      const { body } = await post(VOUCHERS, voucher(customer, { payload: { entry_type, lines } }), { wait: 10 })
      expect(body.state, JSON.stringify(body.blockers)).to.equal('posted')
    }
    await book('standard', debit('1020', 30_000), credit('3400', 30_000))
    await book('standard', debit('2820', 5_000), credit('1020', 5_000))
    await book('closing', debit('3400', 30_000), credit('9200', 30_000))
    await book('closing', debit('9200', 30_000), credit('2820', 20_000), credit('2870', 10_000))
    const row = (await balanceSheet(customer)).rows.find(({ row_key }) => row_key === 'privat')
    const sources = row?.source_accounts.map(({ account_code, amount }) => [account_code, amount.amount_minor])
    expect([row?.amount.amount_minor, sources]).to.deep.equal([
      -5_000,
      [
        ['2820', 15_000],
        ['2870', 10_000],
        [null, -30_000],
      ],
    ])
  })
})
