import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { endpoints } from '../../api/routes.ts'
import { calls } from '../../shared/client/calls.ts'
import type { AnswerTo, OperationId, TrialId } from '../../shared/client/index.ts'
import type { FromSchema } from '../../shared/contract/schema.ts'

type Endpoints = (typeof endpoints)[number]
type Answers = { [E in Endpoints as E['operation_id']]: FromSchema<E['response']> }

/** The names of the operations whose answers differ. It must be empty, or the file does not compile. */
type Differing = {
  [Id in OperationId | keyof Answers]: Id extends OperationId & keyof Answers
    ? Same<AnswerTo<Id>, Answers[Id]> extends true
      ? never
      : Id
    : Id
}[OperationId | keyof Answers]
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false

const differing: [Differing] extends [never] ? true : Differing = true

describe('the client knows the interface', () => {
  it('has every operation, with its method and path', () => {
    const known = Object.entries(calls).map(([id, { kind, path }]) => `${id} ${methodOf(kind)} ${path}`)
    const served = endpoints.map(({ operation_id, method, path }) => `${operation_id} ${method} ${path}`)
    expect(known.sort()).to.deep.equal(served.sort())
  })

  it('sends documents, and what stores nothing, as the service takes them', () => {
    const idsOf = (kind: string) => Object.entries(calls).flatMap(([id, call]) => (call.kind === kind ? [id] : []))
    expect(idsOf('upload')).to.deep.equal(
      endpoints.filter((endpoint) => 'upload' in endpoint).map(({ operation_id }) => operation_id),
    )
    expect(idsOf('compute')).to.deep.equal(
      endpoints.filter((endpoint) => 'compute' in endpoint).map(({ operation_id }) => operation_id),
    )
  })

  it('tries what the service can try', () => {
    const tried: Record<TrialId, true> = {
      recordExpenseDocument: true,
      recordCustomerInvoice: true,
      recordJournalVoucher: true,
      recordSourceFacts: true,
      reverseSourceFact: true,
      withdrawSourceFact: true,
      orderPayments: true,
    }
    const served = endpoints.flatMap((endpoint) => ('trial' in endpoint && endpoint.trial ? endpoint.operation_id : []))
    expect(Object.keys(tried)).to.deep.equal(served)
  })

  it('takes its types from the schemas by which the service judges requests', async () => {
    const named = await schemasOfCalls()
    expect(named.map(({ id }) => id)).to.have.members(Object.keys(calls))
    const wrong: string[] = []
    for (const { id, schema } of named) {
      const endpoint = endpoints.find(({ operation_id }) => operation_id === id)
      const judged = endpoint && ('query' in endpoint ? endpoint.query : endpoint.body)
      if (schema === undefined || schema !== judged) wrong.push(id)
    }
    expect(wrong).to.deep.equal([])
  })

  it('has the types of the answers (the compiler compares them)', () => {
    expect(differing).to.equal(true)
  })
})

function methodOf(kind: string): string {
  return kind === 'get' || kind === 'put' ? kind : 'post'
}

/** The schema that each line of the tables names, as the contract exports it. */
async function schemasOfCalls(): Promise<{ id: string; schema: unknown }[]> {
  const folder = join(import.meta.dirname, '../../shared/client/operations')
  const found: { id: string; schema: unknown }[] = []
  for (const file of readdirSync(folder)) {
    const text = readFileSync(join(folder, file), 'utf8')
    const modules = new Map<string, object>()
    for (const [, names = '', path = ''] of text.matchAll(/import type \{([^}]*)\} from '([^']*contract[^']*)'/g))
      for (const name of names.split(',')) modules.set(name.trim(), await import(join(folder, path)))
    for (const [, id = '', name = ''] of text.matchAll(/^ {2}(\w+): \w+<typeof (\w+),/gm))
      found.push({ id, schema: Reflect.get(modules.get(name) ?? {}, name) })
  }
  return found
}
