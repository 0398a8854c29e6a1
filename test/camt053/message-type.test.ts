import { expect } from 'chai'
import { createMessageType } from '../../shared/camt053/reader/message-type.ts'
import { Refusal } from '../../shared/camt053/refusal.ts'

const NAMESPACE = 'urn:iso:std:iso:20022:tech:xsd:camt.053.001.08'

describe('message type', () => {
  const CAMT053: [name: string, namespace: string, version: string | null][] = [
    ['with its namespace', NAMESPACE, 'camt.053.001.08'],
    ['without a namespace', '', null],
    ['with another namespace', 'urn:x', null],
  ]
  for (const [name, namespace, version] of CAMT053) {
    it(`recognizes a camt.053 ${name}, in an envelope too`, () => {
      const messageType = createMessageType()
      for (const element of ['Envelope', 'Document']) messageType.open(element, '')
      expect(messageType.isCamt053()).to.equal(false)
      messageType.open('BkToCstmrStmt', namespace)
      messageType.open('CstmrCdtTrfInitn', 'urn:other')
      messageType.requireCamt053()
      expect([messageType.isCamt053(), messageType.version()]).to.deep.equal([true, version])
    })
  }

  it('takes an element for what it is, also where objects have a member of its name', () => {
    const messageType = createMessageType()
    for (const name of ['constructor', 'toString', '__proto__']) messageType.open(name, NAMESPACE)
    expect(messageType.isCamt053()).to.equal(false)
  })

  it('refuses another message by its name, and a file without any', () => {
    expect(() => createMessageType().open('BkToCstmrAcctRpt', NAMESPACE)).to.throw(Refusal, 'a camt.052')
    expect(() => createMessageType().requireCamt053()).to.throw(Refusal, 'no camt.053')
  })
})
