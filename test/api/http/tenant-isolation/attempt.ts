import { expect } from 'chai'
import { type Answer, get, post } from '../../../support/client.ts'
import type { World } from './world.ts'

/** Requests of a key that is limited to `mine`, and the status that each has to get. */
export type Attempt = (world: World) => Promise<[Answer, number][]>
/** By method and path. */
export type Attempts = Readonly<Record<string, Attempt>>

export function one(list: string, kind: keyof World): Attempt {
  return async (world) => [
    [await get(`${list}/${world[kind]}`, { key: world.key }), 404],
    [await get(`${list}/${world[kind]}?end_customer_id=${world.mine}`, { key: world.key }), 404],
    [await get(`${list}/${world[kind]}?end_customer_id=${world.theirs}`, { key: world.key }), 403],
  ]
}

export function reversal(path: (world: World) => string): Attempt {
  return async (world) => [
    [await post(`${path(world)}/reverse`, { end_customer_id: world.mine, reason: 'x' }, { key: world.key }), 404],
    [await post(`${path(world)}/reverse`, { end_customer_id: world.theirs, reason: 'x' }, { key: world.key }), 403],
  ]
}

export function statement(name: string, more = '&fiscal_year_id=FY2026'): Attempt {
  const path = (customer: string) => `/v1/statements/${name}?end_customer_id=${customer}${more}`
  return async ({ mine, theirs, key }) => [
    [await get(path(theirs), { key }), 403],
    [await get(path(mine), { key }), 404],
  ]
}

/** A list of ours in which nothing of theirs may appear. */
export async function emptyList(path: string, key: string): Promise<Answer> {
  const answer = await get(path, { key })
  expect(answer.body.data).to.deep.equal([])
  return answer
}
