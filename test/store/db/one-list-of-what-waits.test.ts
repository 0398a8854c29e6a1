import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { RULES } from '../../../shared/accounting/facts/blockers.ts'
import { FREED_BY } from '../../../shared/accounting/facts/freed-by.ts'
import { AWAITING_BLOCKERS } from '../../../shared/accounting/facts/open-items/awaiting-blockers.ts'

/** PostgreSQL takes a partial index only for a condition in its words, so the codes stand in three places. */
const PLACES = [
  ['the index', 'sql/schema.sql', /CREATE INDEX fact_states_unsaid ON [^\n]*blocker_codes && '\{([^}]*)\}'/],
  ['the query', 'shared/store/facts/find-awaited.ts', /isAwaiting = sql\.fragment`blocker_codes && '\{([^}]*)\}'/],
] as const

describe('one list of what waits', () => {
  for (const [name, path, pattern] of PLACES)
    it(`${name} has the blockers that a change of something named may remove, in one order`, () => {
      const codesIn = (text: string, found: RegExp) =>
        text
          .match(found)?.[1]
          ?.split(',')
          .map((code) => code.trim())
      const text = (file: string) => readFileSync(join(import.meta.dirname, '../../..', file), 'utf8')
      expect(codesIn(text(path), pattern)).to.have.members(AWAITING_BLOCKERS)
      expect(codesIn(text(path), pattern)).to.deep.equal(codesIn(text(PLACES[0][1]), PLACES[0][2]))
    })

  it('the table of what frees has each blocker once', () => {
    expect(Object.keys(FREED_BY).sort()).to.deep.equal(RULES.map(({ code }) => code).sort())
  })
})
