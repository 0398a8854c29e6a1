import { expect } from 'chai'
import { balanceSheetAt } from '../../../shared/accounting/statements/balance-sheet.ts'
import { incomeStatementOf } from '../../../shared/accounting/statements/income-statement.ts'
import { type LedgerAccount, NO_TRAITS } from '../../../shared/accounting/statements/statement.ts'
import { finished } from './finished.ts'

describe('balance sheet', () => {
  const account = (
    account_code: string,
    account_type: LedgerAccount['account_type'],
    ...activity: number[]
  ): LedgerAccount => ({
    ...NO_TRAITS,
    account_code,
    account_name: account_code,
    account_type,
    mapped_row: null,
    mapped_function_row: null,
    activity: activity.map(BigInt),
    closing_entries: [],
    opening_entries: [],
    debit: [],
    credit: [],
  })
  const buckets = ['FY2024', 'FY2025', 'FY2026'].map((fiscal_year_id) => ({
    fiscal_year_id,
    start_date: '',
    end_date: '',
  }))
  const row = (accounts: LedgerAccount[], key: string) =>
    Number(
      finished(balanceSheetAt(accounts, buckets, 2, { legal_form: 'company', relations: [] })).get(key)?.amount_minor,
    )
  const unclosed = [
    account('1020', 'asset', 2_000_000, 1_500_000, 700_000),
    account('2970', 'equity', -2_000_000, 0, 0),
    account('3400', 'revenue', 0, -1_500_000, -700_000),
  ]

  it('carries forward what earlier years earned, closed or not', () => {
    expect([row(unclosed, 'jahresgewinn_jahresverlust'), row(unclosed, 'gewinnvortrag_verlustvortrag')]).to.deep.equal([
      700_000, 3_500_000,
    ])
    const appropriated = [
      ...unclosed,
      account('2979', 'equity', 0, 0, 1_500_000),
      account('2261', 'liability', 0, 0, -500_000),
      account('2950', 'equity', 0, 0, -100_000),
    ]
    const afterMeeting = [...appropriated, account('2971', 'equity', 0, 0, -900_000)]
    expect([
      row(afterMeeting, 'jahresgewinn_jahresverlust'),
      row(afterMeeting, 'gewinnvortrag_verlustvortrag'),
    ]).to.deep.equal([700_000, 2_900_000])
    expect(row(afterMeeting, 'aktiven')).to.equal(row(afterMeeting, 'passiven'))
  })

  it('the income statement is the activity of the year, income positive and expense negative', () => {
    const accounts = [...unclosed, account('6500', 'expense', 0, 0, 30_000), account('NEBEN', 'revenue', 0, 0, -500)]
    const income = incomeStatementOf(accounts, 2, 2)
    const amounts = [
      'nettoerloese',
      'uebriger_betrieblicher_aufwand',
      'nicht_zugeordnete_erfolgskonten',
      'jahresergebnis',
    ]
    expect(amounts.map((key) => Number(income.get(key)?.amount_minor))).to.deep.equal([700_000, -30_000, 500, 670_500])
    expect(row(accounts, 'jahresgewinn_jahresverlust')).to.equal(670_500)
  })

  it('shows own shares as a minus item and what fits nowhere on a row of its own', () => {
    const accounts = [account('2980', 'equity', 500, 0, 0), account('BANK', 'asset', -500, 0, 0)]
    expect([
      row(accounts, 'eigene_kapitalanteile'),
      row(accounts, 'nicht_zugeordnete_aktiven'),
      row(accounts, 'aktiven'),
    ]).to.deep.equal([-500, -500, -500])
    expect(row(accounts, 'passiven')).to.equal(-500)
  })
})
