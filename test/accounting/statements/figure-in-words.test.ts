import { expect } from 'chai'
import { checkRecorded } from '../../../shared/accounting/statements/checks/check-books.ts'
import { figureInWords } from '../../../shared/accounting/statements/checks/figure-in-words.ts'

const FIGURE = {
  check: 'open_items_equal_control_accounts',
  account_code: '1101',
  currency: null,
  expected_minor: 0n,
  found_minor: 0n,
  unassigned_minor: null,
  is_from_before: false,
  subject: null,
} as const

function inWords(figure: Partial<Record<'expected_minor' | 'unassigned_minor', bigint>>): string {
  const [result] = checkRecorded([{ ...FIGURE, ...figure }]).filter(({ check }) => check === FIGURE.check)
  const [compared] = result?.figures ?? []
  return result && compared ? figureInWords(result, compared, 'CHF') : ''
}

describe('a figure of a check in words', () => {
  it('names both amounts where they differ', () => {
    expect(inWords({ expected_minor: 70_000n })).to.include(': expected CHF 700.00, found CHF 0.00, account 1101. ')
  })

  it('names what stands on older lines, which may be all that is too much', () => {
    expect(inWords({ unassigned_minor: 70_000n })).to.include(
      ': expected CHF 0.00, found CHF 0.00 and CHF 700.00 on lines older than open items, account 1101. ',
    )
  })
})
