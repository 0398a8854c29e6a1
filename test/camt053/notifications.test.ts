import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect } from 'chai'
import type { BankEntry } from '../../shared/camt053/bank-entry/bank-entry.ts'
import { incomingPayments } from '../../shared/camt053/bank-entry/incoming-payments.ts'
import {
  detailKeysInSteps,
  hashOfDetails,
  hashOfNotified,
  splitDetailsOf,
} from '../../shared/camt053/notifications/notified-details.ts'
import { CAMT054 } from '../../shared/camt053/reader/message-type.ts'
import { Refusal } from '../../shared/camt053/refusal.ts'
import { bankEntry, camt054Message, transaction } from './messages.ts'
import { readAll, utf8 } from './read-message.ts'

const read = (text: string | Uint8Array) => readAll(typeof text === 'string' ? utf8(text) : text, 997, CAMT054)
const DETAILS = transaction({ amount: '100.00', name: 'A' }) + transaction({ amount: '8.10', name: 'B' })
const GOOD = camt054Message({ bankEntries: bankEntry({ details: DETAILS }) })

describe('camt.054 reader', () => {
  it('reads account, bank entries and details, without balances', () => {
    const events = read(GOOD)
    expect(events.map(({ kind }) => kind)).to.deep.equal([
      'message',
      'bank_statement',
      'bank_entry',
      'bank_statement_end',
    ])
    const [message, notification, entry, end] = events
    expect(message).to.have.nested.property('header.version', 'camt.054.001.08')
    expect(notification).to.deep.include({ kind: 'bank_statement' }).and.nested.include({
      'header.account_iban': 'CH9300762011623852957',
      'header.statement_id': 'N-1',
      'header.page.page': '2',
    })
    expect(end).to.have.nested.property('end.arithmetic.holds', null)
    const payments = entry?.kind === 'bank_entry' ? incomingPayments(entry.bankEntry) : []
    expect(payments.map(({ amount_minor, debtor_name }) => [amount_minor, debtor_name])).to.deep.equal([
      [10_000n, 'A'],
      [810n, 'B'],
    ])
  })

  const REFUSED: [name: string, file: string, code: string][] = [
    ['nothing', '', 'not_xml'],
    ['a document type', GOOD.replace('<Document', '<!DOCTYPE Document><Document'), 'document_type'],
    ['a camt.053', GOOD.replaceAll('BkToCstmrDbtCdtNtfctn', 'BkToCstmrStmt'), 'not_camt054'],
    ['another XML', '<?xml version="1.0"?><html><body/></html>', 'not_camt054'],
    ['no notification', GOOD.replace(/<Ntfctn>[\s\S]*<\/Ntfctn>/, ''), 'notification_missing'],
    ['no account', camt054Message({ bankAccount: '' }), 'account_missing'],
    ['no amount', GOOD.replace(/<Amt Ccy="CHF">108.10<\/Amt>/, ''), 'amount_garbled'],
    [
      'a garbled detail',
      GOOD.replace('8.10</Amt><CdtDbtInd>CRDT</CdtDbtInd>\n    <RltdPties', '8,10</Amt><RltdPties'),
      'amount_garbled',
    ],
    ['no direction', GOOD.replace('<CdtDbtInd>CRDT</CdtDbtInd>', ''), 'direction_missing'],
    ['a day that is none', GOOD.replaceAll('2026-03-31', '2026-02-30'), 'date_garbled'],
  ]
  for (const [name, file, code] of REFUSED)
    it(`refuses ${name}: ${code}`, () => {
      expect(() => read(file))
        .to.throw(Refusal)
        .with.property('code', code)
    })

  it('reads the versions .02, .04 and .08 alike', () => {
    const [first, ...others] = ['02', '04', '08'].map((version) =>
      read(camt054Message({ version, bankEntries: bankEntry({ details: DETAILS }) })).slice(1),
    )
    for (const other of others) expect(other).to.deep.equal(first)
  })
})

describe('keys of the details of a notification', () => {
  it('are made in steps, one for each of very many details, and make the same hashes', () => {
    const details = Array.from({ length: 300 }, (_, number) => transaction({ name: `Kundin ${number}` })).join('')
    const events = readAll(utf8(camt054Message({ bankEntries: bankEntry({ details }) })), 65_536, CAMT054)
    const [notified] = events.flatMap((event) => (event.kind === 'bank_entry' ? [event.bankEntry] : [])) as [BankEntry]
    const steps = detailKeysInSteps(splitDetailsOf(notified))
    let count = 0
    let step = steps.next()
    for (; !step.done; step = steps.next()) count += 1
    expect(count).to.equal(300)
    expect(new Set(step.value)).to.have.property('size', 300)
    expect(hashOfDetails(notified, step.value)).to.equal(hashOfDetails(notified))
    expect(hashOfNotified('a', notified, step.value)).to.equal(hashOfNotified('a', notified))
  })
})

const FOLDER = resolve(import.meta.dirname, '../../../shared/camt054/samples')

/** Real notifications from public test suites, where they lie beside the project: version, bank entries, details, payments. */
const SAMPLES: Readonly<
  Record<string, readonly [version: string, entries: number, details: number, payments: string]>
> = {
  'dvbern-batch-isr-v04.xml': ['04', 1, 2, '11100 200'],
  'dvbern-postfinance-isr-v04.xml': ['04', 1, 8, '5000 2000 10000 10000 3000 5000 2000 25000'],
  'dvbern-postfinance-v04.xml': ['04', 1, 2, '77829 91393'],
  'dvbern-postfinance-v08.xml': ['08', 1, 2, '77829 91393'],
  'dvbern-reversal-v04.xml': ['04', 3, 3, ''],
  'genkgo-v02.xml': ['02', 1, 3, ''],
  'genkgo-v04.xml': ['04', 1, 3, ''],
  'genkgo-v08-uetr.xml': ['08', 1, 1, ''],
  'moov-postfinance-credit.xml': ['04', 1, 1, '150000'],
  'moov-postfinance-debit.xml': ['04', 1, 1, ''],
  'moov-postfinance-isr.xml': ['04', 2, 6, '25000 20000 30000 32400 46300'],
  // What comes back of a payment is none.
  'moov-postfinance-returns.xml': ['04', 1, 1, ''],
}

describe('camt.054 samples', () => {
  if (!existsSync(FOLDER)) return void it('needs shared/camt054 beside the project')
  for (const name of readdirSync(FOLDER))
    it(name, () => {
      const events = read(readFileSync(`${FOLDER}/${name}`))
      const [message] = events
      const entries = events.flatMap((event) => (event.kind === 'bank_entry' ? [event.bankEntry] : []))
      expect([
        message?.kind === 'message' && message.header.version?.slice(-2),
        entries.length,
        entries.reduce((sum, { tx_details }) => sum + tx_details.length, 0),
        entries
          .flatMap(incomingPayments)
          .map(({ amount_minor }) => String(amount_minor))
          .join(' '),
      ]).to.deep.equal(SAMPLES[name])
    })
})
