import { expect } from 'chai'
import type { Element } from '../../shared/camt053/element.ts'
import { createBankStatementAssembler } from '../../shared/camt053/reader/bank-statement-assembler.ts'
import { CAMT053 } from '../../shared/camt053/reader/message-type.ts'
import { Refusal } from '../../shared/camt053/refusal.ts'

const element = (name: string, ...content: readonly (string | Element)[]): Element => ({
  name,
  currency: name === 'Amt' ? 'CHF' : null,
  text: content.filter((part) => typeof part === 'string').join(''),
  children: content.filter((part) => typeof part !== 'string'),
})
const ACCOUNT = element('Acct', element('Id', element('IBAN', 'CH93 0076 2011 6238 5295 7')))
const bankStatement = (id: string, ...children: readonly Element[]) =>
  element('Stmt', element('Id', id), ACCOUNT, ...children)
const ntry = (amount: string, direction: string) =>
  element('Ntry', element('Amt', amount), element('CdtDbtInd', direction))
const balance = (type: string, amount: string) =>
  element('Bal', element('Tp', element('CdOrPrtry', element('Cd', type))), ...ntry(amount, 'CRDT').children)
const transaction = (id: string) => element('TxDtls', element('Refs', element('TxId', id)))

describe('assembler of bank statements', () => {
  it('reports the message, and of each bank statement the header, the bank entries and the end', () => {
    const { assembler, kept } = createAssembler()
    const first = bankStatement('S-1', balance('OPBD', '10'), balance('CLBD', '12.50'))
    assembler.addGroupHeader(element('GrpHdr', element('MsgId', 'M-1')))
    assembler.addBankEntry(ntry('5', 'CRDT'), first)
    assembler.addBankEntry(ntry('2.50', 'DBIT'), first)
    assembler.endBankStatement(first)
    assembler.endBankStatement(bankStatement('S-2'))
    const events = assembler.takeEvents().map((event) => {
      if (event.kind === 'message') return [event.kind, event.header.message_id, event.header.version]
      if (event.kind === 'bank_statement') return [event.kind, event.header.statement_id, event.header.account_iban]
      if (event.kind === 'bank_entry') return [event.kind, event.bankEntry.credit_debit, event.bankEntry.amount_minor]
      return [event.kind, event.end.entry_count, event.end.arithmetic.holds]
    })
    expect(events).to.deep.equal([
      ['message', 'M-1', 'camt.053.001.08'],
      ['bank_statement', 'S-1', 'CH9300762011623852957'],
      ['bank_entry', 'CRDT', 500n],
      ['bank_entry', 'DBIT', 250n],
      ['bank_statement_end', 2, true],
      ['bank_statement', 'S-2', 'CH9300762011623852957'],
      ['bank_statement_end', 0, null],
    ])
    expect(assembler.takeEvents()).to.deep.equal([])
    expect(kept).to.deep.equal(['bank_statement 1', 'currency 1', 'bank_statement 1', 'currency 0'])
  })

  it('gives transactions to the bank entry that ends after them', () => {
    const { assembler, kept } = createAssembler()
    assembler.addTransaction(transaction('a'))
    assembler.addTransaction(transaction('b'))
    assembler.addBankEntry(ntry('5', 'CRDT'), bankStatement('S-1'))
    assembler.addBankEntry(ntry('5', 'CRDT'), bankStatement('S-1'))
    const entries = assembler.takeEvents().flatMap((event) => (event.kind === 'bank_entry' ? [event.bankEntry] : []))
    expect(entries.map(({ tx_details }) => tx_details.map(({ tx_id }) => tx_id))).to.deep.equal([['a', 'b'], []])
    expect(kept).to.deep.equal(['transaction 1', 'transaction 1'])
  })

  it('takes the page of the message for a bank statement that has none', () => {
    const { assembler } = createAssembler()
    const page = [element('PgNb', '2'), element('LastPgInd', 'true')]
    assembler.addGroupHeader(element('GrpHdr', element('MsgPgntn', ...page)))
    assembler.endBankStatement(bankStatement('S-1'))
    const [, header] = assembler.takeEvents()
    expect(header).to.have.nested.property('header.page').that.deep.equals({ page: '2', last: true })
  })

  it('refuses a bank statement without an account and a message without a bank statement', () => {
    const { assembler } = createAssembler()
    expect(() => assembler.requireBankStatement())
      .to.throw(Refusal)
      .with.property('code', 'statement_missing')
    expect(() => assembler.endBankStatement(element('Stmt')))
      .to.throw(Refusal)
      .with.property('code', 'account_missing')
    assembler.endBankStatement(bankStatement('S-1'))
    expect(() => assembler.requireBankStatement()).not.to.throw()
  })
})

function createAssembler() {
  const kept: string[] = []
  const budget = { keep: (part: string, count = 1) => void kept.push(`${part} ${count}`) }
  return { assembler: createBankStatementAssembler(budget, CAMT053, () => 'camt.053.001.08'), kept }
}
