/** An element with its text, or with the elements inside it. Its attributes are codes, which need no escape. */
export type XmlElement = readonly [
  name: string,
  content: string | readonly XmlElement[],
  attributes?: Readonly<Record<string, string>>,
]

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
/** What an XML document may not have: controls, halves of a character, and two codes that are none. */
const UNWRITABLE = /[\p{Cc}\p{Cs}\ufffe\uffff]/gu

/** An XML document, indented; the namespaces stand on its root, the default one under the name ''. */
export function writeXml([name, content]: XmlElement, namespaces: Readonly<Record<string, string>>): string {
  return `${DECLARATION}${written([name, content], declared(namespaces), '')}`
}

/** The same document in pieces, so that other work comes in between: these go around elements, which go around others. */
export function* aroundXml(
  names: readonly string[],
  namespaces: Readonly<Record<string, string>>,
  inside: (depth: number) => Generator<string>,
): Generator<string> {
  const [root = '', ...others] = names
  yield `${DECLARATION}<${root}${declared(namespaces)}>\n`
  yield* aroundElements(others, 1, inside)
  yield `</${root}>\n`
}

export function* aroundElements(
  names: readonly string[],
  depth: number,
  inside: (depth: number) => Generator<string>,
): Generator<string> {
  const [name, ...others] = names
  if (name === undefined) {
    yield* inside(depth)
    return
  }
  const indent = '  '.repeat(depth)
  yield `${indent}<${name}>\n`
  yield* aroundElements(others, depth + 1, inside)
  yield `${indent}</${name}>\n`
}

/** An element of a document that is written in pieces. */
export function writeElement(element: XmlElement, depth: number): string {
  return written(element, attributesOf(element), '  '.repeat(depth))
}

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'

function declared(namespaces: Readonly<Record<string, string>>): string {
  return Object.entries(namespaces)
    .map(([prefix, uri]) => ` xmlns${prefix && `:${prefix}`}="${uri}"`)
    .join('')
}

/** The element where it is wanted. */
export function optional(isWanted: boolean, element: XmlElement): XmlElement[] {
  return isWanted ? [element] : []
}

/** Text as an xs:token has it: blanks one by one, and nothing that XML cannot write. */
export function tokenOf(text: string): string {
  return text
    .replace(/[\t\n\r ]+/g, ' ')
    .replace(UNWRITABLE, '')
    .trim()
}

function written([name, content]: XmlElement, attributes: string, indent: string): string {
  if (typeof content === 'string') return `${indent}<${name}${attributes}>${escaped(tokenOf(content))}</${name}>\n`
  const inside = content.map((element) => written(element, attributesOf(element), `${indent}  `))
  return `${indent}<${name}${attributes}>\n${inside.join('')}${indent}</${name}>\n`
}

function attributesOf([, , attributes = {}]: XmlElement): string {
  return Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${value}"`)
    .join('')
}

function escaped(text: string): string {
  return text.replace(/[&<>]/g, (sign) => ENTITIES[sign] ?? '')
}
