import { factOf } from '../books.ts'
import { post } from '../client.ts'
import { EXPENSES, expense } from './examples.ts'

/** An expense document that is sent, as it is after its evaluation: posted or blocked. */
export async function bookExpense(end_customer_id: string, overrides: Parameters<typeof expense>[1] = {}) {
  return (await post(EXPENSES, expense(end_customer_id, overrides), { wait: 10 })).body
}

export const isPosted = (source_fact_id: string) => async () => (await factOf(source_fact_id)).state === 'posted'
