import { randomUUID } from 'node:crypto'
import type { Client } from '../../client/index.ts'
import { VAT_CLIENTS } from './company/vat-clients.ts'

/** The things that all steps of the demo share. */
export type Demo = { readonly client: Client; readonly customer: string }

/** Everybody whose books a demo writes, known before it begins: its key is for them alone. */
export type DemoCustomers = {
  readonly company: string
  /** Sends one document twice. */
  readonly stranger: string
  /** In the order of `VAT_CLIENTS`. */
  readonly taxed: readonly string[]
}

export function newDemoCustomers(): DemoCustomers {
  return { company: randomUUID(), stranger: randomUUID(), taxed: VAT_CLIENTS.map(() => randomUUID()) }
}

/** Lets an answer wait for its posting. */
export const DECIDED = { wait_seconds: 10 }

export const say = (line: string) => console.log(line)

/** @throws Error when a figure or an answer is not the expected one: the demo has failed */
export function expectEqual(what: string, found: unknown, expected: unknown): void {
  if (found !== expected) throw new Error(`${what} should be ${expected} and is ${found}`)
}
