import { globSync, readFileSync } from 'node:fs'
import { expect } from 'chai'
import { RIGHTS } from '../../../shared/store/rights/rights.ts'

/** Processes run these: functions and triggers have their rights, but for those that have the rights of the owner. */
const TEXTS = ['api/**/*.ts', 'workers/**/*.ts', 'shared/**/*.ts', 'sql/functions/**/*.sql']
  .flatMap((pattern) => globSync(pattern))
  .map((file) => ({
    isSql: file.endsWith('.sql'),
    text: readFileSync(file, 'utf8').replaceAll(/(?<=\s)--[^\n]*/g, ''),
  }))
  .filter(({ isSql, text }) => !isSql || !text.includes('security definer'))

const UPDATE = /\bupdate\s+(\w+)(?:\s+(?:as\s+)?(?!set\b)\w+)?\s+set\s/g
const UPSERT = /\binsert\s+into\s+(\w+)(?:(?!\binsert\s+into\b)[^;])*?\bdo\s+update\s+set\s/g
/** Where a list of assignments ends. */
const END = /^(?:where|from|returning)\b/

describe('rights to change columns', () => {
  const changed = changedColumns()

  it('are found in statements, also in those of functions and upserts', () => {
    for (const column of ['intents.completed_at', 'open_items.closed_on', 'exchange_rates.rate_e8'])
      expect([...changed]).to.include(column)
    expect([...changed]).not.to.include('open_item_spans.closed_on')
  })

  for (const [table, right] of Object.entries(RIGHTS)) {
    const [, list] = /update \(([^)]*)\)/.exec(right) ?? []
    if (list)
      it(`${table}: a statement changes each column that may be changed`, () => {
        const unused = (list.match(/\w+/g) ?? []).filter((column) => !changed.has(`${table}.${column}`))
        expect(unused).to.deep.equal([])
      })
    else
      it(`${table}: no column may be changed`, () => {
        expect(right).not.to.include('update')
      })
  }
})

/** As `table.column`. */
function changedColumns(): ReadonlySet<string> {
  const found = new Set<string>()
  for (const { text } of TEXTS)
    for (const pattern of [UPDATE, UPSERT])
      for (const match of text.matchAll(pattern)) {
        const assignments = assignmentsAt(text, match.index + match[0].length)
        // A part of the list that depends on a value is another fragment of the same file.
        const parts = /^\s*\$\{/m.test(assignments) ? [assignments, ...fragmentsOf(text)] : [assignments]
        for (const column of parts.flatMap(columnsOf)) found.add(`${match[1]}.${column}`)
      }
  return found
}

function assignmentsAt(text: string, start: number): string {
  let depth = 0
  let at = start
  for (; at < text.length; at += 1) {
    const character = text.charAt(at)
    if ('([{'.includes(character)) depth += 1
    if (')]}'.includes(character)) depth -= 1
    const ends = '`;'.includes(character) || (/\s/.test(text.charAt(at - 1)) && END.test(text.slice(at, at + 10)))
    if (depth < 0 || (depth === 0 && ends && !/distinct\s$/.test(text.slice(at - 9, at)))) break
  }
  return text.slice(start, at)
}

function fragmentsOf(text: string): string[] {
  return [...text.matchAll(/sql\.fragment`([^`]*)/g)].map(([, fragment = '']) => fragment)
}

/** What stands before the equals signs that are in no brackets. */
function columnsOf(assignments: string): string[] {
  const columns: string[] = []
  let depth = 0
  let part = ''
  for (const character of `${assignments},`) {
    if ('([{'.includes(character)) depth += 1
    if (')]}'.includes(character)) depth -= 1
    if (character !== ',' || depth > 0) part += character
    else {
      const [, one, several = ''] = /^\s*(?:(\w+)|\(([\w\s,]+)\))\s*=/.exec(part) ?? []
      columns.push(...(one ? [one] : (several.match(/\w+/g) ?? [])))
      part = ''
    }
  }
  return columns
}
