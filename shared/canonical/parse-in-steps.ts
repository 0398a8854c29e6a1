/** So many characters are parsed in one go: some tenths of a millisecond. */
const PIECE = 32_768

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c]
const [OPENING_BRACKET, CLOSING_BRACKET, OPENING_BRACE, CLOSING_BRACE] = [0x5b, 0x5d, 0x7b, 0x7d]
const SEPARATORS = new Set([' ', ',', ':', '\n'])

type Reviver = Parameters<typeof JSON.parse>[1]

/**
 * JSON.parse in steps, of a text that PostgreSQL or this service has written. Of a list or an object that is longer than a piece,
 * as many elements are parsed at a time as are one. Yields after each of them.
 *
 * @param reviver sees each value with its name, as ever, but not the lists and objects that are longer than a piece
 */
export function* parseInSteps(text: string, reviver?: Reviver): Generator<undefined, unknown> {
  return text.length <= PIECE ? JSON.parse(text, reviver) : yield* new LongText(text, reviver).value()
}

class LongText {
  private readonly text: string
  private readonly reviver: Reviver
  private at = 0

  constructor(text: string, reviver: Reviver) {
    this.text = text
    this.reviver = reviver
    this.skipSeparators()
  }

  /** One that is no part of a piece. */
  *value(): Generator<undefined, unknown> {
    const opening = this.text.charCodeAt(this.at)
    if (opening === OPENING_BRACKET) return yield* this.list()
    if (opening === OPENING_BRACE) return yield* this.object()
    return this.string()
  }

  private *list(): Generator<undefined, unknown[]> {
    const elements: unknown[] = []
    for (this.step(); this.text.charCodeAt(this.at) !== CLOSING_BRACKET; this.skipSeparators()) {
      const piece = this.piece()
      if (piece === null) elements.push(yield* this.value())
      else elements.push(...(JSON.parse(`[${piece}]`, this.reviver) as unknown[]))
      yield
    }
    this.at += 1
    return elements
  }

  private *object(): Generator<undefined, object> {
    const members: [string, unknown][] = []
    for (this.step(); this.text.charCodeAt(this.at) !== CLOSING_BRACE; this.skipSeparators()) {
      const piece = this.piece()
      if (piece === null) members.push([this.name(), yield* this.value()])
      else members.push(...Object.entries(JSON.parse(`{${piece}}`, this.reviver) as object))
      yield
    }
    this.at += 1
    return Object.fromEntries(members)
  }

  private step(): void {
    this.at += 1
    this.skipSeparators()
  }

  private name(): string {
    const name = this.string()
    this.skipSeparators()
    return name
  }

  private string(): string {
    const from = this.at
    this.at = endOfString(this.text, from)
    return JSON.parse(this.text.slice(from, this.at))
  }

  /** Whole elements or members that are a piece together, or one that is a little longer; null where the next one is too long. */
  private piece(): string | null {
    const from = this.at
    this.at = endOfPiece(this.text, from)
    return this.at === from ? null : this.text.slice(from, this.at)
  }

  private skipSeparators(): void {
    while (SEPARATORS.has(this.text[this.at] as string)) this.at += 1
  }
}

/** `from` where not even the first element ends within a piece. */
function endOfPiece(text: string, from: number): number {
  let depth = 0
  let end = from
  for (let at = from; at < from + PIECE; at += 1) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = endOfString(text, at) - 1
    else if (code === OPENING_BRACKET || code === OPENING_BRACE) depth += 1
    else if (code === CLOSING_BRACKET || code === CLOSING_BRACE) {
      if (depth === 0) return at
      depth -= 1
    } else if (code === COMMA && depth === 0) end = at
    else if (Number.isNaN(code)) throw new SyntaxError('The JSON has no end.')
  }
  return end
}

/** Behind the quotation mark that ends the string that begins at `from`. */
function endOfString(text: string, from: number): number {
  for (let end = text.indexOf('"', from + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let first = end
    while (text.charCodeAt(first - 1) === BACKSLASH) first -= 1
    if ((end - first) % 2 === 0) return end + 1
  }
  throw new SyntaxError('The JSON has no end.')
}
