import { expect } from 'chai'
import type { Answer } from '../../support/client.ts'

/** An error with these codes in its details, in their order. */
export function expectRefusal({ status, body, text }: Answer, expected: number, ...details: string[]): void {
  expect(status, text).to.equal(expected)
  expect(body.error.details.map(({ code }) => code)).to.deep.equal(details)
}
