import { expect } from 'chai'
import { row, sql } from '../../../../shared/store/db/database.ts'
import { bankEntry, camt053Message, transaction } from '../../../camt053/messages.ts'
import { findings, quietly } from '../../../support/books.ts'
import { put, upload } from '../../../support/client.ts'
import { newKmuCustomer } from '../../../support/requests/kmu-chart.ts'
import { service } from '../../../support/service.ts'
import { longestParsed } from '../../../support/watched/longest-parsed.ts'
import { countsOf, entriesOf } from '../imports-of.ts'
import { datedIn, fileOf, reconciled } from '../reconciliation/dated-statements.ts'

const IBAN = 'CH9300762011623852957'
const OTHER_QR_IBAN = 'CH2130808001234567827'
/** 100.00 + 50.00 = 150.00 */
const month = { ...datedIn('2026-03')('M', [1, 31], [100, 150], [10, 50]), number: 1 }
const april = { ...datedIn('2026-04')('A', [1, 30], [150, 140], [7, -10]), number: 2 }
const under = (iban: string, statement: Parameters<typeof fileOf>[0] = month) => fileOf({ ...statement, iban })

describe('an IBAN and a QR-IBAN that were taken for one account by mistake', () => {
  let customer: string
  beforeEach(async () => {
    customer = await newKmuCustomer()
  })
  const map = (iban: string, more: object) => {
    const mapping = { mapping_key: `posting.bank.${iban}`, account_code: '1020', valid_from: '2026-01-01', ...more }
    return put('/v1/account-mappings', { end_customer_id: customer, mappings: [mapping] }, { wait: 10 })
  }

  it('are taken apart while nothing of them has become one, and each name has its own bank entries again', async () => {
    await countsOf(customer, under(IBAN), under(OTHER_QR_IBAN, april))
    await map(IBAN, { qr_iban: OTHER_QR_IBAN })
    expect((await entriesOf(customer, `&account=${IBAN}`)).length).to.equal(2)
    expect((await map(IBAN, { qr_iban: null })).status).to.equal(202)
    for (const [name, amount] of [
      [IBAN, 5_000],
      [OTHER_QR_IBAN, 1_000],
    ] as const)
      expect((await entriesOf(customer, `&account=${name}`)).map((one) => one.amount.amount_minor)).to.deep.equal([
        amount,
      ])
    // Both balances count: 150.00 and 140.00.
    expect((await reconciled(customer, '2026-04-30')).bank).to.equal(290)
    expect(await countsOf(customer, under(OTHER_QR_IBAN, { ...april, id: 'Again' }), under(IBAN))).to.deep.equal([
      [0, 1, 0],
      [0, 1, 0],
    ])
    expect(await findings(customer)).to.deep.equal([])
    const right = 'CH5604835012345678009'
    expect((await map(right, { qr_iban: OTHER_QR_IBAN })).status).to.equal(202)
    expect((await entriesOf(customer, `&account=${right}`)).length).to.equal(1)
  })

  it('are not taken apart where bank entries of both names are one; they are named', async () => {
    await countsOf(customer, under(IBAN), under(OTHER_QR_IBAN))
    await map(IBAN, { qr_iban: OTHER_QR_IBAN })
    const { status, text, body } = await map(IBAN, { qr_iban: null })
    expect([status, body.error.details[0]?.code]).to.deep.equal([409, 'in_use'])
    expect(text).to.contain('cent_')
    expect((await reconciled(customer, '2026-03-31')).bank).to.equal(150)
  })

  it('are joined and taken apart with large bank entries of them, of which some details are read at a time', async () => {
    const details = Array.from({ length: 300 }, (_, index) =>
      transaction({ amount: '1.00', name: `Kundin Nummer ${index} AG`, unstructured: 'Rechnung, besten Dank' }),
    )
    const bankEntries = bankEntry({ amount: '300.00', details: details.join('') })
    const { body } = await upload(customer, camt053Message({ bankEntries }).replaceAll(IBAN, OTHER_QR_IBAN), {
      wait: 20,
    })
    expect(body.state).to.equal('imported')
    await quietly(customer)
    const firstHash = () =>
      service().owner.oneFirst(sql.type(row<{ first_hash: string }>())`
        select first_hash from camt053_entries where end_customer_id = ${customer} and account = ${OTHER_QR_IBAN}
      `)
    const hashes = [await firstHash()]
    const longest = await longestParsed(async () => {
      for (const qr_iban of [OTHER_QR_IBAN, null]) {
        expect((await map(IBAN, { qr_iban })).status).to.equal(202)
        await quietly(customer)
        hashes.push(await firstHash())
      }
    })
    expect(longest).to.be.within(1_000, 100_000)
    const [own, joined, parted] = hashes
    expect([parted, own === joined]).to.deep.equal([own, false])
  })
})
