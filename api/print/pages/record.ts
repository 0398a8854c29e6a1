import { labelOf } from './labels.ts'
import { isRepeated, tableOf } from './lists/list.ts'
import {
  filledMembers,
  isMembers,
  isShort,
  type PageContext,
  type ShownMembers,
  shownMember,
  shownValue,
} from './shown-value.ts'

/** An answer about one thing: its members beside their labels, what is larger under a heading. One piece after the other. */
export function* shownRecord(members: ShownMembers, context: PageContext): Generator<string> {
  const there = filledMembers(members).filter(([name]) => !isRepeated([members], name))
  yield listOfMembers(
    there.filter(([, value]) => isShort(value)),
    members,
    context,
  )
  for (const [name, value] of there.filter(([, value]) => !isShort(value))) {
    yield `<section><h2>${labelOf(name, context.locale)}</h2>`
    if (Array.isArray(value) && value.every(isMembers))
      yield* tableOf(labelOf(name, context.locale), value, context, `t-${name}`)
    else if (isMembers(value)) yield listOfMembers(filledMembers(value), value, context)
    else yield `<p>${shownValue(name, value, context)}</p>`
    yield '</section>'
  }
}

function listOfMembers(
  there: readonly (readonly [string, unknown])[],
  members: ShownMembers,
  context: PageContext,
): string {
  const lines = there.map(
    ([name]) => `<dt>${labelOf(name, context.locale)}</dt><dd>${shownMember(name, members, context)}</dd>`,
  )
  return lines.length === 0 ? '' : `<dl>${lines.join('\n')}</dl>`
}
