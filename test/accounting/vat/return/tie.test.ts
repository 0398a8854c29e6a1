import { expect } from 'chai'
import fc from 'fast-check'
import { type TaxAccount, tieOf } from '../../../../shared/accounting/vat/return/tie.ts'
import { vatReturnOf } from '../../../../shared/accounting/vat/return/vat-return.ts'
import { totalOfCode, WORKED_EXAMPLE } from './totals.ts'

const EFFECTIVE = { method: 'effective', activities: [], last_day: '2026-03-31' } as const

function account(account_code: string, recorded_minor: bigint, other_minor = 0n, opening_minor = 0n): TaxAccount {
  return { account_code, account_name: account_code, opening_minor, recorded_minor, other_minor }
}

const stepsOf = (tie: ReturnType<typeof tieOf>) =>
  tie.steps.map((step) => [step.kind, step.figure ?? step.account_code, step.amount_minor])

describe('the tie of a VAT return to the tax accounts', () => {
  it('is the tax of the worked example, where every record stands on an account', () => {
    const accounts = [
      account('1170', -16_200n),
      account('1171', -16_200n),
      account('1174', 324n - 500n),
      account('2200', 81_000n + 5_200n - 1_620n),
      account('2203', 8_100n),
    ]
    const tie = tieOf(vatReturnOf(WORKED_EXAMPLE, EFFECTIVE), [], accounts)
    expect(stepsOf(tie)).to.deep.equal([['payable_tax', null, 60_104n]])
    expect([tie.change_minor, tie.closing_minor, tie.is_explained]).to.deep.equal([60_104n, 60_104n, true])
  })

  it('has the Rappen of each line, transfers, tax not due yet, and what nothing explains', () => {
    const cents = Array.from({ length: 3 }, () => totalOfCode('V81', 7n, 1n))
    const vat_return = vatReturnOf([...cents, totalOfCode('K420', 0n, 50n), totalOfCode('K410', 0n, 20n)], EFFECTIVE)
    const not_due = [totalOfCode('V81', 100n, 8n), totalOfCode('M81', 100n, 8n), totalOfCode('VS81', 10n, 1n)]
    const accounts = [account('2200', 3n + 8n - 1n, -1_000n, 1_500n), account('1173', 50n - 20n - 8n)]
    const tie = tieOf(vat_return, not_due, accounts)
    expect(stepsOf(tie)).to.deep.equal([
      ['payable_tax', null, 32n],
      ['rounding', '303', 1n],
      ['not_due', null, -1n],
      ['other', '2200', -1_000n],
    ])
    expect([tie.opening_minor, tie.change_minor, tie.closing_minor]).to.deep.equal([1_500n, -968n, 532n])
    const wrong = tieOf(vat_return, not_due, [...accounts, account('2203', 5n)])
    expect(stepsOf(wrong).at(-1)).to.deep.equal(['unexplained', null, 5n])
    expect(wrong.is_explained).to.equal(false)
  })

  it('has tax at net rates, which is not booked with sales, and records without a line', () => {
    const activities = [{ activity_id: '10001', rate_bp: 620n, text: 'Beratung' }]
    const totals = [totalOfCode('V81', 10_810n, 0n, { activity_id: '10001' }), totalOfCode('M81', 100n, 8n)]
    const vat_return = vatReturnOf(totals, { method: 'net_tax_rate', activities, last_day: '2026-06-30' })
    const tie = tieOf(vat_return, [], [account('1170', -8n)])
    expect(stepsOf(tie)).to.deep.equal([
      ['payable_tax', null, 670n],
      ['net_tax_rate', null, -670n],
      ['not_in_return', null, -8n],
    ])
  })

  it('has tax that is owed without a registration, which no return has', () => {
    const shown = { ...totalOfCode('V81', 10_000n, 810n), direction: 'output_unregistered', form_figure: null } as const
    const vat_return = vatReturnOf([shown, totalOfCode('V81', 1_000n, 81n)], EFFECTIVE)
    expect([vat_return.without_place, vat_return.payable_minor]).to.deep.equal([[], 81n])
    expect(stepsOf(tieOf(vat_return, [], [account('2200', 891n)]))).to.deep.equal([
      ['payable_tax', null, 81n],
      ['not_in_return', null, 810n],
    ])
  })

  it('is explained whatever was recorded, and its steps are the change', () => {
    const record = fc
      .tuple(
        fc.constantFrom('V81', 'VS81', 'V26', 'M81', 'I26', 'B81', 'E100M', 'K410', 'K415', 'K420'),
        fc.bigInt({ min: -100_000n, max: 100_000n }),
        fc.bigInt({ min: -9_000n, max: 9_000n }),
      )
      .map(([code, base, tax]) => totalOfCode(code, base, tax))
    const isDeducted = /^(M|I|E|VS|K410)/
    fc.assert(
      fc.property(fc.array(record), fc.bigInt({ min: -9n, max: 9n }), (totals, other) => {
        const owed = totals.reduce(
          (sum, { tax_code, tax_minor }) => sum + (isDeducted.test(tax_code) ? -tax_minor : tax_minor),
          0n,
        )
        const tie = tieOf(vatReturnOf(totals, EFFECTIVE), [], [account('2200', owed, other)])
        expect(tie.is_explained).to.equal(true)
        expect(tie.steps.reduce((sum, { amount_minor }) => sum + amount_minor, 0n)).to.equal(tie.change_minor)
      }),
    )
  })
})
