import type { QuietService } from '../../support/quiet-service.ts'
import { EXPENSES, expense } from '../../support/requests/examples.ts'

/** Facts that a quiet service has accepted, as the jobs that evaluate them. */
export const acceptIn =
  (quiet: () => QuietService) =>
  async (customer: string, count: number, overrides: Parameters<typeof expense>[1] = {}) => {
    const request = () => quiet().post(EXPENSES, expense(customer, overrides))
    const facts = await Promise.all(Array.from({ length: count }, request))
    const fact_ids = facts.map(({ body }) => body.id as string)
    return quiet().jobs('facts.evaluate', fact_ids)
  }
