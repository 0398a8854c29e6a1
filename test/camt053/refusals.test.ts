import { expect } from 'chai'
import fc from 'fast-check'
import { boundParts } from '../../shared/camt053/reader/part-bounds.ts'
import { Refusal } from '../../shared/camt053/refusal.ts'
import { balance, bankEntry, camt053Message, transaction } from './messages.ts'
import { GOOD, readAll, utf8 } from './read-message.ts'

const tag = (name: string, length: number) => `<${name}>${'7'.repeat(length)}</${name}>`
const id = (inner: string, length: number) => (inner === '' ? tag('Id', length) : `<Id>${tag(inner, length)}</Id>`)
const other = (length: number) => `<Id><Othr>${tag('Id', length)}</Othr></Id>`
const attributes = (count: number, prefix = '') =>
  Array.from({ length: count }, (_, at) => `${prefix}a${at}="q"`).join(' ')
const pages = (length: number) => `<Id>S</Id><StmtPgntn>${tag('PgNb', length)}</StmtPgntn>`

/** Two texts, each of which could stand alone. */
const TEXTS = `${'x'.repeat(50_000)}</Ustrd><Ustrd>${'x'.repeat(50_000)}`
const withTexts = (details: string) => camt053Message({ bankEntries: bankEntry({ details, text: 'x'.repeat(20_000) }) })

/** Seven elements beside the transaction: its own, amount, direction, status, day in a frame, and the frame of transactions. */
const withTransaction = (inner: string) =>
  `<Ntry><Amt Ccy="CHF">1</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-03-31</Dt></BookgDt>
    <NtryDtls><TxDtls>${inner}</TxDtls></NtryDtls></Ntry>`

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

describe('camt.053 reader: refusals', () => {
  const REFUSED: [name: string, file: string | Uint8Array, code: string][] = [
    ['nothing', '', 'not_xml'],
    ['text', 'Datum;Betrag', 'not_xml'],
    ['truncated', GOOD.slice(0, -30), 'not_xml'],
    ['cut inside a tag', GOOD.slice(0, GOOD.indexOf('<Amt') + 3), 'not_xml'],
    ['not closed', GOOD.replace('</Stmt>', ''), 'not_xml'],
    ['an unknown entity', GOOD.replace('Müller', '&uuml;'), 'not_xml'],
    ['an unbound prefix', GOOD.replace('<Stmt>', '<x:Stmt>').replace('</Stmt>', '</x:Stmt>'), 'not_xml'],
    ['bytes that are no UTF-8', Buffer.from(GOOD, 'latin1'), 'not_xml'],
    ['text behind the document', `${GOOD}x`, 'not_xml'],
    ['a document type', GOOD.replace('<Document', '<!DOCTYPE Document><Document'), 'document_type'],
    [
      'an entity bomb',
      GOOD.replace('<Document', '<!DOCTYPE d [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><Document').replace(
        'Müller',
        '&b;',
      ),
      'document_type',
    ],
    [
      'an external entity',
      GOOD.replace('<Document', '<!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/passwd">]><Document').replace(
        'Müller',
        '&x;',
      ),
      'document_type',
    ],
    ['an unknown encoding', GOOD.replace('UTF-8', 'EBCDIC-X'), 'unknown_encoding'],
    ['another XML', '<?xml version="1.0"?><html><body/></html>', 'not_camt053'],
    ['camt.052', GOOD.replaceAll('BkToCstmrStmt', 'BkToCstmrAcctRpt'), 'not_camt053'],
    ['camt.054', GOOD.replaceAll('BkToCstmrStmt', 'BkToCstmrDbtCdtNtfctn'), 'not_camt053'],
    ['pain.001', GOOD.replaceAll('BkToCstmrStmt', 'CstmrCdtTrfInitn'), 'not_camt053'],
    ['no statement', GOOD.replace(/<Stmt>[\s\S]*<\/Stmt>/, ''), 'statement_missing'],
    ['no account', camt053Message({ bankAccount: '' }), 'account_missing'],
    ['no amount', GOOD.replace(/<Amt Ccy="CHF">108.10<\/Amt>/, ''), 'amount_garbled'],
    ['two points', GOOD.replace('108.10', '12..34'), 'amount_garbled'],
    ['a comma', GOOD.replace('108.10', '1250,00'), 'amount_garbled'],
    ['a thousands separator', GOOD.replace('108.10', "1'250.00"), 'amount_garbled'],
    ['a negative amount', GOOD.replace('108.10', '-108.10'), 'amount_garbled'],
    ['an exponent', GOOD.replace('108.10', '1e3'), 'amount_garbled'],
    ['a half Rappen', GOOD.replace('108.10', '108.105'), 'amount_garbled'],
    ['half a yen', camt053Message({ bankEntries: bankEntry({ currency: 'JPY', amount: '10.5' }) }), 'amount_garbled'],
    ['no currency', GOOD.replace(' Ccy="CHF"', ''), 'amount_garbled'],
    ['a garbled balance', camt053Message({ balances: balance('OPBD', '1.2.3') }), 'amount_garbled'],
    [
      'a garbled amount of a transaction',
      camt053Message({ bankEntries: bankEntry({ details: transaction({ amount: '1,00' }) }) }),
      'amount_garbled',
    ],
    ['no direction', GOOD.replace('<CdtDbtInd>CRDT</CdtDbtInd>', ''), 'direction_missing'],
    ['an unknown direction', GOOD.replace('CRDT', 'CREDIT'), 'direction_missing'],
    ['a day that is none', GOOD.replaceAll('2026-03-31', '2026-02-30'), 'date_garbled'],
    ['a currency of somebody else alone', GOOD.replace(' Ccy=', ' xmlns:q="q" q:Ccy='), 'amount_garbled'],
    ['an IBAN that no list can hold', camt053Message({ bankAccount: id('IBAN', 101) }), 'text_too_long'],
    ['an account that no list can hold', camt053Message({ bankAccount: other(101) }), 'text_too_long'],
    ['a long number of a statement', camt053Message({ header: id('', 141) }), 'text_too_long'],
    ['a long number of a page', camt053Message({ header: pages(36) }), 'text_too_long'],
    ['a long sequence number', camt053Message({ header: tag('ElctrncSeqNb', 36) }), 'text_too_long'],
    ['a long number of the message', GOOD.replace('M-1', 'M'.repeat(141)), 'text_too_long'],
    ['nested without end', camt053Message({ bankEntries: `<Ntry>${'<a>'.repeat(60)}` }), 'too_deep'],
    ['attributes without end', GOOD.replace('<Ntry>', `<Ntry ${attributes(90_000)}>`), 'too_many'],
    ['a hundred attributes and one', GOOD.replace('<Ntry>', `<Ntry ${attributes(101)}>`), 'too_many'],
    ['namespaces without end', GOOD.replace('<Ntry>', `<Ntry ${attributes(50_000, 'xmlns:')}>`), 'too_many'],
    ['a name without end', GOOD.replace('<Ntry>', `<Ntry><${'n'.repeat(101)}/>`), 'text_too_long'],
    ['a long attribute', GOOD.replace('<Ntry>', `<Ntry a="${'7'.repeat(10_001)}">`), 'text_too_long'],
    [
      'long attributes',
      GOOD.replace('<Ntry>', `<Ntry a="${'7'.repeat(5_000)}" b="${'7'.repeat(5_001)}">`),
      'text_too_long',
    ],
    ['texts of a transaction without end', withTexts(transaction({ unstructured: TEXTS })), 'text_too_long'],
    ['texts beside the transactions without end', withTexts(`<Btch>${tag('MsgId', 90_000)}</Btch>`), 'text_too_long'],
    ['a text without end', camt053Message({ bankEntries: bankEntry({ text: 'x'.repeat(200_000) }) }), 'text_too_long'],
  ]
  for (const [name, file, code] of REFUSED) it(`refuses ${name}: ${code}`, () => expect(refusalOf(file)).to.equal(code))

  it('names the field that is too long, and takes every length of ISO 20022 and more', () => {
    const long = (length: number) => readAll(utf8(camt053Message({ header: tag('Id', length) })))
    expect(() => long(141)).to.throw('Stmt/Id of the file has 141 characters, of at most 140.')
    expect(() => long(140)).not.to.throw()
    expect(refusalOf(camt053Message({ bankAccount: other(100) }))).to.equal('taken')
  })

  const FULL: readonly (readonly [part: string, file: (count: number) => string, most: number])[] = [
    ['a group header', (count) => GOOD.replace('</GrpHdr>', `${'<x/>'.repeat(count - 3)}</GrpHdr>`), 10_000],
    ['a transaction', (count) => camt053Message({ bankEntries: withTransaction('<x/>'.repeat(count - 1)) }), 10_000],
    [
      'a bank entry beside its transactions',
      (count) =>
        camt053Message({ bankEntries: withTransaction('').replace('</Ntry>', `${'<x/>'.repeat(count - 7)}</Ntry>`) }),
      25_000,
    ],
    [
      'a bank statement beside its bank entries',
      (count) => camt053Message({ balances: '<x/>'.repeat(count - 6) }),
      50_000,
    ],
  ]
  for (const [part, file, most] of FULL)
    it(`takes ${most} elements of ${part}, and not one more`, () => {
      expect(refusalOf(file(most))).to.equal('taken')
      expect(refusalOf(file(most + 1))).to.equal('too_many')
    })

  it('takes a hundred attributes of a tag', () => {
    expect(refusalOf(GOOD.replace('<Ntry>', `<Ntry ${attributes(100)}>`))).to.equal('taken')
  })

  it('takes names of a hundred characters', () => {
    expect(refusalOf(GOOD.replace('<Ntry>', `<Ntry><${'n'.repeat(100)}/>`))).to.equal('taken')
  })

  it('takes texts of many transactions that one could not have', () => {
    const details = transaction({ unstructured: TEXTS.slice(20_000) })
    expect(refusalOf(withTexts(details + details))).to.equal('taken')
  })

  it('takes ten million characters of a bank entry altogether, and not one more', () => {
    const texts = boundParts()
    texts.open('bank_statement', 'Stmt')
    texts.open('bank_entry', 'Ntry')
    for (let count = 0; count < 100; count += 1) {
      texts.open('transaction', 'TxDtls')
      texts.add(100_000)
      texts.close()
    }
    texts.open('transaction', 'TxDtls')
    expect(() => texts.add(1)).to.throw(Refusal, 'The texts of a Ntry, with its transactions, have more than 10000000')
  })

  it('a refusal is one sentence with one full stop', () => {
    expect(() => readAll(utf8('<a></b>'))).to.throw(/[^.]\.$/)
  })

  it('whatever is changed in a file, it is taken or refused with a sentence, and never anything else', () => {
    const bytes = utf8(GOOD)
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
})
