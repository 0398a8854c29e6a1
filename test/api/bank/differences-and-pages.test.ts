import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { findings } from '../../support/books.ts'
import { get, post, upload } from '../../support/client.ts'
import { entriesOf, importedBy } from './imports-of.ts'
import { messageOf, statementOf, stmtOf } from './statement-of.ts'

const TEN = { amount: '10.00' }
const FIVE = { amount: '5.00' }
const WRONG = statementOf([TEN], { opening: '100', closing: '120' })

describe('bank statements that do not add up by themselves', () => {
  let customer: string
  beforeEach(() => {
    customer = randomUUID()
  })

  const accept = (import_id: string, justification: string) =>
    post(
      `/v1/camt-053/imports/${import_id}/accept-difference`,
      { end_customer_id: customer, justification },
      { wait: 20 },
    )

  it('a rejected one is imported when somebody accepts the difference, and says so', async () => {
    const rejected = await importedBy(customer, WRONG)
    expect([rejected.state, rejected.accepted_difference]).to.deep.equal(['rejected', null])
    const { status, body } = await accept(rejected.id, 'Gutschrift mit Valuta morgen')
    expect([status, body.state, body.new_entry_count]).to.deep.equal([202, 'imported', 1])
    expect(body.accepted_difference).to.include({ justification: 'Gutschrift mit Valuta morgen' })
    expect(body.reason).to.contain('a difference of CHF 10.00, by which it is more.')
    expect(body.statements[0]).to.include({ arithmetic: 'does_not_hold' })
    expect((await entriesOf(customer)).length).to.equal(1)
    expect((await accept(rejected.id, 'noch einmal')).status).to.equal(409)
    expect(await findings(customer)).to.deep.equal([])
  })

  it('the difference can be accepted with the file, and only where there is one', async () => {
    const send = async (file: string) =>
      (await upload(customer, file, { wait: 20 }, '&accept_difference=Valuta%20morgen')).body
    const accepted = await send(WRONG)
    expect([accepted.state, accepted.accepted_difference?.justification]).to.deep.equal(['imported', 'Valuta morgen'])
    const right = await send(statementOf([FIVE], { id: 'R', opening: '100', closing: '105' }))
    expect([right.state, right.reason, right.accepted_difference]).to.deep.equal(['imported', null, null])
  })

  it('what was accepted proves nothing about the next statement', async () => {
    const wrong = statementOf([TEN], { opening: '100', closing: '120', sequence: 1 })
    await accept((await importedBy(customer, wrong)).id, 'x')
    const next = statementOf([TEN], { id: 'N', opening: '120', closing: '130', sequence: 2 })
    expect(await importedBy(customer, next)).to.include({ new_entry_count: 1, possible_repeat_count: 1 })
  })

  it('pages that repeat the balances of the whole are added up, in one message', async () => {
    const balances = { opening: '100', closing: '115' }
    const file = (last: typeof TEN) =>
      messageOf(stmtOf([TEN], { ...balances, page: [1, false] }), stmtOf([last], { ...balances, page: [2, true] }))
    const right = await importedBy(customer, file(FIVE))
    expect([right.state, right.new_entry_count]).to.deep.equal(['imported', 2])
    expect(right.statements.map(({ arithmetic }) => arithmetic)).to.deep.equal(['holds', 'holds'])
    const wrong = await importedBy(randomUUID(), file({ amount: '6.00' }))
    expect(wrong.state).to.equal('rejected')
    expect(wrong.reason).to.match(/: a difference of CHF 1\.00, by which it is less\.$/)
  })

  it('and page by page, whichever comes first', async () => {
    const page = (number: number, isLast: boolean, booking: typeof TEN) =>
      statementOf([booking], { opening: '100', closing: '115', page: [number, isLast], sequence: 7 })
    const pages = [page(2, true, FIVE), page(1, false, TEN)]
    for (const file of pages) {
      const { state, statements } = await importedBy(customer, file)
      expect([state, statements[0]?.arithmetic]).to.deep.equal(['imported', 'cannot_be_asked'])
      expect(statements[0]?.reason).to.match(/^The balances are those of all pages/)
    }
    expect((await entriesOf(customer)).length).to.equal(2)
    const other = randomUUID()
    await importedBy(other, page(1, false, TEN))
    const last = await importedBy(other, page(2, true, TEN))
    expect([last.state, (await entriesOf(other)).length]).to.deep.equal(['rejected', 1])
    expect(last.reason).to.equal(
      'All pages of statement S are there now. Its opening balance CHF 100.00 and all of their bookings make CHF 120.00, ' +
        'but its closing balance is CHF 115.00: a difference of CHF 5.00, by which it is less.',
    )
  })

  it('a test of the bank is refused, unless somebody says that it is to be booked', async () => {
    const file = WRONG.replace('120', '110').replace('</CreDtTm>', '</CreDtTm><AddtlInf>SPS/2.0/TEST</AddtlInf>')
    const { status, body } = await upload(customer, file)
    expect([status, body.error.details?.[0]?.code]).to.deep.equal([422, 'test_file'])
    const accepted = await upload(customer, file, { wait: 20 }, '&test_file=accept')
    expect([accepted.status, accepted.body.state, accepted.body.is_test_file]).to.deep.equal([202, 'imported', true])
    const productive = await importedBy(customer, file.replace('/TEST', '/PROD'))
    expect(productive).to.include({ state: 'imported', is_test_file: false, linked_entry_count: 1 })
    expect((await get(`/v1/camt-053/imports/${productive.id}`)).body.is_test_file).to.equal(false)
  })
})
