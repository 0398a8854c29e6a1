import { expect } from 'chai'
import { row, sql } from '../../../../shared/store/db/database.ts'
import { bankEntry, camt053Message } from '../../../camt053/messages.ts'
import { balanceSheet, dropTables, findings, quietly, refreshTables } from '../../../support/books.ts'
import { post } from '../../../support/client.ts'
import { chf, credit, debit, INVOICES, invoice, VOUCHERS, voucher } from '../../../support/requests/examples.ts'
import { newKmuCustomer } from '../../../support/requests/kmu-chart.ts'
import { service } from '../../../support/service.ts'
import { there } from '../../../support/there.ts'
import { entriesOf, importedBy } from '../../bank/imports-of.ts'
import { fetchAs } from '../books-to-show.ts'
import { changeYear, expectClosed } from './closed-books.ts'

/** An invoice of 1'081.00, whose open item is then edited to differ by some Rappen. */
async function editItem(customer: string, difference: number): Promise<void> {
  await service().owner.transaction(async (tx) => {
    await tx.query(sql.type(row())`set local session_replication_role = replica`)
    await tx.query(sql.type(row())`
      update open_items set amount_minor = amount_minor + ${difference},
        base_amount_minor = base_amount_minor + ${difference}
      where end_customer_id = ${customer}
    `)
  })
}

/** A bank entry that two bookings have used. What releases before had let through is listed. */
async function useTwice(customer: string, isFromBefore: boolean): Promise<void> {
  await service().owner.transaction(async (tx) => {
    await tx.query(sql.type(row())`set local session_replication_role = replica`)
    if (isFromBefore)
      await tx.query(sql.type(row())`
        insert into bank_entry_conflicts (end_customer_id, entry_id, amount_minor, used_minor)
        select end_customer_id, entry_id, amount_minor, 2 * amount_minor from camt053_entries
        where end_customer_id = ${customer}
      `)
    await tx.query(sql.type(row())`
      update camt053_entries set conflict_minor = amount_minor, used_minor = 2 * amount_minor
      where end_customer_id = ${customer}
    `)
  })
}

/** What a page says below the figures. */
const IN_WORDS = {
  de: 'Nicht in Ordnung: Bankbewegung über ihren Betrag verbucht',
  fr: 'En défaut: Mouvement bancaire comptabilisé au-delà de son montant',
  it: 'Non in ordine: Movimento bancario contabilizzato oltre il suo importo',
  en: 'Not in order: Bank entry booked beyond its amount',
}

async function failedChecks(customer: string) {
  const { checks, check_details } = await balanceSheet(customer, 'FY2025')
  const failed = Object.entries(checks).flatMap(([name, holds]) => (holds ? [] : [name]))
  const details = check_details.filter(({ holds }) => !holds)
  return {
    failed,
    details: details.map(({ account_code, expected, found, is_from_before }) => [
      account_code,
      expected.amount_minor,
      found.amount_minor,
      is_from_before,
    ]),
    messages: details.map(({ message }) => message),
  }
}

describe('rows that somebody has spoilt', () => {
  for (const isFolded of [false, true]) {
    it(`open items that are not their control account keep the year from closing${isFolded ? ', folded' : ''}`, async () => {
      const customer = await newKmuCustomer()
      const payload = { document_date: '2025-05-02', gross_amount: chf(108_100), tax_lines: [] }
      await post(INVOICES, invoice(customer, { business_date: '2025-05-02', payload }), { wait: 10 })
      await quietly(customer)
      const spoil = async (difference: number) => {
        await dropTables(customer)
        await editItem(customer, difference)
        if (isFolded) await refreshTables(customer)
      }
      await spoil(1)
      const { failed, details, messages } = await failedChecks(customer)
      expect([failed, details]).to.deep.equal([
        ['open_items_equal_control_accounts'],
        [['1100', 108_100, 108_101, false]],
      ])
      const { status, body } = await changeYear(customer, 'FY2025', 'close')
      expect(status).to.equal(409)
      expect(body.error.details.map(({ code, pointer, message }) => [code, pointer, message])).to.deep.equal([
        ['books_not_in_order', '/checks/open_items_equal_control_accounts', messages[0]],
      ])
      expect(messages[0]).to.include('CHF 1081.00').and.include('CHF 1081.01').and.include('1100')
      expect((await findings(customer)).map(({ check }) => check)).to.include(
        'Open items come to the balance of their control account, beside lines from before there were open items',
      )
      await spoil(-1)
      expect((await failedChecks(customer)).failed).to.deep.equal([])
      await expectClosed(customer, 'FY2025')
    })
  }

  async function bookedFifty() {
    const customer = await newKmuCustomer()
    await importedBy(customer, camt053Message({ bankEntries: bankEntry({ amount: '50.00', date: '2025-05-02' }) }))
    const entry = there((await entriesOf(customer))[0])
    const payload = { lines: [debit('1020', 5_000), credit('6950', 5_000)], bank_entries: [{ entry_id: entry.id }] }
    const { body } = await post(VOUCHERS, voucher(customer, { business_date: '2025-05-02', payload }), { wait: 10 })
    await quietly(customer)
    expect((await failedChecks(customer)).failed).to.deep.equal([])
    return { customer, entry, fact_id: body.id }
  }

  it('a bank entry that was booked twice keeps the year from closing', async () => {
    const { customer } = await bookedFifty()
    await useTwice(customer, false)
    const { details, messages } = await failedChecks(customer)
    expect(details).to.deep.equal([['1020', 5_000, 10_000, false]])
    const { status, body } = await changeYear(customer, 'FY2025', 'close')
    expect([status, body.error.details.map(({ message }) => message)]).to.deep.equal([409, messages])
  })

  it('a bank entry that was booked twice by releases before has no room for another booking after a reversal', async () => {
    const { customer, entry, fact_id } = await bookedFifty()
    await useTwice(customer, true)
    await post(`/v1/source-facts/${fact_id}/reverse`, { end_customer_id: customer, reason: 'x' }, { wait: 10 })
    await quietly(customer)
    const left = await service().owner.one(sql.type(row<{ conflict_minor: bigint; used_minor: bigint }>())`
      select conflict_minor, used_minor from camt053_entries where end_customer_id = ${customer}
    `)
    expect(left, entry.id).to.deep.equal({ conflict_minor: 0n, used_minor: 5_000n })
    expect((await failedChecks(customer)).failed).to.deep.equal([])
  })

  it('one that releases before have booked twice is told by statements and the verifier, and keeps no year from closing', async () => {
    const { customer, entry } = await bookedFifty()
    await useTwice(customer, true)
    const { failed, details, messages } = await failedChecks(customer)
    expect([failed, details]).to.deep.equal([['bank_entries_within_amounts'], [['1020', 5_000, 10_000, true]]])
    expect(messages[0]).to.include(entry.id).and.include('CHF 50.00').and.include('CHF 100.00')
    const found = (await findings(customer)).filter(
      ({ check }) => check === 'No bank entry is booked beyond its amount',
    )
    expect(found.map(({ expected, found }) => [String(expected), String(found)])).to.deep.equal([['5000', '10000']])
    await expectClosed(customer, 'FY2025')
    expect((await failedChecks(customer)).failed).to.deep.equal(['bank_entries_within_amounts'])
    for (const [locale, words] of Object.entries(IN_WORDS)) {
      const query = `end_customer_id=${customer}&fiscal_year_id=FY2025&locale=${locale}`
      const page = await fetchAs(`/v1/statements/or-balance-sheet?${query}`, 'text/html')
      expect(await page.text()).to.include(`<p>${words}</p>`)
    }
  })
})
