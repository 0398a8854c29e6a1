import { expect } from 'chai'
import fc from 'fast-check'
import { findings } from '../../../support/books.ts'
import { newEndCustomer } from '../../../support/requests/examples.ts'
import { there } from '../../../support/there.ts'
import { importedBy } from '../imports-of.ts'
import { reconciled } from '../reconciliation/dated-statements.ts'
import { countIn, decideDoubts, keptOf } from './kept-bookings.ts'
import { dayOf, type SentFile } from './sent-files.ts'
import { type TrueHistory, trueHistory } from './true-histories.ts'

/** More, and others, by HISTORIES_RUNS and HISTORIES_SEED; HISTORIES_LANES runs so many of them at a time. */
const { HISTORIES_RUNS = '12', HISTORIES_SEED = '91', HISTORIES_LANES = '1' } = process.env

/** Known is what happened: none of it is dropped, none of it is booked twice in silence, and every doubt is marked. */
describe('true histories of an account, in whatever bank statements they come', () => {
  it('are kept as they happened', async () => {
    const histories = fc.sample(trueHistory, { seed: Number(HISTORIES_SEED), numRuns: Number(HISTORIES_RUNS) })
    const left = [...histories.entries()]
    const failures: string[] = []
    const follow = async () => {
      for (let next = left.shift(); next; next = left.shift()) {
        const [at, history] = next
        await expectKept(history).catch((error: Error) => {
          failures.push(`history ${at}: ${error.message}\n${inWords(history)}`)
        })
      }
    }
    await Promise.all(Array.from({ length: Number(HISTORIES_LANES) }, follow))
    expect(failures, failures.join('\n')).to.deep.equal([])
  }).timeout(6_000_000)

  it('a bank statement that others have whole is not left out behind one with a higher number', async () => {
    const history = fc.sample(trueHistory, { seed: 93, numRuns: 132 })[131]
    await expectKept(there(history))
  }).timeout(180_000)
})

async function expectKept(history: TrueHistory): Promise<void> {
  const customer = await newEndCustomer()
  const files = new Map<string, SentFile>()
  for (const file of history.files) {
    const { state, id } = await importedBy(customer, file.xml)
    expect(state).to.equal('imported')
    files.set(id, file)
    expect(await findings(customer), `after file ${files.size}`).to.deep.equal([])
  }
  const happened = history.bookings.map(({ name }) => name).sort()
  const kept = await keptOf(customer, files)
  const sure = kept.filter(({ is_undecided }) => !is_undecided).map(({ name }) => name)
  const names = kept.map(({ name }) => name)
  for (const name of new Set([...happened, ...names])) {
    expect(countIn(sure, name), `${name} is not doubled`).to.be.at.most(countIn(happened, name))
    expect(countIn(names, name), `${name} is not dropped`).to.be.at.least(countIn(happened, name))
  }
  if (history.isTold) expect(sure.sort(), 'references or balances tell').to.deep.equal(happened)
  await expectReconciled(history, customer, false)
  await decideDoubts(customer, kept, happened)
  const after = await keptOf(customer, files)
  expect(after.map(({ name }) => name).sort(), 'decided').to.deep.equal(happened)
  await expectReconciled(history, customer, true)
  expect(await findings(customer), 'decided').to.deep.equal([])
}

/** The last true balance; as long as there are doubts, also with some of them more or less, or with a gap. */
async function expectReconciled(history: TrueHistory, customer: string, isDecided: boolean): Promise<void> {
  const { bookings, balanceBefore } = history
  const { bank, unexplained, gaps, body } = await reconciled(customer, dayOf(bookings.at(-1)?.day ?? 0))
  expect(unexplained).to.equal(0)
  if (beginsAnywhere(history)) return
  const wanted = balanceBefore(bookings.length)
  if (isDecided) expect([bank, gaps]).to.deep.equal([wanted, []])
  const sums = new Set([0])
  for (const { kind, amount } of body.differences)
    if (kind === 'possible_repeat') for (const sum of [...sums]) sums.add(sum + amount.amount_minor / 100)
  expect(sums.has(bank - wanted) || gaps.length > 0, `${bank} for ${wanted}`).to.equal(true)
}

/** Without numbers nothing tells where the first day begins whose balances make a circle. */
function beginsAnywhere({ windows, hasNumbers, balanceBefore }: TrueHistory): boolean {
  const first = windows.filter(({ days }) => days[0] === windows[0]?.days[0])
  return !hasNumbers && first.some(({ to }) => balanceBefore(to) === balanceBefore(0))
}

function inWords({ bookings, windows, files, hasNumbers, balanceBefore }: TrueHistory): string {
  return JSON.stringify({
    hasNumbers,
    bookings: bookings.map(({ day, francs, text, ref, uetr }) => [day, francs, text, ref || uetr].join(' ')),
    windows: windows.map(({ id, number, from, to, days }) => {
      return `S-${id} #${number} ${from}-${to} days ${days} balances ${balanceBefore(from)} ${balanceBefore(to)}`
    }),
    files: files.map(({ xml, stmts }) => {
      const pages = stmts.map((page) => page.map(({ at }) => at).join()).join(' | ')
      return `${/<Id>(S-\d+)/.exec(xml)?.[1]} ${pages}${xml.includes('FrDtTm') ? ' with period' : ''}`
    }),
  })
}
