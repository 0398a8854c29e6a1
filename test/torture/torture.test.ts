import { expect } from 'chai'
import { isMutating } from '../../api/http/endpoint.ts'
import { endpoints } from '../../api/routes.ts'
import { OPERATIONS } from './load/operations.ts'
import { hashOfPlan, makePlan } from './plan.ts'
import { torture } from './run.ts'

/** Its plan for four seconds has the kills; where the tables of the plan change, another one may have to be found. */
const SEED = 2790

describe('torture', () => {
  it('uses every endpoint that changes something', () => {
    const mutating = endpoints.filter(isMutating).map(({ method, path }) => `${method} ${path}`)
    expect(Object.keys(OPERATIONS)).to.have.members(mutating)
  })

  it('the same seed makes the same plan, another seed another one', () => {
    expect(hashOfPlan(makePlan(7, 60))).to.equal(hashOfPlan(makePlan(7, 60)))
    expect(hashOfPlan(makePlan(7, 60))).not.to.equal(hashOfPlan(makePlan(8, 60)))
    expect(hashOfPlan(makePlan(7, 60, { databases: 2 }))).to.equal(hashOfPlan(makePlan(7, 60, { databases: 2 })))
  })

  it('after a short storm nothing is lost, doubled or half done', async function () {
    this.timeout(360_000)
    const report = await torture({ seed: SEED, seconds: 4, is_short: true, say: () => {} })
    const wrong = report.findings.flatMap(({ check, wrong: all }) => all.map((one) => `${check}: ${one}`))
    expect(wrong, report.logs ?? '').to.deep.equal([])
    const happened = report.disturbances.filter(({ times }) => times > 0).map(({ disturbance }) => disturbance)
    expect(happened).to.include.members([
      'kill_postgres',
      'kill_web',
      'kill_worker',
      'kill_receiver',
      'lose_answers',
      'deliver_twice',
    ])
  })
})
