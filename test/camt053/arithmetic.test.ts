import { expect } from 'chai'
import { balance, camt053Message } from './messages.ts'
import { endOf } from './read-message.ts'

describe('camt.053 balances and bank entries', () => {
  const ARITHMETIC: [name: string, balances: string, holds: boolean | null, difference: bigint | null][] = [
    ['holds', balance('OPBD', '100.00') + balance('CLBD', '208.10'), true, 0n],
    ['holds from an overdraft', balance('OPBD', '108.10', 'DBIT') + balance('CLBD', '0'), true, 0n],
    ['with PRCD as opening', balance('PRCD', '0') + balance('CLBD', '108.10') + balance('CLAV', '1'), true, 0n],
    ['is off by a Rappen', balance('OPBD', '100.00') + balance('CLBD', '208.11'), false, -1n],
    [
      'takes the final balances, wherever those of pages in between stand',
      balance('OPBD', '7', 'CRDT', 'CHF', 'INTM') +
        balance('OPBD', '100') +
        balance('CLBD', '150', 'CRDT', 'CHF', 'INTM') +
        balance('CLBD', '208.10') +
        balance('CLBD', '160', 'CRDT', 'CHF', 'INTM'),
      true,
      0n,
    ],
    [
      'takes balances of a page where there are no others',
      balance('OPBD', '100', 'CRDT', 'CHF', 'INTM') + balance('CLBD', '208.10', 'CRDT', 'CHF', 'INTM'),
      true,
      0n,
    ],
    ['cannot be asked without closing', balance('OPBD', '100.00'), null, null],
    ['cannot be asked in two currencies', balance('OPBD', '1') + balance('CLBD', '1', 'CRDT', 'EUR'), null, null],
  ]
  for (const [name, balances, holds, difference] of ARITHMETIC) {
    it(`arithmetic ${name}`, () => {
      const [end] = endOf(camt053Message({ balances }))
      expect([end?.arithmetic.holds, end?.arithmetic.difference_minor]).to.deep.equal([holds, difference])
      expect(end?.arithmetic.reason === null).to.equal(holds === true)
    })
  }

  it('says in words why it does not hold', () => {
    const [end] = endOf(camt053Message({ balances: balance('OPBD', '100.00') + balance('CLBD', '200.00') }))
    expect(end?.arithmetic.reason).to.equal(
      'The opening balance CHF 100.00 plus booked credits CHF 108.10 minus booked debits CHF 0.00 is CHF 208.10, ' +
        'but the closing balance is CHF 200.00: a difference of CHF 8.10, by which it is less.',
    )
  })
})
