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
  const declared = Object.entries(namespaces).map(([prefix, uri]) => ` xmlns${prefix && `:${prefix}`}="${uri}"`)
  return `<?xml version="1.0" encoding="UTF-8"?>\n${written([name, content], declared.join(''), '')}`
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
