import type { Element } from '../element.ts'
import { Refusal } from '../refusal.ts'
import type { Mark, MemoryBudget } from './memory-budget.ts'
import { boundParts, MOST_CHARACTERS, type Part, type PartBounds } from './part-bounds.ts'

/** Takes each part of a message when it is complete: a bank entry without its transactions, a bank statement without its bank entries. */
export type PartHandler = {
  addGroupHeader(groupHeader: Element): void
  addTransaction(transaction: Element): void
  addBankEntry(ntry: Element, bankStatement: Element): void
  endBankStatement(bankStatement: Element): void
}
/**
 * Builds a tree only of the group header and the bank statement that are being read, and drops each part after it.
 *
 * @param bankStatement the element of a bank statement, or of what has bank entries in its place
 */
export function createElementTree(budget: MemoryBudget, bankStatement: string, handler: PartHandler) {
  /** From the root of the tree to the element that is open. */
  const branch: Element[] = []
  /** The budget before each part that is open. */
  const marks: Mark[] = []
  const bounds = boundParts()
  return {
    open(name: string, currency: string | null): void {
      if (branch.length === 0 && name !== 'GrpHdr' && name !== bankStatement) return
      const parent = branch.at(-1)
      // Text between elements is indentation.
      if (parent) dropText(parent, budget, bounds)
      const element = { name, currency, text: '', children: [] }
      parent?.children.push(element)
      branch.push(element)
      const part = partAt(branch, bankStatement)
      if (part) {
        marks.push(budget.mark())
        bounds.open(part, name)
      }
      bounds.addElement()
      budget.addElement()
    },
    text(text: string): void {
      const element = branch.at(-1)
      if (!element) return
      appendText(element, text)
      budget.addText(text.length)
      bounds.add(text.length)
    },
    close(): void {
      const element = branch.at(-1)
      if (!element) return
      const part = partAt(branch, bankStatement)
      if (element.children.length > 0) bounds.drop(element.text.length)
      if (part) {
        closePart(part, branch, marks.pop() as Mark, budget, handler)
        bounds.close()
      }
      branch.pop()
      if (element.children.length > 0) element.text = ''
    },
  }
}

/** The part of the message that the open element is, by its place. */
function partAt(branch: readonly Element[], bankStatement: string): Part | null {
  switch (branch.length) {
    case 1:
      return branch[0]?.name === bankStatement ? 'bank_statement' : 'group_header'
    case 2:
      return branch[0]?.name === bankStatement && branch[1]?.name === 'Ntry' ? 'bank_entry' : null
    case 4:
      return branch[1]?.name === 'Ntry' && branch[2]?.name === 'NtryDtls' && branch[3]?.name === 'TxDtls'
        ? 'transaction'
        : null
    default:
      return null
  }
}

function dropText(element: Element, budget: MemoryBudget, bounds: PartBounds): void {
  budget.dropText(element.text.length)
  bounds.drop(element.text.length)
  element.text = ''
}

function appendText(element: Element, text: string): void {
  if (element.text.length + text.length > MOST_CHARACTERS)
    throw new Refusal('text_too_long', `The text of a ${element.name} is longer than ${MOST_CHARACTERS} characters.`)
  element.text += text
}

function closePart(part: Part, branch: readonly Element[], before: Mark, budget: MemoryBudget, handler: PartHandler) {
  const element = branch.at(-1) as Element
  switch (part) {
    case 'group_header':
      return handler.addGroupHeader(element)
    case 'transaction':
      handler.addTransaction(element)
      dropElement(branch)
      return budget.replaceElements(before)
    case 'bank_entry':
      handler.addBankEntry(element, branch[0] as Element)
      dropElement(branch)
      return budget.release(before)
    case 'bank_statement':
      handler.endBankStatement(element)
      return budget.replaceElements(before)
  }
}

/** The element that closes is the last child of its parent. */
function dropElement(branch: readonly Element[]): void {
  branch.at(-2)?.children.pop()
}
