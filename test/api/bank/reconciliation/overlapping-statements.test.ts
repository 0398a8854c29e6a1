import { expect } from 'chai'
import { itemsOf, post } from '../../../support/client.ts'
import { chf, credit, debit, VOUCHERS, voucher } from '../../../support/requests/examples.ts'
import { newKmuCustomer } from '../../../support/requests/kmu-chart.ts'
import { there } from '../../../support/there.ts'
import { countsOf, entriesOf } from '../imports-of.ts'
import { type DatedStatement, fileOf, reconciled } from './dated-statements.ts'

describe('the bank reconciliation of overlapping bank statements', () => {
  let customer: string
  beforeEach(async () => {
    customer = await newKmuCustomer()
  })
  const send = (...statements: readonly DatedStatement[]) => countsOf(customer, ...statements.map(fileOf))
  const customerPaid = { day: '2025-01-10', francs: 1_000, ref: 'r1' }
  const supplierPaid = { day: '2025-01-20', francs: -200, ref: 'r2' }
  const laterPaid = { day: '2025-02-10', francs: 300, ref: 'r3' }

  it('counts money once that bank statements have decided to be a repeat', async () => {
    const interest = { day: '2025-01-22', francs: 50 }
    const counts = await send(
      {
        id: '1',
        period: ['2025-01-01', '2025-01-31'],
        balances: [0, 850],
        bookings: [customerPaid, supplierPaid, interest],
      },
      {
        id: '2',
        period: ['2025-01-20', '2025-02-15'],
        balances: [1_000, 1_150],
        bookings: [supplierPaid, interest, laterPaid],
      },
    )
    expect(counts[1]).to.deep.equal([1, 2, 0])
    const { bank, unexplained, differences, gaps } = await reconciled(customer, '2025-02-15')
    expect([bank, unexplained, gaps]).to.deep.equal([1_150, 0, []])
    expect(differences).to.deep.equal([
      'entry_unbooked 1000',
      'entry_unbooked -200',
      'entry_unbooked 50',
      'entry_unbooked 300',
    ])
  })

  it('counts money once that a reviewer has decided to be a repeat', async () => {
    const bookings = [{ day: '2025-01-10', francs: 50 }]
    await send(
      { id: '1', period: ['2025-01-01', '2025-01-31'], balances: [0, 50], bookings },
      { id: 'X', period: ['2025-01-05', '2025-01-20'], balances: null, bookings },
    )
    const undecided = await reconciled(customer, '2025-01-31')
    expect([undecided.unexplained, undecided.differences]).to.deep.equal([0, ['entry_unbooked 50']])
    expect(undecided.body.is_explained).to.equal(false)
    const [repeat] = await entriesOf(customer, '&possible_repeat=true')
    const review = { end_customer_id: customer, decision: 'repeat', reason: 'gleich' }
    expect((await post(`/v1/camt-053/entries/${there(repeat).id}/repeat-review`, review)).status).to.equal(201)
    const decided = await reconciled(customer, '2025-01-31')
    expect([decided.unexplained, decided.differences]).to.deep.equal([0, ['entry_unbooked 50']])
    expect(decided.body.is_explained).to.equal(true)
  })

  const days = [
    { day: '2025-01-02', francs: 50 },
    { day: '2025-01-03', francs: -30 },
    { day: '2025-01-20', francs: 70 },
  ]
  const daily = days.map(
    (booking, at): DatedStatement => ({
      id: `d${at}`,
      period: [booking.day, booking.day],
      balances: [there([100, 150, 120][at]), there([150, 120, 190][at])],
      bookings: [booking],
    }),
  )
  const month: DatedStatement = {
    id: 'm',
    period: ['2025-01-01', '2025-01-31'],
    balances: [100, 200],
    bookings: [...days, { day: '2025-01-30', francs: 10 }],
  }
  for (const [order, statements] of [
    ['before', [...daily, month]],
    ['after', [month, ...daily]],
  ] as const)
    it(`explains days that come ${order} their month`, async () => {
      await send(...statements)
      for (const [date, balance] of [
        ['2025-01-02', 150],
        ['2025-01-10', 120],
        ['2025-01-31', 200],
        ['2025-02-28', 200],
      ] as const) {
        const { bank, unexplained, gaps, differences } = await reconciled(customer, date)
        expect([bank, unexplained], date).to.deep.equal([balance, 0])
        expect(gaps.filter((gap) => !gap.startsWith('no_statement_since'))).to.deep.equal([])
        expect(differences.filter((difference) => !difference.startsWith('entry_unbooked'))).to.deep.equal([
          'opening 100',
        ])
      }
    })

  it('follows the balances over days that two bank statements have', async () => {
    await send(
      {
        id: '1',
        period: ['2025-01-01', '2025-01-31'],
        balances: [0, 800],
        bookings: [customerPaid, supplierPaid],
      },
      {
        id: '2',
        period: ['2025-01-16', '2025-02-15'],
        balances: [1_000, 1_100],
        bookings: [supplierPaid, laterPaid],
      },
    )
    const february = await reconciled(customer, '2025-02-15')
    expect([february.bank, february.unexplained, february.gaps]).to.deep.equal([1_100, 0, []])
    expect(there(february.body.last_statements[0])).to.include({ statement_id: '2', closing_date: '2025-02-15' })
    const small = { day: '2025-02-20', francs: 10, ref: 'r4' }
    await send({ id: '3', period: ['2025-02-16', '2025-02-28'], balances: [1_100, 1_110], bookings: [small] })
    const expectFebruary = async (...expected: readonly string[]) => {
      const { bank, unexplained, gaps, differences } = await reconciled(customer, '2025-02-28')
      expect([bank, unexplained, gaps]).to.deep.equal([1_110, 0, []])
      expect(differences).to.deep.equal(expected.map((francs) => `entry_unbooked ${francs}`))
    }
    await expectFebruary('1000', '-200', '300', '10')
    const paid = (await itemsOf('camt-053/entries', customer)).find(({ amount }) => amount.amount_minor === 30_000)
    const payload = {
      lines: [debit('1020', 30_000), credit('6950', 30_000)],
      bank_entries: [{ entry_id: there(paid).id, amount: chf(30_000) }],
    }
    const request = voucher(customer, { business_date: '2025-02-10', payload })
    expect((await post(VOUCHERS, request, { wait: 10 })).body.state).to.equal('posted')
    await expectFebruary('1000', '-200', '10')
  })

  const fee = { day: '2025-01-20', francs: -20 }
  const touching: readonly DatedStatement[] = [
    {
      id: '1',
      period: ['2025-01-01', '2025-01-31'],
      balances: [100, 130],
      bookings: [{ day: '2025-01-10', francs: 50 }, fee],
    },
    {
      id: '2',
      period: ['2025-01-20', '2025-02-15'],
      balances: [150, 100],
      bookings: [fee, { day: '2025-02-10', francs: -30 }],
    },
  ]
  for (const [order, statements] of [
    ['in their order', touching],
    ['in reverse', touching.toReversed()],
  ] as const)
    it(`counts money once where the first one begins with the balance with which the second one ends, ${order}`, async () => {
      // By their days the first one cannot follow the second one.
      expect((await send(...statements))[1]).to.deep.equal([1, 1, 0])
      const january = await reconciled(customer, '2025-01-31')
      expect([january.bank, january.unexplained, january.gaps]).to.deep.equal([130, 0, []])
      const { bank, unexplained, gaps, differences } = await reconciled(customer, '2025-02-15')
      expect([bank, unexplained, gaps]).to.deep.equal([100, 0, []])
      expect(differences).to.deep.equal([
        'opening 100',
        'entry_unbooked 50',
        'entry_unbooked -20',
        'entry_unbooked -30',
      ])
    })
})
