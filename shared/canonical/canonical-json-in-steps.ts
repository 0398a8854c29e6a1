import { Canonical, type CanonicalValue, canonicalJson, canonicalName, sorted } from './canonical-json.ts'

/** An array or object being written: the names of its members, and the texts of those that are done. */
type Written = {
  readonly value: { readonly [key: string]: CanonicalValue | undefined }
  readonly names: readonly string[] | null
  readonly length: number
  readonly texts: string[]
  at: number
}
const MEMBERS_PER_STEP = 64

/** The same text, made in steps, for values of which others would feel the time. Yields after every step. */
export function* canonicalJsonInSteps(value: CanonicalValue): Generator<undefined, string> {
  if (!isContainer(value)) return canonicalJson(value)
  const stack = [written(value)]
  for (let members = 1; ; members += 1) {
    if (members % MEMBERS_PER_STEP === 0) yield
    const top = stack.at(-1) as Written
    if (top.at === top.length) {
      stack.pop()
      const text = textOf(top)
      if (stack.length === 0) return text
      addTo(stack.at(-1) as Written, text)
      continue
    }
    const member = top.value[top.names ? (top.names[top.at] as string) : top.at]
    if (member === undefined) top.at += 1
    else if (isContainer(member)) stack.push(written(member))
    else addTo(top, canonicalJson(member))
  }
}

function isContainer(value: CanonicalValue): value is readonly CanonicalValue[] | { readonly [key: string]: never } {
  return typeof value === 'object' && value !== null && !(value instanceof Canonical)
}

function written(value: readonly CanonicalValue[] | { readonly [key: string]: CanonicalValue | undefined }): Written {
  const names = Array.isArray(value) ? null : sorted(Object.keys(value))
  const length = names ? names.length : (value as readonly CanonicalValue[]).length
  return { value: value as Written['value'], names, length, texts: [], at: 0 }
}

function addTo(parent: Written, text: string): void {
  const { names, at } = parent
  parent.texts.push(names ? canonicalName(names[at] as string) + text : text)
  parent.at += 1
}

function textOf({ names, texts }: Written): string {
  return names ? `{${texts.join(',')}}` : `[${texts.join(',')}]`
}
