import { bankEntry, camt053Message, camt054Message, transaction } from '../../camt053/messages.ts'
import type { QuietService } from '../../support/quiet-service.ts'
import { type Case, counts, run } from './job-case.ts'

type CaseOf = (quiet: QuietService, customer: string) => Promise<Case>

export const BANK_JOBS: Readonly<Record<'camt053.import' | 'camt054.import', CaseOf>> = {
  'camt053.import': async (quiet, customer) => {
    await uploadStatement(quiet, customer)
    return {
      jobs: await quiet.jobsOf('camt053.import', customer),
      before: [0, 0, 0],
      after: [2, 1, 1],
      effect: () => counts(quiet, customer, 'camt053_entries', 'payments', 'events'),
    }
  },

  'camt054.import': async (quiet, customer) => {
    const details = transaction({ amount: '8.10', name: 'A' }) + transaction({ amount: '100.00', name: 'B' })
    const batch = (inside: string) =>
      bankEntry({ details: `<Btch><PmtInfId>P</PmtInfId><NbOfTxs>2</NbOfTxs></Btch>${inside}` })
    await quiet.upload(customer, camt053Message({ bankEntries: batch('') }))
    await run(quiet, 'camt053.import', await quiet.jobsOf('camt053.import', customer))
    await quiet.notify(customer, camt054Message({ bankEntries: batch(details) }))
    return {
      jobs: await quiet.jobsOf('camt054.import', customer),
      before: [0, 1, 1],
      // The payment that is superseded stays.
      after: [1, 3, 5],
      effect: () => counts(quiet, customer, 'camt054_entries', 'payments', 'events'),
    }
  },
}

/** A credit of 108.10, which a customer may have paid, and a debit. */
export async function uploadStatement(quiet: QuietService, customer: string): Promise<void> {
  const bankEntries = bankEntry({ details: transaction() }) + bankEntry({ amount: '5.00', direction: 'DBIT' })
  await quiet.upload(customer, camt053Message({ bankEntries }))
}
