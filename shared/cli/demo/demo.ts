import type { Client } from '../../client/index.ts'

/** The things that all steps of the demo share. */
export type Demo = { readonly client: Client; readonly customer: string }

/** Lets an answer wait for its posting. */
export const DECIDED = { wait_seconds: 10 }

export const say = (line: string) => console.log(line)

/** @throws Error when a figure or an answer is not the expected one: the demo has failed */
export function expectEqual(what: string, found: unknown, expected: unknown): void {
  if (found !== expected) throw new Error(`${what} should be ${expected} and is ${found}`)
}
