import { expect } from 'chai'
import { balance, bankEntry, camt053Message, IBAN } from '../../camt053/messages.ts'
import { get, itemsOf, post, put, upload } from '../../support/client.ts'
import { chf, credit, debit, VOUCHERS, voucher } from '../../support/requests/examples.ts'
import { newKmuCustomer } from '../../support/requests/kmu-chart.ts'
import { there } from '../../support/there.ts'
import { cellsOf, fetchAs } from './books-to-show.ts'

describe('GET /v1/statements/bank-reconciliation', () => {
  let customer: string
  beforeEach(async () => {
    customer = await newKmuCustomer()
  })

  const statement = (
    number: number,
    [from, to]: [string, string],
    [opening, closing]: [string, string],
    entries = '',
  ) => {
    const dated = (type: string, amount: string, day: string) => balance(type, amount).replace('2026-03-31', day)
    return upload(
      customer,
      camt053Message({
        header: `<Id>S-${number}</Id><ElctrncSeqNb>${number}</ElctrncSeqNb>
          <FrToDt><FrDtTm>${from}T00:00:00</FrDtTm><ToDtTm>${to}T23:59:59</ToDtTm></FrToDt>`,
        balances: dated('OPBD', opening, from) + dated('CLBD', closing, to),
        bankEntries: entries,
      }),
      { wait: 20 },
    )
  }
  const book = async (business_date: string, lines: object[], more: object = {}) => {
    const { body } = await post(VOUCHERS, voucher(customer, { business_date, payload: { lines, ...more } }), {
      wait: 10,
    })
    expect(body.state, JSON.stringify(body.blockers)).to.equal('posted')
    return body
  }
  const reconciled = async (date: string, bank_account = '1020') => {
    const path = '/v1/statements/bank-reconciliation'
    const { status, body } = await get(`${path}?end_customer_id=${customer}&bank_account=${bank_account}&date=${date}`)
    expect(status, JSON.stringify(body)).to.equal(200)
    const { bank_balance, ledger_balance, unexplained, differences } = body
    return {
      body,
      balances: [bank_balance, ledger_balance, unexplained].map(({ amount_minor }) => amount_minor),
      differences: differences.map(({ kind, date, amount }) => [kind, date, amount.amount_minor]),
    }
  }

  it('names every difference, each to the Rappen', async () => {
    await book('2026-03-01', [debit('1020', 95_000), credit('9100', 95_000)], { entry_type: 'opening' })
    await statement(
      1,
      ['2026-03-01', '2026-03-31'],
      ['1000.00', '1080.00'],
      bankEntry({ amount: '100.00', date: '2026-03-10', text: 'Zins' }) +
        bankEntry({ amount: '30.00', date: '2026-03-12', text: 'Irrtum' }) +
        bankEntry({ amount: '50.00', date: '2026-03-20', text: 'Spesen', direction: 'DBIT' }),
    )
    const [interest, mistake, fee] = (await itemsOf('camt-053/entries', customer)).map(({ id }) => id)
    await book('2026-03-10', [debit('1020', 6_000), credit('6950', 6_000)], {
      bank_entries: [{ entry_id: there(interest), amount: chf(6_000) }],
    })
    const wages = await book('2026-03-31', [debit('5000', 7_000), credit('1020', 7_000)])
    await book('2026-04-02', [debit('6940', 5_000), credit('1020', 5_000)], {
      bank_entries: [{ entry_id: there(fee) }],
    })
    await post(`/v1/camt-053/entries/${there(mistake)}/dismiss`, {
      end_customer_id: customer,
      reason: 'Irrtum der Bank',
    })
    const march = await reconciled('2026-03-31')
    expect(march.balances).to.deep.equal([108_000, 94_000, 0])
    expect(march.differences).to.deep.equal([
      ['opening', '2026-03-01', 5_000],
      ['entry_partly_booked', '2026-03-10', 4_000],
      ['entry_dismissed', '2026-03-12', 3_000],
      ['entry_unbooked', '2026-03-20', -5_000],
      ['line_without_entry', '2026-03-31', 7_000],
    ])
    expect(march.body.differences[4]?.journal_entry_id).to.equal(wages.journal_entry_id.id)
    expect(march.body.differences[2]?.text).to.equal('Irrtum der Bank')
    expect((await reconciled('2026-03-31', IBAN)).body).to.deep.equal(march.body)
    const april = await reconciled('2026-04-02')
    expect(april.balances).to.deep.equal([108_000, 89_000, 0])
    expect(april.differences.map(([kind]) => kind)).to.not.include('entry_unbooked')
  })

  it('shows gaps between bank statements, and days that two of them have count once', async () => {
    await statement(1, ['2026-03-01', '2026-03-31'], ['0', '10.00'], bankEntry({ amount: '10.00', date: '2026-03-10' }))
    await statement(1, ['2026-03-10', '2026-03-10'], ['0', '10.00'], bankEntry({ amount: '10.00', date: '2026-03-10' }))
    await statement(
      3,
      ['2026-05-01', '2026-05-31'],
      ['25.00', '27.00'],
      bankEntry({ amount: '2.00', date: '2026-05-02' }),
    )
    const { body, balances, differences } = await reconciled('2026-05-31')
    expect(balances).to.deep.equal([2_700, 0, 0])
    expect(differences).to.deep.equal([
      ['gap', '2026-05-01', 1_500],
      ['entry_unbooked', '2026-03-10', 1_000],
      ['entry_unbooked', '2026-05-02', 200],
    ])
    expect(body.gaps.map(({ kind, amount }) => [kind, amount.amount_minor])).to.deep.equal([
      ['balance', 1_500],
      ['missing_number', 0],
    ])
    // Nobody knows what the missing bank statement has, although its difference has a name.
    expect([body.unexplained.amount_minor, body.is_explained]).to.deep.equal([0, false])
  })

  it('says how old the balance of the bank is', async () => {
    const { body: imported } = await statement(
      1,
      ['2026-01-01', '2026-01-13'],
      ['0', '10.00'],
      bankEntry({ amount: '10.00', date: '2026-01-10' }),
    )
    const { id: import_id } = imported
    const ages = async (date: string) => {
      const { body } = await reconciled(date)
      expect(body.last_statements).to.deep.equal([
        { bank_account: IBAN, statement_id: 'S-1', closing_date: '2026-01-13', import_id, qr_iban: null },
      ])
      return body.gaps.map(({ kind, date, after_statement_id, amount }) => [
        kind,
        date,
        after_statement_id,
        amount.amount_minor,
      ])
    }
    for (const covered of ['2026-01-05', '2026-01-13']) expect(await ages(covered)).to.deep.equal([])
    const stale = [['no_statement_since', '2026-01-13', 'S-1', 0]]
    for (const later of ['2026-01-14', '2026-06-30']) expect(await ages(later)).to.deep.equal(stale)
  })

  it('is printed with the signs of the JSON and Swiss dates', async () => {
    await statement(
      1,
      ['2026-01-01', '2026-01-13'],
      ['20.00', '15.00'],
      bankEntry({ amount: '10.00', date: '2026-01-10' }) +
        bankEntry({ amount: '15.00', date: '2026-01-11', direction: 'DBIT' }),
    )
    await book('2026-01-12', [debit('1020', 700), credit('6950', 700)])
    const path = `/v1/statements/bank-reconciliation?end_customer_id=${customer}&bank_account=1020&date=2026-01-31&locale=en`
    const [head, ...rows] = cellsOf(await (await fetchAs(path, 'text/csv')).text())
    expect(head?.slice(0, 4)).to.deep.equal(['kind', 'date', 'text', 'amount'])
    expect(rows.map(([kind, date, , amount]) => [kind, date, amount])).to.deep.equal([
      ['Balance of the ledger', '', '7.00'],
      ['Opening difference', '2026-01-01', '20.00'],
      ['Not booked', '2026-01-10', '10.00'],
      ['Not booked', '2026-01-11', '-15.00'],
      ['Line without a bank entry', '2026-01-12', '-7.00'],
      ['Balance of the bank', '', '15.00'],
      ['No statement since', '2026-01-13', '0.00'],
    ])
    expect((await reconciled('2026-01-31')).differences.map(([, , amount]) => amount)).to.deep.equal([
      2_000, 1_000, -1_500, -700,
    ])
    const page = await (await fetchAs(path, 'text/html')).text()
    expect(page)
      .to.include('<td class="day">10.01.2026</td>')
      .and.not.match(/>2026-\d\d-\d\d</)
    expect(page).to.include(`No statement since: ${IBAN}, 13.01.2026`)
    expect(page).to.include(`Last statement: ${IBAN}, S-1, 13.01.2026`)
  })

  it('IBAN and QR-IBAN of an account are two keys of one ledger account', async () => {
    const qr_iban = 'CH4431999123000889012'
    const mappings = [IBAN, qr_iban].map((iban) => ({
      mapping_key: `posting.bank.${iban}`,
      account_code: '1021',
      valid_from: '2026-01-01',
    }))
    const accounts = { end_customer_id: customer, mappings }
    const { status } = await put('/v1/account-mappings', accounts, { wait: 10 })
    expect(status).to.equal(202)
    await statement(1, ['2026-03-01', '2026-03-31'], ['0', '10.00'], bankEntry({ amount: '10.00', date: '2026-03-10' }))
    const entry = there((await itemsOf('camt-053/entries', customer))[0])
    await book('2026-03-10', [debit('1021', 1_000), credit('6950', 1_000)], { bank_entries: [{ entry_id: entry.id }] })
    for (const name of ['1021', IBAN, qr_iban]) {
      const { body, balances, differences } = await reconciled('2026-03-31', name)
      expect([body.account_code, balances, differences]).to.deep.equal(['1021', [1_000, 1_000, 0], []])
    }
    const path = `/v1/statements/bank-reconciliation?end_customer_id=${customer}&date=2026-03-31`
    expect((await get(`${path}&bank_account=1020` as '/v1/statements/bank-reconciliation')).status).to.equal(404)
    for (const type of ['text/csv', 'text/html']) {
      const printed = await fetchAs(`${path}&bank_account=1021`, type)
      expect([printed.status, (await printed.text()).includes('10.00')], type).to.deep.equal([200, true])
    }
  })
})
