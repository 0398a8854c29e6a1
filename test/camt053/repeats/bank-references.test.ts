import { expect } from 'chai'
import { bankReferencesOf, compareReferences } from '../../../shared/camt053/repeats/bank-references.ts'
import { bankEntry, camt053Message } from '../messages.ts'
import { bankEntriesOf } from '../read-message.ts'

const referencesOf = (ref: string, uetr = '', of_transaction = '') => {
  const refs = (of_transaction && `<AcctSvcrRef>${of_transaction}</AcctSvcrRef>`) + (uetr && `<UETR>${uetr}</UETR>`)
  const file = camt053Message({
    bankEntries: bankEntry({ details: `<TxDtls><Refs>${refs}</Refs></TxDtls>` }).replace(
      '<NtryDtls>',
      `<AcctSvcrRef>${ref}</AcctSvcrRef><NtryDtls>`,
    ),
  })
  return bankEntriesOf(file).map(bankReferencesOf)[0] ?? []
}
const UETR = 'eb6305c9-1f7f-49de-aed0-16487c27b42d'
const OTHER = 'ab6305c9-1f7f-49de-aed0-16487c27b42e'

describe('references of the bank', () => {
  for (const none of ['NOTPROVIDED', 'nonref', '0', '0000', ' ', '-', 'Not Provided'])
    it(`"${none}" is none`, () => expect(referencesOf(none, '00000000-0000-0000-0000-000000000000')).to.deep.equal([]))

  type Case = [string, string[], string[], string]
  const CASES: Case[] = [
    ['equal ones are one', ['REF-A'], ['ref-a'], 'same'],
    ['different ones are two', ['REF-A'], ['REF-B'], 'different'],
    ['one and none tell nothing', ['REF-A'], ['NOTPROVIDED'], 'unknown'],
    ['none and none tell nothing', ['0'], ['NONREF'], 'unknown'],
    ['payments of one delivery share what the bank calls them', ['REF-A', UETR], ['REF-A', OTHER], 'different'],
    ['transactions of one delivery too', ['REF-A', '', 'T1'], ['REF-A', '', 'T2'], 'different'],
    ['another name for one payment contradicts itself', ['REF-A', UETR], ['REF-B', UETR], 'unknown'],
    ['a payment without a name for its bank entry', ['', UETR], ['REF-B', UETR], 'same'],
  ]
  for (const [name, [ref = '', uetr, tx], [ref2 = '', uetr2, tx2], expected] of CASES)
    it(`${name}: ${expected}`, () => {
      const [a, b] = [referencesOf(ref, uetr, tx), referencesOf(ref2, uetr2, tx2)]
      expect([compareReferences(a, b), compareReferences(b, a)]).to.deep.equal([expected, expected])
    })

  it('bank entries that are split differently are two', () => {
    const split = (...amounts: string[]) => {
      const details = amounts.map((amount) => `<TxDtls><Amt Ccy="CHF">${amount}</Amt></TxDtls>`).join('')
      const file = camt053Message({ bankEntries: bankEntry({ amount: '100', details }) })
      return bankEntriesOf(file).map(bankReferencesOf)[0] ?? []
    }
    expect(compareReferences(split('40', '60'), split('30', '70'))).to.equal('different')
    expect(compareReferences(split('40', '60'), split('60', '40'))).to.equal('unknown')
    expect(split('40', '61')).to.deep.equal([])
  })
})
