import { expect } from 'chai'
import { row, sql } from '../../../shared/store/db/database.ts'
import {
  amountOn,
  balanceSheet,
  dropTables,
  eventually,
  factOf,
  findings,
  incomeStatement,
  refreshTables,
} from '../../support/books.ts'
import { post, put } from '../../support/client.ts'
import { credit, debit, VOUCHERS, voucher } from '../../support/requests/examples.ts'
import { newKmuCustomer } from '../../support/requests/kmu-chart.ts'
import { service } from '../../support/service.ts'

type Lines = (ReturnType<typeof debit> | ReturnType<typeof credit>)[]

async function send(customer: string, entry_type: string, lines: Lines) {
  const request = voucher(customer, { business_date: '2025-12-31', payload: { entry_type, lines } })
  return (await post(VOUCHERS, request, { wait: 10 })).body
}

const result = async (customer: string) => amountOn(await incomeStatement(customer, 'FY2025'), 'jahresergebnis')

/** An entry as releases before could book it: depreciation that is no expense of any year. */
async function markAsClosing(customer: string, entry_number: number): Promise<void> {
  await service().owner.transaction(async (tx) => {
    await tx.query(sql.type(row())`set local session_replication_role = replica`)
    await tx.query(sql.type(row())`
      update journal_entries set entry_type = 'closing', rule_version = 2
      where end_customer_id = ${customer} and entry_number = ${entry_number}
    `)
  })
}

describe('entry types', () => {
  it('a depreciation that is sent as closing is refused with what to do, and lowers the profit as standard', async () => {
    const customer = await newKmuCustomer()
    const depreciation = [debit('6820', 100_000), credit('1529', 100_000)]
    await send(customer, 'standard', [debit('1020', 1_000_000), credit('3400', 1_000_000)])
    const blocked = await send(customer, 'closing', depreciation)
    expect(blocked.blockers.map(({ code, pointer }) => [code, pointer])).to.deep.equal([
      ['entry_type_accounts', '/payload/lines/1/account_code'],
    ])
    expect(blocked.blockers[0]?.message).to.include('depreciation').and.include('is sent as standard')
    expect((await send(customer, 'standard', depreciation)).state).to.equal('posted')
    // 10'000.00 less 1'000.00.
    expect(await result(customer)).to.equal(900_000)
  })

  it('income and expense that an opening would hide come in as takeover: activity of the year, without tax', async () => {
    const customer = await newKmuCustomer()
    const taken = [debit('6000', 100_000), debit('9100', 300_000), credit('3400', 400_000)]
    expect((await send(customer, 'opening', taken)).blockers.map(({ code }) => code)).to.deep.equal([
      'entry_type_accounts',
      'entry_type_accounts',
    ])
    expect((await send(customer, 'takeover', taken)).state).to.equal('posted')
    await send(customer, 'opening', [debit('1020', 300_000), credit('9100', 300_000)])
    expect(await result(customer)).to.equal(300_000)
    const sheet = await balanceSheet(customer, 'FY2025')
    expect([amountOn(sheet, 'jahresgewinn_jahresverlust'), amountOn(sheet, 'aktiven')]).to.deep.equal([
      300_000, 300_000,
    ])
    expect(Object.values(sheet.checks)).to.not.include(false)
  })

  it('the account of the result follows the legal form, also for facts that waited', async () => {
    const customer = await newKmuCustomer()
    await send(customer, 'standard', [debit('1020', 500), credit('3400', 500)])
    await send(customer, 'closing', [debit('3400', 500), credit('9200', 500)])
    const waiting = await send(customer, 'closing', [debit('9200', 500), credit('2800', 500)])
    expect(waiting.blockers.map(({ code }) => code)).to.deep.equal(['entry_type_accounts'])
    const mapping = { mapping_key: 'posting.result.sole_proprietor', account_code: '2800', valid_from: '2020-01-01' }
    await put('/v1/account-mappings', { end_customer_id: customer, mappings: [mapping] }, { wait: 10 })
    expect((await factOf(waiting.id)).state).to.equal('blocked')
    await put(`/v1/end-customers/${customer}`, { legal_form: 'sole_proprietor' }, { wait: 10 })
    await eventually(async () => (await factOf(waiting.id)).state === 'posted')
  })

  for (const isFolded of [false, true]) {
    it(`an entry of before that hides expense is shown by the checks until it is reversed${isFolded ? ', folded' : ''}`, async () => {
      const customer = await newKmuCustomer()
      await send(customer, 'standard', [debit('1020', 1_000_000), credit('3400', 1_000_000)])
      const { id } = await send(customer, 'standard', [debit('6820', 100_000), credit('1529', 100_000)])
      await dropTables(customer)
      await markAsClosing(customer, 2)
      if (isFolded) await refreshTables(customer)
      const sheet = await balanceSheet(customer, 'FY2025')
      expect(sheet.checks.entry_types_on_their_accounts).to.equal(false)
      const details = sheet.check_details.filter(({ check }) => check === 'entry_types_on_their_accounts')
      expect(
        details.map(({ account_code, found, is_from_before, message }) => [
          account_code,
          found.amount_minor,
          is_from_before,
          message.includes('closing entries 2'),
        ]),
      ).to.deep.equal([['1529', -100_000, true, true]])
      const found = (await findings(customer)).map(({ check, subject }) => `${check}: ${subject}`)
      expect(found).to.include(
        'Opening and closing entries touch only the accounts that they may: account 1529, closing entries 2',
      )
      // It is shown, also of the closed year, but what is older than the rule cannot keep a year open for ever.
      const change = (verb: string) =>
        post(`/v1/fiscal-years/FY2025/${verb}`, { end_customer_id: customer, reason: 'x' })
      expect((await change('close')).status).to.equal(202)
      const closed = await balanceSheet(customer, 'FY2025')
      expect([closed.checks, closed.check_details]).to.deep.equal([sheet.checks, sheet.check_details])
      expect((await change('reopen')).status).to.equal(202)
      await post(`/v1/source-facts/${id}/reverse`, { end_customer_id: customer, reason: 'x' }, { wait: 10 })
      const after = await balanceSheet(customer, 'FY2025')
      expect(after.checks.entry_types_on_their_accounts).to.equal(true)
    })
  }
})
