import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { bankEntry, camt053Message } from '../../../camt053/messages.ts'
import { findings } from '../../../support/books.ts'
import { countsOf, entriesOf } from '../imports-of.ts'

const DAY = '2026-03-04'
const [FIRST, SECOND] = ['eb6305c9-1f7f-49de-aed0-16487c27b401', 'eb6305c9-1f7f-49de-aed0-16487c27b402']

/** What a bank says of a booking beside its amount. */
type Said = {
  readonly ref?: string
  readonly uetr?: string
  readonly endToEnd?: string
  readonly value_date?: string
  readonly reversal?: boolean
  readonly split?: readonly string[]
  readonly amount?: string
}
type Header = { readonly number?: number; readonly legal?: number; readonly days?: readonly [string, string] }

/** A bank statement that receives and sends, and ends with the balance with which it began. */
function still(id: string, { number, legal, days = [DAY, DAY] }: Header, ...said: readonly [Said, Said]): string {
  const [credit, debit] = said.map((what, at) => written(what, at === 0 ? 'CRDT' : 'DBIT'))
  return camt053Message({
    header: [
      `<Id>${id}</Id>`,
      number === undefined ? '' : `<ElctrncSeqNb>${number}</ElctrncSeqNb>`,
      legal === undefined ? '' : `<LglSeqNb>${legal}</LglSeqNb>`,
      `<FrToDt><FrDtTm>${days[0]}T00:00:00</FrDtTm><ToDtTm>${days[1]}T23:59:59</ToDtTm></FrToDt>`,
    ].join(''),
    balances: balance('OPBD', days[0]) + balance('CLBD', days[1]),
    bankEntries: `${credit}${debit}`,
  })
}

function written({ ref, uetr, endToEnd, value_date, reversal, split, amount = '20.00' }: Said, direction: string) {
  const refs = [endToEnd ? `<EndToEndId>${endToEnd}</EndToEndId>` : '', uetr ? `<UETR>${uetr}</UETR>` : ''].join('')
  const parts = (split ?? []).map((part) => `<TxDtls><Amt Ccy="CHF">${part}</Amt></TxDtls>`).join('')
  const details = parts || (refs && `<TxDtls><Refs>${refs}</Refs></TxDtls>`)
  const text = bankEntry({ amount, direction, date: DAY, details, reversal: reversal ? 'true' : '' })
  return text
    .replace('</ValDt>', `</ValDt>${ref ? `<AcctSvcrRef>${ref}</AcctSvcrRef>` : ''}`)
    .replace(/<ValDt>.*?<\/ValDt>/, `<ValDt><Dt>${value_date ?? DAY}</Dt></ValDt>`)
}

function balance(type: string, day: string): string {
  return `<Bal><Tp><CdOrPrtry><Cd>${type}</Cd></CdOrPrtry></Tp><Amt Ccy="CHF">0.00</Amt><CdtDbtInd>CRDT</CdtDbtInd>
    <Dt><Dt>${day}</Dt></Dt></Bal>`
}

/** Pooling and +20 −20: the balances of two bank statements are the same, and do not tell whether they are one. */
describe('two bank statements whose balance has not moved', () => {
  const refs = (name: string): [Said, Said] => [{ ref: `${name}1` }, { ref: `${name}2` }]
  const none: [Said, Said] = [{}, {}]
  const each = (said: Said): [Said, Said] => [said, said]
  type Case = [name: string, one: [Header, [Said, Said]], other: [Header, [Said, Said]], linked: number, doubts: number]
  const CASES: Case[] = [
    ['other numbers and other references', [{ number: 1 }, refs('A')], [{ number: 2 }, refs('B')], 0, 2],
    ['other legal numbers and other references', [{ legal: 1 }, refs('A')], [{ legal: 2 }, refs('B')], 0, 2],
    ['other numbers far apart and other references', [{ number: 1 }, refs('A')], [{ number: 9 }, refs('B')], 0, 2],
    ['other numbers and no references', [{ number: 1 }, none], [{ number: 2 }, none], 0, 2],
    ['other numbers and references on one side', [{ number: 1 }, refs('A')], [{ number: 2 }, none], 0, 2],
    ['other numbers and the same references', [{ number: 1 }, refs('A')], [{ number: 2 }, refs('A')], 2, 0],
    [
      'other numbers and NOTPROVIDED',
      [{ number: 1 }, each({ ref: 'NOTPROVIDED' })],
      [{ number: 2 }, each({ ref: 'NONREF' })],
      0,
      2,
    ],
    [
      'other numbers and other UETR',
      [{ number: 1 }, each({ uetr: FIRST })],
      [{ number: 2 }, each({ uetr: SECOND })],
      0,
      2,
    ],
    [
      'other numbers, and the references of one booking',
      [{ number: 1 }, [{ ref: 'A1' }, { ref: 'A2' }]],
      [{ number: 2 }, [{ ref: 'A1' }, { ref: 'B2' }]],
      1,
      1,
    ],
    ['the same number and other references', [{ number: 1 }, refs('A')], [{ number: 1 }, refs('B')], 0, 2],
    ['no numbers and other references', [{}, refs('A')], [{}, refs('B')], 0, 2],
    ['no numbers and references on one side', [{}, refs('A')], [{}, none], 2, 0],
    ['the same number and no references', [{ number: 1 }, none], [{ number: 1 }, none], 2, 0],
    ['no numbers and other UETR', [{}, each({ uetr: FIRST })], [{}, each({ uetr: SECOND })], 0, 2],
    [
      'batches that are split differently',
      [{}, each({ split: ['5', '15'] })],
      [{}, each({ split: ['8', '12'] })],
      0,
      2,
    ],
    [
      'days of a month, another number and other references',
      [{ number: 1, days: ['2026-03-01', '2026-03-31'] }, refs('A')],
      [{ number: 2, days: ['2026-03-01', '2026-03-31'] }, refs('B')],
      0,
      2,
    ],
    // What the hash of a bank entry has tells them apart: they are no equal bookings.
    ['other EndToEndId', [{}, each({ endToEnd: 'E1' })], [{}, each({ endToEnd: 'E2' })], 0, 0],
    ['the same references, and other amounts', [{}, refs('A')], [{}, each({ ref: 'A1', amount: '30.00' })], 0, 0],
    ['one that is a reversal', [{}, none], [{}, each({ reversal: true })], 0, 0],
    ['another value date', [{}, none], [{}, each({ value_date: '2026-03-06' })], 0, 0],
  ]
  for (const [name, one, other, linked, doubts] of CASES)
    for (const isReversed of [false, true])
      it(`${name}${isReversed ? ', in reverse' : ''}: ${linked} linked, ${doubts} in doubt`, async () => {
        const customer = randomUUID()
        const files = [still('S1', one[0], ...one[1]), still('S2', other[0], ...other[1])]
        const counts = await countsOf(customer, ...(isReversed ? files.toReversed() : files))
        expect(counts).to.deep.equal([
          [2, 0, 0],
          [2 - linked, linked, doubts],
        ])
        expect((await entriesOf(customer, '&possible_repeat=true')).length).to.equal(doubts)
        expect(await findings(customer)).to.deep.equal([])
        const again = await countsOf(customer, ...files.map((file) => file.replace('M-1', 'M-2')))
        expect(again).to.deep.equal([
          [0, 2, 0],
          [0, 2, 0],
        ])
      })
})
