import { expect } from 'chai'
import { get } from '../../support/client.ts'
import { service } from '../../support/service.ts'
import { there } from '../../support/there.ts'
import { booksOfTwoYears } from './two-years.ts'

describe('statements by account', () => {
  const { customer, fact, read, amounts } = booksOfTwoYears()

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

  it('have each account once on their pages, whatever they show beside it', async () => {
    for (const [name, accounts] of [
      ['balance-sheet', ['1020', '1100', '1171', '2000', '2200', '2800']],
      ['income-statement', ['3400', '5000', '6500']],
    ] as const)
      for (const more of ['', '&comparison=prior_fiscal_year', '&granularity=month']) {
        const path = `/v1/statements/${name}?end_customer_id=${customer()}&fiscal_year_id=FY2026${more}`
        const headers = { accept: 'text/html', authorization: `Bearer ${service().key}` }
        const html = await (await fetch(service().base_url + path, { headers })).text()
        const names = [...html.matchAll(/<td class="first">(?:<a [^>]+>)?([^<]+)/g)].map(([, text = '']) => text)
        const listed = names.flatMap((text) => /^\d{4}(?= )/.exec(text)?.[0] ?? [])
        expect(listed, more).to.deep.equal(accounts)
        const bare = names.filter((text) => /Bankguthaben|Lohnaufwand/.test(text))
        expect(bare).to.have.length(1)
      }
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
    expect(payable.source).to.deep.equal({ type: 'expense_document', id: fact().id })
    expect(payable.journal_entry_id).to.equal(fact().journal_entry_id.id)
    expect(payable.evidence_hashes).to.deep.equal(fact().evidence_hashes)
    expect(payable.entry_hash).to.equal(
      (await get(`/v1/journal-entries/${fact().journal_entry_id.id}`)).body.entry_hash,
    )
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
})
