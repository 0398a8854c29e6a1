import { expect } from 'chai'
import { IBAN } from '../../../camt053/messages.ts'
import { get, itemsOf, post, put } from '../../../support/client.ts'
import { chf, credit, debit, VOUCHERS, voucher } from '../../../support/requests/examples.ts'
import { newKmuCustomer } from '../../../support/requests/kmu-chart.ts'
import { importedBy } from '../imports-of.ts'
import { type DatedStatement, fileOf, reconciled } from './dated-statements.ts'

describe('the bank reconciliation of bank statements of one day', () => {
  let customer: string
  beforeEach(async () => {
    customer = await newKmuCustomer()
  })
  const opened = async (business_date: string, francs: number) => {
    const lines = [debit('1020', francs * 100), credit('9100', francs * 100)]
    await book({ business_date, payload: { lines, entry_type: 'opening' } })
  }
  const book = async (more: Parameters<typeof voucher>[1]) => {
    const { body } = await post(VOUCHERS, voucher(customer, more), { wait: 10 })
    expect(body.state, JSON.stringify(body.blockers)).to.equal('posted')
  }
  const bookAll = async () => {
    for (const { id, amount, booking_date } of await itemsOf('camt-053/entries', customer)) {
      const lines = [debit('1020', amount.amount_minor), credit('6950', amount.amount_minor)]
      const payload = { lines, bank_entries: [{ entry_id: id, amount: chf(amount.amount_minor) }] }
      await book({ business_date: booking_date ?? '', payload })
    }
  }
  const send = async (statements: readonly DatedStatement[], hasPeriod = true) => {
    for (const statement of statements) {
      const file = fileOf(statement)
      const sent = hasPeriod ? file : file.replace(/<FrToDt>.*<\/FrToDt>/s, '')
      expect((await importedBy(customer, sent)).state).to.equal('imported')
    }
  }
  const shown = async (date: string) => {
    const { bank, ledger, unexplained, gaps, differences } = await reconciled(customer, date)
    return { bank, ledger, unexplained, gaps, differences }
  }
  const equal = (francs: number) => ({ bank: francs, ledger: francs, unexplained: 0, gaps: [], differences: [] })

  const interest: readonly DatedStatement[] = [
    statement('Q4', 1, ['2025-10-01', '2025-12-31'], [1_000, 1_010], ['2025-11-05', 10]),
    statement('ZINS', 2, ['2025-12-31', '2025-12-31'], [1_010, 1_012], ['2025-12-31', 2]),
    statement('Q1', 3, ['2025-12-31', '2026-03-31'], [1_012, 1_017], ['2026-02-05', 5]),
  ]
  const daily: readonly DatedStatement[] = [
    statement('A', 1, ['2025-01-05', '2025-01-05'], [80, 100.5], ['2025-01-05', 10], ['2025-01-05', 10.5]),
    statement('B', 2, ['2025-01-05', '2025-01-06'], [100.5, 107.5], ['2025-01-06', 7]),
  ]
  for (const hasPeriod of [true, false])
    describe(hasPeriod ? 'with their periods' : 'with balances only', () => {
      for (const order of ['in order', 'in reverse'] as const) {
        const arranged = (some: readonly DatedStatement[]) => (order === 'in order' ? some : some.toReversed())

        it(`counts a day at the end of one and at the beginning of the next, imported ${order}`, async () => {
          await opened('2025-09-30', 1_000)
          await send(arranged(interest), hasPeriod)
          expect((await shown('2026-03-31')).differences).to.have.members([
            'entry_unbooked 10',
            'entry_unbooked 2',
            'entry_unbooked 5',
          ])
          await bookAll()
          expect(await shown('2025-12-31')).to.deep.equal(equal(1_012))
          for (const date of ['2026-01-01', '2026-02-04']) expect(await shown(date), date).to.deep.equal(equal(1_012))
          expect(await shown('2026-03-31')).to.deep.equal(equal(1_017))
        })

        it(`begins with the day before a longer one of that first day, imported ${order}`, async () => {
          await opened('2025-01-04', 80)
          await send(arranged(daily), hasPeriod)
          expect((await shown('2025-01-06')).differences).to.have.members([
            'entry_unbooked 10',
            'entry_unbooked 10.5',
            'entry_unbooked 7',
          ])
          await bookAll()
          expect(await shown('2025-01-05')).to.deep.equal(equal(100.5))
          expect(await shown('2025-01-06')).to.deep.equal(equal(107.5))
        })

        it(`begins with the longer one of two that end a day together, imported ${order}`, async () => {
          const all = [
            statement(
              'S5',
              undefined,
              ['2025-01-05', '2025-01-05'],
              [80, 105],
              ['2025-01-05', 10, 'A'],
              ['2025-01-05', 15, 'B'],
            ),
            statement('S6', undefined, ['2025-01-05', '2025-01-05'], [90, 105], ['2025-01-05', 15, 'B']),
          ]
          await send(arranged(all), hasPeriod)
          const { bank, unexplained, gaps, differences } = await shown('2025-01-05')
          expect([bank, unexplained, gaps]).to.deep.equal([105, 0, []])
          expect(differences).to.have.members(['opening 80', 'entry_unbooked 10', 'entry_unbooked 15'])
        })
      }
    })

  it('says that no account was mapped on the day, where a bank statement exists', async () => {
    const mappings = [{ mapping_key: `posting.bank.${IBAN}`, account_code: '1021', valid_from: '2025-02-01' }]
    await put('/v1/account-mappings', { end_customer_id: customer, mappings }, { wait: 10 })
    await send(daily)
    const path = `/v1/statements/bank-reconciliation?end_customer_id=${customer}&bank_account=1021&date=2025-01-31`
    const { status, body } = await get(path as '/v1/statements/bank-reconciliation')
    expect(status).to.equal(404)
    expect(JSON.stringify(body)).to.include('No account with bank statements is mapped to 1021 on 2025-01-31')
  })
})

function statement(
  id: string,
  number: number | undefined,
  period: DatedStatement['period'],
  balances: readonly [number, number],
  ...bookings: readonly (readonly [day: string, francs: number, ref?: string])[]
): DatedStatement {
  return {
    id,
    ...(number === undefined ? {} : { number }),
    period,
    balances,
    bookings: bookings.map(([day, francs, ref], at) => ({ day, francs, ref: ref ?? `${id}-${at}` })),
  }
}
