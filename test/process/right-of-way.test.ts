import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect } from 'chai'
import { createRightOfWay } from '../../shared/process/right-of-way.ts'

/** Longer than any test. */
const FOR_EVER_MS = 60_000

describe('the right of way of small facts', () => {
  it('takes no turn of the event loop for a short piece, and one for a long piece', async () => {
    let now = 0
    const pause = createRightOfWay(FOR_EVER_MS, () => now).pauses('large')
    const turnsOf = async (piece_ms: number) => {
      now += piece_ms
      let turns = 0
      const counting = setImmediate(() => {
        turns += 1
      })
      await pause()
      clearImmediate(counting)
      return turns
    }
    expect([await turnsOf(3), await turnsOf(3), await turnsOf(3), await turnsOf(50)]).to.deep.equal([0, 1, 0, 1])
  })

  it('lets a backlog wait until all that goes first is done', async () => {
    const { first, pauses } = createRightOfWay(FOR_EVER_MS)
    const ends = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const works = ends.map(({ promise }) => first('small', () => promise))
    const events: string[] = []
    const paused = pauses('large')().then(() => events.push('goes on'))
    for (const [index, end] of ends.entries()) {
      await nextTurn()
      events.push(`ends ${index}`)
      end.resolve()
      await works[index]
    }
    await paused
    expect(events).to.deep.equal(['ends 0', 'ends 1', 'goes on'])
  })

  it('is given back by work that fails', async () => {
    const { first, pauses } = createRightOfWay(FOR_EVER_MS)
    await first('small', () => Promise.reject(new Error('refused'))).catch(() => {})
    await pauses('large')()
  })

  it('lets a backlog wait no longer than it may, altogether', async () => {
    const { first, pauses } = createRightOfWay(5)
    const end = Promise.withResolvers<void>()
    const work = first('small', () => end.promise)
    const pause = pauses('large')
    for (let count = 0; count < 100; count += 1) await pause()
    end.resolve()
    await work
  })

  it('waits for no negative time where the clock goes on between two looks at it', async () => {
    const warnings: string[] = []
    const listen = ({ name }: Error) => name === 'TimeoutNegativeWarning' && warnings.push(name)
    process.on('warning', listen)
    let now = 0
    const { first, pauses } = createRightOfWay(5, () => {
      now += 3
      return now
    })
    const end = Promise.withResolvers<void>()
    const work = first('small', () => end.promise)
    await pauses('large')()
    await nextTurn() // warnings come in a turn of their own
    process.off('warning', listen)
    end.resolve()
    await work
    expect(warnings).to.deep.equal([])
  })

  it('lets what goes first wait for nothing of its kind', async () => {
    const { first, pauses } = createRightOfWay(FOR_EVER_MS)
    await first('small', () => pauses('small')())
  })
})
