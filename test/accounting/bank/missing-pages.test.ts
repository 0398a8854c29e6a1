import { expect } from 'chai'
import { missingPagesOf } from '../../../shared/accounting/bank/missing-pages.ts'

describe('pages of a bank statement that are missing', () => {
  const CASES: readonly (readonly [pages: string, missing: string])[] = [
    ['1 2 3.', ''],
    ['3. 1 2', ''],
    ['1 3.', '2'],
    ['3.', '1-2'],
    ['1', '2-'],
    ['1 4', '2-3 5-'],
    ['1.', ''],
    // Divided anew: the longest division counts.
    ['1 2 3. 1 2.', ''],
    ['1 2. 1 2 3', '4-'],
    ['1 2. 1 2 3 4.', ''],
  ]
  for (const [given, missing] of CASES)
    it(`${given}: ${missing || 'none'}`, () => {
      const pages = given.split(' ').map((page) => ({
        page: { number: page.replace('.', ''), is_last: page.endsWith('.') },
      }))
      const found = missingPagesOf([...pages, { page: null }]).map(({ from, to }) =>
        from === to ? `${from}` : `${from}-${to ?? ''}`,
      )
      expect(found.join(' ')).to.equal(missing)
    })
})
