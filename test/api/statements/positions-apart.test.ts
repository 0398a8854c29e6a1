import { expect } from 'chai'
import { amountOn, balanceSheet, dropTables, refreshTables, type Sheet } from '../../support/books.ts'
import { get, post, put } from '../../support/client.ts'
import { chf, credit, debit, INVOICES, invoice, taxLine, VOUCHERS, voucher } from '../../support/requests/examples.ts'
import { KMU_ACCOUNTS, newKmuCustomer } from '../../support/requests/kmu-chart.ts'
import { there } from '../../support/there.ts'
import { cellsOf, fetchAs } from './books-to-show.ts'

const ofCustomer = (name: string, customer_external_reference?: string) => ({
  customer: customer_external_reference ? { name, customer_external_reference } : { name },
})
const relation = (
  name: string,
  reference: string | null,
  related_to: 'holders' | 'organs' | null,
  valid_from: string,
) => ({
  partner: reference === null ? { name } : { name, reference },
  related_to,
  valid_from,
})

describe('positions towards holders, organs and participations', () => {
  let customer: string
  const relate = (...relations: ReturnType<typeof relation>[]) =>
    put('/v1/partner-relations', { end_customer_id: customer, relations })
  const below = ({ rows }: Pick<Sheet, 'rows'>) =>
    rows
      .filter(({ kind }) => kind === 'of_which')
      .map(({ row_key, amount, prior_amount }) => [row_key, amount.amount_minor, prior_amount?.amount_minor])

  before(async () => {
    customer = await newKmuCustomer()
    const payload = { lines: [debit('1160', 5_000_000), credit('1020', 5_000_000)] }
    await post(VOUCHERS, voucher(customer, { business_date: '2025-05-01', payload }))
    await post(
      INVOICES,
      invoice(customer, { business_date: '2025-06-30', payload: ofCustomer('Aktionärin AG', 'K-7') }),
    )
    await post(INVOICES, invoice(customer, { business_date: '2026-02-28', payload: ofCustomer('Revision AG') }))
    await post(INVOICES, invoice(customer, { business_date: '2026-03-31', payload: ofCustomer('Dritte GmbH', 'K-8') }))
    const credit_note = { gross_amount: chf(-21_620), tax_lines: [taxLine('V81', -20_000, -1_620)] }
    await post(
      INVOICES,
      invoice(customer, { business_date: '2026-04-30', payload: { ...ofCustomer('Revision AG'), ...credit_note } }),
      { wait: 10 },
    )
  })

  it('by the code of the account, before anything is said of partners', async () => {
    expect(below(await balanceSheet(customer))).to.deep.equal([
      ['uebrige_kurzfristige_forderungen.holders_and_organs', 5_000_000, undefined],
    ])
  })

  it('by what partners are on the day of each column, on the side of their balance, and as a part of no sum', async () => {
    const { status, body } = await relate(
      relation('Aktionärin AG', 'K-7', 'holders', '2025-01-01'),
      relation('Aktionärin AG', 'K-7', null, '2026-07-01'),
      relation('Revision AG', null, 'organs', '2026-01-01'),
    )
    expect([status, body.data.length]).to.deep.equal([202, 3])
    const sheet = await balanceSheet(customer, 'FY2026', '&comparison=prior_fiscal_year&granularity=quarter')
    expect(below(sheet)).to.deep.equal([
      ['forderungen_ll.holders', 0, 10_810],
      // Only in March.
      ['forderungen_ll.organs', 0, 0],
      ['uebrige_kurzfristige_forderungen.holders_and_organs', 5_000_000, 5_000_000],
      // 108.10 less 216.20
      ['verbindlichkeiten_ll.organs', 10_810, 0],
    ])
    const quarters = there(sheet.period_series).map(({ rows }) =>
      ['forderungen_ll.holders', 'verbindlichkeiten_ll.organs', 'forderungen_ll'].map(
        (key) => there(rows.find(({ row_key }) => row_key === key)).amount.amount_minor,
      ),
    )
    expect(quarters).to.deep.equal([
      [10_810, 0, 32_430],
      [10_810, 10_810, 21_620],
      [0, 10_810, 21_620],
      [0, 10_810, 21_620],
    ])
    expect(amountOn(sheet, 'verbindlichkeiten_ll')).to.equal(10_810)
    expect(sheet.checks.assets_equal_liabilities_and_equity).to.equal(true)
    const row = there(sheet.rows.find(({ row_key }) => row_key === 'verbindlichkeiten_ll.organs'))
    expect([row.label, row.parent_key, row.law, row.source_accounts[0]?.partners[0]?.partner_name]).to.deep.equal([
      'davon gegenüber Organen',
      'verbindlichkeiten_ll',
      'OR 959a Abs. 4',
      'Revision AG',
    ])
    await refreshTables(customer)
    const again = await balanceSheet(customer, 'FY2026', '&comparison=prior_fiscal_year&granularity=quarter')
    expect(again).to.deep.equal(sheet)
    await dropTables(customer)
  })

  it('a relation of the same partner and day is replaced, and lists have pages', async () => {
    const replaced = await relate(relation('Revision AG', null, 'organs', '2026-01-01'))
    const path = `/v1/partner-relations?end_customer_id=${customer}` as const
    const { body } = await get(path)
    expect(body.data).to.deep.include(replaced.body.data[0])
    expect(
      body.data.map(({ partner, related_to, valid_from }) => [partner.reference, related_to, valid_from]),
    ).to.have.deep.members([
      ['K-7', 'holders', '2025-01-01'],
      ['K-7', null, '2026-07-01'],
      [null, 'organs', '2026-01-01'],
    ])
    const [first] = body.data
    const next = await get(`${path}&limit=1&starting_after=${there(first).partner_relation_id}`)
    expect([next.body.data, next.body.has_more]).to.deep.equal([body.data.slice(1, 2), true])
    const twice = await relate(
      relation('A', 'K-9', 'organs', '2026-01-01'),
      relation('B', 'K-9', 'holders', '2026-01-01'),
    )
    expect([twice.status, twice.body.error.details.map(({ code, pointer }) => [code, pointer])]).to.deep.equal([
      422,
      [['duplicate', '/relations/1/partner']],
    ])
  })

  it('the page shows them, and CSV names the partners too', async () => {
    const path = `/v1/statements/or-balance-sheet?end_customer_id=${customer}&fiscal_year_id=FY2026`
    const html = await (await fetchAs(path, 'text/html')).text()
    expect(html).to.include('<tr class="of_which level3"><td class="first">davon gegenüber Organen')
    const rows = cellsOf(await (await fetchAs(path, 'text/csv')).text())
    expect(
      rows.filter(([, , kind]) => kind === 'partner').map((row) => row.filter((_, index) => index !== 1)),
    ).to.deep.equal([
      ['verbindlichkeiten_ll', 'partner', '1100', 'Revision AG', '108.10'],
      ['verbindlichkeiten_ll.organs', 'partner', '1100', 'Revision AG', '108.10'],
    ])
  })
})

describe('traits of accounts', () => {
  it('an account may keep its row, need not be empty, and be towards a group, as its chart says', async () => {
    const customer = await newKmuCustomer()
    const lines = [debit('6500', 30_000), credit('1020', 10_000), credit('1099', 19_000), credit('2450', 1_000)]
    await post(VOUCHERS, voucher(customer, { payload: { lines } }), { wait: 10 })
    const before = await balanceSheet(customer)
    expect(
      before.warnings.map(({ code, account_code, amount }) => [code, account_code, amount.amount_minor]),
    ).to.deep.equal([['clearing_account_not_empty', '1099', -19_000]])
    expect(before.warnings[0]?.message).to.equal('Account 1099 has a balance of CHF -190.00, and should have none.')
    expect(amountOn(before, 'kurzfristige_verzinsliche_verbindlichkeiten')).to.equal(10_000)
    const path = `/v1/statements/income-statement?end_customer_id=${customer}&fiscal_year_id=FY2026&locale=fr`
    expect(await (await fetchAs(path, 'text/html')).text()).to.match(
      /Compte de passage non soldé: 1099 Unklare Beträge, <a href="[^"]*account_code=1099[^"]*">-190\.00<\/a>/,
    )
    const accounts = KMU_ACCOUNTS.map(({ or_row, ...account }) => ({
      ...account,
      ...(account.account_code === '1020' ? { either_side_normal: true } : {}),
      ...(account.account_code === '1099' ? { is_clearing: false } : {}),
      ...(account.account_code === '2450' ? { is_clearing: true, related_to: 'participations' as const } : {}),
    }))
    const { body } = await put('/v1/accounts', { end_customer_id: customer, valid_from: '2020-01-01', accounts })
    const traits = body.data.map((account) => [
      account.account_code,
      account.either_side_normal,
      account.is_clearing,
      account.related_to,
    ])
    expect(traits)
      .to.deep.include(['1020', true, null, null])
      .and.to.deep.include(['2450', false, true, 'participations'])
    const sheet = await balanceSheet(customer)
    expect(sheet.warnings.map(({ account_code }) => account_code)).to.deep.equal(['2450'])
    expect(amountOn(sheet, 'fluessige_mittel')).to.equal(-29_000)
    expect(amountOn(sheet, 'langfristige_verzinsliche_verbindlichkeiten.participations')).to.equal(1_000)
  })
})
