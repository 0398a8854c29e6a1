import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect } from 'chai'
import { IBAN } from '../../../camt053/messages.ts'
import { findings } from '../../../support/books.ts'
import { itemsOf, notify, put, upload } from '../../../support/client.ts'
import { newKmuCustomer } from '../../../support/requests/kmu-chart.ts'
import { there } from '../../../support/there.ts'
import { reviewsOf } from '../repeats/reviews-of.ts'
import {
  BATCH,
  type Booked,
  DETAILED,
  notificationFile,
  notifiedCustomer,
  QRR,
  statementFile,
  without,
} from './notified.ts'

const OTHER_IBAN = 'CH5604835012345678009'
const QR_IBAN = 'CH4431999123000889012'
const under = (iban: string, file: string) => file.replace(IBAN, iban)

describe('notifications and accounts', () => {
  for (const order of ['statement first', 'notification first']) {
    const sent = async (customer: string, statement: string, notification: string) => {
      const send = [() => upload(customer, statement, { wait: 20 }), () => notify(customer, notification, { wait: 20 })]
      for (const one of order === 'statement first' ? send : send.reverse())
        expect((await one()).body.state).to.equal('imported')
      expect(await findings(customer)).to.deep.equal([])
      return notifiedCustomer(customer)
    }

    it(`those of another account join nothing, ${order}`, async () => {
      const notification = under(OTHER_IBAN, notificationFile('08', BATCH))
      const bank = await sent(randomUUID(), statementFile(without(BATCH)), notification)
      expect([await bank.notifications(), await bank.payments()]).to.deep.equal([['waiting'], ['10810  open']])
    })

    it(`those of a QR-IBAN are those of its IBAN, ${order}`, async () => {
      const customer = await newKmuCustomer()
      const mapping = {
        mapping_key: `posting.bank.${IBAN}`,
        account_code: '1020',
        valid_from: '2026-01-01',
        qr_iban: QR_IBAN,
      }
      await put('/v1/account-mappings', { end_customer_id: customer, mappings: [mapping] }, { wait: 10 })
      const notification = under(QR_IBAN, notificationFile('08', BATCH))
      const bank = await sent(customer, statementFile(without(BATCH)), notification)
      expect([await bank.notifications(), await bank.payments()]).to.deep.equal([['joined'], DETAILED])
    })

    it(`details in another currency than their booking say whose it is, as one payment, ${order}`, async () => {
      const inEuro = (file: string) => file.replaceAll('<Amt Ccy="CHF">100.00', '<Amt Ccy="EUR">100.00')
      const bank = await sent(randomUUID(), statementFile(without(BATCH)), inEuro(notificationFile('08', BATCH)))
      expect([await bank.notifications(), await bank.payments()]).to.deep.equal([
        ['joined'],
        ['10810 A open 210000000003139471430009017'],
      ])
    })

    it(`a notification in another currency joins nothing, ${order}`, async () => {
      const inEuro = notificationFile('08', BATCH).replaceAll('Ccy="CHF"', 'Ccy="EUR"')
      const bank = await sent(randomUUID(), statementFile(without(BATCH)), inEuro)
      expect(await bank.notifications()).to.deep.equal(['waiting'])
    })

    it(`a pending notification waits for its booked one, ${order}`, async () => {
      const pending = notificationFile('08', BATCH).replaceAll('BOOK', 'PDNG')
      const bank = await sent(randomUUID(), statementFile(without(BATCH)), pending)
      expect(await bank.notifications()).to.deep.equal(['waiting'])
      await bank.notified(BATCH)
      expect([await bank.notifications(), await bank.payments()]).to.deep.equal([['waiting', 'joined'], DETAILED])
    })
  }
})

describe('notifications and possible repeats', () => {
  /** The same batch in two files without balances and with nothing but the batch to tell it by. */
  const unclear: Booked = { ...BATCH, ref: '', batch: '<PmtInfId>P-1</PmtInfId>' }

  it('a possible repeat gets no details; they go to what it repeats, and to it as soon as it is new', async () => {
    const bank = notifiedCustomer()
    const { review, takeBack } = reviewsOf(bank.customer)
    for (const _ of ['X', 'Y']) await bank.booked(without(unclear))
    const [original, repeat] = await itemsOf('camt-053/entries', bank.customer)
    expect(repeat?.possible_repeat).to.equal(true)
    await bank.notified(unclear)
    const second: Booked = {
      ...unclear,
      details: [
        { amount: '50.00', name: 'C' },
        { amount: '58.10', name: 'D' },
      ],
    }
    await bank.notified(second)
    expect(await bank.payments()).to.deep.equal(DETAILED)
    expect(await bank.notifications()).to.deep.equal(['joined', 'kept details_known'])
    const joinedTo = async () => (await itemsOf('camt-054/entries', bank.customer)).map(({ entry_id }) => entry_id)
    expect(await joinedTo()).to.deep.equal([original?.id, original?.id])
    expect((await review(there(repeat).id, 'new')).status).to.equal(201)
    expect((await bank.payments()).slice(2)).to.deep.equal(['5000 C open', '5810 D open'])
    expect(await joinedTo()).to.deep.equal([original?.id, repeat?.id])
    await bank.verified()
    expect((await takeBack(there(repeat).id)).status).to.equal(201)
    expect(await bank.payments()).to.deep.equal(DETAILED)
    expect((await review(there(repeat).id, 'repeat')).status).to.equal(201)
    expect(await joinedTo()).to.deep.equal([original?.id, original?.id])
    expect(await bank.notifications()).to.deep.equal(['joined', 'kept details_known'])
    await bank.verified()
    expect((await review(there(repeat).id, 'new')).status).to.equal(201)
    expect((await bank.payments()).sort()).to.deep.equal([...DETAILED, '5000 C open', '5810 D open'].sort())
    await bank.verified()
  })
})

describe('notifications and reversals', () => {
  it('a reversal that came before the details takes back what they are', async () => {
    const bank = notifiedCustomer()
    const back: Booked = { amount: '100.00', ref: 'BACK', date: '2026-04-02', direction: 'DBIT', reversal: 'true' }
    await bank.booked(without(BATCH))
    await bank.booked({ ...back, details: [{ amount: '100.00', name: 'A', reference: QRR }] })
    await bank.notified(BATCH)
    expect(await bank.payments()).to.deep.equal([`10000 A returned ${QRR}`, '810 B open'])
    await bank.verified()
  })
})

const FOLDER = resolve(import.meta.dirname, '../../../../../shared/camt054/samples')

describe('real notifications', () => {
  if (!existsSync(FOLDER)) return void it('needs shared/camt054 beside the project')
  const file = (name: string) => readFileSync(`${FOLDER}/${name}`, 'utf8')
  /** The bank statement that a bank writes of it. */
  const statementOf = (notification: string) =>
    notification
      .replace(/<NtryDtls>.*<\/NtryDtls>/gs, '')
      .replaceAll('BkToCstmrDbtCdtNtfctn', 'BkToCstmrStmt')
      .replaceAll(/<(\/?)Ntfctn>/g, '<$1Stmt>')
      .replaceAll('camt.054.001', 'camt.053.001')

  for (const versions of [['v04'], ['v08'], ['v04', 'v08'], ['v08', 'v04']])
    it(`one in ${versions.join(' and ')} gives the same payments, before and after the bank statement`, async () => {
      for (const isFirst of [true, false]) {
        const bank = notifiedCustomer()
        const statement = statementOf(file('dvbern-postfinance-v04.xml'))
        if (isFirst) await upload(bank.customer, statement, { wait: 20 })
        for (const version of versions)
          await notify(bank.customer, file(`dvbern-postfinance-${version}.xml`), { wait: 20 })
        if (!isFirst) await upload(bank.customer, statement, { wait: 20 })
        expect(await bank.payments()).to.deep.equal([
          '77829 Bernasconi Maria open 539115429773825311971477453',
          '91393 Bernasconi Maria open 662437765447746478179744715',
        ])
        expect(await bank.notifications()).to.deep.equal(['joined'])
        await bank.verified()
      }
    })

  it('all of them are taken, whatever they are', async () => {
    const names = [
      'dvbern-reversal-v04',
      'genkgo-v02',
      'genkgo-v04',
      'genkgo-v08-uetr',
      'moov-postfinance-credit',
      'moov-postfinance-debit',
      'moov-postfinance-isr',
      'moov-postfinance-returns',
      'dvbern-batch-isr-v04',
      'dvbern-postfinance-isr-v04',
    ]
    const bank = notifiedCustomer()
    for (const name of names) {
      const { body } = await notify(bank.customer, file(`${name}.xml`), { wait: 20 })
      expect(body.state, name).to.equal('imported')
    }
    for (const name of ['moov-postfinance-isr', 'dvbern-batch-isr-v04', 'dvbern-postfinance-isr-v04'])
      await upload(bank.customer, statementOf(file(`${name}.xml`)), { wait: 20 })
    expect((await bank.payments()).length).to.equal(5 + 2 + 8)
    await bank.verified()
  })
})
