import { expect } from 'chai'
import { createMemoryBudget, type MemoryBudget } from '../../shared/camt053/reader/memory-budget.ts'
import { Refusal } from '../../shared/camt053/refusal.ts'

const elements = (budget: MemoryBudget, count: number) => {
  for (let index = 0; index < count; index += 1) budget.addElement()
}

describe('memory budget of a message', () => {
  it('takes elements and texts up to its limit, and refuses the next byte', () => {
    const budget = createMemoryBudget(1_000)
    elements(budget, 4)
    budget.addText(200)
    expect(() => budget.addText(1))
      .to.throw(Refusal, 'too large')
      .with.property('code', 'too_large')
  })

  it('has the room of dropped texts again', () => {
    const budget = createMemoryBudget(1_000)
    budget.addText(1_000)
    budget.dropText(300)
    budget.addText(300)
    expect(() => budget.addText(1)).to.throw(Refusal)
  })

  it('counts replaced elements as the smaller contents that were read from them', () => {
    const budget = createMemoryBudget(1_000)
    const before = budget.mark()
    elements(budget, 5)
    budget.replaceElements(before)
    elements(budget, 4)
    budget.addText(50)
    expect(() => budget.addText(1)).to.throw(Refusal)
  })

  it('checks what is kept together with the elements that it replaces', () => {
    const budget = createMemoryBudget(1_000)
    const before = budget.mark()
    elements(budget, 5)
    budget.keep('transaction')
    expect(() => budget.replaceElements(before)).to.throw(Refusal)
  })

  it('counts nothing any more of what has been handed out', () => {
    const budget = createMemoryBudget(1_000)
    const before = budget.mark()
    for (let round = 0; round < 10; round += 1) {
      elements(budget, 4)
      budget.addText(200)
      budget.keep('currency', 3)
      budget.release(before)
    }
    elements(budget, 5)
    expect(() => budget.addElement()).to.throw(Refusal)
  })
})
