import { expect } from 'chai'
import { amountOn, findings } from '../../support/books.ts'
import { get, put } from '../../support/client.ts'
import { booksOfTwoYears } from './two-years.ts'

describe('rows and parameters of statements', () => {
  const { customer, read } = booksOfTwoYears()

  it('by function of expense where the chart says what expenses are for', async () => {
    const refused = await read('or-income-statement', '&format=function_of_expense', 400)
    expect(refused.error.details[0]?.code).to.equal('not_supported_by_chart')
    expect(refused.error.message).to.include('5000, 6500')
    const map = (mapping_key: string, account_code: string) => ({ mapping_key, account_code, valid_from: '2020-01-01' })
    const mappings = [
      map('or.af_anschaffungs_herstellungskosten', '5000'),
      map('or.af_verwaltungs_vertriebsaufwand', '6500'),
    ]
    expect((await put('/v1/account-mappings', { end_customer_id: customer(), mappings })).status).to.equal(202)
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
    const { status, body } = await put('/v1/account-mappings', { end_customer_id: customer(), mappings })
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
    const query = `end_customer_id=${customer()}&fiscal_year_id=FY2026`
    expect(await sentence('trial-balance', `${query}&year=2026`)).to.deep.equal([
      400,
      'The query is wrong. year: There is no such parameter. Allowed: end_customer_id, fiscal_year_id, comparison, granularity, locale, as_of_entry_number, closing.',
    ])
    expect(await sentence('balance-sheet', `${query}&granularity=week`)).to.deep.equal([
      400,
      'The query is wrong. granularity: It must be one of month, quarter.',
    ])
    expect(await sentence('or-balance-sheet', `${query}&format=function_of_expense`)).to.have.property('0', 400)
    expect(await sentence('or-balance-sheet', `${query}&granularity=month&granularity=quarter`)).to.have.property(
      '0',
      400,
    )
    expect(await sentence('income-statement', `end_customer_id=${customer()}`)).to.deep.equal([
      400,
      'The query is wrong. fiscal_year_id: This field is required.',
    ])
    expect((await read('or-balance-sheet', '&as_of_entry_number=99', 400)).error.message).to.include('from 0 to 5')
    const { status } = await get(`/v1/statements/trial-balance?end_customer_id=${customer()}&fiscal_year_id=FY1999`)
    expect(status).to.equal(404)
    expect(await findings(customer())).to.deep.equal([])
  })
})
