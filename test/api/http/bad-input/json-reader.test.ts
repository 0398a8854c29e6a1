import { expect } from 'chai'
import fc from 'fast-check'
import { createJsonReader, readOn } from '../../../../api/http/body/json-reader.ts'
import { readPlainJson } from '../../../../api/http/body/read-plain-json.ts'

const MOST_VALUES = 1_000
const read = (text: string) => {
  const reading = createJsonReader(text, MOST_VALUES)
  readOn(reading, () => false)
  return reading
}
/** Only the reader refuses these. */
const isRefused = (end: unknown) => typeof end === 'object' || end === 'too many unsafe names'

/** JSON with a piece replaced by another one of its alphabet. */
const mangled = fc
  .tuple(fc.json(), fc.nat(), fc.nat(3), fc.stringMatching(/^[ \n{}[\],:"\\u0123eE+.\-truefalsn]{0,4}$/))
  .map(([text, at, length, piece]) => {
    const start = at % (text.length + 1)
    return text.slice(0, start) + piece + text.slice(start + length)
  })

describe('reading JSON', () => {
  it('reads what JSON.parse reads, and nothing else', () => {
    const outcomes = { complete: 0, syntax: 0 }
    fc.assert(
      fc.property(fc.oneof(fc.json(), mangled), (text) => {
        const { end, value } = read(text)
        if (isRefused(end)) return
        outcomes[end as 'complete' | 'syntax'] += 1
        if (end === 'complete') expect(value).to.deep.equal(JSON.parse(text))
        else expect(() => JSON.parse(text)).to.throw(SyntaxError)
      }),
      { numRuns: 3_000, seed: 8259 },
    )
    expect(Math.min(outcomes.complete, outcomes.syntax)).to.be.greaterThan(500)
  })

  it('reads what is plain at once, and leaves everything else to the reader that goes step by step', () => {
    let plain = 0
    const names = fc.constantFrom('a', 'b', 'toString', '__proto__', 'constructor', '')
    const objects = fc.letrec((tie) => ({
      value: fc.oneof({ maxDepth: 3 }, fc.json({ maxDepth: 1 }), tie('object')),
      object: fc
        .array(fc.tuple(names, tie('value')), { maxLength: 3 })
        .map((members) => `{${members.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join()}}`),
    }))
    fc.assert(
      fc.property(fc.oneof(fc.json(), mangled, objects.value.map(String)), (text) => {
        const at_once = readPlainJson(text, MOST_VALUES)
        if (!at_once) return
        plain += 1
        const { end, value, unsafe } = read(text)
        expect([end, unsafe]).to.deep.equal(['complete', []])
        expect(at_once.value).to.deep.equal(value)
      }),
      { numRuns: 5_000, seed: 8259 },
    )
    expect(plain).to.be.greaterThan(1_000)
  })

  it('reads at once only what the reader that goes step by step accepts', () => {
    const members = (count: number) => `{${Array.from({ length: count }, (_, index) => `"m${index}":1`).join()}}`
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
    const cases: readonly (readonly [text: string, is_plain: boolean])[] = [
      [members(100), true],
      [members(101), false],
      [nested(32), true],
      [nested(33), false],
      [`[${'1,'.repeat(998)}1]`, true],
      [`[${'1,'.repeat(1_000)}1]`, false],
      ['{"a":1,"a":1}', false],
      ['{"a":{"b":1},"c":{"b":2}}', true],
      ['{"a":":","b":"{,"}', true],
      ['[123456789012345,-12345678901234]', true],
      ['[1234567890123456789]', false],
      ['[1.5]', false],
      ['[1e2]', false],
      ['["\\ud800"]', false],
      ['{"__proto__":1}', false],
      ['[01]', false],
      ['["a]', false],
      ['', false],
      ['[]]', false],
    ]
    const found = cases.map(([text]) => [text, readPlainJson(text, MOST_VALUES) !== undefined])
    expect(found).to.deep.equal(cases)
  })

  it('is the same however often it is interrupted', () => {
    const text = `[${'{"a": [1, -0, "x\\u00e9", true, null]}, '.repeat(60)}1.0]`
    const reading = createJsonReader(text, MOST_VALUES)
    let interruptions = 0
    while (!readOn(reading, () => true)) interruptions += 1
    expect(reading.value).to.deep.equal(JSON.parse(text))
    expect(interruptions).to.be.greaterThan(10)
    const blanks = createJsonReader(`${' '.repeat(1_000_000)}1`, MOST_VALUES)
    for (interruptions = 0; !readOn(blanks, () => true); ) interruptions += 1
    expect([blanks.value, interruptions]).to.deep.equal([1, 15])
  })

  it('reads a long string in parts, wherever they are cut', () => {
    const pieces = ['\\u00e9', 'x', '\\"', '\\ud83e\\uddfe', ']', '}', ' ', '\u{1F9FE}', '\\\\']
    for (let blanks = 0; blanks < 14; blanks += 1) {
      const string = `"${' '.repeat(blanks)}${pieces.join('').repeat(200)}"`
      const text = `[${string}, {${string}: ${string}}, ${string}]`
      expect(read(text).value).to.deep.equal(JSON.parse(text))
      for (const wrong of [
        `"${'x'.repeat(2_000 - blanks)}\\u"`,
        `"${'x'.repeat(2_000 - blanks)}\n"`,
        string.slice(0, -1),
      ])
        expect([wrong.length, read(wrong).end]).to.deep.equal([wrong.length, 'syntax'])
    }
    const long = createJsonReader(`"${'\\u0041'.repeat(500_000)}"`, MOST_VALUES)
    let interruptions = 0
    while (!readOn(long, () => true)) interruptions += 1
    expect([long.value, interruptions]).to.deep.equal(['A'.repeat(500_000), 46])
  })

  it('keeps an unsafe name as a member and leaves prototypes alone', () => {
    const { value, unsafe } = read('{"__proto__": {"a": 1}, "b": {"constructor": 1}}')
    expect(Object.getPrototypeOf(value)).to.equal(Object.prototype)
    expect(Object.keys(value as object)).to.deep.equal(['__proto__', 'b'])
    expect(unsafe.map(({ pointer }) => pointer)).to.deep.equal(['/__proto__', '/b/constructor'])
  })

  it('stops at the first thing that no request has so often', () => {
    const members = (count: number) => Array.from({ length: count }, (_, index) => `"m${index}":1`).join()
    const named = (text: string, most_values = 1e6) => {
      const reading = createJsonReader(text, most_values)
      readOn(reading, () => false)
      return typeof reading.end === 'object' ? reading.end?.message : reading.end
    }
    expect(named(`{${members(100)}}`)).to.equal('complete')
    expect(named(`{${members(101)}}`)).to.equal('Send at most 100 members in one object.')
    expect(named(`[${'1,'.repeat(1_000)}1]`, MOST_VALUES)).to.equal(
      'Send at most one value for every ten bytes in one body, or a thousand.',
    )
    const objects = (count: number) => `[${Array.from({ length: count }, (_, index) => `{"m${index}":1}`).join()}]`
    expect(named(objects(15_000))).to.equal('complete')
    expect(named(objects(30_000))).to.equal('Send at most 16000 different names in one body.')
    expect(named(`[${'['.repeat(31)}${']'.repeat(31)}]`)).to.equal('complete')
    expect(named(`[${'['.repeat(32)}${']'.repeat(32)}]`)).to.equal('Nest at most 32 levels.')
    const unsafe = createJsonReader(`[${'{"__proto__":1},'.repeat(200)}1]`, MOST_VALUES)
    readOn(unsafe, () => false)
    expect([unsafe.end, unsafe.unsafe.length]).to.deep.equal(['too many unsafe names', 100])
  })
})
