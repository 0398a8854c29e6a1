import { expect } from 'chai'
import fc from 'fast-check'
import { findings } from '../../../support/books.ts'
import { newEndCustomer } from '../../../support/requests/examples.ts'
import { there } from '../../../support/there.ts'
import { importedBy } from '../imports-of.ts'
import { reconciled } from '../reconciliation/dated-statements.ts'
import { countIn, keptOf } from './kept-bookings.ts'
import { dayOf, type SentFile } from './sent-files.ts'
import { returningHistory, type TrueHistory } from './true-histories.ts'

/** More, and others, by the same variables as the true histories. */
const { HISTORIES_RUNS = '10', HISTORIES_SEED = '92', HISTORIES_LANES = '1', HISTORIES_ORDERS = '3' } = process.env

/** Every booking is taken back on its day, and statements are cut anywhere, with numbers or without them. */
describe('true histories of an account whose balance returns on every day', () => {
  it('lose nothing, double nothing and explain no wrong balance, in whatever order their files come', async () => {
    const histories = fc.sample(returningHistory, { seed: Number(HISTORIES_SEED), numRuns: Number(HISTORIES_RUNS) })
    const left = [...histories.entries()]
    const failures: string[] = []
    const follow = async () => {
      for (let next = left.shift(); next; next = left.shift()) {
        const [at, history] = next
        for (const [order, files] of ordersOf(history.files).entries())
          await expectKept(history, files).catch((error: Error) =>
            failures.push(`history ${at}, order ${order}: ${error.message}`),
          )
      }
    }
    await Promise.all(Array.from({ length: Number(HISTORIES_LANES) }, follow))
    expect(failures, failures.join('\n')).to.deep.equal([])
  }).timeout(6_000_000)

  it('two that repeated one booking, one of them the other, have their places again when both may be others', async () => {
    const history = fc.sample(returningHistory, { seed: 93, numRuns: 48 })[47]
    for (const files of ordersOf(history?.files ?? [])) await expectKept(there(history), files)
  }).timeout(180_000)
})

/** The order of the files, its reverse, and each file last: what it shows comes after all that was linked without it. */
function ordersOf(files: readonly SentFile[]): SentFile[][] {
  const lasts = files.map((file, at) => [...files.toSpliced(at, 1), file])
  return [[...files], files.toReversed(), ...lasts].slice(0, Number(HISTORIES_ORDERS))
}

async function expectKept({ bookings, balanceBefore, isTold }: TrueHistory, sent: readonly SentFile[]): Promise<void> {
  const customer = await newEndCustomer()
  const files = new Map<string, SentFile>()
  for (const file of sent) {
    const { state, id } = await importedBy(customer, file.xml)
    expect(state).to.equal('imported')
    files.set(id, file)
  }
  const happened = bookings.map(({ name }) => name)
  const kept = await keptOf(customer, files)
  const sure = kept.filter(({ is_undecided }) => !is_undecided).map(({ name }) => name)
  for (const name of new Set([...happened, ...kept.map((one) => one.name)])) {
    expect(countIn(sure, name), `${name} is not doubled`).to.be.at.most(countIn(happened, name))
    expect(kept.filter((one) => one.name === name).length, `${name} is not dropped`).to.be.at.least(
      countIn(happened, name),
    )
  }
  if (isTold) expect(sure.sort(), 'references or numbers tell').to.deep.equal(happened.sort())
  const { bank, gaps, body } = await reconciled(customer, dayOf(bookings.at(-1)?.day ?? 0))
  const undecided = kept.filter(({ is_undecided }) => is_undecided)
  expect(body.possible_repeats.length, 'every doubt is listed').to.equal(undecided.length)
  if (body.is_explained && gaps.length === 0) expect(bank, 'explained').to.equal(balanceBefore(bookings.length))
  expect(await findings(customer)).to.deep.equal([])
}
