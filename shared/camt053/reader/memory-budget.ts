import { Refusal } from '../refusal.ts'

/** Counts the memory of everything that is kept of a message. */
export type MemoryBudget = {
  addElement(): void
  addText(length: number): void
  dropText(length: number): void
  /** Room for something that has been read. It is checked when the elements that it was read from are replaced. */
  keep(part: 'transaction' | 'bank_statement' | 'currency', count?: number): void
  /** Everything that is kept. */
  bytes(): number
  mark(): Mark
  /** Counts the elements since the mark as read: they are dropped, and their contents are smaller than they were. */
  replaceElements(since: Mark): void
  /** Counts nothing since the mark any more: all of it has been handed out. */
  release(since: Mark): void
}
export type Mark = { readonly elements: number; readonly bytes: number }

/**
 * Memory for everything that is kept of a message at one moment: the headers and balances of its bank statements, and
 * one bank entry, which may have some 20,000 transactions. Without a bound, a hostile file of a few megabytes would take
 * gigabytes.
 */
const MAX_KEPT_BYTES = 48_000_000
/** Measured, about: an element of the tree, and the rest of it, of a transaction and of a bank statement after reading. */
const BYTES = { element: 200, read_element: 30, transaction: 1_000, bank_statement: 1_000, currency: 300 } as const

/** @throws Refusal too_large from everything that needs more room than there is */
export function createMemoryBudget(max_bytes = MAX_KEPT_BYTES): MemoryBudget {
  let elements = 0
  /** Bytes of everything but the elements of the tree. */
  let bytes = 0
  const total = () => elements * BYTES.element + bytes
  const requireRoom = () => {
    if (total() > max_bytes) throw tooLarge()
  }
  return {
    addElement() {
      elements += 1
      requireRoom()
    },
    addText(length) {
      bytes += length
      requireRoom()
    },
    dropText(length) {
      bytes -= length
    },
    keep(part, count = 1) {
      bytes += BYTES[part] * count
    },
    bytes: total,
    mark: () => ({ elements, bytes }),
    replaceElements(since) {
      bytes += (elements - since.elements) * BYTES.read_element
      elements = since.elements
      requireRoom()
    },
    release(since) {
      elements = since.elements
      bytes = since.bytes
    },
  }
}

function tooLarge(): Refusal {
  const message = 'A booking, or what the file says beside its bookings, is too large. Send it in several files.'
  return new Refusal('too_large', message)
}
