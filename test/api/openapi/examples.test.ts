import { writeFileSync } from 'node:fs'
import { expect } from 'chai'
import { END_CUSTOMER } from '../../../api/openapi/examples/example.ts'
import { ANSWERS_FILE, EXAMPLES, readAnswers } from '../../../api/openapi/examples/story.ts'
import { issueKey } from '../../../shared/store/platform/issue-key.ts'
import { walkLists } from '../../client/walk-lists.ts'
import type { Operation, Responses } from '../../support/openapi.ts'
import { readOpenApi } from '../../support/openapi.ts'
import { service } from '../../support/service.ts'
import { anonymous, inTermsOf, learn, translate } from '../../support/story/example-ids.ts'
import { contentType, fillIn, recordStory, type StoryRequest, sendStep } from '../../support/story/example-story.ts'

type Step = { request: StoryRequest; status: number; media_type: string; headers: string[]; answer: unknown }

/** What grows: years are made up to the present one, a stamp covers all ledgers, and the list has end customers of other tests. */
const GROWING = ['fiscal-years', 'ledger-proof', 'end-customers']

describe('the examples of the OpenAPI document', () => {
  let key: string
  let operations: [path: string, method: string, operation: Operation][]
  let documented: string[]
  const played: Record<string, unknown> = {}

  before(async function () {
    this.timeout(360_000)
    key = await issueKey(service().home, { client_name: 'reader of the examples' })
    if (process.env.RECORD_EXAMPLES) {
      const answers = inTermsOf(readAnswers(), await recordStory(key, END_CUSTOMER))
      writeFileSync(ANSWERS_FILE, `${JSON.stringify(answers, null, 1)}\n`)
      throw new Error('the answers are recorded; look at what has changed, and run the tests without RECORD_EXAMPLES')
    }
    const { components, paths } = await readOpenApi()
    documented = lowerCase(components.headers)
    operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]): [string, string, Operation] => [path, method, operation]),
    )
  })

  it('every operation has one of its success', () => {
    const without = operations.filter(([, , { requestBody, responses }]) => {
      const [success] = Object.entries(responses)
      const lacksBody = requestBody && !Object.values(requestBody.content)[0]?.examples
      return lacksBody || !success?.[0].startsWith('2') || !success[1].content?.['application/json']?.examples
    })
    expect(without.map(([path, method]) => `${method} ${path}`)).to.deep.equal([])
  })

  it('are answered as the document says, one after the other', async function () {
    this.timeout(360_000)
    const steps = stepsOf(operations)
    expect([...steps.keys()], 'the table has what the document has').to.have.members(EXAMPLES.map(({ name }) => name))
    const ids = new Map<string, string>()
    for (const { name } of EXAMPLES) {
      const step = steps.get(name) as Step
      const reply = await sendStep(translated(step.request, ids), key, END_CUSTOMER)
      const named = reply.headers.filter((header) => documented.includes(header))
      expect(step.headers, `${name}: the headers of the answer`).to.include.members(named)
      expect([reply.status, reply.type], `${name}: ${reply.text}`).to.deep.equal([step.status, step.media_type])
      if (GROWING.includes(name)) continue
      expect(anonymous(reply.answer), name).to.deep.equal(anonymous(step.answer))
      learn(ids, step.answer, reply.answer)
      played[name] = reply.answer
    }
  })

  it('show lists that the client reads item by item as in one page', async function () {
    this.timeout(180_000)
    expect(new Set(await walkLists(key, played)).size).to.be.at.least(12)
  })
})

/** Every example of the document by its name, with the answer that the document shows for it. */
function stepsOf(operations: [string, string, Operation][]): Map<string, Step> {
  const steps = operations.flatMap(([path, method, { parameters, requestBody, responses }]) =>
    answersOf(responses).map(({ name, ...answer }): [string, Step] => {
      const values = (place: string) =>
        Object.fromEntries(
          parameters
            .filter((parameter) => parameter.in === place && parameter.examples?.[name])
            .map((parameter) => [parameter.name, String(parameter.examples?.[name]?.value)]),
        )
      const [[sent_type, content] = ['application/json', undefined]] = Object.entries(requestBody?.content ?? {})
      const body = content?.examples?.[name]?.value
      if (requestBody) expect(body, `${name} has no body`).to.not.equal(undefined)
      const request = {
        method: method.toUpperCase(),
        path: fillIn(path, values('path'), values('query')),
        headers: { ...values('header'), ...contentType(sent_type, answer.media_type) },
        body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
      }
      return [name, { request, ...answer }]
    }),
  )
  return new Map(steps)
}

function answersOf(responses: Responses) {
  return Object.entries(responses).flatMap(([status, { content = {}, headers }]) =>
    Object.entries(content).flatMap(([media_type, { examples = {} }]) =>
      Object.entries(examples).map(([name, { value }]) => ({
        name,
        status: Number(status),
        media_type,
        headers: lowerCase(headers),
        answer: value,
      })),
    ),
  )
}

function lowerCase(named: object): string[] {
  return Object.keys(named).map((name) => name.toLowerCase())
}

/** The request with the ids of this very service in the place of the recorded ones. */
function translated({ path, body, ...request }: StoryRequest, ids: ReadonlyMap<string, string>): StoryRequest {
  return { ...request, path: translate(path, ids), body: body && translate(body, ids) }
}
