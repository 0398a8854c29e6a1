import { expect } from 'chai'
import { needsService } from './needs-service.ts'
import { PROJECT } from './plant.ts'

describe('a spec whose fault is planted', () => {
  for (const spec of ['api/http/answers/json-in-slices', 'camt053/refusals', 'workers/bank/proven-new-in-turns'])
    it(`${spec} needs no service: none is started for it`, () =>
      expect(needsService(PROJECT, `test/${spec}.test.ts`)).to.equal(false))

  for (const [how, spec] of [
    ['by itself', 'api/http/shares'],
    ['by what it imports', 'moving/move'],
  ])
    it(`${spec} needs it ${how}`, () => expect(needsService(PROJECT, `test/${spec}.test.ts`)).to.equal(true))
})
