import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'

const FUNCTIONS = join(import.meta.dirname, '../../../sql/functions/open-items-of-a-day')
/** Ten thousand items notice a function that is called for each of them, so what is open is written out where it is read. */
const COPIES = { 'items_open_on.sql': 1, '../open-item-spans/spans_open_on.sql': 1, 'open_items_behind.sql': 1 }

describe('what is open of an item on a day', () => {
  it('is written in the same words wherever items are read', () => {
    const found = Object.entries(COPIES).flatMap(([name, expected]) => {
      const text = readFileSync(join(FUNCTIONS, name), 'utf8').replace(/\s+/g, ' ')
      const copies = text.match(/coalesce\(open_amount_on\(.*? as base_open_minor/g) ?? []
      expect(copies, name).to.have.length(expected)
      expect(text.match(/open_amount_on\(/g), name).to.have.length(2 * expected)
      return copies
    })
    expect(new Set(found).size).to.equal(1)
  })
})
