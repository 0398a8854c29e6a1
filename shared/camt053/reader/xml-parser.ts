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

/**
 * Parses the text of a file piece by piece. Document types are refused whole, so there are no entities that could grow
 * or reach out.
 *
 * @throws Refusal not_xml, document_type, too_deep, too_many, text_too_long
 */
export function createXmlParser(handler: XmlHandler) {
  const parser = createStrictParser()
  let depth = 0
  // The parser keeps everything of which it has not yet seen the end, however long that is. Comments have no handler to
  // report that they have ended: with one more handler the parser's fields become a dictionary, and reading takes twice
  // as long.
  let unfinished = 0
  parser.on('opentag', ({ local, uri, attributes }) => {
    unfinished = 0
    requireFew(Object.keys(attributes).length)
    depth += 1
    if (depth > MAX_DEPTH) throw new Refusal('too_deep', `The file nests elements more than ${MAX_DEPTH} deep.`)
    handler.open(local, uri, currencyOf(attributes))
  })
  const onText = (text: string) => {
    unfinished = 0
    handler.text(text)
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
  return attributes.Ccy?.value ?? null
}

function requireFew(attributes: number): void {
  if (attributes > MAX_ATTRIBUTES)
    throw new Refusal('too_many', `The file has a tag of more than ${MAX_ATTRIBUTES} attributes.`)
}

function tooLong(): Refusal {
  return new Refusal('text_too_long', `The file has a text or tag of more than ${MAX_UNFINISHED} characters.`)
}
