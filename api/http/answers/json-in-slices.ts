import { freeBuffer } from '../../../shared/process/free-buffer.ts'
import type { Slice } from '../admission/turns.ts'
import { WrittenList } from './json-bytes.ts'

/** So many elements may be large together: a list, or the lines of an entry. */
export const LONG = 50
/** Deeper values are small: a line of an entry of a list. */
const DEPTH = 4

export async function jsonInSlices(value: object, slice: Slice): Promise<string> {
  return (await jsonPartsInSlices(value, slice)).join('')
}

/**
 * JSON.stringify of an answer that may be large, with pauses between the elements of its long lists. What has no long list
 * is written by JSON.stringify itself, which is many times faster, and knows numbers that are written as text.
 *
 * @returns parts of the text, as bytes where they were written as such
 */
export async function jsonPartsInSlices(value: object, slice: Slice): Promise<(string | Buffer)[]> {
  const parts: (string | Buffer)[] = []
  await write(value, DEPTH)
  return parts

  async function write(part: unknown, depth: number): Promise<void> {
    if (part instanceof WrittenList) await takeWritten(part)
    else if (!hasLongList(part, depth)) parts.push(JSON.stringify(part))
    else if (Array.isArray(part)) await writeArray(part, depth)
    else await writeObject(part as object, depth)
  }

  async function writeArray(elements: readonly unknown[], depth: number): Promise<void> {
    let separator = '['
    for (const element of elements) {
      parts.push(separator)
      separator = ','
      if (hasLongList(element, depth - 1)) await write(element, depth - 1)
      else parts.push(JSON.stringify(element ?? null))
      if (slice.isOver()) await slice.next()
    }
    parts.push(']')
  }

  async function takeWritten({ pieces }: WrittenList): Promise<void> {
    parts.push('[')
    for (const piece of pieces) {
      parts.push(piece)
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
    parts.push('}')
  }
}

/** So many characters are made bytes in one go. */
const PIECE = 131_072

/**
 * A text of megabytes would be copied twice in one go: when it is put together, and when it is encoded. Parts that are made when they are
 * asked for become bytes at once: as texts, all of them would be copied from one place of the memory to the next by the collector.
 */
export async function bytesInSlices(parts: Iterable<string | Buffer>, slice: Slice): Promise<Buffer> {
  const pieces: Buffer[] = []
  let waiting: string[] = []
  let length = 0
  const encode = () => {
    pieces.push(Buffer.from(waiting.join('')))
    waiting = []
    length = 0
  }
  for (const part of parts) {
    if (typeof part === 'string') {
      waiting.push(part)
      length += part.length
      if (length >= PIECE) encode()
    } else {
      encode()
      pieces.push(part)
    }
    if (slice.isOver()) await slice.next()
  }
  encode()
  if (pieces.length === 1) return pieces[0] as Buffer
  return joined(pieces, slice)
}

/** Ten megabytes take as many milliseconds to copy: their memory is given to the process while it is written. */
async function joined(pieces: readonly Buffer[], slice: Slice): Promise<Buffer> {
  const all = Buffer.allocUnsafeSlow(pieces.reduce((sum, { length }) => sum + length, 0))
  let end = 0
  for (const piece of pieces) {
    end += piece.copy(all, end)
    freeBuffer(piece)
    await slice.pause()
  }
  return all
}

export function hasLongList(value: unknown, depth = DEPTH): boolean {
  if (depth === 0 || typeof value !== 'object' || value === null) return false
  if (value instanceof WrittenList) return true
  if (Array.isArray(value)) return value.length > LONG || value.some((element) => hasLongList(element, depth - 1))
  for (const name in value) if (hasLongList(value[name as keyof typeof value], depth - 1)) return true
  return false
}
