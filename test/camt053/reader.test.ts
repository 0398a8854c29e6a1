import { expect } from 'chai'
import type { BankEntry } from '../../shared/camt053/bank-entry/bank-entry.ts'
import { incomingPayments } from '../../shared/camt053/bank-entry/incoming-payments.ts'
import { createBankMessageReader } from '../../shared/camt053/reader/bank-message-reader.ts'
import { CAMT053 } from '../../shared/camt053/reader/message-type.ts'
import { bankEntry, camt053Message, transaction } from './messages.ts'
import { bankEntriesOf, endOf, GOOD, readAll, utf8 } from './read-message.ts'

describe('camt.053 reader', () => {
  it('reads the same from pieces of any size', () => {
    const expected = bankEntriesOf(GOOD, 100_000)
    for (const piece of [1, 2, 3, 7, 64]) expect(bankEntriesOf(GOOD, piece)).to.deep.equal(expected)
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

  it('the currency is the attribute without a namespace, whatever others have its name', () => {
    const file = camt053Message({ bankEntries: bankEntry() }).replace(
      '<Amt Ccy="CHF">108.10',
      '<Amt x:Ccy="EUR" xmlns:x="q" Ccy="CHF">108.10',
    )
    expect(bankEntriesOf(file).map(({ currency }) => currency)).to.deep.equal(['CHF'])
  })

  it('numbers of the documents that are paid, and amounts that are no sums', () => {
    const details = `<TxDtls><AmtDtls><AnncdPstngAmt><Amt Ccy="CHF">9.00</Amt></AnncdPstngAmt>
      <PrtryAmt><Tp>IBS</Tp><Amt Ccy="EUR">7.00</Amt></PrtryAmt><PrtryAmt><Tp>FEE</Tp><Amt Ccy="CHF">1.00</Amt></PrtryAmt>
      </AmtDtls><RmtInf><Strd><RfrdDocInf><Tp><CdOrPrtry><Cd>CINV</Cd></CdOrPrtry></Tp><Nb>RE-77</Nb>
      <RltdDt>2026-03-01</RltdDt></RfrdDocInf><RfrdDocInf><Nb>RE-78</Nb><RltdDt><Dt>2026-03-02</Dt></RltdDt></RfrdDocInf>
      </Strd></RmtInf></TxDtls>`
    const file = camt053Message({ bankEntries: bankEntry({ details }) })
    const [read] = bankEntriesOf(file) as [BankEntry]
    expect(read.tx_details[0]?.referred_documents).to.deep.equal([
      { type: 'CINV', number: 'RE-77', date: '2026-03-01' },
      { type: null, number: 'RE-78', date: '2026-03-02' },
    ])
    expect(read.tx_details[0]?.amount_details).to.deep.equal({
      announced_posting: { amount_minor: 900n, currency: 'CHF' },
      proprietary: [
        { type: 'IBS', amount_minor: 700n, currency: 'EUR' },
        { type: 'FEE', amount_minor: 100n, currency: 'CHF' },
      ],
    })
    expect(read.tx_details[0]?.amount_minor).to.equal(null)
    expect(endOf(file)[0]?.sums_by_currency.get('CHF')?.booked_credits_minor).to.equal(10_810n)
    const [payment] = incomingPayments(read)
    expect(payment?.remittance_text).to.equal('RE-77\nRE-78')
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

  it('a long statement is read in little memory: entries are handed out as they come', () => {
    const reader = createBankMessageReader(CAMT053)
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
