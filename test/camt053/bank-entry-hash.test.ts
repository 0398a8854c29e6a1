import { expect } from 'chai'
import type { BankEntry } from '../../shared/camt053/bank-entry/bank-entry.ts'
import { hashOfBankEntry } from '../../shared/camt053/bank-entry/canonical-bank-entry.ts'
import { bankEntry, camt053Message, IBAN, transaction } from './messages.ts'
import { bankEntriesOf, GOOD, utf8 } from './read-message.ts'

const hashOf = (text: string | Uint8Array) => bankEntriesOf(text).map((read) => hashOfBankEntry(IBAN, read, 1))

describe('hash of a bank entry', () => {
  it('the same bank entry has one hash, whatever version, prefix, envelope, blanks and encoding the file has', () => {
    const [expected] = hashOf(GOOD)
    const prefixed = GOOD.replace(/<(\/?)(?=[A-Z])/g, '<$1c:').replace('xmlns=', 'xmlns:c=')
    const enveloped = GOOD.replace(/<Document/, '<Envelope><AppHdr xmlns="urn:x"><Fr>a</Fr></AppHdr><Document').replace(
      '</Document>',
      '</Document></Envelope>',
    )
    const older = GOOD.replace('camt.053.001.08', 'camt.053.001.02')
      .replace('<Sts><Cd>BOOK</Cd></Sts>', '<Sts>BOOK</Sts>')
      .replace(/<Pty>|<\/Pty>/g, '')
    const variants: [string, Uint8Array][] = [
      ['prefix', utf8(prefixed)],
      ['envelope', utf8(enveloped)],
      ['version .02', utf8(older)],
      ['version .14', utf8(GOOD.replace('camt.053.001.08', 'camt.053.001.14'))],
      ['no namespace', utf8(GOOD.replace(/ xmlns="[^"]*"/, ''))],
      ['no blanks', utf8(GOOD.replace(/>\s+</g, '><'))],
      ['CDATA', utf8(GOOD.replace('<Nm>Müller &amp; Söhne</Nm>', '<Nm><![CDATA[Müller & Söhne]]></Nm>'))],
      ['comments', utf8(GOOD.replaceAll('<Ntry>', '<!-- x --><Ntry><?pi y?>'))],
      ['another statement', utf8(GOOD.replace('<Id>S-1</Id>', '<Id>S-2</Id>'))],
      ['a reference of the bank', utf8(GOOD.replace('<Ntry>', '<Ntry><NtryRef>9</NtryRef>'))],
      ['byte order mark', Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), utf8(GOOD)])],
      ['UTF-16 little endian', Buffer.from(`\ufeff${GOOD.replace('UTF-8', 'UTF-16')}`, 'utf16le')],
      ['UTF-16 big endian', Buffer.from(`\ufeff${GOOD.replace('UTF-8', 'UTF-16')}`, 'utf16le').swap16()],
      ['UTF-16 without mark', Buffer.from(GOOD.replace('UTF-8', 'UTF-16'), 'utf16le')],
      ['ISO-8859-1', Buffer.from(GOOD.replace('UTF-8', 'ISO-8859-1'), 'latin1')],
    ]
    for (const [name, bytes] of variants) expect(hashOf(bytes), name).to.deep.equal([expected])
  })

  it('bank entries of the first rule keep their hash', () => {
    const details =
      transaction({ amount: '40', reference: 'RF18539007547034' }) +
      transaction({ amount: '60', name: 'Zweite', unstructured: 'RG 7' })
    const file = camt053Message({
      bankEntries: bankEntry({ amount: '100', details }) + bankEntry({ text: 'Gebühr', direction: 'DBIT' }),
    })
    expect(bankEntriesOf(file).map((read) => hashOfBankEntry(IBAN, read, 1, 1))).to.deep.equal([
      '90466c8b05b99b7ca1a57a9bc27282fc549f39e68bb9a0735a5bae8f954c34d5',
      '9facf629bdb04d1b6543cd790d104fc3fd2036cda9508253d5fd53a22729aee5',
    ])
  })

  it('amounts of transactions, which older versions of the message leave out, change nothing', () => {
    const details = (...amounts: string[]) => amounts.map((amount) => transaction({ amount })).join('')
    const newer = camt053Message({ bankEntries: bankEntry({ amount: '100', details: details('40', '60') }) })
    const older = camt053Message({ bankEntries: bankEntry({ amount: '100', details: details('', '') }) })
    expect(hashOf(newer)).to.deep.equal(hashOf(older))
    const foreign = newer.replace('<Amt Ccy="CHF">40</Amt>', '<Amt Ccy="EUR">41</Amt>')
    expect(hashOf(foreign)).to.deep.equal(hashOf(older))
  })

  it('anything that makes it another bank entry changes the hash, and so does the occurrence', () => {
    const changed = [
      GOOD,
      GOOD.replace('108.10', '108.15'),
      GOOD.replace('CRDT', 'DBIT'),
      GOOD.replaceAll('2026-03-31', '2026-03-30'),
      GOOD.replace('Müller', 'Muller'),
      GOOD.replace('BOOK', 'PDNG'),
      GOOD.replace('<Sts>', '<RvslInd>true</RvslInd><Sts>'),
    ].map((text) => hashOf(text)[0])
    const [read] = bankEntriesOf(GOOD) as [BankEntry]
    expect(new Set([...changed, hashOfBankEntry(IBAN, read, 2), hashOfBankEntry('other', read, 1)]).size).to.equal(9)
  })
})
