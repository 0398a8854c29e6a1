import { expect } from 'chai'
import type { Answers } from '../../../api/openapi/examples/story.ts'

/** Ids, cursors, hashes, secrets, tokens and instants: what differs each time that the story is played. */
const MADE_UP =
  /\bMII[\w+/]{400,}={0,2}|\bwhsec_[\w+/]{43}=|\bHB[0-7][0-9A-HJKMNP-TV-Z]{25}\b|\bbehind_[\w-]{64}(?![\w-])|\b[a-z]+_[0-7][0-9a-hjkmnp-tv-z]{25}\b|\b[0-9a-f]{64}\b|\b[0-9a-f]{16}\b|\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b|\b\d{4}-\d\d-\d\dT[\d:.]+Z/g

/** The same answer for every time that the story is played. */
export function anonymous(answer: unknown): unknown {
  return JSON.parse(JSON.stringify(answer).replace(MADE_UP, '…'))
}

export function translate(text: string, names: ReadonlyMap<string, string>): string {
  return text.replace(MADE_UP, (name) => names.get(name) ?? name)
}

/** What stands in the one answer where the other one has another id or hash; it has to be the same one everywhere. */
export function learn(names: Map<string, string>, from: unknown, to: unknown): void {
  const there = JSON.stringify(to).match(MADE_UP) ?? []
  for (const [index, here] of (JSON.stringify(from).match(MADE_UP) ?? []).entries()) {
    // Two instants may be the same once and differ by a millisecond the next time.
    if (/^\d{4}-\d\d-\d\dT/.test(here)) continue
    const name = there[index] as string
    expect(name, `what stands for ${here}`).to.equal(names.get(here) ?? name)
    names.set(here, name)
  }
}

/** New answers with the ids of the recorded ones, so that only what says something else differs from them. */
export function inTermsOf(recorded: Answers, answers: Answers): Answers {
  const names = new Map<string, string>()
  const settled = Object.entries(answers).map(([name, answer]) => {
    const before = recorded[name]
    const isSame = before !== undefined && JSON.stringify(anonymous(before)) === JSON.stringify(anonymous(answer))
    // Answers of two branches that were merged may name one thing by two ids; then the first one stays.
    if (!isSame || translate(JSON.stringify(answer), namesAfter(names, answer, before)) !== JSON.stringify(before))
      return [name, JSON.parse(translate(JSON.stringify(answer), names))]
    learn(names, answer, before)
    return [name, before]
  })
  return Object.fromEntries(settled)
}

/** The names that are known, and those that this answer would add. */
function namesAfter(names: ReadonlyMap<string, string>, answer: unknown, before: unknown): Map<string, string> {
  const there = JSON.stringify(before).match(MADE_UP) ?? []
  const here = JSON.stringify(answer).match(MADE_UP) ?? []
  return new Map([...here.map((name, index) => [name, there[index] as string] as const), ...names])
}
