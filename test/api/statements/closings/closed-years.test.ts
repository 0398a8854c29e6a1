import { expect } from 'chai'
import { amountOn, balanceSheet, findings } from '../../../support/books.ts'
import { get, put } from '../../../support/client.ts'
import { credit, debit } from '../../../support/requests/examples.ts'
import { there } from '../../../support/there.ts'
import { book, changeYear, everyText, expectClosed, mapTo, renameAccounts, twoYears } from './closed-books.ts'

const historyOf = async (customer: string, year: string) =>
  (await get(`/v1/fiscal-years/${year}?end_customer_id=${customer}`)).body

/** Everything that once changed a closed year. */
async function changeEverything(customer: string): Promise<void> {
  await mapTo(customer, 'or.immaterielle_werte', '1530', '2024-01-01')
  await mapTo(customer, 'or.af_anschaffungs_herstellungskosten', '6500', '2024-01-01')
  expect((await renameAccounts(customer, '2020-01-01', (name) => `${name} alt`)).status).to.equal(202)
  expect((await renameAccounts(customer, '2026-01-01', (name) => `${name} neu`)).status).to.equal(202)
  const settings = { name: 'Umbenannt GmbH', locale: 'it', legal_form: 'sole_proprietor' }
  expect((await put(`/v1/end-customers/${customer}`, settings)).status).to.equal(202)
  await book(customer, '2026-02-28', [debit('1020', 111), credit('3400', 111)])
}

describe('closed years', () => {
  it('say the same as before the close', async () => {
    const customer = await twoYears()
    const before = await everyText(customer, 'FY2025')
    await expectClosed(customer, 'FY2024', 'FY2025')
    const after = await everyText(customer, 'FY2025')
    const withoutClosing = (text: string) =>
      text.replace(/"closing":(null|\{[^}]*\})/, '').replace(/<p>(Abgeschlossen am|Clôturé le) [^<]*<\/p>\n/, '')
    for (const [path, text] of Object.entries(before))
      expect(withoutClosing(after[path] ?? ''), path).to.equal(withoutClosing(text))
  })

  it('answer the same bytes whatever chart, mapping, name, legal form or entry comes later', async () => {
    const customer = await twoYears()
    await expectClosed(customer, 'FY2024', 'FY2025')
    const texts = [await everyText(customer, 'FY2024'), await everyText(customer, 'FY2025')]
    await changeEverything(customer)
    expect([await everyText(customer, 'FY2024'), await everyText(customer, 'FY2025')]).to.deep.equal(texts)
    expect(await findings(customer)).to.deep.equal([])
    const { text } = await get(
      `/v1/statements/account-ledger?end_customer_id=${customer}&fiscal_year_id=FY2025&account_code=6500`,
    )
    expect(JSON.parse(text).account_name).to.not.match(/ (alt|neu)$/)
  })

  it('stand beside an open year as they were kept', async () => {
    const customer = await twoYears()
    const priorOf = async () => {
      const sheet = await balanceSheet(customer, 'FY2025', '&comparison=prior_fiscal_year&locale=de')
      return sheet.rows.map(({ row_key, prior_amount, source_accounts }) => [
        row_key,
        prior_amount,
        source_accounts
          .filter((source) => source.prior_amount?.amount_minor !== 0)
          .map((source) => source.prior_amount),
      ])
    }
    const before = new Map((await priorOf()).map((row) => [row[0], row]))
    await expectClosed(customer, 'FY2024')
    await mapTo(customer, 'or.immaterielle_werte', '1530', '2024-01-01')
    for (const row of await priorOf()) expect(row.slice(0, 2)).to.deep.equal(before.get(row[0])?.slice(0, 2))
    const sheet = await balanceSheet(customer, 'FY2025', '&comparison=prior_fiscal_year')
    // 120'000.00 less 20'000.00 of depreciation: last year among the machines, this year among the intangible assets.
    const row = (key: string) => there(sheet.rows.find(({ row_key }) => row_key === key))
    expect([row('sachanlagen').prior_amount?.amount_minor, row('sachanlagen').amount.amount_minor]).to.deep.equal([
      10_000_000, 0,
    ])
    expect([
      row('immaterielle_werte').prior_amount?.amount_minor,
      row('immaterielle_werte').amount.amount_minor,
    ]).to.deep.equal([0, 10_000_000])
  })

  it('are as the books are once opened again, and are kept anew when closed again', async () => {
    const customer = await twoYears()
    await expectClosed(customer, 'FY2024')
    const first = await everyText(customer, 'FY2024')
    expect((await changeYear(customer, 'FY2024', 'reopen', 'Nachtragsbuchung der Revision')).status).to.equal(202)
    await mapTo(customer, 'or.immaterielle_werte', '1530', '2024-01-01')
    await book(customer, '2024-12-31', [debit('6800', 100_000), credit('1530', 100_000)])
    expect(amountOn(await balanceSheet(customer, 'FY2024'), 'immaterielle_werte')).to.equal(9_900_000)
    await expectClosed(customer, 'FY2024')
    const second = await everyText(customer, 'FY2024')
    expect(second).to.not.deep.equal(first)
    const { changes, state } = await historyOf(customer, 'FY2024')
    expect(state).to.equal('closed')
    expect(
      changes.map(({ state, reason, closing, ledger_position }) => [
        state,
        reason,
        closing?.kept_by,
        ledger_position?.entry_number,
      ]),
    ).to.deep.equal([
      ['closed', 'Abschluss', 'close', 7],
      ['open', 'Nachtragsbuchung der Revision', undefined, undefined],
      ['closed', 'Abschluss', 'close', 8],
    ])
    expect(new Set(changes.map(({ actor_id }) => actor_id)).size).to.equal(1)
    expect(changes[0]?.closing?.content_sha256).to.not.equal(changes[2]?.closing?.content_sha256)
    const sheet = await balanceSheet(customer, 'FY2024')
    expect(sheet.closing).to.deep.equal(changes[2]?.closing)
    expect(await findings(customer)).to.deep.equal([])
  })

  it('can be read as every closing has kept them, also while they are open again', async () => {
    const customer = await twoYears()
    await expectClosed(customer, 'FY2024', 'FY2025')
    const kept = [await everyText(customer, 'FY2024'), await everyText(customer, 'FY2025')]
    const closingsOf = async (year: string) =>
      (await historyOf(customer, year)).changes.flatMap(({ closing }) => closing?.id ?? [])
    const [first2024, first2025] = [there((await closingsOf('FY2024'))[0]), there((await closingsOf('FY2025'))[0])]
    const expectKept = async () => {
      expect(await everyText(customer, 'FY2024', `&closing=${first2024}`)).to.deep.equal(kept[0])
      expect(await everyText(customer, 'FY2025', `&closing=${first2025}`)).to.deep.equal(kept[1])
    }
    await expectKept()
    for (const year of ['FY2025', 'FY2024'])
      expect((await changeYear(customer, year, 'reopen', 'Nachtrag')).status).to.equal(202)
    await changeEverything(customer)
    await book(customer, '2024-12-31', [debit('6800', 100_000), credit('1530', 100_000)])
    await expectKept()
    expect((await balanceSheet(customer, 'FY2024')).closing).to.equal(null)
    await expectClosed(customer, 'FY2024', 'FY2025')
    await expectKept()
    const second2024 = there((await closingsOf('FY2024'))[1])
    expect(await everyText(customer, 'FY2024', `&closing=${second2024}`)).to.deep.equal(
      await everyText(customer, 'FY2024'),
    )
    const other = await twoYears()
    const statusOf = async (end_customer_id: string, more: string) =>
      (await get(`/v1/statements/trial-balance?end_customer_id=${end_customer_id}&fiscal_year_id=FY2024${more}`)).status
    expect(await statusOf(customer, `&closing=${first2025}`)).to.equal(404)
    expect(await statusOf(other, `&closing=${first2024}`)).to.equal(404)
    expect(await statusOf(customer, '&closing=fyc_01jcz0000000000000000000zz')).to.equal(404)
    expect(await statusOf(customer, '&closing=FY2024')).to.equal(404)
    expect(await statusOf(customer, `&closing=${first2024}&as_of_entry_number=3`)).to.equal(400)
  })

  it('as of an entry before the close a year is as it was then', async () => {
    const customer = await twoYears()
    await expectClosed(customer, 'FY2024')
    const early = await balanceSheet(customer, 'FY2024', '&as_of_entry_number=2')
    expect([early.closing, early.ledger_position.entry_number, amountOn(early, 'sachanlagen')]).to.deep.equal([
      null,
      2,
      12_000_000,
    ])
    const late = await balanceSheet(customer, 'FY2024', '&as_of_entry_number=7')
    expect([late.closing === null, late.ledger_position.entry_number]).to.deep.equal([false, 7])
  })

  it('an unknown year has no history', async () => {
    const customer = await twoYears()
    expect((await get(`/v1/fiscal-years/FY1999?end_customer_id=${customer}`)).status).to.equal(404)
    expect((await historyOf(customer, 'FY2025')).changes).to.deep.equal([])
  })
})
