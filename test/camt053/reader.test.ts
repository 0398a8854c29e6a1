import { expect } from 'chai'
import fc from 'fast-check'
import type { BankEntry } from '../../shared/camt053/bank-entry/bank-entry.ts'
import { hashOfBankEntry } from '../../shared/camt053/bank-entry/canonical-bank-entry.ts'
import { createCamt053Reader } from '../../shared/camt053/reader/camt053-reader.ts'
import { Refusal } from '../../shared/camt053/refusal.ts'
import { readAll } from '../support/camt053.ts'
import { balance, bankEntry, camt053Message, IBAN, transaction } from './messages.ts'

const utf8 = (text: string) => Buffer.from(text, 'utf8')
const bankEntriesOf = (text: string | Uint8Array, piece?: number): BankEntry[] =>
  readAll(typeof text === 'string' ? utf8(text) : text, piece).flatMap((event) =>
    event.kind === 'bank_entry' ? [event.bankEntry] : [],
  )
const hashOf = (text: string | Uint8Array) => bankEntriesOf(text).map((read) => hashOfBankEntry(IBAN, read, 1))
const endOf = (text: string) =>
  readAll(utf8(text)).flatMap((event) => (event.kind === 'bank_statement_end' ? [event.end] : []))

function refusalOf(bytes: Uint8Array | string): string {
  try {
    readAll(typeof bytes === 'string' ? utf8(bytes) : bytes)
    return 'taken'
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    expect(error.message).to.match(/^[A-Z][^\n]+\.$/)
    return error.code
  }
}

const good = camt053Message({
  bankEntries: bankEntry({ details: transaction({ name: 'Müller & Söhne'.replace('&', '&amp;') }) }),
})

describe('camt.053 reader', () => {
  it('the same bank entry has one hash, whatever version, prefix, envelope, blanks and encoding the file has', () => {
    const [expected] = hashOf(good)
    const prefixed = good.replace(/<(\/?)(?=[A-Z])/g, '<$1c:').replace('xmlns=', 'xmlns:c=')
    const enveloped = good
      .replace(/<Document/, '<Envelope><AppHdr xmlns="urn:x"><Fr>a</Fr></AppHdr><Document')
      .replace('</Document>', '</Document></Envelope>')
    const older = good
      .replace('camt.053.001.08', 'camt.053.001.02')
      .replace('<Sts><Cd>BOOK</Cd></Sts>', '<Sts>BOOK</Sts>')
      .replace(/<Pty>|<\/Pty>/g, '')
    const variants: [string, Uint8Array][] = [
      ['prefix', utf8(prefixed)],
      ['envelope', utf8(enveloped)],
      ['version .02', utf8(older)],
      ['version .14', utf8(good.replace('camt.053.001.08', 'camt.053.001.14'))],
      ['no namespace', utf8(good.replace(/ xmlns="[^"]*"/, ''))],
      ['no blanks', utf8(good.replace(/>\s+</g, '><'))],
      ['CDATA', utf8(good.replace('<Nm>Müller &amp; Söhne</Nm>', '<Nm><![CDATA[Müller & Söhne]]></Nm>'))],
      ['comments', utf8(good.replaceAll('<Ntry>', '<!-- x --><Ntry><?pi y?>'))],
      ['another statement', utf8(good.replace('<Id>S-1</Id>', '<Id>S-2</Id>'))],
      ['a reference of the bank', utf8(good.replace('<Ntry>', '<Ntry><NtryRef>9</NtryRef>'))],
      ['byte order mark', Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), utf8(good)])],
      ['UTF-16 little endian', Buffer.from(`\ufeff${good.replace('UTF-8', 'UTF-16')}`, 'utf16le')],
      ['UTF-16 big endian', Buffer.from(`\ufeff${good.replace('UTF-8', 'UTF-16')}`, 'utf16le').swap16()],
      ['UTF-16 without mark', Buffer.from(good.replace('UTF-8', 'UTF-16'), 'utf16le')],
      ['ISO-8859-1', Buffer.from(good.replace('UTF-8', 'ISO-8859-1'), 'latin1')],
    ]
    for (const [name, bytes] of variants) expect(hashOf(bytes), name).to.deep.equal([expected])
  })

  it('anything that makes it another bank entry changes the hash, and so does the occurrence', () => {
    const changed = [
      good,
      good.replace('108.10', '108.15'),
      good.replace('CRDT', 'DBIT'),
      good.replaceAll('2026-03-31', '2026-03-30'),
      good.replace('Müller', 'Muller'),
      good.replace('BOOK', 'PDNG'),
      good.replace('<Sts>', '<RvslInd>true</RvslInd><Sts>'),
    ].map((text) => hashOf(text)[0])
    const [read] = bankEntriesOf(good) as [BankEntry]
    expect(new Set([...changed, hashOfBankEntry(IBAN, read, 2), hashOfBankEntry('other', read, 1)]).size).to.equal(9)
  })

  it('reads the same from pieces of any size', () => {
    const expected = bankEntriesOf(good, 100_000)
    for (const piece of [1, 2, 3, 7, 64]) expect(bankEntriesOf(good, piece)).to.deep.equal(expected)
  })

  it('statements, pages, charges, foreign currency, yen, pending entries', () => {
    const [yen] = bankEntriesOf(camt053Message({ bankEntries: bankEntry({ currency: 'JPY', amount: '1080.00' }) })) as [
      BankEntry,
    ]
    expect([yen.amount_minor, yen.currency]).to.deep.equal([1080n, 'JPY'])
    const charged =
      '<TxDtls><Chrgs><Rcrd><Amt Ccy="CHF">0.90</Amt><CdtDbtInd>DBIT</CdtDbtInd><ChrgInclInd>false</ChrgInclInd></Rcrd></Chrgs></TxDtls>'
    const [withCharges] = bankEntriesOf(camt053Message({ bankEntries: bankEntry({ details: charged }) })) as [BankEntry]
    expect(withCharges.tx_details[0]?.charges?.records[0]).to.include({ amount_minor: 90n, included: false })
    const [end] = endOf(
      camt053Message({
        bankEntries: bankEntry() + bankEntry({ status: '<Sts>PDNG</Sts>' }) + bankEntry({ status: '' }),
      }),
    )
    expect(end?.sums_by_currency.get('CHF')).to.deep.equal({
      credits_minor: 32_430n,
      debits_minor: 0n,
      booked_credits_minor: 21_620n,
      booked_debits_minor: 0n,
    })
  })

  const ARITHMETIC: [name: string, balances: string, holds: boolean | null, difference: bigint | null][] = [
    ['holds', balance('OPBD', '100.00') + balance('CLBD', '208.10'), true, 0n],
    ['holds from an overdraft', balance('OPBD', '108.10', 'DBIT') + balance('CLBD', '0'), true, 0n],
    ['with PRCD as opening', balance('PRCD', '0') + balance('CLBD', '108.10') + balance('CLAV', '1'), true, 0n],
    ['is off by a Rappen', balance('OPBD', '100.00') + balance('CLBD', '208.11'), false, -1n],
    ['cannot be asked without closing', balance('OPBD', '100.00'), null, null],
    ['cannot be asked in two currencies', balance('OPBD', '1') + balance('CLBD', '1', 'CRDT', 'EUR'), null, null],
  ]
  for (const [name, balances, holds, difference] of ARITHMETIC) {
    it(`arithmetic ${name}`, () => {
      const [end] = endOf(camt053Message({ balances }))
      expect([end?.arithmetic.holds, end?.arithmetic.difference_minor]).to.deep.equal([holds, difference])
    })
  }

  const REFUSED: [name: string, file: string | Uint8Array, code: string][] = [
    ['nothing', '', 'not_xml'],
    ['text', 'Datum;Betrag', 'not_xml'],
    ['truncated', good.slice(0, -30), 'not_xml'],
    ['cut inside a tag', good.slice(0, good.indexOf('<Amt') + 3), 'not_xml'],
    ['not closed', good.replace('</Stmt>', ''), 'not_xml'],
    ['an unknown entity', good.replace('Müller', '&uuml;'), 'not_xml'],
    ['an unbound prefix', good.replace('<Stmt>', '<x:Stmt>').replace('</Stmt>', '</x:Stmt>'), 'not_xml'],
    ['bytes that are no UTF-8', Buffer.from(good, 'latin1'), 'not_xml'],
    ['text behind the document', `${good}x`, 'not_xml'],
    ['a document type', good.replace('<Document', '<!DOCTYPE Document><Document'), 'document_type'],
    [
      'an entity bomb',
      good
        .replace('<Document', '<!DOCTYPE d [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><Document')
        .replace('Müller', '&b;'),
      'document_type',
    ],
    [
      'an external entity',
      good
        .replace('<Document', '<!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/passwd">]><Document')
        .replace('Müller', '&x;'),
      'document_type',
    ],
    ['an unknown encoding', good.replace('UTF-8', 'EBCDIC-X'), 'unknown_encoding'],
    ['another XML', '<?xml version="1.0"?><html><body/></html>', 'not_camt053'],
    ['camt.052', good.replaceAll('BkToCstmrStmt', 'BkToCstmrAcctRpt'), 'not_camt053'],
    ['camt.054', good.replaceAll('BkToCstmrStmt', 'BkToCstmrDbtCdtNtfctn'), 'not_camt053'],
    ['pain.001', good.replaceAll('BkToCstmrStmt', 'CstmrCdtTrfInitn'), 'not_camt053'],
    ['no statement', good.replace(/<Stmt>[\s\S]*<\/Stmt>/, ''), 'statement_missing'],
    ['no account', camt053Message({ bankAccount: '' }), 'account_missing'],
    ['no amount', good.replace(/<Amt Ccy="CHF">108.10<\/Amt>/, ''), 'amount_garbled'],
    ['two points', good.replace('108.10', '12..34'), 'amount_garbled'],
    ['a comma', good.replace('108.10', '1250,00'), 'amount_garbled'],
    ['a thousands separator', good.replace('108.10', "1'250.00"), 'amount_garbled'],
    ['a negative amount', good.replace('108.10', '-108.10'), 'amount_garbled'],
    ['an exponent', good.replace('108.10', '1e3'), 'amount_garbled'],
    ['a half Rappen', good.replace('108.10', '108.105'), 'amount_garbled'],
    ['half a yen', camt053Message({ bankEntries: bankEntry({ currency: 'JPY', amount: '10.5' }) }), 'amount_garbled'],
    ['no currency', good.replace(' Ccy="CHF"', ''), 'amount_garbled'],
    ['a garbled balance', camt053Message({ balances: balance('OPBD', '1.2.3') }), 'amount_garbled'],
    [
      'a garbled amount of a transaction',
      camt053Message({ bankEntries: bankEntry({ details: transaction({ amount: '1,00' }) }) }),
      'amount_garbled',
    ],
    ['no direction', good.replace('<CdtDbtInd>CRDT</CdtDbtInd>', ''), 'direction_missing'],
    ['an unknown direction', good.replace('CRDT', 'CREDIT'), 'direction_missing'],
    ['a day that is none', good.replaceAll('2026-03-31', '2026-02-30'), 'date_garbled'],
    ['nested without end', camt053Message({ bankEntries: `<Ntry>${'<a>'.repeat(60)}` }), 'too_deep'],
    ['a text without end', camt053Message({ bankEntries: bankEntry({ text: 'x'.repeat(200_000) }) }), 'text_too_long'],
  ]
  for (const [name, file, code] of REFUSED) it(`refuses ${name}: ${code}`, () => expect(refusalOf(file)).to.equal(code))

  it('a refusal is one sentence with one full stop', () => {
    expect(() => readAll(utf8('<a></b>'))).to.throw(/[^.]\.$/)
  })

  it('an element inside of a part of a bank statement is no bank statement, group header or bank entry', () => {
    const inner = '<Box><GrpHdr/><Stmt/><Ntry/><NtryDtls><TxDtls/></NtryDtls></Box>'
    const plain = readAll(utf8(camt053Message({ bankEntries: bankEntry() })))
    expect(readAll(utf8(camt053Message({ bankEntries: inner + bankEntry() })))).to.deep.equal(plain)
  })

  it('amounts may have zeros behind what their currency has, and up to eighteen digits', () => {
    for (const [amount, expected] of [
      ['108.10000', 10_810n],
      ['108', 10_800n],
      ['108.', 10_800n],
      ['0.5', 50n],
      ['9007199254740993.07', 900_719_925_474_099_307n],
    ] as const) {
      expect(bankEntriesOf(camt053Message({ bankEntries: bankEntry({ amount }) }))[0]?.amount_minor).to.equal(expected)
    }
  })

  it('whatever is changed in a file, it is taken or refused with a sentence, and never anything else', () => {
    const bytes = utf8(good)
    const change = fc.record({ at: fc.nat(bytes.length - 1), length: fc.nat(12), put: fc.string({ maxLength: 12 }) })
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 4 }), (changes) => {
        let mutated = bytes
        for (const { at, length, put } of changes)
          mutated = Buffer.concat([mutated.subarray(0, at), utf8(put), mutated.subarray(at + length)])
        refusalOf(mutated)
      }),
      { seed: 53, numRuns: 1_500 },
    )
  })

  it('a long statement is read in little memory: entries are handed out as they come', () => {
    const reader = createCamt053Reader()
    const [start = '', end = ''] = camt053Message({ bankEntries: '@' }).split('@')
    const block = utf8(bankEntry({ details: transaction() }).repeat(50))
    let entries = 0
    let largest = 0
    const count = (events: readonly { kind: string }[]) => {
      entries += events.filter(({ kind }) => kind === 'bank_entry').length
      largest = Math.max(largest, events.length)
    }
    count(reader.write(utf8(start)))
    for (let index = 0; index < 200; index += 1) count(reader.write(block))
    count(reader.write(utf8(end)))
    count(reader.end())
    expect(entries).to.equal(10_000)
    expect(largest).to.be.below(100)
  })
})
