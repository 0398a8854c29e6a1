import type { DemoClient } from './client.ts'

/** The things that all steps of the demo share. */
export type Demo = { readonly client: DemoClient; readonly customer: string }

export const PATHS = {
  expenses: '/v1/source-facts/expense-documents',
  invoices: '/v1/source-facts/customer-invoices',
  vouchers: '/v1/source-facts/journal-vouchers',
} as const

export const say = (line: string) => console.log(line)

/** @throws Error when a figure or an answer is not the expected one: the demo has failed */
export function expectEqual(what: string, found: unknown, expected: unknown): void {
  if (found !== expected) throw new Error(`${what} should be ${expected} and is ${found}`)
}
