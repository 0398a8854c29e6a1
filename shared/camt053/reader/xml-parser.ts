import { SaxesParser, type SaxesTagNS } from 'saxes'
import { Refusal } from '../refusal.ts'

/** Elements in the order of the file, by their local names. */
export type XmlHandler = {
  open(name: string, namespace: string, currency: string | null): void
  text(text: string): void
  close(): void
}

const MAX_DEPTH = 40
/** Characters without anything complete: longer than any text, and than any start tag. */
const MAX_UNFINISHED = 1_000_000
/** ISO 20022 knows a handful. The parser binds and compares all of a tag at once when it ends. */
const MAX_ATTRIBUTES = 100
/** Of names and values together: the parser keeps them until the element ends, and others are inside of it. */
const MAX_ATTRIBUTES_LENGTH = 10_000
/** ISO 20022 has names of some thirty characters. */
const MAX_NAME = 100
/** One more than a currency has. */
const MAX_CURRENCY = 4

/**
 * Parses the text of a file piece by piece. Document types are refused whole, so there are no entities that could grow
 * or reach out.
 *
 * @throws Refusal not_xml, document_type, too_deep, too_many, text_too_long
 */
export function createXmlParser(handler: XmlHandler) {
  const parser = createStrictParser()
  const nameOf = keepNames()
  let depth = 0
  // The parser keeps everything of which it has not yet seen the end, however long that is. Comments have no handler to
  // report that they have ended: with one more handler the parser's fields become a dictionary, and reading takes twice
  // as long.
  let unfinished = 0
  parser.on('opentag', ({ local, uri, attributes }) => {
    unfinished = 0
    requireSmall(attributes)
    depth += 1
    if (depth > MAX_DEPTH) throw new Refusal('too_deep', `The file nests elements more than ${MAX_DEPTH} deep.`)
    handler.open(nameOf(local), uri, currencyOf(attributes))
  })
  const onText = (text: string) => {
    unfinished = 0
    handler.text(alone(text))
  }
  parser.on('text', onText)
  parser.on('cdata', onText)
  parser.on('closetag', () => {
    unfinished = 0
    depth -= 1
    handler.close()
  })
  const write = (text: string) => {
    unfinished += text.length
    parser.write(text)
    if (unfinished > MAX_UNFINISHED) throw tooLong()
    // Of a tag that has not ended yet. A handler for attributes would cost as much as that for comments.
    // biome-ignore lint/complexity/useLiteralKeys: the parser keeps it to itself, and tells it to handlers only
    requireFew(parser['attribList'].length)
  }
  const end = (text: string) => {
    write(text)
    parser.close()
  }
  return { write, end }
}

function createStrictParser() {
  const parser = new SaxesParser({ xmlns: true, position: false })
  parser.on('error', (error) => {
    throw new Refusal('not_xml', `The file is not well-formed XML: ${error.message.replace(/\.+$/, '')}.`)
  })
  parser.on('doctype', () => {
    throw new Refusal('document_type', 'The file has a document type declaration (DTD). Send it without one.')
  })
  return parser
}

/** Attributes of ISO 20022 have no namespace; one with a prefix belongs to somebody else. */
function currencyOf(attributes: SaxesTagNS['attributes']): string | null {
  return attributes.Ccy?.value.slice(0, MAX_CURRENCY) ?? null
}

/**
 * V8 makes a text of thirteen characters and more that was cut out of another one by pointing there: a few of them would keep the
 * blocks of a whole file in memory. What is cut out of a text that was put together points to that one, which ends here.
 */
function alone(text: string): string {
  return ` ${text}`.slice(1)
}

/** So many of the names of a file are kept once; a message has some hundred. */
const MOST_NAMES = 1_000

/** @returns gives each name as one that keeps nothing else in memory */
function keepNames(): (name: string) => string {
  const names = new Map<string, string>()
  return (name) => {
    const known = names.get(name)
    if (known !== undefined) return known
    if (name.length > MAX_NAME)
      throw new Refusal('text_too_long', `The file has a name of more than ${MAX_NAME} characters.`)
    const own = alone(name)
    if (names.size < MOST_NAMES) names.set(own, own)
    return own
  }
}

function requireSmall(attributes: SaxesTagNS['attributes']): void {
  let count = 0
  let length = 0
  for (const name in attributes) {
    count += 1
    length += name.length + (attributes[name]?.value.length ?? 0)
  }
  requireFew(count)
  if (length > MAX_ATTRIBUTES_LENGTH)
    throw new Refusal(
      'text_too_long',
      `The file has a tag with attributes of more than ${MAX_ATTRIBUTES_LENGTH} characters.`,
    )
}

function requireFew(attributes: number): void {
  if (attributes > MAX_ATTRIBUTES)
    throw new Refusal('too_many', `The file has a tag of more than ${MAX_ATTRIBUTES} attributes.`)
}

function tooLong(): Refusal {
  return new Refusal('text_too_long', `The file has a text or tag of more than ${MAX_UNFINISHED} characters.`)
}
