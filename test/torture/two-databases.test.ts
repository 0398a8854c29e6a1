import { expect } from 'chai'
import { torture } from './run.ts'

/**
 * Its plan for five seconds has one move, which is killed on its way, and the kills. A slow machine has to be done with it soon, so there are
 * as few clients as set all end customers up; longer storms are for the command.
 */
const SEED = 743
const CLIENTS = 6

describe('torture of two ledger databases', () => {
  it('after a short storm with moves under way each end customer lives whole in one of them, and nothing is lost or doubled', async function () {
    this.timeout(900_000)
    const report = await torture({
      seed: SEED,
      seconds: 5,
      is_short: true,
      databases: 2,
      clients: CLIENTS,
      say: () => {},
    })
    const wrong = report.findings.flatMap(({ check, wrong: all }) => all.map((one) => `${check}: ${one}`))
    expect(wrong, report.logs ?? '').to.deep.equal([])
    const happened = report.disturbances.filter(({ times }) => times > 0).map(({ disturbance }) => disturbance)
    expect(happened).to.include.members(['move', 'stop_further', 'kill_postgres', 'kill_web', 'kill_worker'])
  })
})
