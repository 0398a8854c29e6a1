import type { Slice } from '../admission/turns.ts'

/** Deeper values are small: a line of an entry of a list. */
const DEPTH = 4

/**
 * JSON.stringify of an answer that may be large, with pauses between the elements of its arrays.
 *
 * @param value without members that JSON leaves out
 */
export async function jsonInSlices(value: object, slice: Slice): Promise<string> {
  const parts: string[] = []
  await write(value, DEPTH)
  return parts.join('')

  async function write(part: unknown, depth: number): Promise<void> {
    if (depth === 0 || typeof part !== 'object' || part === null) parts.push(JSON.stringify(part))
    else if (Array.isArray(part)) await writeArray(part, depth)
    else await writeObject(part, depth)
  }

  async function writeArray(elements: readonly unknown[], depth: number): Promise<void> {
    parts.push('[')
    for (const [index, element] of elements.entries()) {
      if (index > 0) parts.push(',')
      await write(element, depth - 1)
      if (slice.isOver()) await slice.next()
    }
    parts.push(']')
  }

  async function writeObject(members: object, depth: number): Promise<void> {
    let separator = '{'
    for (const [name, member] of Object.entries(members)) {
      if (member === undefined) continue
      parts.push(`${separator}${JSON.stringify(name)}:`)
      separator = ','
      await write(member, depth - 1)
    }
    parts.push(separator === '{' ? '{}' : '}')
  }
}
