import { expect } from 'chai'
import type { Element } from '../../shared/camt053/element.ts'
import { createElementTree } from '../../shared/camt053/reader/element-tree.ts'
import { createMemoryBudget } from '../../shared/camt053/reader/memory-budget.ts'
import { Refusal } from '../../shared/camt053/refusal.ts'

/** A text, or an element: its name, then its children. */
type Node = string | readonly Node[]

const ENTRY: Node = ['Ntry', ['Amt', '1.00'], ['NtryDtls', ['TxDtls', ['Refs', 'a']], ['TxDtls', ['Refs', 'b']]]]

describe('element tree of a message', () => {
  it('hands on each part when it is complete, without the parts that went before', () => {
    const { feed, parts } = createTree()
    feed(['Document', ['GrpHdr', ['MsgId', 'M-1']], ['Stmt', ['Id', 'S-1'], ENTRY, ENTRY, ['Bal', ['Amt', '2.00']]]])
    const bankEntry = [
      'transaction TxDtls(Refs=a)',
      'transaction TxDtls(Refs=b)',
      'bank entry Ntry(Amt=1.00 NtryDtls) of Stmt',
    ]
    expect(parts).to.deep.equal([
      'group header GrpHdr(MsgId=M-1)',
      ...bankEntry,
      ...bankEntry,
      'bank statement Stmt(Id=S-1 Bal(Amt=2.00))',
    ])
  })

  it('takes elements for parts by their place, not by their name alone', () => {
    const { feed, parts } = createTree()
    feed(['Ntry', ['NtryDtls', ['TxDtls']]])
    feed(['Stmt', ['Frame', ['Ntry', ['NtryDtls', ['TxDtls']]]], ['NtryDtls', ['TxDtls']], ['Stmt', ['GrpHdr']]])
    expect(parts).to.deep.equal(['bank statement Stmt(Frame(Ntry(NtryDtls(TxDtls))) NtryDtls(TxDtls) Stmt(GrpHdr))'])
  })

  it('keeps the text of an element that has no others, in whatever pieces it comes', () => {
    const { feed, parts } = createTree()
    feed(['Stmt', '\n  ', ['Id', 'S', '-', '1'], '\n  ', ['FrToDt', ' ', ['FrDtTm', 'x'], ' '], '\n'])
    expect(parts).to.deep.equal(['bank statement Stmt(Id=S-1 FrToDt(FrDtTm=x))'])
  })

  it('needs no more room for many bank entries than for one', () => {
    const { feed, parts } = createTree(5_000)
    feed(['Stmt', ...Array.from({ length: 100 }, () => ENTRY)])
    expect(parts.length).to.equal(301)
  })

  it('refuses a bank entry that is larger than the budget, and a text without end', () => {
    const children = Array.from({ length: 30 }, (): Node => ['X'])
    expect(() => createTree(5_000).feed(['Stmt', ['Ntry', ...children]])).to.throw(Refusal, 'too large')
    const texts = Array.from({ length: 11 }, () => 'x'.repeat(10_000))
    expect(() => createTree().feed(['Stmt', ['Id', ...texts]])).to.throw(Refusal, 'text of a Id is longer')
  })
})

function createTree(max_bytes?: number) {
  const parts: string[] = []
  const tree = createElementTree(createMemoryBudget(max_bytes), 'Stmt', {
    addGroupHeader: (element) => parts.push(`group header ${written(element)}`),
    addTransaction: (element) => parts.push(`transaction ${written(element)}`),
    addBankEntry: (element, { name }) => parts.push(`bank entry ${written(element)} of ${name}`),
    endBankStatement: (element) => parts.push(`bank statement ${written(element)}`),
  })
  const feed = (node: Node) => {
    if (typeof node === 'string') return tree.text(node)
    const [name, ...children] = node
    tree.open(String(name), null)
    children.forEach(feed)
    tree.close()
  }
  return { feed, parts }
}

function written({ name, text, children }: Element): string {
  if (children.length > 0) return `${name}(${children.map(written).join(' ')})`
  return text ? `${name}=${text}` : name
}
