import { expect } from 'chai'
import { CAMT053, CAMT054, createMessageType } from '../../shared/camt053/reader/message-type.ts'
import { Refusal } from '../../shared/camt053/refusal.ts'

const NAMESPACE = 'urn:iso:std:iso:20022:tech:xsd:camt.053.001.08'

describe('message type', () => {
  const NAMESPACES: [name: string, namespace: string, version: string | null][] = [
    ['with its namespace', NAMESPACE, 'camt.053.001.08'],
    ['without a namespace', '', null],
    ['with another namespace', 'urn:x', null],
  ]
  for (const [name, namespace, version] of NAMESPACES) {
    it(`recognizes a camt.053 ${name}, in an envelope too`, () => {
      const messageType = createMessageType(CAMT053)
      for (const element of ['Envelope', 'Document']) messageType.open(element, '')
      expect(messageType.isHere()).to.equal(false)
      messageType.open('BkToCstmrStmt', namespace)
      messageType.open('CstmrCdtTrfInitn', 'urn:other')
      messageType.requireMessage()
      expect([messageType.isHere(), messageType.version()]).to.deep.equal([true, version])
    })
  }

  it('takes an element for what it is, also where objects have a member of its name', () => {
    const messageType = createMessageType(CAMT053)
    for (const name of ['constructor', 'toString', '__proto__']) messageType.open(name, NAMESPACE)
    expect(messageType.isHere()).to.equal(false)
  })

  it('refuses another message by its name, and a file without any', () => {
    expect(() => createMessageType(CAMT053).open('BkToCstmrAcctRpt', NAMESPACE)).to.throw(Refusal, 'a camt.052')
    expect(() => createMessageType(CAMT053).requireMessage()).to.throw(Refusal, 'no camt.053')
  })

  it('reads a camt.054 where that is asked for, and refuses each for the other', () => {
    const messageType = createMessageType(CAMT054)
    messageType.open('BkToCstmrDbtCdtNtfctn', 'urn:iso:std:iso:20022:tech:xsd:camt.054.001.04')
    expect([messageType.isHere(), messageType.version()]).to.deep.equal([true, 'camt.054.001.04'])
    const otherwise = () => createMessageType(CAMT054).open('BkToCstmrStmt', NAMESPACE)
    expect(otherwise).to.throw(Refusal, 'a camt.053 (bank to customer statement). Send a camt.054')
    expect(() => createMessageType(CAMT053).open('BkToCstmrDbtCdtNtfctn', '')).to.throw(Refusal, 'a camt.054')
    expect(() => createMessageType(CAMT054).requireMessage()).to.throw(Refusal, 'no camt.054')
  })
})
