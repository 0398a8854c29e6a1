import { globSync, readFileSync } from 'node:fs'
import { expect } from 'chai'

const MESSAGE = /log\.(?:warn|error|fatal)\([\s\S]{0,120}?, '([^']+)'\)/g
const OF_FAILURE = /logFailure\([^)]*, '([^']+)'(?:, logContext\(\))?\)/g

describe('messages for operators', () => {
  it('every warning and every error stands in docs/operate/observability.md', () => {
    const page = readFileSync('docs/operate/observability.md', 'utf8')
    const code = globSync('{api,shared,workers}/**/*.ts').map((path) => readFileSync(path, 'utf8'))
    const messages = code.flatMap((text) =>
      [...text.matchAll(MESSAGE), ...text.matchAll(OF_FAILURE)].map(([, message]) => String(message)),
    )
    expect(messages).to.have.length.greaterThan(12)
    expect(messages.filter((message) => !page.includes(`\`${message}\``))).to.deep.equal([])
  })
})
