import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import fc from 'fast-check'
import { findings } from '../../support/books.ts'
import { itemsOf } from '../../support/client.ts'
import { type History, history } from './cut-histories.ts'
import { entriesOf, importedBy } from './imports-of.ts'

/** However an account comes in, its bookings are there: none is dropped, and none is doubled in silence. */
describe('histories of an account, however their bank statements are cut', () => {
  it('come out as they happened, wherever references or balances tell', async () => {
    await fc.assert(fc.asyncProperty(history, expectHistory), { seed: 19, numRuns: 40 })
  }).timeout(360_000)
})

async function expectHistory({ bookings, files, isTold }: History): Promise<void> {
  const customer = randomUUID()
  for (const file of files) expect((await importedBy(customer, file)).state).to.equal('imported')
  const entries = await entriesOf(customer, '&limit=500')
  const sure = entries.filter(({ possible_repeat }) => !possible_repeat).map(nameOf)
  const happened = bookings.map(({ amount, text, day }) => `${amount}00 ${text} 2026-03-0${day + 1}`)
  if (isTold) {
    expect(entries.map(nameOf).sort()).to.deep.equal([...happened].sort())
    expect(sure.length).to.equal(happened.length)
  }
  for (const name of new Set([...happened, ...sure])) {
    const count = (names: readonly string[]) => names.filter((candidate) => candidate === name).length
    expect(count(sure), `${name} is not doubled`).to.be.at.most(count(happened))
    expect(count(entries.map(nameOf)), `${name} is not dropped`).to.be.at.least(count(happened))
  }
  const paid = (await itemsOf('payments', customer, '&limit=500')).map(({ entry_id }) => entry_id)
  expect(new Set(paid).size).to.equal(sure.length)
  expect(await findings(customer)).to.deep.equal([])
}

type Entry = Awaited<ReturnType<typeof entriesOf>>[number]

function nameOf({ amount, additional_entry_information, booking_date }: Entry): string {
  return `${amount.amount_minor} ${additional_entry_information ?? ''} ${booking_date}`
}
