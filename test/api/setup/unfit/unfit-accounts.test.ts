import { expect } from 'chai'
import { newUuid } from '../../../../shared/process/ids.ts'
import { saveAccountMapping } from '../../../../shared/store/setup/account-mappings.ts'
import { balanceSheet, codesOf } from '../../../support/books.ts'
import { post, put } from '../../../support/client.ts'
import { credit, debit, VOUCHERS, voucher } from '../../../support/requests/examples.ts'
import { newKmuCustomer } from '../../../support/requests/kmu-chart.ts'
import { service } from '../../../support/service.ts'

const CARRIED_FORWARD = 'or.gewinnvortrag_verlustvortrag'
const INCOMPLETE =
  'The opening or the closing of the books is incomplete: book what is missing to bring this account to zero.'

describe('accounts of a type that cannot be right', () => {
  let customer: string
  beforeEach(async () => {
    customer = await newKmuCustomer()
  })

  const map = (...pairs: [string, string][]) =>
    put('/v1/account-mappings', {
      end_customer_id: customer,
      mappings: pairs.map(([mapping_key, account_code]) => ({ mapping_key, account_code, valid_from: '2020-01-01' })),
    })
  /** A mapping of a release that did not refuse it. */
  const mapBefore = (mapping_key: string, account_code: string) =>
    service().web.pool.transaction((tx) =>
      saveAccountMapping(tx, customer, {
        account_mapping_id: newUuid(),
        mapping_key,
        account_code,
        valid_from: '2020-01-01',
      }),
    )
  const list = (account_code: string, account_type: string) => {
    const accounts = [
      ['1000', 'asset'],
      ['2800', 'equity'],
      ['3400', 'revenue'],
      [account_code, account_type],
    ].map(([code, type]) => ({ account_code: code, account_name: 'x', account_type: type }))
    return put('/v1/accounts', { end_customer_id: customer, valid_from: '2021-01-01', accounts }, { wait: 10 })
  }
  const book = async (entry_type: string, lines: object[]) =>
    (
      await post(VOUCHERS, voucher(customer, { business_date: '2025-01-01', payload: { entry_type, lines } }), {
        wait: 10,
      })
    ).body
  const close = () => post('/v1/fiscal-years/FY2025/close', { end_customer_id: customer, reason: 'x' })

  it('are no accounts of a role or on a row', async () => {
    const refused: [string, string][] = [
      ['posting.result', '1509'],
      ['posting.result.partnership.partner_a', '2200'],
      ['posting.result.sole_proprietor', '1300'],
      ['posting.result.sole_proprietor.private', '1020'],
      ['posting.opening_balance', '6800'],
      ['posting.rounding', '1300'],
      ['posting.fx_difference', '1300'],
      ['posting.output_tax', '6800'],
      ['posting.bank', '6800'],
      ['posting.expense.category.tea', '9100'],
      [CARRIED_FORWARD, '1020'],
      [CARRIED_FORWARD, '9100'],
      ['or.sachanlagen', '2800'],
    ]
    const { status, body } = await map(...refused)
    expect([status, body.error.details.map(({ code, pointer }) => `${code} ${pointer}`)]).to.deep.equal([
      422,
      refused.map((_, index) => `account_type_unfit /mappings/${index}/account_code`),
    ])
    expect(body.error.details[0]?.message).to.equal(
      'Account 1509 is of type asset, and posting.result needs one of type equity or liability.',
    )
    expect(body.error.details[1]?.message).to.equal(
      'Account 2200 is an account of taxes, and posting.result.partnership.partner_a needs one of the equity.',
    )
    const taken: [string, string][] = [
      ['posting.result', '2970'],
      ['posting.opening_balance', '2970'],
      ['or.freiwillige_gewinnreserven', '2970'],
      ['posting.expense.category.tea', '1530'],
      ['or.eigene_kapitalanteile', '1400'],
      ['or.uebrige_kurzfristige_verbindlichkeiten', '1176'],
    ]
    expect((await map(...taken)).status).to.equal(202)
    expect((await map(['or.gesetzliche_gewinnreserve', '2970'])).status).to.equal(202)
  })

  for (const [account_code, account_type, mapping_key] of [
    ['2979', 'liability', 'posting.result'],
    ['2850', 'liability', 'posting.result.sole_proprietor.private'],
    ['9100', 'liability', 'posting.opening_balance'],
    ['90001', 'asset', 'or.fluessige_mittel'],
  ] as const)
    it(`are not those of other charts: ${account_code} as ${account_type} for ${mapping_key}`, async () => {
      expect((await list(account_code, account_type)).status).to.equal(202)
      expect((await map([mapping_key, account_code])).status).to.equal(202)
    })

  it('are not judged again while their mapping is in force unchanged', async () => {
    await mapBefore(CARRIED_FORWARD, '9100')
    expect((await map([CARRIED_FORWARD, '9100'], ['posting.result', '2970'])).status).to.equal(202)
    const { status, body } = await map([CARRIED_FORWARD, '9100'], ['posting.rounding', '1300'])
    expect([status, body.error.details.map(({ pointer }) => pointer)]).to.deep.equal([
      422,
      ['/mappings/1/account_code'],
    ])
  })

  it('do not get such a type by a chart either', async () => {
    const { status, body } = await list('1020', 'revenue')
    expect([status, body.error.details]).to.deep.equal([
      422,
      [
        {
          pointer: '/accounts/3/account_type',
          code: 'account_type_unfit',
          message:
            'Account 1020 is of type revenue, and posting.bank needs one of type asset or liability. Map another account first (PUT /v1/account-mappings).',
        },
      ],
    ])
  })

  it('an opening that is incomplete is not mapped away, also where the chart lists its account as equity', async () => {
    await list('9100', 'equity')
    await book('opening', [debit('1000', 1_000), credit('9100', 1_000)])
    const { checks, check_details } = await balanceSheet(customer, 'FY2025')
    expect(checks.every_account_has_a_row).to.equal(false)
    const said = check_details.find(({ check }) => check === 'every_account_has_a_row')
    expect(said?.message).to.include(`account 9100. ${INCOMPLETE}`)
    const closing = await close()
    expect([closing.status, closing.body.error.details[0]?.message]).to.deep.equal([409, said?.message])
    const { status, body } = await map([CARRIED_FORWARD, '9100'])
    expect([status, body.error.details[0]?.message]).to.deep.equal([
      422,
      'Account 9100 opens or closes the books and stands in no statement: it comes to zero. Book what is missing of the opening or the closing.',
    ])
    await book('opening', [debit('9100', 1_000), credit('2800', 1_000)])
    expect(Object.values((await balanceSheet(customer, 'FY2025')).checks)).to.not.include(false)
    expect((await close()).status).to.equal(202)
  })

  it('a mapping from before goes on with a warning, and hides no account of the type closing', async () => {
    await list('9100', 'equity')
    await mapBefore(CARRIED_FORWARD, '9100')
    await book('opening', [debit('1000', 1_000), credit('9100', 1_000)])
    const { warnings, checks } = await balanceSheet(customer, 'FY2025')
    expect(warnings.map(({ code, account_code, amount }) => [code, account_code, amount.amount_minor])).to.deep.equal([
      ['mapping_unfit', '9100', -1_000],
    ])
    expect(checks.every_account_has_a_row).to.equal(true)
    expect((await close()).status).to.equal(202)
    expect((await balanceSheet(customer, 'FY2025')).warnings).to.deep.equal([])
    customer = await newKmuCustomer()
    await mapBefore(CARRIED_FORWARD, '9100')
    await book('opening', [debit('1000', 1_000), credit('9100', 1_000)])
    const failed = Object.entries((await balanceSheet(customer, 'FY2025')).checks).flatMap(([name, holds]) =>
      holds ? [] : [name],
    )
    expect(failed).to.deep.equal(['assets_equal_liabilities_and_equity', 'closing_accounts_are_zero'])
  })

  it('an account that sums up has the type closing, and is told so', async () => {
    await list('9200', 'equity')
    await book('standard', [debit('1000', 500), credit('3400', 500)])
    const blocked = await book('closing', [debit('3400', 500), credit('9200', 500)])
    expect(codesOf(blocked)).to.deep.equal(['entry_type_accounts'])
    expect(blocked.blockers[0]?.message).to.match(
      /Account 9200 is of type equity\. If it sums up for the opening or the closing, list it in the chart with the type closing\.$/,
    )
    await list('9200', 'closing')
    const sent = await book('closing', [debit('3400', 500), credit('9200', 500)])
    expect(sent.state).to.equal('posted')
  })
})
