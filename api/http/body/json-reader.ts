import { closeContainer, type JsonReading, openContainer, putValue, refuse, takeName } from './json-containers.ts'
import { CHARACTERS_PER_STEP, endOfNumber, endOfPiece, isExact, isStorable, NOT_STORABLE } from './json-tokens.ts'

/** So many tokens, or parts of long ones, are read before the clock is looked at. */
const STEPS_PER_LOOK = 64
const QUOTE = 0x22
const COMMA = 0x2c
const COLON = 0x3a
const OPEN_ARRAY = 0x5b
const CLOSE_ARRAY = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d
type Literal = readonly [text: string, value: boolean | null]
const LITERALS = new Map<number, Literal>([
  [0x74, ['true', true]],
  [0x66, ['false', false]],
  [0x6e, ['null', null]],
])

/** Reads JSON step by step, so that a large text is never read in one go. */
export function createJsonReader(text: string, most_values: number): JsonReading {
  return {
    text,
    at: 0,
    state: 'value',
    pieces: null,
    stack: [],
    top: null,
    values: 0,
    names: new Set(),
    most_values,
    unsafe: [],
    end: null,
  }
}

/**
 * Reads on until the text ends, something is wrong with it, or the time is over. JSON.parse would let duplicate names
 * pass and hide prototype names, fractions that a double cannot hold, and characters that PostgreSQL cannot store.
 *
 * @returns false when the time was over
 */
export function readOn(reading: JsonReading, isTimeOver: () => boolean): boolean {
  for (let steps = 1; reading.end === null; steps += 1) {
    if (reading.pieces || skipBlanks(reading)) step(reading, reading.text.charCodeAt(reading.at))
    if (steps % STEPS_PER_LOOK === 0 && reading.end === null && isTimeOver()) return false
  }
  return true
}

/** @returns false when there are more */
function skipBlanks(reading: JsonReading): boolean {
  const { text } = reading
  for (let count = 0; count < CHARACTERS_PER_STEP; count += 1) {
    const code = text.charCodeAt(reading.at)
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return true
    reading.at += 1
  }
  return false
}

/** Takes one token where its kind may stand. */
function step(reading: JsonReading, code: number): void {
  switch (reading.state) {
    case 'value':
      takeValue(reading, code)
      break
    case 'value or end':
      if (code === CLOSE_ARRAY) close(reading)
      else takeValue(reading, code)
      break
    case 'name or end':
      if (code === CLOSE_OBJECT) close(reading)
      else readName(reading, code)
      break
    case 'name':
      readName(reading, code)
      break
    case 'colon':
      if (code === COLON) advance(reading, 'value')
      else reading.end = 'syntax'
      break
    case 'comma or end':
      takeCommaOrEnd(reading, code)
      break
    case 'nothing':
      reading.end = reading.at < reading.text.length ? 'syntax' : 'complete'
  }
}

function takeValue(reading: JsonReading, code: number): void {
  if (!reading.pieces) reading.values += 1
  if (reading.values > reading.most_values) {
    refuse(reading, 'too_many', 'Send at most one value for every ten bytes in one body, or a thousand.')
  } else if (code === QUOTE || reading.pieces) takeString(reading)
  else if (code === OPEN_OBJECT || code === OPEN_ARRAY) openContainer(reading, code === OPEN_ARRAY)
  else if (LITERALS.has(code)) takeLiteral(reading, LITERALS.get(code) as Literal)
  else takeNumber(reading)
}

function takeString(reading: JsonReading): void {
  const text = readString(reading)
  if (text === null) reading.state = 'value'
  else if (text === undefined) reading.end = 'syntax'
  else if (isStorable(text)) putValue(reading, text)
  else refuse(reading, 'character', NOT_STORABLE)
}

function takeLiteral(reading: JsonReading, [word, value]: Literal): void {
  if (reading.text.startsWith(word, reading.at)) {
    reading.at += word.length
    putValue(reading, value)
  } else reading.end = 'syntax'
}

function takeNumber(reading: JsonReading): void {
  const { text, at } = reading
  const end = endOfNumber(text, at)
  const token = text.slice(at, end)
  if (token === '') reading.end = 'syntax'
  else if (isExact(token)) {
    reading.at = end
    putValue(reading, Number(token))
  } else refuse(reading, 'number', 'Write a whole number without fraction or exponent.')
}

function readName(reading: JsonReading, code: number): void {
  const name = code === QUOTE || reading.pieces ? readString(reading) : undefined
  if (name === null) reading.state = 'name'
  else if (name === undefined) reading.end = 'syntax'
  else takeName(reading, name)
}

/** @returns null while there is more of it; undefined for one without an end, with a bare control character or a wrong escape */
function readString(reading: JsonReading): string | null | undefined {
  const { text, pieces } = reading
  const from = pieces ? reading.at : reading.at + 1
  const { end, is_escaped, is_last } = endOfPiece(text, from)
  const piece = end === -1 ? undefined : unescaped(text.slice(from, end), is_escaped)
  if (piece === undefined) return undefined
  reading.at = is_last ? end + 1 : end
  if (is_last) {
    reading.pieces = null
    return pieces ? [...pieces, piece].join('') : piece
  }
  if (pieces) pieces.push(piece)
  else reading.pieces = [piece]
  return null
}

function unescaped(piece: string, is_escaped: boolean): string | undefined {
  if (!is_escaped) return piece
  try {
    return JSON.parse(`"${piece}"`) as string
  } catch {
    return undefined
  }
}

function takeCommaOrEnd(reading: JsonReading, code: number): void {
  const isArray = reading.top?.is_array
  if (code === COMMA) advance(reading, isArray ? 'value' : 'name')
  else if (code === (isArray ? CLOSE_ARRAY : CLOSE_OBJECT)) close(reading)
  else reading.end = 'syntax'
}

function close(reading: JsonReading): void {
  reading.at += 1
  closeContainer(reading)
}

function advance(reading: JsonReading, state: JsonReading['state']): void {
  reading.at += 1
  reading.state = state
}
