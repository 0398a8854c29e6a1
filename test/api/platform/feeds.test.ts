import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { watchFeeds } from '../../../api/platform/feeds.ts'
import { service } from '../../support/service.ts'

describe('requests that wait for events', () => {
  const secondsWaited = async (after: bigint, seconds: number) => {
    const began_at = performance.now()
    await watchFeeds(service().web).changed(randomUUID(), after, seconds)
    return (performance.now() - began_at) / 1000
  }

  it('are answered at once where events were and are none: a move has ended since the feed was last asked for', async () => {
    expect(await secondsWaited(5n, 9)).to.be.below(8)
  })

  it('wait where nothing has happened yet', async () => {
    expect(await secondsWaited(0n, 1)).to.be.at.least(0.9)
  })
})
