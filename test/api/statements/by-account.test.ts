import { expect } from 'chai'
import type { SourceFact } from '../../../shared/contract/facts/source-facts.ts'
import { amountOn, findings, type Sheet } from '../../support/books.ts'
import { get, post, put } from '../../support/client.ts'
import {
  credit,
  debit,
  EXPENSES,
  expense,
  INVOICES,
  invoice,
  taxLine,
  VOUCHERS,
  voucher,
} from '../../support/requests/examples.ts'
import { newKmuCustomer } from '../../support/requests/kmu-chart.ts'
import { there } from '../../support/there.ts'

describe('statements by account', () => {
  let customer: string
  let fact: SourceFact
  before(async () => {
    customer = await newKmuCustomer()
    const opening = [debit('1020', 500_000), credit('2800', 500_000)]
    await post(
      VOUCHERS,
      voucher(customer, { business_date: '2025-01-01', payload: { entry_type: 'opening', lines: opening } }),
    )
    await post(INVOICES, invoice(customer, { business_date: '2025-06-30' }))
    await post(INVOICES, invoice(customer, { business_date: '2026-02-28' }))
    const payload = { tax_lines: [taxLine('I81', 10_000, 810)] }
    fact = (await post(EXPENSES, expense(customer, { business_date: '2026-03-15', payload }), { wait: 10 })).body
    const wages = [debit('5000', 6_000), credit('1020', 6_000, { text: 'Lohn Muster' })]
    await post(VOUCHERS, voucher(customer, { business_date: '2026-03-31', payload: { text: 'Löhne', lines: wages } }), {
      wait: 10,
    })
  })

  const read = async <const Name extends string>(name: Name, more = '', status = 200) => {
    const answer = await get(`/v1/statements/${name}?end_customer_id=${customer}&fiscal_year_id=FY2026${more}`)
    expect(answer.status, answer.text).to.equal(status)
    return answer.body
  }
  const amounts = ({ rows }: Sheet) =>
    rows.map(({ label, amount, prior_amount }) => [label, amount.amount_minor, prior_amount?.amount_minor])

  it('balance sheet: accounts under assets, liabilities and equity, unclosed results beside them', async () => {
    expect(amounts(await read('balance-sheet', '&comparison=prior_fiscal_year'))).to.deep.equal([
      ['Aktiven', 516_430, 510_810],
      ['1020 Bankguthaben', 494_000, 500_000],
      ['1100 Forderungen aus Lieferungen und Leistungen (Debitoren)', 21_620, 10_810],
      ['1171 Vorsteuer MWST Investitionen, übriger Betriebsaufwand', 810, 0],
      ['Passiven', 516_430, 510_810],
      ['Fremdkapital', 12_430, 810],
      ['2000 Verbindlichkeiten aus Lieferungen und Leistungen (Kreditoren)', 10_810, 0],
      ['2200 Geschuldete MWST (Umsatzsteuer)', 1_620, 810],
      ['Eigenkapital', 504_000, 510_000],
      ['2800 Aktien-, Stamm-, Anteilschein- oder Stiftungskapital', 500_000, 500_000],
      ['Ergebnis FY2025', 10_000, 10_000],
      ['Ergebnis FY2026', -6_000, 0],
    ])
  })

  it('income statement: income positive, expense negative', async () => {
    expect(amounts(await read('income-statement', '&locale=en'))).to.deep.equal([
      ['Revenue', 10_000, undefined],
      ['3400 Dienstleistungserlöse', 10_000, undefined],
      ['Expense', -16_000, undefined],
      ['5000 Lohnaufwand', -6_000, undefined],
      ['6500 Verwaltungsaufwand (Büromaterial)', -10_000, undefined],
      ['Annual profit or annual loss', -6_000, undefined],
    ])
  })

  it('trial balance: an unclosed earlier result balances it', async () => {
    const { rows, totals, checks } = await read('trial-balance', '&comparison=prior_fiscal_year&granularity=quarter')
    expect(
      rows.map((row) => [
        row.account_code ?? row.account_name,
        row.opening_balance.amount_minor,
        row.closing_balance.amount_minor,
        row.prior?.closing_balance.amount_minor,
      ]),
    ).to.deep.equal([
      ['1020', 500_000, 494_000, 500_000],
      ['1100', 10_810, 21_620, 10_810],
      ['1171', 0, 810, 0],
      ['2000', 0, -10_810, 0],
      ['2200', -810, -1_620, -810],
      ['2800', -500_000, -500_000, -500_000],
      ['3400', 0, -10_000, -10_000],
      ['5000', 0, 6_000, 0],
      ['6500', 0, 10_000, 0],
      ['Ergebnis FY2025', -10_000, -10_000, 0],
    ])
    expect([totals.debit.amount_minor, totals.credit.amount_minor, totals.closing_balance.amount_minor]).to.deep.equal([
      27_620, 27_620, 0,
    ])
    expect(checks.debits_equal_credits).to.equal(true)
  })

  it('account ledger: running balance, counter accounts, and the way to entry, fact and evidence', async () => {
    const ledger = await read('account-ledger', '&account_code=1020&comparison=prior_fiscal_year&granularity=month')
    expect(
      [ledger.carried_forward, ledger.opening_balance, ledger.closing_balance].map(({ amount_minor }) => amount_minor),
    ).to.deep.equal([500_000, 500_000, 494_000])
    expect(ledger.prior?.opening_balance.amount_minor).to.equal(500_000)
    expect(ledger.period_series?.map(({ closing_balance }) => closing_balance.amount_minor)).to.deep.equal([
      500_000,
      500_000,
      ...Array.from({ length: 10 }, () => 494_000),
    ])
    const line = there(ledger.lines[0])
    expect([
      line.description,
      line.text,
      line.counter_accounts,
      line.credit?.amount_minor,
      line.balance.amount_minor,
    ]).to.deep.equal(['Löhne', 'Lohn Muster', ['5000'], 6_000, 494_000])
    const payable = there((await read('account-ledger', '&account_code=2000')).lines[0])
    expect(payable.source).to.deep.equal({ type: 'expense_document', id: fact.id })
    expect(payable.journal_entry_id).to.equal(fact.journal_entry_id.id)
    expect(payable.evidence_hashes).to.deep.equal(fact.evidence_hashes)
    expect(payable.entry_hash).to.equal((await get(`/v1/journal-entries/${fact.journal_entry_id.id}`)).body.entry_hash)
  })

  it('account ledger: an account without lines is empty, an unknown one is not found, a foreign cursor is refused', async () => {
    const empty = await read('account-ledger', '&account_code=1000')
    expect([empty.lines, empty.closing_balance.amount_minor, empty.has_more]).to.deep.equal([[], 0, false])
    expect((await read('account-ledger', '&account_code=1', 404)).error.details[0]?.pointer).to.equal('/account_code')
    const line = there((await read('account-ledger', '&account_code=1020')).lines[0])
    for (const cursor of [line.id, 'x', `${line.journal_entry_id}.0`, `${line.journal_entry_id}.9`]) {
      const account_code = cursor === line.id ? '2000' : '1020'
      const { error } = await read('account-ledger', `&account_code=${account_code}&starting_after=${cursor}`, 400)
      expect(error.details[0]?.code).to.equal('unknown_cursor')
    }
    expect((await read('account-ledger', '', 400)).error.details[0]?.pointer).to.equal('/account_code')
  })

  it('by function of expense where the chart says what expenses are for', async () => {
    const refused = await read('or-income-statement', '&format=function_of_expense', 400)
    expect(refused.error.details[0]?.code).to.equal('not_supported_by_chart')
    expect(refused.error.message).to.include('5000, 6500')
    const map = (mapping_key: string, account_code: string) => ({ mapping_key, account_code, valid_from: '2020-01-01' })
    const mappings = [
      map('or.af_anschaffungs_herstellungskosten', '5000'),
      map('or.af_verwaltungs_vertriebsaufwand', '6500'),
    ]
    expect((await put('/v1/account-mappings', { end_customer_id: customer, mappings })).status).to.equal(202)
    const statement = await read('or-income-statement', '&format=function_of_expense')
    expect(statement.rows.map(({ row_key, law, amount }) => [row_key, law, amount.amount_minor])).to.deep.equal([
      ['af_nettoerloese', 'OR 959b Abs. 3 Ziff. 1', 10_000],
      ['af_anschaffungs_herstellungskosten', 'OR 959b Abs. 3 Ziff. 2', -6_000],
      ['af_verwaltungs_vertriebsaufwand', 'OR 959b Abs. 3 Ziff. 3', -10_000],
      ['af_finanzergebnis', 'OR 959b Abs. 3 Ziff. 4', 0],
      ['af_betriebsfremdes_ergebnis', 'OR 959b Abs. 3 Ziff. 5', 0],
      ['af_ausserordentliches_ergebnis', 'OR 959b Abs. 3 Ziff. 6', 0],
      ['af_direkte_steuern', 'OR 959b Abs. 3 Ziff. 7', 0],
      ['af_jahresergebnis', 'OR 959b Abs. 3 Ziff. 8', -6_000],
    ])
    const nature = await read('or-income-statement', '&format=nature_of_expense')
    expect(amountOn(nature, 'personalaufwand')).to.equal(-6_000)
  })

  it('an account stands on a row of its own statement only', async () => {
    const mappings = [
      { mapping_key: 'or.vorraete', account_code: '5000', valid_from: '2020-01-01' },
      { mapping_key: 'or.personalaufwand', account_code: '1020', valid_from: '2020-01-01' },
      { mapping_key: 'or.finanzergebnis', account_code: '6500', valid_from: '2020-01-01' },
    ]
    const { status, body } = await put('/v1/account-mappings', { end_customer_id: customer, mappings })
    expect([status, body.error.details.map(({ code }) => code)]).to.deep.equal([
      422,
      ['wrong_statement', 'wrong_statement', 'unknown_row'],
    ])
  })

  it('parameters that are unknown, wrong, missing or twice are 400 with a sentence that says what is allowed', async () => {
    const sentence = async (name: string, query: string) => {
      const { status, body } = await get(`/v1/statements/${name}?${query}`)
      return [status, body.error.message]
    }
    const own = `end_customer_id=${customer}&fiscal_year_id=FY2026`
    expect(await sentence('trial-balance', `${own}&year=2026`)).to.deep.equal([
      400,
      'The query is wrong. year: There is no such parameter. Allowed: end_customer_id, fiscal_year_id, comparison, granularity, locale, as_of_entry_number.',
    ])
    expect(await sentence('balance-sheet', `${own}&granularity=week`)).to.deep.equal([
      400,
      'The query is wrong. granularity: It must be one of month, quarter.',
    ])
    expect(await sentence('or-balance-sheet', `${own}&format=function_of_expense`)).to.have.property('0', 400)
    expect(await sentence('or-balance-sheet', `${own}&granularity=month&granularity=quarter`)).to.have.property(
      '0',
      400,
    )
    expect(await sentence('income-statement', `end_customer_id=${customer}`)).to.deep.equal([
      400,
      'The query is wrong. fiscal_year_id: This field is required.',
    ])
    expect((await read('or-balance-sheet', '&as_of_entry_number=99', 400)).error.message).to.include('from 0 to 5')
    const { status } = await get(`/v1/statements/trial-balance?end_customer_id=${customer}&fiscal_year_id=FY1999`)
    expect(status).to.equal(404)
    expect(await findings(customer)).to.deep.equal([])
  })
})
