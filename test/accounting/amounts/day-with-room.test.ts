import { expect } from 'chai'
import { laterDayWithRoom } from '../../../shared/accounting/amounts/day-with-room.ts'

const from = (date: string, amount: number) => ({ date, amount_minor: BigInt(amount) })

describe('the first day on which an amount fits from then on', () => {
  const cases: [string, ReturnType<typeof from>[], number, string, string | null][] = [
    ['nothing was used', [], 100, '2026-04-02', null],
    ['used until a later day', [from('2026-04-02', -100), from('2026-04-09', 100)], 100, '2026-04-02', '2026-04-09'],
    ['on the day of giving back', [from('2026-04-02', -100), from('2026-04-09', 100)], 100, '2026-04-09', null],
    ['before it was used', [from('2026-04-02', -100), from('2026-04-09', 100)], 1, '2026-04-01', '2026-04-09'],
    ['a part that nobody used', [from('2026-04-02', -60), from('2026-04-09', 60)], 40, '2026-04-02', null],
    ['a Rappen more than that', [from('2026-04-02', -60), from('2026-04-09', 60)], 41, '2026-04-02', '2026-04-09'],
    ['taken and given back on one day', [from('2026-04-02', -100), from('2026-04-02', 100)], 100, '2026-04-02', null],
    [
      'used twice',
      [from('2026-04-02', -100), from('2026-04-05', 100), from('2026-04-07', -100), from('2026-04-09', 100)],
      100,
      '2026-04-05',
      '2026-04-09',
    ],
    [
      'between two uses',
      [from('2026-04-02', -60), from('2026-04-09', 60), from('2026-04-20', -60)],
      40,
      '2026-04-05',
      null,
    ],
  ]
  for (const [title, changes, wanted, day, expected] of cases)
    it(title, () => {
      expect(laterDayWithRoom(100n, changes, BigInt(wanted), day)).to.equal(expected)
    })
})
