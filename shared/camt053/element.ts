import { Refusal } from './refusal.ts'

/** One XML element by its local name; names of namespaces and prefixes do not matter. */
export type Element = {
  readonly name: string
  readonly currency: string | null
  text: string
  readonly children: Element[]
}

/** The first element along a path of local names. */
export function find(element: Element | undefined, ...path: readonly string[]): Element | undefined {
  let found = element
  for (const name of path) found = found?.children.find((child) => child.name === name)
  return found
}

export function findAll(element: Element | undefined, ...path: readonly string[]): Element[] {
  const [name, ...rest] = path
  const children = (element?.children ?? []).filter((child) => child.name === name)
  return rest.length === 0 ? children : children.flatMap((child) => findAll(child, ...rest))
}

/** Text with the blanks at its ends cut off; null where there is none. */
export function textOf(element: Element | undefined, ...path: readonly string[]): string | null {
  return find(element, ...path)?.text.trim() || null
}

/**
 * Text that is kept for looking up and for lists.
 *
 * @param max_length generous: banks use more than the 34 to 140 characters of ISO 20022
 * @throws Refusal text_too_long
 */
export function shortText(element: Element | undefined, max_length: number, ...path: readonly string[]): string | null {
  const text = textOf(element, ...path)
  if (text === null || text.length <= max_length) return text
  const field = `${element?.name}/${path.join('/')}`
  throw new Refusal('text_too_long', `${field} of the file has ${text.length} characters, of at most ${max_length}.`)
}

/** The text of the first path that has one: versions of the message put the same thing at different places. */
export function firstText(element: Element | undefined, ...paths: readonly (readonly string[])[]): string | null {
  for (const path of paths) {
    const text = textOf(element, ...path)
    if (text !== null) return text
  }
  return null
}
