import fc from 'fast-check'
import { newKmuCustomer } from '../../../support/requests/kmu-chart.ts'
import { expectHolds } from './money-balances.ts'
import { type Command, command } from './money-commands.ts'
import { MoneyModel } from './money-model.ts'

/** In which order what stands at the end is taken back; what is in the way of others comes again. */
const reversals = fc.array(fc.nat(1_000), { maxLength: 30 })

describe('whatever is done with payments', () => {
  it('answers as the model does, never uses a Rappen twice, and can be undone to nothing', async function () {
    this.timeout(360_000 + 12_000 * Number(process.env.MONEY_RUNS ?? 0))
    const start: Command[] = [
      { kind: 'invoice', amount: 50_000 },
      { kind: 'pay', amount: 80_000 },
      { kind: 'owe', amount: 30_000 },
      { kind: 'foreign_document', amount: 100_000, is_customer: true },
    ]
    await fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: 6, maxLength: 22 }), reversals, async (commands, drawn) => {
        const model = new MoneyModel(await newKmuCustomer())
        for (const each of [...start, ...commands]) await model.run(each)
        await expectHolds(model)
        await model.undoEverything(drawn)
      }),
      {
        seed: Number(process.env.MONEY_SEED ?? 11),
        numRuns: Number(process.env.MONEY_RUNS ?? 8),
        endOnFailure: true,
      },
    )
  })
})
