import { expect } from 'chai'
import { findings } from '../../../support/books.ts'
import { get, itemsOf, post, put } from '../../../support/client.ts'
import { credit, debit, VOUCHERS, voucher } from '../../../support/requests/examples.ts'
import { newKmuCustomer } from '../../../support/requests/kmu-chart.ts'
import { there } from '../../../support/there.ts'
import { countsOf, entriesOf } from '../imports-of.ts'
import { datedIn, fileOf, reconciled } from '../reconciliation/dated-statements.ts'

/** Institutions 00762 and 31999, with different account numbers. */
const IBAN = 'CH9300762011623852957'
const QR_IBAN = 'CH4431999123000889012'
/** Of one account with one number. */
const SAME = ['CH5800791123000889012', 'CH4431999123000889012'] as const
const OTHER_QR_IBAN = 'CH2130808001234567827'

const march = datedIn('2026-03')
/** 100.00 + 50.00 = 150.00 */
const month = { ...march('M', [1, 31], [100, 150], [10, 50]), number: 1 }
const april = { ...datedIn('2026-04')('A', [1, 30], [150, 140], [7, -10]), number: 2 }
const under = (iban: string, statement: Parameters<typeof fileOf>[0] = month) => fileOf({ ...statement, iban })

describe('an account at the bank with an IBAN and a QR-IBAN', () => {
  let customer: string
  beforeEach(async () => {
    customer = await newKmuCustomer()
  })
  const map = (iban: string, more: object = {}, account_code = '1020') =>
    put(
      '/v1/account-mappings',
      {
        end_customer_id: customer,
        mappings: [{ mapping_key: `posting.bank.${iban}`, account_code, valid_from: '2026-01-01', ...more }],
      },
      { wait: 10 },
    )
  const expectOnce = async (date = '2026-03-31', bank = 150) => {
    const one = await reconciled(customer, date)
    expect([one.bank, one.unexplained, one.gaps, one.body.is_explained]).to.deep.equal([bank, 0, [], true])
    expect(await findings(customer)).to.deep.equal([])
    return one
  }

  for (const [first, second] of [
    [IBAN, QR_IBAN],
    [QR_IBAN, IBAN],
  ] as const)
    it(`is one where its mapping says so: a month under ${first} and then under the other name is one month`, async () => {
      const { status, body } = await map(IBAN, { qr_iban: QR_IBAN })
      expect([status, body.data[0]?.qr_iban]).to.deep.equal([202, QR_IBAN])
      // New, linked, in doubt.
      expect(await countsOf(customer, under(first), under(second))).to.deep.equal([
        [1, 0, 0],
        [0, 1, 0],
      ])
      const { body: found, differences } = await expectOnce()
      expect(differences).to.deep.equal(['opening 100', 'entry_unbooked 50'])
      expect(found.bank_accounts).to.deep.equal([QR_IBAN, IBAN])
      const last = { bank_account: IBAN, statement_id: 'M', closing_date: '2026-03-31', qr_iban: QR_IBAN }
      expect(found.last_statements.map(({ import_id: _, ...statement }) => statement)).to.deep.equal([last])
      for (const name of [IBAN, QR_IBAN]) {
        expect((await entriesOf(customer, `&account=${name}`)).map(({ account }) => account)).to.deep.equal([IBAN])
        expect((await reconciled(customer, '2026-03-31', name)).bank).to.equal(150)
      }
      expect((await itemsOf('payments', customer)).length).to.equal(1)
    })

  it('has one hash, under whichever name its bank entry comes', async () => {
    const hashes = []
    for (const name of [IBAN, QR_IBAN]) {
      customer = await newKmuCustomer()
      await map(IBAN, { qr_iban: QR_IBAN })
      await countsOf(customer, under(name))
      hashes.push(there((await entriesOf(customer))[0]).canonical_entry_hash)
    }
    expect(hashes[0]).to.equal(hashes[1])
  })

  it('goes on under the other name: the balances follow each other, and nothing is missing between them', async () => {
    await map(IBAN, { qr_iban: QR_IBAN })
    await countsOf(customer, under(IBAN), under(QR_IBAN, april))
    // 100.00 + 50.00 − 10.00
    const { differences } = await expectOnce('2026-04-30', 140)
    expect(differences).to.deep.equal(['opening 100', 'entry_unbooked 50', 'entry_unbooked -10'])
  })

  it('is one by two mappings to one ledger account, and by one account number without any', async () => {
    await map(IBAN)
    await map(QR_IBAN)
    await countsOf(customer, under(IBAN), under(QR_IBAN))
    await expectOnce()
    customer = await newKmuCustomer()
    await countsOf(customer, under(SAME[1]), under(SAME[0]))
    await expectOnce()
    expect((await entriesOf(customer, `&account=${SAME[0]}`)).length).to.equal(1)
  })

  it('is not guessed: two names count apart, and the reconciliation says what to do', async () => {
    await countsOf(customer, under(IBAN), under(OTHER_QR_IBAN))
    const { bank, gaps, body } = await reconciled(customer, '2026-03-31')
    // 150.00 twice: nobody has said that it is one account.
    expect([bank, gaps, body.is_explained]).to.deep.equal([300, ['lone_qr_iban 0'], false])
    expect(there(body.gaps[0]).text).to.contain(`"qr_iban": "${OTHER_QR_IBAN}"`)
    await map(IBAN, { qr_iban: null })
    expect((await reconciled(customer, '2026-03-31')).bank).to.equal(300)
  })

  it('told later: what nothing uses is compared, and one booking is one', async () => {
    await countsOf(customer, under(IBAN), under(OTHER_QR_IBAN))
    const hashes = (await entriesOf(customer)).map(({ canonical_entry_hash }) => canonical_entry_hash)
    expect((await map(IBAN, { qr_iban: OTHER_QR_IBAN })).status).to.equal(202)
    const left = await entriesOf(customer)
    expect(left.map(({ canonical_entry_hash, account }) => [canonical_entry_hash, account])).to.deep.equal([
      [hashes[0], IBAN],
    ])
    expect((await itemsOf('payments', customer)).length).to.equal(1)
    const { differences } = await expectOnce()
    expect(differences).to.deep.equal(['opening 100', 'entry_unbooked 50'])
    expect(await countsOf(customer, under(OTHER_QR_IBAN))).to.deep.equal([[0, 1, 0]])
    await expectOnce()
  })

  it('told later: what is booked twice stays as booked, and is a difference until one booking is reversed', async () => {
    await countsOf(customer, under(IBAN), under(OTHER_QR_IBAN))
    const facts = []
    for (const { id } of await entriesOf(customer)) {
      const payload = { lines: [debit('1020', 5_000), credit('6950', 5_000)], bank_entries: [{ entry_id: id }] }
      const { body } = await post(VOUCHERS, voucher(customer, { business_date: '2026-03-10', payload }), { wait: 10 })
      expect(body.state).to.equal('posted')
      facts.push(body)
    }
    await map(IBAN, { qr_iban: OTHER_QR_IBAN })
    const booked = await entriesOf(customer)
    for (const one of booked) expect([one.booking_state, one.possible_repeat]).to.deep.equal(['booked', false])
    const twice = await reconciled(customer, '2026-03-31')
    // The ledger has 100.00 of the two bookings, the bank 150.00, of which 100.00 are older.
    expect([twice.bank, twice.ledger, twice.unexplained]).to.deep.equal([150, 100, 0])
    // Both are of the same days: each has a booking that is not the other's, and nothing lies between them.
    expect([twice.body.is_explained, twice.gaps]).to.deep.equal([false, ['contradiction 50', 'kept_twice 50']])
    const [one, two] = [there(booked[0]), there(booked[1])]
    expect(there(twice.body.gaps[1]).text).to.contain(one.id).and.to.contain(two.id)
    expect(await findings(customer)).to.deep.equal([])
    const review = { end_customer_id: customer, decision: 'repeat', reason: 'Eine.' }
    expect((await post(`/v1/camt-053/entries/${two.id}/repeat-review`, review)).status).to.equal(409)
    await post(`/v1/source-facts/${facts[1]?.id}/reverse`, { end_customer_id: customer, reason: 'x' }, { wait: 10 })
    expect((await post(`/v1/camt-053/entries/${two.id}/repeat-review`, review)).status).to.equal(201)
    const { differences } = await expectOnce()
    expect(differences).to.deep.equal(['opening 100'])
  })

  it('is refused where it cannot be: other ranges, check digits, keys and owners', async () => {
    for (const [key, qr_iban] of [
      [IBAN, 'CH2329999000000000001'],
      [IBAN, 'CH2632000000000000001'],
      [IBAN, 'CH4431999123000889013'],
      [IBAN, 'DE89370400440532013000'],
      [QR_IBAN, OTHER_QR_IBAN],
    ] as const) {
      const { status, body } = await map(key, { qr_iban })
      expect([status, body.error?.details?.[0]?.code], qr_iban).to.deep.equal([422, 'invalid_qr_iban'])
    }
    for (const edge of ['CH3130000000000000001', 'CH1831999000000000001', 'LI3430808001234567827'])
      expect((await map(IBAN, { qr_iban: edge })).status, edge).to.equal(202)
    await map(IBAN, { qr_iban: QR_IBAN })
    const taken = await map('CH5604835012345678009', { qr_iban: QR_IBAN })
    expect([taken.status, taken.text.includes(IBAN)]).to.deep.equal([409, true])
  })

  it('stands on one ledger account, and stays what bank statements were read as', async () => {
    await put('/v1/accounts', {
      end_customer_id: customer,
      valid_from: '2026-01-01',
      accounts: [
        { account_code: '1020', account_name: 'Bank', account_type: 'asset' },
        { account_code: '1021', account_name: 'Zweite Bank', account_type: 'asset' },
      ],
    })
    await map(IBAN, { qr_iban: QR_IBAN })
    const apart = await map(QR_IBAN, {}, '1021')
    expect([apart.status, apart.text.includes('1021')]).to.deep.equal([409, true])
    expect((await map(IBAN, { valid_from: '2026-05-01' }, '1021')).status).to.equal(202)
    const mirrored = await get(`/v1/account-mappings?end_customer_id=${customer}&mapping_key=posting.bank.${QR_IBAN}`)
    expect(mirrored.body.data.map(({ account_code }) => account_code)).to.deep.equal(['1020', '1021'])
    expect((await map(IBAN, { qr_iban: OTHER_QR_IBAN })).status).to.equal(202)
    await map(IBAN, { qr_iban: QR_IBAN })
    await countsOf(customer, under(QR_IBAN))
    for (const qr_iban of [null, OTHER_QR_IBAN])
      expect((await map(IBAN, { qr_iban })).text)
        .to.include('"state_conflict"')
        .and.include('/dismiss')
    expect((await map(IBAN, { qr_iban: QR_IBAN })).status).to.equal(202)
  })

  it('is that of one end customer', async () => {
    await map(IBAN, { qr_iban: QR_IBAN })
    customer = await newKmuCustomer()
    await countsOf(customer, under(QR_IBAN))
    expect(there((await entriesOf(customer))[0]).account).to.equal(QR_IBAN)
  })
})
